package import FeelFiles
internal import FeelTrace

/// A kind of file: what it is called, how it begins, and how it is read.
package protocol FileFormat: Sendable {
  /// What such a file is: “a recording”.
  static var name: String { get }
  /// Which command takes it: “"feellab FILE" shows it”.
  static var use: String { get }
  /// How the names of such files end, with the dot, the usual one first.
  ///
  /// Names decide only which files are offered and listed.
  static var endings: [String] { get }
  /// What the window does with such a file; `nil` unless it opens it.
  static var kind: FileFormats.Kind? { get }

  /// Whether a file begins as one of this kind does.
  static func matches(_ beginning: FileBeginning) -> Bool

  /// Reads a file.
  ///
  /// - Parameter path: what it is called in messages; "-" is the standard input.
  /// - Throws: `CommandFailure` with the line of the first thing that breaks the format's rules.
  static func read(
    _ path: String, _ pieces: consuming FilePieces
  ) throws(CommandFailure) -> FileContent
}

extension FileFormat {
  package static var kind: FileFormats.Kind? { nil }

  static func refusal(of path: String, for wanted: String) -> CommandFailure {
    CommandFailure(
      .badFile, "\(path): expected \(wanted), found \(name)\(use.isEmpty ? "" : ": \(use)").")
  }

  /// Why a file that cannot be read as one of this kind is refused, where it begins as another kind does; else `nil`.
  static func refusal(of path: String, beginning: [UInt8]) -> CommandFailure? {
    guard let format = try? FileFormats.format(of: beginning, path: path), format != self else {
      return nil
    }
    return format.refusal(of: path, for: name)
  }

  /// All of a file that has to be held as a whole.
  static func bytes(_ pieces: consuming FilePieces) throws(CommandFailure) -> [UInt8] {
    try pieces.hold(to: Limits.fileBytes)
    return try pieces.rest()
  }
}

/// The kinds of files there are.
package enum FileFormats {
  /// Each of them; what a file may begin as more than one of is the first of those.
  static let all: [any FileFormat.Type] = [
    PictureFormat.self, VideoFormat.self, RecordingFormat.self, ParameterFormat.self,
    StreamFormat.self, HandFormat.self, SampleFormat.self, FlingFormat.self, MotionFormat.self,
  ]

  /// What the window does with a file.
  package enum Kind { case recording, parameters, motion }

  /// What the window does with a file, by how it begins.
  ///
  /// A pipe can be read only once, so it is taken for a recording.
  ///
  /// - Throws: `CommandFailure` when it cannot be read, or is of no kind that is opened.
  package static func kind(ofFile path: String) throws(CommandFailure) -> Kind {
    guard path != "-", File.isRegular(path) else { return .recording }
    var pieces = try FilePieces(path, atMost: Limits.recordingBytes)
    let format = try format(of: try pieces.beginning(), path: path)
    guard let kind = format.kind else {
      throw format.refusal(of: path, for: "a recording, parameters or a motion")
    }
    return kind
  }

  /// How the names of files end that the window opens, each once.
  package static let opened = all.filter { $0.kind != nil }.flatMap { $0.endings }
    .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }

  /// What a file is by how it begins.
  ///
  /// - Throws: `CommandFailure` when it is empty or of no kind.
  package static func format(
    of bytes: [UInt8], path: String
  ) throws(CommandFailure) -> any FileFormat.Type {
    let beginning = FileBeginning(bytes)
    if let format = all.first(where: { $0.matches(beginning) }) { return format }
    let name = path == "-" ? "The standard input" : path
    throw CommandFailure(
      .badFile,
      beginning.isEmpty
        ? "\(name) is empty."
        : "\(name) is none of what can be read: "
          + all.filter { !$0.use.isEmpty }.map { $0.name }.joined(separator: ", ") + ".")
  }
}

/// The first bytes of a file, and what the kinds of files look for in them.
package struct FileBeginning {
  private let bytes: ArraySlice<UInt8>
  /// Whether there is nothing but space.
  let isEmpty: Bool
  /// Whether it is an object of JSON, or a line of one.
  let isObject: Bool
  /// The names over a table's columns; empty without a row of names.
  let columns: [String]
  /// How many columns the table's first row of numbers has; 0 if there is none.
  let width: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.prefix(65_536)
    let first = bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
    isEmpty = first == nil
    isObject = first == UInt8(ascii: "{")
    guard !isEmpty, !isObject else {
      (columns, width) = ([], 0)
      return
    }
    var (columns, width): ([String], Int) = ([], 0)
    for line in self.bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let cells = Table.cells(of: String(decoding: line, as: UTF8.self)) else { continue }
      if Double(cells[0]) != nil {
        width = cells.count
        break
      }
      if columns.isEmpty { columns = cells }
    }
    (self.columns, self.width) = (columns, width)
  }

  /// Whether a place holds some bytes.
  func has(_ sign: [UInt8], at place: Int = 0) -> Bool {
    bytes.dropFirst(place).starts(with: sign)
  }

  /// Whether a place holds some words.
  func has(_ words: String, at place: Int = 0) -> Bool { has(Array(words.utf8), at: place) }

  /// Whether it is an object in whose first bytes a member is named.
  func hasMember(_ name: String, within count: Int = 65_536) -> Bool {
    isObject && bytes.prefix(count).firstRange(of: "\"\(name)\"".utf8) != nil
  }
}
