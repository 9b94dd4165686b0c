internal import Feel
package import FeelFiles
internal import FeelTrace

/// A kind of file: what it is called, how it begins, and how it is read.
package struct FileFormat: Sendable {
  /// What the window does with a file.
  package enum Kind: Sendable { case recording, parameters, motion }

  /// What such a file is: “a recording”.
  let name: String
  /// Which command takes it: “"feellab FILE" shows it”; empty where none does.
  var use = ""
  /// How the names of such files end, with the dot, the usual one first.
  ///
  /// Names decide only which files are offered and listed.
  var endings: [String] = []
  /// What the window does with such a file; `nil` unless it opens it.
  var kind: Kind?
  let matches: @Sendable (FileBeginning) -> Bool
  /// Reads all of it; `nil` of what no command reads.
  var parse:
    (@Sendable (_ path: String, consuming FilePieces) throws(CommandFailure) -> FileContent)?

  /// Reads a file.
  ///
  /// - Parameter path: what it is called in messages; "-" is the standard input.
  /// - Throws: `CommandFailure` with the line of the first thing that breaks the format's rules.
  func read(
    _ path: String, _ pieces: consuming FilePieces
  ) throws(CommandFailure) -> FileContent {
    guard let parse else { return .other(self) }
    return try parse(path, pieces)
  }

  /// Why a command that is asked for something else does not take it, and what does.
  func refusal(of path: String, for wanted: String) -> CommandFailure {
    .badFile("\(path): expected \(wanted), found \(name)\(use.isEmpty ? "" : ": \(use)").")
  }

  /// Why a file that cannot be read as one of this kind is refused, where it begins as another kind does; else `nil`.
  func refusal(of path: String, beginning: [UInt8]) -> CommandFailure? {
    guard let format = try? FileFormat.format(of: beginning, path: path), format.name != name else {
      return nil
    }
    return format.refusal(of: path, for: name)
  }

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
  static func format(of bytes: [UInt8], path: String) throws(CommandFailure) -> FileFormat {
    let beginning = FileBeginning(bytes)
    if let format = all.first(where: { $0.matches(beginning) }) { return format }
    let name = path == "-" ? "The standard input" : path
    throw .badFile(
      beginning.isEmpty
        ? "\(name) is empty."
        : "\(name) is none of what can be read: "
          + all.filter { !$0.use.isEmpty }.map { $0.name }.joined(separator: ", ") + ".")
  }

  // MARK: The kinds there are

  /// Each of them; what a file may begin as more than one of is the first of those.
  private static let all = [
    picture, video, recording, parameters, stream, hand, samples, flings, motion,
  ]

  /// Pictures, which no command reads.
  private static let picture = FileFormat(
    name: "a picture",
    matches: {
      $0.has([0x89, 0x50, 0x4E, 0x47]) || $0.has([0xFF, 0xD8]) || $0.has("GIF8") || $0.has("<svg")
    })

  /// Videos, which no command reads.
  private static let video = FileFormat(
    name: "a video", matches: { $0.has("ftyp", at: 4) || $0.has([0x1A, 0x45, 0xDF, 0xA3]) })

  /// Recordings of sessions, which may be long: only their first line is read at once.
  static let recording = FileFormat(
    name: "a recording", use: "“feellab FILE” shows it", endings: [".feel"], kind: .recording,
    matches: { $0.hasMember("feel", within: 512) },
    parse: { (path, pieces) throws(CommandFailure) in .recording(try TraceLines(path, pieces)) })

  /// Files of a scene's parameters.
  static let parameters = FileFormat(
    name: "parameters",
    use: "“feellab FILE” opens with them, “feellab render SCENE --params FILE” draws with them",
    endings: [".json"], kind: .parameters,
    // A line of a stream has no such member.
    matches: { $0.hasMember("parameters") },
    parse: { (path, pieces) throws(CommandFailure) in
      .parameters(try ParameterFile.parse(try bytes(pieces), path: path))
    })

  /// Observation streams that have ended: a line of JSON for each thing that a program told.
  static let stream = FileFormat(
    name: "a stream of another program's motion",
    use: "“feellab fit” and “feellab check” read it, “feellab watch FILE --window” shows it",
    endings: [".jsonl"], kind: .motion,
    // Every other object is a recording or parameters.
    matches: { $0.isObject },
    parse: { (path, pieces) throws(CommandFailure) in
      var (reader, gestures) = (ObservationReader(), GestureReader(path: path))
      reader.take(try bytes(pieces)) { gestures.take($0) }
      reader.finish { gestures.take($0) }
      return .gestures(try gestures.finish())
    })

  /// Hands: tables with the columns t_ms, phase, x and y.
  static let hand = FileFormat(
    name: "a hand",
    use: "“feellab fit MOTION --hand FILE” reads it with the motion that it made, "
      + "“feellab fit FILE --estimator all” by itself",
    endings: [".csv"], kind: .motion,
    matches: { $0.columns.contains("t_ms") && $0.columns.contains("phase") },
    parse: { (path, pieces) throws(CommandFailure) in
      .hand(try HandTable.read(try bytes(pieces), path: path))
    })

  /// Pointer samples: tables with the columns t_ms, x and y, named or not, y left out where it is 0.
  static let samples = FileFormat(
    name: "pointer samples", use: "“feellab fit FILE --estimator all” reads them",
    endings: [".csv"],
    matches: {
      $0.columns.first == "t_ms" || $0.columns.isEmpty && [2, 3].contains($0.width)
    },
    parse: { (path, pieces) throws(CommandFailure) in
      let table = try Table(try bytes(pieces), path: path)
      guard let first = table.rows.first else {
        throw .badFile("\(path) holds no samples: the columns are t_ms,x,y.")
      }
      guard [2, 3].contains(first.count) else {
        throw .badFile(
          "\(path): expected the columns t_ms,x,y, found \(table.names.joined(separator: ",")).")
      }
      try table.requireOrder(path: path)
      return .samples(table)
    })

  /// Flings of which only duration and distance are known.
  ///
  /// Tables with the columns duration_s and distance_pt, or those that `fit --flings --format csv`
  /// writes, which also say how each fling ended.
  static let flings = FileFormat(
    name: "flings known by their length", use: "“feellab fit” reads them", endings: [".csv"],
    matches: { $0.columns == ["duration_s", "distance_pt"] || $0.columns == Fling.columns },
    parse: { (path, pieces) throws(CommandFailure) in
      let table = try Table(try bytes(pieces), path: path)
      for (word, line) in zip(table.words, table.lines) where Fling.Outcome(rawValue: word) == nil {
        let known = Fling.Outcome.allCases.map(\.rawValue).joined(separator: ", ")
        throw .badFile("\(path):\(line): a fling ended one of \(known), not \(quoted(word)).")
      }
      return .flings(table)
    })

  /// Measured motions: tables with the columns t, in seconds, and shown, x or offset, among others.
  static let motion = FileFormat(
    name: "a measured motion",
    use: "“feellab fit” and “feellab check” read it, “feellab FILE” shows it",
    endings: [".csv"], kind: .motion,
    // What no other table is; without the columns, reading says which there are.
    matches: { $0.width > 0 },
    parse: { (path, pieces) throws(CommandFailure) in
      .motion(try MotionTable(try Table(try bytes(pieces), path: path), path: path))
    })

  /// All of a file that has to be held as a whole.
  private static func bytes(_ pieces: consuming FilePieces) throws(CommandFailure) -> [UInt8] {
    try pieces.hold(to: Limits.fileBytes)
    return try pieces.rest()
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

  func has(_ sign: [UInt8], at place: Int = 0) -> Bool {
    bytes.dropFirst(place).starts(with: sign)
  }

  func has(_ words: String, at place: Int = 0) -> Bool { has(Array(words.utf8), at: place) }

  /// Whether it is an object in whose first bytes a member is named.
  func hasMember(_ name: String, within count: Int = 65_536) -> Bool {
    isObject && bytes.prefix(count).firstRange(of: "\"\(name)\"".utf8) != nil
  }
}
