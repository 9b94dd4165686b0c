internal import Feel
internal import FeelTrace

/// A kind of file: its name, how to recognise it, and what reads it.
///
/// If a file matches several cases, the first wins.
package enum FileFormat: CaseIterable, Sendable {
  /// A screen recording.
  case clip
  /// A still picture; no command reads it.
  case picture
  /// A browser's or system's performance trace, with the times of frames but no positions; no
  /// command reads it.
  case frameTimes
  /// A recording of a session with our own controls, or of a watched program.
  case recording
  /// A scene’s parameters.
  case parameters
  /// An observation stream: one line of JSON for each thing that a program reports.
  case stream
  /// A hand: a table with the columns t_ms, phase, x and y, or a recording of a touch device.
  case hand
  /// A table of flings known only by their duration and distance, or the output of `fit --flings
  /// --format csv`.
  case flings
  /// A table of times and offsets, as text or as JSON; the fallback for any other table.
  case motion

  private struct Row {
    /// Noun with article, for messages: “a recording”.
    let name: String
    /// The command that reads it, or the alternative; empty if there is neither.
    var use = ""
    /// File name endings, including the dot.
    var endings: [String] = []
    let matches: (FileBeginning) -> Bool
  }

  private var row: Row {
    switch self {
    case .clip:
      Row(
        name: "a video",
        use: "“feellab FILE” shows what scrolls in it, “feellab fit” and “feellab check” report it",
        endings: [".gif", ".apng", ".mp4", ".mov", ".m4v", ".webm", ".mkv"],
        matches: { ClipFile.Format($0) != nil })
    case .picture:
      Row(
        name: "a picture",
        matches: { $0.has([0x89, 0x50, 0x4E, 0x47]) || $0.has([0xFF, 0xD8]) || $0.has("<svg") })
    case .frameTimes:
      Row(
        name: "a log of frame times without positions",
        use: "use a table of times and offsets, or measure the program with “feellab measure”",
        matches: {
          $0.hasMember("traceEvents") || $0.hasMember("profilingStartTime", within: 65_536)
            || $0.has("Applications Graphics Acceleration Info") || $0.has("# tracer:")
            || $0.columns.contains("IntendedVsync") || $0.holds("\"cat\":") && $0.holds("\"ph\":")
        })
    case .recording:
      Row(
        name: "a recording", use: "“feellab FILE” shows it", endings: [".feel"],
        // Also matches a recording without its first line, which would otherwise pass as a stream
        // or a table.
        matches: {
          $0.hasMember("feel", within: 512) || $0.holds("{\"t\": ") && $0.holds(", \"e\": \"")
        })
    case .parameters:
      Row(
        name: "parameters",
        use: "“feellab FILE” opens the window with them, “feellab render SCENE --params FILE” "
          + "draws with them",
        endings: [".json"],
        // No line of a stream has this member.
        matches: { $0.hasMember("parameters") })
    case .stream:
      Row(
        name: "a stream of another program’s motion",
        use: "“feellab fit” and “feellab check” read it, “feellab watch FILE --window” shows it",
        endings: [".jsonl"],
        // A JSON table has no pointer and no wheel.
        matches: { $0.hasMember("feelstream") || $0.hasMember("pointer") || $0.hasMember("wheel") })
    case .hand:
      Row(
        name: "a hand",
        use: "“feellab fit MOTION --hand FILE” reads it with its motion, "
          + "“feellab fit FILE --estimator all” by itself, “feellab FILE” plays it",
        endings: [".evemu", ".events", ".yml", ".csv"],
        matches: {
          $0.columns.contains("t_ms") && $0.columns.contains("phase")
            || TouchRecording.matches($0.text)
        })
    case .flings:
      Row(
        name: "flings known by their length", use: "“feellab fit” reads them", endings: [".csv"],
        matches: { $0.columns == ["duration_s", "distance_pt"] || $0.columns == Fling.columns })
    case .motion:
      Row(
        name: "a measured motion",
        use: "“feellab fit” and “feellab check” read it, “feellab FILE” shows it",
        endings: [".csv", ".tsv", ".txt", ".json", ".jsonl"],
        // Matches without the required columns too: the table reader reports which are missing.
        matches: { $0.width > 0 || $0.isObject || $0.isArray })
    }
  }

  private static let opened: [Self] = [.clip, .recording, .parameters, .stream, .hand, .motion]

  /// The name endings of the files that the window opens, without duplicates.
  package static let openedEndings = opened.flatMap(\.row.endings)
    .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }

  /// The error for a file of this kind where another was expected, saying what reads it instead.
  ///
  /// - Parameters:
  ///   - path: the file’s.
  ///   - wanted: the kind expected, “a recording”; by default, whatever the window opens.
  package func refusal(of path: String, for wanted: String? = nil) -> CommandFailure {
    let (wanted, use) = (wanted ?? choice(Self.opened.map(\.row.name)), row.use)
    return .badFile(
      "\(path): expected \(wanted), found \(row.name)\(use.isEmpty ? "" : ": \(use)").")
  }

  /// The error for a file that could not be read as this kind but begins like another kind; else
  /// `nil`.
  package func refusal(of path: String, beginning: [UInt8]) -> CommandFailure? {
    guard let format = try? Self.format(of: beginning, path: path), format != self else {
      return nil
    }
    return format.refusal(of: path, for: row.name)
  }

  /// The kind of a file, or of the recording that a take belongs to, by its first bytes.
  ///
  /// A pipe can be read only once, so it is assumed to be a recording.
  ///
  /// - Throws: `CommandFailure` when the file cannot be read, is empty or of no known kind.
  package static func format(ofFile word: String) throws(CommandFailure) -> FileFormat {
    guard RecordingName(word).take == nil, word != "-", File.isRegular(word) else {
      return .recording
    }
    var pieces = try FilePieces(word, atMost: Limits.recordingBytes)
    return try format(of: try pieces.beginning(), path: word)
  }

  /// The kind of a file with these first bytes.
  ///
  /// - Throws: `CommandFailure` when they are empty or of no known kind.
  package static func format(of bytes: [UInt8], path: String) throws(CommandFailure) -> FileFormat {
    let beginning = FileBeginning(bytes)
    if let format = allCases.first(where: { $0.row.matches(beginning) }) { return format }
    let name = subject(path)
    throw .badFile(
      beginning.isEmpty
        ? bytes.isEmpty
          ? "\(name) is empty. Record or save it again."
          : "\(name) holds nothing but spaces and zeros. Record or save it again."
        : "\(name) is none of the files FeelLab reads: a video, a recording, parameters, a "
          + "motion or a hand.")
  }
}

