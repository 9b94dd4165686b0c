internal import Feel
internal import FeelTrace
internal import Lab

/// The files that a window writes as it goes: the recording, and the states in which it comes to rest.
///
/// A file that can no longer be written is given up, and the user is told; the window goes on, and what is in the file already stays.
struct WindowFiles {
  private(set) var recording: Recording
  private var stateLog: StateLog?
  // What the user is still to be told.
  private var failures: [CommandFailure] = []
  /// Whether a file that the command line named could not be written to its end.
  private(set) var hasLostOne = false

  /// Opens the files that the settings name.
  ///
  /// - Throws: `CommandFailure` when one cannot be written from the start.
  init(_ settings: FrameLoopSettings, _ session: Session) throws(CommandFailure) {
    if let path = settings.stateFile { stateLog = try StateLog(path) }
    recording = try Recording(whole: settings.recording, session)
  }

  /// Writes the states of the whole seconds before a time; call it before the session advances there.
  mutating func write(_ session: Session, upTo time: Instant) {
    do throws(CommandFailure) {
      try recording.write(session, upTo: time)
    } catch {
      loseRecording(error)
    }
  }

  /// Writes the events that the session took.
  mutating func write(_ events: [SessionEvent]) {
    do throws(CommandFailure) {
      try recording.write(events)
    } catch {
      loseRecording(error)
    }
  }

  /// Writes the session's state if nothing moves at a time and nothing is due.
  mutating func writeState(of session: Session, at time: Instant) {
    do throws(CommandFailure) {
      try stateLog?.write(session, at: time)
    } catch {
      stateLog = nil
      lose(error, "States are written no longer.")
    }
  }

  /// Makes a file to record a session that is about to begin; returns whether that was possible.
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

  /// Ends the recording; returns its file's path if it was begun in the window.
  mutating func finish(_ session: Session) -> String? {
    do throws(CommandFailure) {
      return try recording.finish(session)
    } catch {
      loseRecording(error)
      return nil
    }
  }

  /// Notes that a file can no longer be written, for the user to be told with what follows from it.
  ///
  /// - Parameter isNamed: whether the command line named the file.
  mutating func lose(_ failure: CommandFailure, _ consequence: String, isNamed: Bool = true) {
    hasLostOne = hasLostOne || isNamed
    failures.append(CommandFailure(failure.status, "\(failure.message) \(consequence)"))
  }

  /// What the user is still to be told of files that can no longer be written.
  mutating func takeFailures() -> [String] {
    defer { failures = [] }
    return failures.map(\.message)
  }

  private mutating func loseRecording(_ failure: CommandFailure) {
    let isNamed = recording.state == .whole
    recording.end()
    lose(
      failure, "The recording ends here, and what was recorded before is kept.", isNamed: isNamed)
  }
}
