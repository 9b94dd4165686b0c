package import Feel
package import FeelFiles
internal import FeelTrace
package import Lab

/// Writes a running session to a file; each line is handed to the system at once, so that losing
/// the display loses nothing.
///
/// The state is written for every whole second. While nothing moves, only the first and the last
/// second are written: nothing wakes up for the others, and a night at rest would fill the disk.
package struct Recorder {
  private let file: OutputFile
  /// Whether the recording was started in the window, in a new file of its own.
  let isOwn: Bool
  private var nextSecond: Int64 = 1
  private var takes = TakeNames()

  /// The file's path; for a new file, final once the recording has begun.
  var path: String { file.path }

  /// Creates the file.
  ///
  /// - Parameter isNew: whether the path is the name of a new file.
  package init(_ path: String, isNew: Bool = false) throws(CommandFailure) {
    file = try OutputFile(path, isNew: isNew)
    isOwn = isNew
  }

  /// Refuses to record over a file: a picture can be made again, a hand's gesture cannot.
  ///
  /// - Throws: `CommandFailure` naming a non-empty file that may not be replaced.
  package static func check(_ path: String, replaces: Bool) throws(CommandFailure) {
    guard !replaces, File.length(path) > 0 else { return }
    throw .badFile("\(quoted(path)) already exists. Name another file, or add --replace.")
  }

  /// Writes the first line; only then does the file replace an older one.
  ///
  /// - Parameter header: the line's content; the session's current state by default.
  package func begin(
    _ session: Session, as header: TraceHeader? = nil
  ) throws(CommandFailure) {
    let header = header ?? TraceHeader(of: session, program: programVersion)
    try append(header.line, at: session.now)
    try file.commit()
  }

  /// Writes the states of the whole seconds before a time; call it before the session advances
  /// there.
  ///
  /// Events at a whole second are part of that second's state, so it is written only after that
  /// second.
  package mutating func write(_ session: borrowing Session, upTo time: Instant)
    throws(CommandFailure)
  {
    let last = (time.microseconds - 1) / 1_000_000
    guard nextSecond <= last else { return }
    var ahead = copy session
    while nextSecond <= last {
      let second = Instant(microseconds: nextSecond * 1_000_000)
      ahead.advance(to: second)
      try write(.state(second, ahead.state))
      for take in takes.news(of: ahead) { try write(.take(second, take)) }
      nextSecond = ahead.isSettled ? max(nextSecond + 1, last) : nextSecond + 1
    }
  }

  package func write(_ events: [SessionEvent]) throws(CommandFailure) {
    for event in events { try write(.event(event)) }
  }

  private func write(_ content: Trace.Entry.Content) throws(CommandFailure) {
    if let line = content.line() { try append(line, at: content.time) }
  }

  /// Writes the last state; write nothing after it.
  package mutating func finish(_ session: Session) throws(CommandFailure) {
    try write(.state(session.now, session.state))
    for take in takes.news(of: session) { try write(.take(session.now, take)) }
    try file.finish()
  }

  /// Writes a line, unless the recording could not be read back with it.
  private func append(_ line: String, at time: Instant) throws(CommandFailure) {
    guard time <= Limits.recordingEnd else {
      throw .badFile(
        "\(quoted(file.path)) has reached a week, the longest recording that can be read back.")
    }
    let bytes = Array(line.utf8)
    guard file.length + bytes.count <= Limits.recordingBytes else {
      throw .badFile(
        "\(quoted(file.path)) has reached \(Limits.recordingBytes >> 20) MiB, the most that can be read back."
      )
    }
    try file.append(bytes)
  }
}
