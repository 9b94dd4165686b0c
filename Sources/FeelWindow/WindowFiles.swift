internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab

/// The files that a window writes as it goes: the recording, the session for whoever finds it cut short, and the states in which it comes to rest.
///
/// A file that can no longer be written is given up, and the user is told; the window goes on, and what is in the file already stays.
struct WindowFiles {
  private(set) var recording: Recording
  private var stateLog: StateLog?
  private let stateFolder: String?
  private var keeper: SessionKeeper?
  /// The sessions that ended programs have left behind, newest first.
  private(set) var leftBehind: [String] = []
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
    stateFolder = settings.memory.isOff ? nil : UserFolder.state
    leftBehind = stateFolder.map { SessionKeeper.leftBehind(in: $0) } ?? []
    keep(session)
  }

  /// Begins to keep a session that is at its start, in the place of another.
  mutating func keep(_ session: Session) {
    guard let stateFolder else { return }
    do throws(CommandFailure) {
      _ = try keeper?.end(session, stays: false)
      keeper = try SessionKeeper(session, in: stateFolder)
    } catch {
      loseKeeper(error)
    }
  }

  /// Keeps a session for later, as another one is about to begin, unless nothing in it is worth that.
  mutating func setAside(_ session: Session, stays: Bool) {
    let path = keeper?.path
    if endKeeping(session, stays: stays), let path { leftBehind.insert(path, at: 0) }
    keeper = nil
  }

  /// Notes that a hand has done something, which is not to be lost from now on.
  mutating func keepForGood() {
    do throws(CommandFailure) { try keeper?.name() } catch { loseKeeper(error) }
  }

  /// Hands what happened to the system; nothing goes on at present.
  mutating func rest() {
    do throws(CommandFailure) { try keeper?.flush() } catch { loseKeeper(error) }
  }

  /// Notes where a take has ended, if one has, in what is kept: what is written next comes after it.
  mutating func noteTakes(of session: Session) { keeper?.noteTakes(of: session) }

  /// One take of the session as a recording, by its number, or the session so far.
  ///
  /// - Throws: `CommandFailure` where none is kept, or when it cannot be read.
  func recording(of session: Session, _ take: Int?) throws(CommandFailure) -> [UInt8] {
    guard let keeper else {
      throw CommandFailure(
        .badFile, "The session is not kept here, so its takes cannot be saved: record with Ctrl+E.")
    }
    guard let take else { return try keeper.recording(of: session) }
    return try keeper.recording(of: take, in: session)
  }

  /// Keeps a session no longer; returns whether it stays for the next start.
  mutating func endKeeping(_ session: Session, stays: Bool) -> Bool {
    do throws(CommandFailure) {
      return try keeper?.end(session, stays: stays) ?? false
    } catch {
      loseKeeper(error)
      return false
    }
  }

  /// Forgets sessions that were left behind.
  mutating func remove(_ paths: [String]) {
    SessionKeeper.remove(paths)
    leftBehind.removeAll(where: paths.contains)
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
    guard !events.isEmpty else { return }
    do throws(CommandFailure) {
      try recording.write(events)
    } catch {
      loseRecording(error)
    }
    do throws(CommandFailure) { try keeper?.write(events) } catch { loseKeeper(error) }
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
    keep(session)
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

  private mutating func loseKeeper(_ failure: CommandFailure) {
    keeper = nil
    lose(failure, "Takes are kept in the window alone.", isNamed: false)
  }

  private mutating func loseRecording(_ failure: CommandFailure) {
    let isNamed = recording.state == .whole
    recording.end()
    lose(
      failure, "The recording ends here, and what was recorded before is kept.", isNamed: isNamed)
  }
}