/// The first 64 KiB of a file, with the tests that recognise its kind.
package struct FileBeginning {
  private let bytes: ArraySlice<UInt8>
  /// Whether the file has only spaces and zeros.
  let isEmpty: Bool
  /// Whether it starts as a JSON object or as JSON lines.
  package let isObject: Bool
  /// Whether it starts as a JSON array.
  let isArray: Bool
  /// The names of a table's columns; empty without a header row.
  let columns: [String]
  /// The number of columns in the table's first row of numbers; 0 if there is none.
  let width: Int

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes.prefix(65_536)
    let first = bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
    isEmpty = first == nil
    let isText =
      bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || !self.bytes.contains(0)
    isObject = first == UInt8(ascii: "{")
    isArray = first == UInt8(ascii: "[")
    (columns, width) =
      isEmpty || isObject || isArray || !isText
      ? ([], 0) : Table.beginning(Array(self.bytes), isCut: bytes.count > self.bytes.count)
  }

  func has(_ sign: [UInt8], at place: Int = 0) -> Bool {
    bytes.dropFirst(place).starts(with: sign)
  }

  func has(_ words: String, at place: Int = 0) -> Bool { has(Array(words.utf8), at: place) }

  /// Whether it is a JSON object that names this member within its first `count` bytes.
  package func hasMember(_ name: String, within count: Int = 65_536) -> Bool {
    isObject && bytes.prefix(count).firstRange(of: "\"\(name)\"".utf8) != nil
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the first 4096 bytes contain these words.
  func holds(_ words: String) -> Bool { bytes.prefix(4096).firstRange(of: words.utf8) != nil }
}
