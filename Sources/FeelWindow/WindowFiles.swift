internal import Feel
internal import FeelFiles
internal import Glibc
internal import Lab
internal import Stage

/// The files that a window writes as it runs: the recording, the stored session, and the state log.
///
/// A file that can no longer be written is given up, with its content intact; the stored session is
/// retried. The user is told, and the window continues.
struct WindowFiles {
  /// The current recording: of the whole session to a named file, or of a part.
  private(set) var recording: Recorder?
  private var stateLog: StateLog?
  /// Where sessions are stored; `nil` if there is no such place.
  private let stateFolder: String?
  /// Whether that folder ends with the window, which then leaves nothing behind.
  private let isTemporary: Bool
  private var keeper: SessionKeeper?
  /// Sessions left by earlier windows or set aside by this one, newest first.
  private(set) var earlier: [EarlierSession] = []
  // Discarded sessions, latest last; removed when the window is closed.
  private var discarded: [EarlierSession] = []
  // Closed sessions that were offered to the user; a later closed session replaces them.
  private var offeredClosed: [EarlierSession] = []
  // Whether the last attempt to write the stored session failed.
  private var isKeeperFailing = false
  // Failures not yet reported to the user.
  private var failures: [CommandFailure] = []
  /// Whether a file named on the command line could not be written completely.
  private(set) var hasLostOne = false

  init(_ settings: FrameLoopSettings, _ session: Session) throws(CommandFailure) {
    if let path = settings.stateFile { stateLog = try StateLog(path) }
    if let path = settings.recording {
      recording = try Recorder(path)
      try recording?.begin(session)
    }
    isTemporary = settings.memory.isOff
    stateFolder = isTemporary ? try UserFolder.makeTemporary("feellab-takes") : UserFolder.state
    earlier = stateFolder.map { EarlierSession.all(in: $0) } ?? []
    keep(session)
  }

  var earlierSessions: EarlierSessions {
    EarlierSessions(
      kept: earlier.count, discarded: discarded.count, takes: earlier.first?.takeCount ?? 0)
  }

  /// Starts to store a session that is at its start, in place of the previous one.
  mutating func keep(_ session: Session) {
    guard let stateFolder else { return }
    do throws(CommandFailure) {
      _ = try keeper?.end(session, stays: false)
      keeper = try SessionKeeper(session, in: stateFolder)
    } catch {
      keeper = nil
      lose(error, "Takes are kept only in this window.", isNamed: false)
    }
  }

  /// Stores a session for later if worthwhile, because another one is about to begin.
  ///
  /// - Throws: `CommandFailure` if it cannot be written; the session then continues.
  mutating func archive(_ session: Session, stays: Bool) throws(CommandFailure) {
    if var kept = keeper.take() {
      do throws(CommandFailure) {
        _ = try kept.end(session, stays: stays)
      } catch {
        keeper = kept
        throw error
      }
    }
    let known = earlier + discarded
    let added = (stateFolder.map { EarlierSession.all(in: $0) } ?? []).filter { session in
      !known.contains { $0.path == session.path }
    }
    earlier = added + earlier
  }

  /// Makes the session's file permanent, because the user has acted.
  mutating func keepForGood() {
    guard !isTemporary else { return }
    tryKeeping { (keeper) throws(CommandFailure) in try keeper.name() }
  }

  /// Flushes the stored session while idle.
  mutating func rest() { tryKeeping { (keeper) throws(CommandFailure) in try keeper.flush() } }

  /// Performs an operation on the stored session; a failure is retried later, and reported once.
  private mutating func tryKeeping(
    _ body: (inout SessionKeeper) throws(CommandFailure) -> Void
  ) {
    // Moved out, not copied: the buffer is large.
    guard var kept = keeper.take() else { return }
    defer { keeper = kept }
    do throws(CommandFailure) {
      try body(&kept)
      isKeeperFailing = false
    } catch {
      guard !isKeeperFailing else { return }
      isKeeperFailing = true
      lose(error, "Until that works, new takes are kept only in this window.", isNamed: false)
    }
  }

  /// Records where a take ended in the stored session; call before the next write.
  mutating func noteTakes(of session: Session) { keeper?.noteTakes(of: session) }

  /// A recording of one take by number, or of the session so far.
  func recording(of session: Session, _ take: Int?) throws(CommandFailure) -> [UInt8] {
    guard let keeper else {
      throw .badFile(
        say("This session is not stored, so its takes cannot be saved. Record with Ctrl+E."))
    }
    guard let take else { return try keeper.recording(of: session) }
    return try keeper.recording(of: take, in: session)
  }

  /// Ends storing a session; closing also removes discarded sessions.
  ///
  /// - Returns: whether it stays for the next start.
  mutating func endKeeping(_ session: Session, stays: Bool, isClosed: Bool) -> Bool {
    if isClosed {
      discarded.forEach { $0.remove() }
      discarded = []
    }
    guard !isTemporary else {
      // Its file goes with it.
      keeper = nil
      (earlier + discarded).forEach { $0.remove() }
      if let stateFolder { _ = unsafe rmdir(FileName.bytes(of: stateFolder)) }
      return false
    }
    guard var kept = keeper.take() else { return false }
    do throws(CommandFailure) {
      let isKept = try kept.end(session, stays: stays, isClosed: isClosed)
      if isKept, isClosed { offeredClosed.forEach { $0.remove() } }
      return isKept
    } catch {
      lose(error, "What could not be written is lost.", isNamed: false)
      return kept.hasName
    }
  }

