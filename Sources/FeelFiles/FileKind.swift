internal import FeelTrace

/// What a file seems to be that is not what was asked for, by how it begins.
package enum FileKind: Hashable, CaseIterable {
  case picture, video, stream, parameters, table

  /// Looks at the beginning of a file; `nil` for a recording, and for what nothing is known of.
  package init?(_ bytes: some Sequence<UInt8>) {
    let start = Array(bytes.prefix(512))
    func begins(_ words: String, at place: Int = 0) -> Bool {
      start.dropFirst(place).starts(with: words.utf8)
    }
    func names(_ member: String) -> Bool {
      String(decoding: start, as: UTF8.self).contains("\"\(member)\"")
    }
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) || begins("GIF8") || begins("<svg")
      || start.starts(with: [0xFF, 0xD8])
    {
      self = .picture
    } else if begins("ftyp", at: 4) || start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .video
    } else if begins("{") {
      guard !names("feel") else { return nil }
      if names("feelstream") {
        self = .stream
      } else if names("parameters") {
        self = .parameters
      } else {
        return nil
      }
    } else if Table.isLikely(start) {
      self = .table
    } else {
      return nil
    }
  }

  /// What it is, and what reads it.
  var words: String {
    switch self {
    case .picture: "a picture"
    case .video: "a video"
    case .stream:
      "a stream of another program's motion: “feellab fit” and “feellab check” read it, “feellab watch FILE --window” shows it"
    case .parameters: "parameters: “feellab FILE” opens with them"
    case .table: "a table: “feellab fit” reads it"
    }
  }

  /// Looks at what is to be a table or a stream.
  ///
  /// - Throws: `CommandFailure` where it is empty, or neither for certain.
  package static func check(_ bytes: [UInt8], path: String) throws(CommandFailure) {
    try checkContent(bytes, path: path, for: "a table or a stream")
    guard let kind = FileKind(bytes), kind != .table, kind != .stream else { return }
    throw kind.refusal(of: path, for: "a table or a stream")
  }

  /// Looks at what is to be a hand.
  ///
  /// - Throws: `CommandFailure` where it is empty, or something else for certain.
  static func checkHand(_ bytes: [UInt8], path: String) throws(CommandFailure) {
    let wanted = "a hand, a table with the columns t_ms,phase,x,y"
    try checkContent(bytes, path: path, for: wanted)
    guard let kind = FileKind(bytes), kind != .table else { return }
    throw kind.refusal(of: path, for: wanted)
  }

  private static func checkContent(
    _ bytes: [UInt8], path: String, for wanted: String
  ) throws(CommandFailure) {
    guard bytes.allSatisfy({ $0 <= 0x20 }) else { return }
    let name = path == "-" ? "The standard input" : path
    throw CommandFailure(.badFile, "\(name) is empty: expected \(wanted).")
  }

  /// The refusal of such a file.
  ///
  /// - Parameter wanted: what was asked for: "a recording".
  package func refusal(of path: String, for wanted: String) -> CommandFailure {
    CommandFailure(.badFile, "\(path): expected \(wanted), found \(words).")
  }
}
