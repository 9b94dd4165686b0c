internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab

/// Writes the session's state to a file whenever it settles until further input: one JSON line per
/// state.
struct StateLog {
  private let file: OutputFile
  private var last: JSON?

  init(_ path: String) throws(CommandFailure) {
    file = try OutputFile(path)
    try file.commit()
  }

  /// Writes the state if nothing is due or moving at a time, and if it differs from the last one.
  ///
  /// A held control still counts as at rest, but then "settled" is false.
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
