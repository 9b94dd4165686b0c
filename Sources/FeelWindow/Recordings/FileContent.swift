package import Feel
package import FeelFiles
internal import FeelTrace
internal import Observe

/// The parsed content of a file; its type is determined once, by its beginning and never by its
/// name.
///
/// A command switches over the cases it supports and refuses the others with `refusal(of:for:)`.
package enum FileContent: ~Copyable {
  /// A recording of our own controls, or a take of one, with only the first line read.
  case recording(TraceLines)
  /// The same for an observed program.
  case watched(TraceLines)
  case parameters(ParameterFile)
  case motion(MotionTable)
  /// The gestures of an observation stream.
  case gestures(ObservedMotions)
  case hand(HandFile)
  case flings(MeasuredFlings)
  /// A screen recording that has not been read yet.
  case clip(Clip)
  /// A file that no command reads, such as a picture.
  case other(FileFormat)

  /// Reads a file, or a take of a recording written as `FILE#NAME`.
  ///
  /// - Parameters:
  ///   - word: "-" is the standard input.
  ///   - onDisk: whether to refuse folders, devices and pipes instead of waiting for them.
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

  /// All bytes of a file that must be held as a whole.
  private static func bytes(_ pieces: consuming FilePieces) throws(CommandFailure) -> [UInt8] {
    try pieces.hold(to: Limits.fileBytes)
    return try pieces.rest()
  }

  /// Reads the hand file named by a flag, if there is one.
  ///
  /// - Throws: `CommandFailure` when it is not a hand file, or with the line of what is wrong.
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

  /// The motions of another program that the file contains.
  ///
  /// - Parameters:
  ///   - hand: a file with the hand of a table's motion, or none.
  ///   - wanted: what the command expects.
  /// - Throws: `CommandFailure` when it contains no motion, has a hand of its own, or does not
  ///   overlap the hand in time.
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

  /// Refuses a hand flag for content that has its own hand.
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

  /// Why a command does not accept this content, and which command does.
  ///
  /// - Parameter wanted: what the command expects: “a recording”.
  package func refusal(of path: String, for wanted: String) -> CommandFailure {
    format.refusal(of: path, for: wanted)
  }
}