  // MARK: Earlier sessions

  /// Claims the newest earlier session, to restore it.
  ///
  /// - Throws: `CommandFailure` if another window has it; it is then no longer listed.
  mutating func claimEarlier() throws(CommandFailure) -> EarlierSession? {
    guard let session = earlier.first else { return nil }
    guard session.claim() else {
      earlier.removeFirst()
      throw .badFile(say("Another window already restored or removed these takes."))
    }
    return session
  }

  /// Replaces a restored session's file by the current session's; on failure both stay.
  mutating func replaceEarlier(_ session: EarlierSession) {
    guard var kept = keeper.take() else { return leaveEarlier(session) }
    defer { keeper = kept }
    do throws(CommandFailure) {
      try kept.secure()
      earlier.removeAll { $0 === session }
      offeredClosed.removeAll { $0 === session }
      session.remove()
    } catch {
      isKeeperFailing = true
      leaveEarlier(session)
      lose(error, "The restored takes stay in their file.", isNamed: false)
    }
  }

  /// Releases a claimed session, which stays for the next start.
  mutating func leaveEarlier(_ session: EarlierSession) {
    offeredClosed.removeAll { $0 === session }
    session.release()
  }

  mutating func noteOffered() {
    guard let first = earlier.first, first.isClosed,
      !offeredClosed.contains(where: { $0 === first })
    else { return }
    offeredClosed.append(first)
  }

  /// Discards the newest earlier session; it is removed when the window closes.
  ///
  /// - Returns: whether there was one that no other window has.
  mutating func discardEarlier() -> Bool {
    guard !earlier.isEmpty else { return false }
    let session = earlier.removeFirst()
    guard session.claim() else { return false }
    session.release()
    discarded.append(session)
    return true
  }

  mutating func undoDiscard() {
    guard let session = discarded.popLast() else { return }
    earlier.insert(session, at: 0)
  }

  /// Writes the states of the whole seconds before a time; call it before the session advances
  /// there.
  mutating func write(_ session: Session, upTo time: Instant) {
    tryRecording { (recorder) throws(CommandFailure) in try recorder.write(session, upTo: time) }
  }

  mutating func write(_ events: [SessionEvent]) {
    guard !events.isEmpty else { return }
    tryRecording { (recorder) throws(CommandFailure) in try recorder.write(events) }
    tryKeeping { (keeper) throws(CommandFailure) in try keeper.write(events) }
  }

  /// Writes the session's state if nothing moves or is due at a time.
  mutating func writeState(of session: Session, at time: Instant) {
    do throws(CommandFailure) {
      try stateLog?.write(session, at: time)
    } catch {
      stateLog = nil
      lose(error, "States are no longer written.")
    }
  }

  /// Creates a file to record a session that is about to begin; returns whether that succeeded.
  mutating func openRecording() -> Bool {
    do throws(CommandFailure) {
      recording = try Recorder("recording.feel", isNew: true)
      return true
    } catch {
      failures.append(error)
      return false
    }
  }

  /// Abandons a recording that was opened but has not begun.
  mutating func abandonRecording() { recording = nil }

  mutating func begin(_ session: Session) {
    keep(session)
    do throws(CommandFailure) {
      try recording?.begin(session)
    } catch {
      recording = nil
      lose(error, "Nothing is recorded.", isNamed: false)
    }
  }

  /// Ends the recording; returns its file's path if it was started in the window.
  mutating func finish(_ session: Session) -> String? {
    tryRecording { (recorder) throws(CommandFailure) in try recorder.finish(session) }
    let ended = recording.take()
    return ended?.isOwn ?? false ? ended?.path : nil
  }

  /// Records a file that can no longer be written and the consequence, to be reported to the user.
  ///
  /// - Parameter isNamed: whether the command line named the file.
  mutating func lose(_ failure: CommandFailure, _ consequence: String, isNamed: Bool = true) {
    hasLostOne = hasLostOne || isNamed
    failures.append(CommandFailure(failure.status, "\(failure.message) \(consequence)"))
  }

  /// The pending messages about files that can no longer be written.
  mutating func takeFailures() -> [String] {
    defer { failures = [] }
    return failures.map(\.message)
  }

  /// Performs an operation on the recording, if there is one; a failure ends it.
  private mutating func tryRecording(
    _ body: (inout Recorder) throws(CommandFailure) -> Void
  ) {
    guard var recorder = recording.take() else { return }
    do throws(CommandFailure) {
      try body(&recorder)
      recording = recorder
    } catch {
      lose(
        error, "The recording ends here. What was recorded so far is kept.",
        isNamed: !recorder.isOwn)
    }
  }
}
