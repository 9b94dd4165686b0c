internal import Feel
internal import FeelTrace
internal import Lab

/// The files that a window writes while it goes on: the recording, and the states in which it comes to rest.
///
/// One that can be written no longer is given up, and said; the window outlives it, and so does what was written before.
struct WindowFiles {
  private(set) var recording: Recording
  private var stateLog: StateLog?
  // What has failed and is still to be said.
  private var failures: [CommandFailure] = []
  /// Whether one that the command line named is not whole.
  private(set) var hasLostOne = false

  /// Makes those that the settings name.
  ///
  /// - Throws: `CommandFailure` when one cannot be written from the start.
  init(_ settings: FrameLoopSettings, _ session: Session) throws(CommandFailure) {
    if let path = settings.stateFile { stateLog = try StateLog(path) }
    recording = try Recording(whole: settings.recording, session)
  }

  /// Writes the states of the seconds that end before the session goes on to a time; call it before that.
  mutating func write(_ session: Session, upTo time: Instant) {
    do throws(CommandFailure) { try recording.write(session, upTo: time) } catch { lose(error) }
  }

  /// Writes the events that the session took.
  mutating func write(_ events: [SessionEvent]) {
    do throws(CommandFailure) { try recording.write(events) } catch { lose(error) }
  }

  /// Writes the state if nothing is under way at a time.
  mutating func writeState(of session: Session, at time: Instant) {
    do throws(CommandFailure) {
      try stateLog?.write(session, at: time)
    } catch {
      stateLog = nil
      lose(error, "States are written no longer.")
    }
  }

  /// Makes a file for a session that is about to begin; returns whether that could be done.
  mutating func openRecording() -> Bool {
    do throws(CommandFailure) {
      try recording.open()
      return true
    } catch {
      failures.append(error)
      return false
    }
  }

  /// Writes the recording's first line.
  mutating func begin(_ session: Session) {
    do throws(CommandFailure) {
      try recording.begin(session)
    } catch {
      recording.end()
      lose(error, "Nothing is recorded.", isNamed: false)
    }
  }

  /// Ends the recording; answers where it went if it was begun in the window.
  mutating func finish(_ session: Session) -> String? {
    do throws(CommandFailure) {
      return try recording.finish(session)
    } catch {
      lose(error)
      return nil
    }
  }

  /// Takes note that a file can be written no longer, what is done about it, and whether the command line named it.
  mutating func lose(_ failure: CommandFailure, _ consequence: String, isNamed: Bool = true) {
    hasLostOne = hasLostOne || isNamed
    failures.append(CommandFailure(failure.status, "\(failure.message) \(consequence)"))
  }

  /// What is still to be said of files that can be written no longer.
  mutating func takeFailures() -> [String] {
    defer { failures = [] }
    return failures.map(\.message)
  }

  private mutating func lose(_ failure: CommandFailure) {
    let isNamed = recording.state == .whole
    recording.end()
    lose(
      failure, "The recording ends here, and what was recorded before is kept.", isNamed: isNamed)
  }
}
