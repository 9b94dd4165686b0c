internal import Feel
package import FeelFiles
internal import Lab

/// What a window records: the whole session into a file that was named, or a part into a file of its own.
package struct Recording {
  /// What is recorded.
  enum State { case none, whole, own }

  private(set) var state = State.none
  private var recorder: Recorder?
  /// Where it goes to.
  var path: String? { recorder?.path }

  /// Records a session from its start if there is a path to do so.
  init(whole path: String?, _ session: Session) throws(CommandFailure) {
    guard let path else { return }
    recorder = try Recorder(path)
    state = .whole
    try recorder?.begin(session)
  }

  /// Refuses to record over a file: a picture can be made again, what a hand did cannot.
  ///
  /// - Throws: `CommandFailure` naming the file, where there is one that is not empty and it was not asked to be replaced.
  package static func check(_ path: String, replaces: Bool) throws(CommandFailure) {
    guard !replaces, File.length(path) > 0 else { return }
    throw .badFile("\(quoted(path)) is there already: name another file, or say --replace.")
  }

  /// Whether anything is recorded.
  var isOn: Bool { state != .none }

  /// Makes a new file for a session that is about to begin.
  mutating func open() throws(CommandFailure) {
    recorder = try Recorder("recording.feel", isNew: true)
    state = .own
  }

  /// Writes the first line.
  func begin(_ session: Session) throws(CommandFailure) { try recorder?.begin(session) }

  /// Writes the states of the whole seconds before a time; call it before the session advances there.
  mutating func write(_ session: Session, upTo time: Instant) throws(CommandFailure) {
    try recorder?.write(session, upTo: time)
  }

  /// Writes the events that the session took.
  func write(_ events: [SessionEvent]) throws(CommandFailure) { try recorder?.write(events) }

  /// Writes the last state and ends the recording; answers where it went if it was begun in the window.
  mutating func finish(_ session: Session) throws(CommandFailure) -> String? {
    let kept = state == .own ? path : nil
    try recorder?.finish(session)
    end()
    return kept
  }

  /// Ends the recording with what is in the file.
  mutating func end() { (recorder, state) = (nil, .none) }
}
