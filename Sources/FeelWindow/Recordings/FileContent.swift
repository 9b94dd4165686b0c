package import Feel
package import FeelFiles
internal import FeelTrace
internal import Observe

/// What a file holds: decided once, by how it begins and never by its name, and parsed once.
///
/// A command switches over the cases that it takes and refuses the others with `refusal(of:for:)`.
package enum FileContent: ~Copyable {
  /// A recording of our own controls, or a take of it, of which the first line is read.
  case recording(TraceLines)
  /// The same of a program that was watched.
  case watched(TraceLines)
  case parameters(ParameterFile)
  case motion(MotionTable)
  /// The gestures of an observation stream.
  case gestures(ObservedMotions)
  case hand(HandFile)
  case flings(MeasuredFlings)
  /// A screen recording, of which nothing is read yet.
  case clip(Clip)
  /// What no command reads, such as a picture.
  case other(FileFormat)

  /// Reads a file, or finds a take of a recording, as `FILE#NAME` says.
  ///
  /// - Parameters:
  ///   - word: "-" is the standard input.
  ///   - onDisk: whether a folder, a device or a pipe is refused, and waited for by nobody.
  /// - Throws: `CommandFailure` when the file cannot be read or has no known format, or with the
  ///   first line that breaks the format's rules.
  package static func read(
    _ word: String, onDisk: Bool = false
  ) throws(CommandFailure) -> FileContent {
    guard RecordingName(word).take == nil else { return of(try TraceLines(word)) }
    var pieces =
      onDisk
      ? try FilePieces(onDisk: word, atMost: Limits.recordingBytes)
      : try FilePieces(word, atMost: Limits.recordingBytes)
    let beginning = try pieces.beginning()
    let format = try FileFormat.format(of: beginning, path: word)
    switch format {
    case .clip: return Clip(word, beginning: beginning).map { .clip($0) } ?? .other(format)
    case .picture, .frameTimes: return .other(format)
    // It may be long.
    case .recording: return of(try TraceLines(word, pieces))
    case .parameters: return .parameters(try ParameterFile.parse(try bytes(pieces), path: word))
    case .stream: return .gestures(try GestureReader.read(try bytes(pieces), path: word))
    case .hand: return .hand(try HandFile(try bytes(pieces), path: word))
    case .flings: return .flings(try MeasuredFlings(try Table(try bytes(pieces), path: word)))
    case .motion:
      return .motion(try MotionTable(try Table(try bytes(pieces), path: word), path: word))
    }
  }

  private static func of(_ lines: consuming TraceLines) -> FileContent {
    lines.file.isWatched ? .watched(lines) : .recording(lines)
  }

  /// All of a file that has to be held as a whole.
  private static func bytes(_ pieces: consuming FilePieces) throws(CommandFailure) -> [UInt8] {
    try pieces.hold(to: Limits.fileBytes)
    return try pieces.rest()
  }

  /// Reads the hand that a flag names, if it does.
  ///
  /// - Throws: `CommandFailure` when it is none, or with the line of what is wrong.
  package static func hand(_ path: String?) throws(CommandFailure) -> RecordedHand? {
    guard let path else { return nil }
    switch try read(path) {
    case .hand(let file):
      file.reportReading()
      return file.hand
    case let content:
      throw content.refusal(of: path, for: "a hand, a table with the columns t_ms,phase,x,y")
    }
  }

  /// The motions of another program that it holds.
  ///
  /// - Parameters:
  ///   - hand: a file with the hand of a table's motion, or none.
  ///   - wanted: what the command takes.
  /// - Throws: `CommandFailure` when it holds no motion, has a hand of its own, or does not overlap
  ///   the hand in time.
  package consuming func motions(
    of path: String, hand: String? = nil, for wanted: String = "a motion of another program"
  ) throws(CommandFailure) -> ObservedMotions {
    let refusal = refusal(of: path, for: wanted)
    switch consume self {
    case .motion(let table):
      if let sentence = table.sentence { StandardError.say(sentence) }
      let recorded = try Self.hand(hand)
      if let recorded, let hand { try table.requireOverlap(with: recorded, called: hand) }
      return ObservedMotions(observations: [try table.observation(hand: recorded)])
    case .gestures(let gestures):
      try Self.refuse(hand, with: "A stream")
      return gestures
    case .clip(let clip): return try clip.measured(hand: try Self.hand(hand)).motions
    case .watched(var lines):
      try Self.refuse(hand, with: "A recording")
      return try lines.motions()
    case .recording:
      throw .badFile(
        "\(path) contains no watched program. For one of its takes: feellab curve FILE#1.")
    default: throw refusal
    }
  }

  /// Refuses a flag for the hand of what has its own.
  package static func refuse(_ hand: String?, with owner: String) throws(CommandFailure) {
    guard hand != nil else { return }
    throw .usage("\(owner) has its own hand. Leave out --hand.")
  }

  private var format: FileFormat {
    switch self {
    case .recording: .recording
    case .watched: .recording
    case .parameters: .parameters
    case .motion: .motion
    case .gestures: .stream
    case .hand: .hand
    case .flings: .flings
    case .clip: .clip
    case .other(let format): format
    }
  }

  /// Why a command that is asked for something else does not take it, and what does.
  ///
  /// - Parameter wanted: what the command takes: “a recording”.
  package func refusal(of path: String, for wanted: String) -> CommandFailure {
    format.refusal(of: path, for: wanted)
  }
}
