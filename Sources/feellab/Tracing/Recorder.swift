internal import Feel
internal import FeelTrace
internal import Lab
internal import Stage

/// Writes a running session to a file as it happens: each line reaches the system at once, so that losing the display loses nothing.
///
/// The state is written for every whole second. Of a stretch in which nothing moves only the first and the last second are written: nobody wakes up for them, and a night of rest would fill the disk.
struct Recorder: ~Copyable {
  private let file: OutputFile
  private let encoder = TraceEncoder()
  private var nextSecond: Int64 = 1

  /// Makes the file.
  ///
  /// - Throws: `CommandFailure` when it cannot be written.
  init(_ path: String) throws(CommandFailure) {
    file = try OutputFile(path)
  }

  /// Writes the first line.
  mutating func begin(_ session: Session) throws(CommandFailure) {
    try file.append(encoder.line(for: TraceHeader(of: session)))
  }

  /// Writes the states of the seconds that end before the session goes on to a time; call it before that.
  mutating func write(_ session: borrowing Session, upTo time: Instant) throws(CommandFailure) {
    let last = time.microseconds / 1_000_000
    guard nextSecond <= last else { return }
    var ahead = copy session
    while nextSecond <= last {
      let second = Instant(microseconds: nextSecond * 1_000_000)
      ahead.advance(to: second)
      try file.append(encoder.line(for: ahead.state, at: second))
      nextSecond = ahead.isSettled ? max(nextSecond + 1, last) : nextSecond + 1
    }
  }

  /// Writes the events that the session took.
  mutating func write(_ events: [SessionEvent]) throws(CommandFailure) {
    for event in events {
      // A key that the session did not take for a text field is a command; letting it go is none.
      var isCommand = true
      if case .input(.key(let sample)) = event { isCommand = sample.phase == .down }
      if let line = encoder.line(for: event, isCommand: isCommand) { try file.append(line) }
    }
  }

  /// Writes the last state and closes the file.
  consuming func finish(_ session: Session) throws(CommandFailure) {
    try file.append(encoder.line(for: session.state, at: session.now))
    try file.finish()
  }
}

extension TraceHeader {
  /// What a session started as.
  init(of session: Session) {
    self.init(
      program: FeelLabCommand.version, scene: session.sceneType.id, size: session.size,
      scale: session.scale, preset: session.parameters.preset.id,
      parameters: session.parameters.shown.map { ParameterSetting($0.key, $0.value) },
      theme: session.theme.rawValue, reducedMotion: session.reducedMotion)
  }
}
