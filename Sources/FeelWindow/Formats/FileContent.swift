package import Feel
package import FeelFiles
internal import FeelTrace

/// What a file holds: decided once, by how it begins and never by its name, and parsed once.
///
/// A command switches over the cases that it takes and refuses the others with `refusal(for:)`.
package enum FileContent: ~Copyable {
  /// A recording, or a take of it, of which the first line is read.
  ///
  /// It is of our own controls, or of a program that was watched.
  case recording(TraceLines)
  /// A scene's parameters.
  case parameters(ParameterFile)
  /// A motion: a table of times and offsets.
  case motion(MotionTable)
  /// The gestures of an observation stream.
  case gestures(ObservedMotions)
  /// A hand: a table with the columns t_ms, phase, x and y.
  case hand(RecordedHand)
  /// What a touch device reported.
  case touches(TouchRecording)
  /// Flings that are known by their length only.
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
    guard RecordingName(word).take == nil else { return .recording(try TraceLines(word)) }
    var pieces =
      onDisk
      ? try FilePieces(onDisk: word, atMost: Limits.recordingBytes)
      : try FilePieces(word, atMost: Limits.recordingBytes)
    let format = try FileFormat.format(of: try pieces.beginning(), path: word)
    return try format.read(word, pieces)
  }

  /// Reads the hand that a flag names.
  ///
  /// - Throws: `CommandFailure` when it is none, or with the line of what is wrong.
  package static func hand(_ path: String) throws(CommandFailure) -> RecordedHand {
    switch try read(path) {
    case .hand(let hand): return hand
    case .touches(let touches):
      StandardError.say(touches.sentence)
      return touches.hand
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
      let recorded = try hand.map { path throws(CommandFailure) in try Self.hand(path) }
      if let recorded, let hand { try table.requireOverlap(with: recorded, called: hand) }
      return ObservedMotions(observations: [try table.observation(hand: recorded)])
    case .gestures(let gestures):
      try Self.refuse(hand, with: "A stream")
      return gestures
    case .clip(let clip):
      let recorded = try hand.map { path throws(CommandFailure) in try Self.hand(path) }
      return try clip.measured(hand: recorded).motions
    case .recording(var lines):
      guard lines.file.isWatched else {
        throw .badFile(
          "\(path) contains no watched program. For one of its takes: feellab curve FILE#1.")
      }
      try Self.refuse(hand, with: "A recording")
      return try lines.motions()
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
    case .parameters: .parameters
    case .motion: .motion
    case .gestures: .stream
    case .hand: .hand
    case .touches: .touches
    case .flings: .flings
    case .clip: .video
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
