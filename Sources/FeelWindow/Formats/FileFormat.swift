internal import Feel
package import FeelFiles
internal import FeelTrace

/// A kind of file: what it is called, how it begins, and how it is read.
package struct FileFormat: Sendable {
  /// What the window does with a file.
  package enum Kind: Sendable { case recording, parameters, motion, hand, clip }

  /// What such a file is: “a recording”.
  let name: String
  /// Which command takes it: “"feellab FILE" shows it”; empty where none does.
  var use = ""
  /// What to bring instead of what no command can use.
  var remedy = ""
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
    let help = use.isEmpty ? remedy : use
    return .badFile("\(path): expected \(wanted), found \(name)\(help.isEmpty ? "" : ": \(help)").")
  }

  /// Why a file that cannot be read as one of this kind is refused, where it begins as another kind
  /// does; else `nil`.
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
      throw format.refusal(of: path, for: "a video, a recording, parameters, a motion or a hand")
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
    let name = subject(path)
    throw .badFile(
      beginning.isEmpty
        ? bytes.isEmpty
          ? "\(name) is empty. Record or save it again."
          : "\(name) holds nothing but spaces and zeros. Record or save it again."
        : "\(name) is none of the files FeelLab reads: a video, a recording, parameters, a "
          + "motion or a hand.")
  }

  // MARK: The kinds there are

  /// Each of them; what a file may begin as more than one of is the first of those.
  private static let all = [
    gif, apng, picture, video, matroska, trace, recording, parameters, stream, touches, hand,
    flings,
    motion,
  ]

  /// Pictures, which no command reads.
  private static let picture = FileFormat(
    name: "a picture",
    matches: { $0.has([0x89, 0x50, 0x4E, 0x47]) || $0.has([0xFF, 0xD8]) || $0.has("<svg") })

  /// Screen recordings.
  static let video = clip(.mov, [".mp4", ".mov", ".m4v"]) {
    $0.has("ftyp", at: 4) || $0.has("moov", at: 4) || $0.has("mdat", at: 4)
  }
  private static let matroska = clip(.matroska, [".webm", ".mkv"]) {
    $0.has([0x1A, 0x45, 0xDF, 0xA3])
  }
  private static let gif = clip(.gif, [".gif"]) { $0.has("GIF8") }
  private static let apng = clip(.apng, [".apng"]) {
    $0.has([0x89, 0x50, 0x4E, 0x47]) && $0.holds("acTL")
  }

  /// Whether a path leads to a clip.
  package static func isClip(_ path: String) -> Bool {
    (try? kind(ofFile: path)) == .clip
  }

  private static func clip(
    _ format: ClipFile.Format, _ endings: [String],
    _ matches: @escaping @Sendable (FileBeginning) -> Bool
  ) -> FileFormat {
    FileFormat(
      name: "a video",
      use: "“feellab FILE” shows what scrolls in it, “feellab fit” and “feellab check” report it",
      endings: endings, kind: .clip, matches: matches,
      parse: { (path, _) throws(CommandFailure) in .clip(Clip(path, format)) })
  }

  /// Traces of browsers and systems, which tell when frames were drawn and nothing of what was in
  /// them.
  private static let trace = FileFormat(
    name: "a log of frame times without positions",
    remedy: "use a table of times and offsets, or measure the program with “feellab measure”",
    matches: {
      $0.hasMember("traceEvents") || $0.hasMember("profilingStartTime", within: 65_536)
        || $0.has("Applications Graphics Acceleration Info") || $0.has("# tracer:")
        || $0.columns.contains("IntendedVsync") || $0.holds("\"cat\":") && $0.holds("\"ph\":")
    })

  /// Recordings of sessions, which may be long: only their first line is read at once.
  static let recording = FileFormat(
    name: "a recording", use: "“feellab FILE” shows it", endings: [".feel"], kind: .recording,
    // One whose first line is lost is no table of whatever its events hold.
    matches: {
      $0.hasMember("feel", within: 512) || $0.holds("{\"t\": ") && $0.holds(", \"e\": \"")
    },
    parse: { (path, pieces) throws(CommandFailure) in .recording(try TraceLines(path, pieces)) })

  /// Files of a scene's parameters.
  static let parameters = FileFormat(
    name: "parameters",
    use:
      "“feellab FILE” opens the window with them, “feellab render SCENE --params FILE” draws with them",
    endings: [".json"], kind: .parameters,
    // A line of a stream has no such member.
    matches: { $0.hasMember("parameters") },
    parse: { (path, pieces) throws(CommandFailure) in
      .parameters(try ParameterFile.parse(try bytes(pieces), path: path))
    })

  /// Observation streams that have ended: a line of JSON for each thing that a program told.
  static let stream = FileFormat(
    name: "a stream of another program’s motion",
    use: "“feellab fit” and “feellab check” read it, “feellab watch FILE --window” shows it",
    endings: [".jsonl"], kind: .motion,
    // A table of JSON has no hand.
    matches: { $0.hasMember("feelstream") || $0.hasMember("pointer") || $0.hasMember("wheel") },
    parse: { (path, pieces) throws(CommandFailure) in
      var (reader, gestures) = (ObservationReader(), GestureReader(path: path))
      reader.take(try bytes(pieces)) { gestures.take($0) }
      reader.finish { gestures.take($0) }
      return .gestures(try gestures.finish())
    })

  /// Hands: tables with the columns t_ms, phase, x and y.
  static let hand = FileFormat(
    name: "a hand",
    use: "“feellab fit MOTION --hand FILE” reads it with its motion, "
      + "“feellab fit FILE --estimator all” by itself, “feellab FILE” plays it",
    endings: [".csv"], kind: .hand,
    matches: { $0.columns.contains("t_ms") && $0.columns.contains("phase") },
    parse: { (path, pieces) throws(CommandFailure) in
      .hand(try HandTable.read(try bytes(pieces), path: path))
    })

  /// What touch devices reported, as the system's tools write it down.
  static let touches = FileFormat(
    name: "a touch recording",
    use: "“feellab fit MOTION --hand FILE” reads it with its motion, "
      + "“feellab fit FILE --estimator all” by itself, “feellab FILE” plays it",
    endings: [".evemu", ".events", ".yml"], kind: .hand,
    matches: { TouchRecording.matches($0.text) },
    parse: { (path, pieces) throws(CommandFailure) in
      .touches(try TouchRecording(try bytes(pieces), path: path))
    })

  /// Flings of which only duration and distance are known.
  ///
  /// Tables with the columns duration_s and distance_pt, or those that `fit --flings --format csv`
  /// writes, which also say how each fling ended.
  static let flings = FileFormat(
    name: "flings known by their length", use: "“feellab fit” reads them", endings: [".csv"],
    matches: { $0.columns == ["duration_s", "distance_pt"] || $0.columns == Fling.columns },
    parse: { (path, pieces) throws(CommandFailure) in
      .flings(try MeasuredFlings(try Table(try bytes(pieces), path: path)))
    })

  /// Measured motions: tables of times and offsets, as text or as JSON.
  static let motion = FileFormat(
    name: "a measured motion",
    use: "“feellab fit” and “feellab check” read it, “feellab FILE” shows it",
    endings: [".csv", ".tsv", ".txt", ".json", ".jsonl"], kind: .motion,
    // What no other table is; without the columns, reading says which there are.
    matches: { $0.width > 0 || $0.isObject || $0.isArray },
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
  /// Whether it is an array of JSON.
  let isArray: Bool
  /// The names over a table's columns; empty without a row of names.
  let columns: [String]
  /// How many columns the table's first row of numbers has; 0 if there is none.
  let width: Int

  init(_ bytes: [UInt8]) {
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

  /// Whether it is an object in whose first bytes a member is named.
  func hasMember(_ name: String, within count: Int = 65_536) -> Bool {
    isObject && bytes.prefix(count).firstRange(of: "\"\(name)\"".utf8) != nil
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether such words stand in its first bytes.
  func holds(_ words: String) -> Bool { bytes.prefix(4096).firstRange(of: words.utf8) != nil }
}
