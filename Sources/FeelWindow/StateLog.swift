internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab

/// Writes the session's state to a file whenever nothing changes any more until somebody does
/// something: one JSON line a state.
struct StateLog {
  private let file: OutputFile
  private var last: JSON?

  /// Makes the file.
  init(_ path: String) throws(CommandFailure) {
    file = try OutputFile(path)
    try file.place()
  }

  /// Writes the state if at a time nothing is due or under way, and if it is another than the last.
  ///
  /// A control that is held still counts as at rest; "settled" is false then.
  mutating func write(_ session: Session, at time: Instant) throws(CommandFailure) {
    guard session.deadline == nil, !session.isMoving(at: time) else { return }
    let state = session.state.json
    guard state != last else { return }
    last = state
    let line = JSON.object([
      "t": JSON(.integer(session.now.microseconds)), "settled": .flag(session.isSettled(at: time)),
      "state": state,
    ])
    try file.append("\(line)\n")
  }
}
