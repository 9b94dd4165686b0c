internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Glibc
internal import Lab
internal import Stage

/// Stores the current session in the state folder, so that its takes outlive the window.
///
/// The file is a recording of the whole session without the states per second. It gets its name
/// after the first action of the user; a named file that no program locks is an `EarlierSession`.
struct SessionKeeper {
  /// Bytes of pointer movement buffered before a write while the session is active.
  private static let most = 1 << 15

  private let file: OutputFile
  private var gathered: [UInt8] = []
  /// Whether the file has its name, and survives the program.
  private(set) var hasName = false
  private var takeEnds: [Int: TakeEnd] = [:]

  /// The position of a take's end in the file.
  private struct TakeEnd {
    /// Length in bytes up to the take's end.
    let length: Int
    let time: Instant
    /// Numbers of the scene's other takes at that time.
    let others: [Int]
  }

  /// Starts to store a session that is at its start.
  init(_ session: Session, in folder: String) throws(CommandFailure) {
    try File.makeFolder(folder)
    file = try OutputFile(EarlierSession.newPath(in: folder), keepsOthers: true)
    // The user's actions are private.
    _ = unsafe chmod(FileName.bytes(of: file.currentPath), 0o600)
    gather(TraceHeader(of: session, program: programVersion).line)
  }

  mutating func write(_ events: [SessionEvent]) throws(CommandFailure) {
    for event in events where file.length + gathered.count <= Limits.recordingBytes {
      // Takes are numbered anew.
      if case .change(_, .removeTakes) = event { takeEnds = [:] }
      if let line = Trace.Entry.Content.event(event).line() { gather(line) }
    }
    // Only movement comes too often to be written at once: a release must survive a crash during
    // the motion after it.
    if gathered.count >= Self.most || events.contains(where: { !$0.isMovement }) { try flush() }
  }

  /// Writes the buffer to the file; after a failure it is retained for another attempt.
  mutating func flush() throws(CommandFailure) {
    guard !gathered.isEmpty else { return }
    guard file.length + gathered.count <= Limits.recordingBytes else {
      throw .badFile(
        "The session has reached \(Limits.recordingBytes >> 20) MiB, the most that can be read back."
      )
    }
    try file.append(gathered)
    gathered.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name, so that it remains if the program crashes.
  mutating func name() throws(CommandFailure) {
    guard !hasName else { return }
    // A file without its first line cannot be read.
    try flush()
    try file.commit()
    hasName = true
  }

  /// Writes everything to disk under its name, so that the earlier session it continues can be
  /// removed.
  mutating func secure() throws(CommandFailure) {
    try flush()
    try file.finish()
    hasName = true
  }

  /// Records where the newest take ended, unless known; call before the next write.
  mutating func noteTakes(of session: Session) {
    let takes = session.takes
    guard let take = takes.last, takeEnds[take.number] == nil else { return }
    takeEnds[take.number] = TakeEnd(
      length: file.length + gathered.count, time: session.now,
      others: takes.dropLast().map(\.number))
  }

  /// A recording of one take: everything up to its end, because its start depends on that, and then
  /// the removal of the takes before it.
  ///
  /// - Throws: `CommandFailure` if the take's end is unknown, or the file cannot be read.
  func recording(of number: Int, in session: Session) throws(CommandFailure) -> [UInt8] {
    guard let end = takeEnds[number], let take = session.takes.first(where: { $0.number == number })
    else {
      throw .badFile(say("Take \(number) cannot be saved alone. Save all takes from its menu."))
    }
    let all = try File.read(file.currentPath, atMost: Limits.recordingBytes) + gathered
    // A take ended by an event would otherwise have continued at rest for this long.
    let time = end.time.advanced(by: Take.trail)
    let changes =
      end.others.map(SessionChange.removeTake)
      + (take.name.map { [.nameTake(number, $0)] } ?? [])
    let contents =
      changes.map { Trace.Entry.Content.event(.change(time, $0)) } + [
        .take(
          time,
          RecordedTake(
            take.recordedName, start: take.span.start, release: take.span.release,
            rest: take.span.rest ?? take.end))
      ]
    return all.prefix(end.length) + lines(contents)
  }

  /// The recording so far, with the session's takes by name.
  func recording(of session: Session) throws(CommandFailure) -> [UInt8] {
    try File.read(file.currentPath, atMost: Limits.recordingBytes) + gathered + last(of: session)
  }

  /// Ends the recording, and removes the file unless it is worth keeping for the next start.
  ///
  /// - Parameters:
  ///   - stays: whether its content is worth keeping.
  ///   - isClosed: whether the window was closed, not cut short.
  /// - Returns: whether it is kept.
  mutating func end(
    _ session: Session, stays: Bool, isClosed: Bool = false
  ) throws(CommandFailure) -> Bool {
    guard stays else {
      if hasName { _ = unsafe unlink(FileName.bytes(of: file.currentPath)) }
      return false
    }
    try secure()
    // A replay can recreate these lines, so a full disk may drop them.
    gathered += last(of: session)
    do throws(CommandFailure) { try secure() } catch { gathered = [] }
    if isClosed { EarlierSession.markClosed(file.currentPath) }
    return true
  }

  private mutating func gather(_ line: String) { gathered += Array(line.utf8) }

  /// The last lines of a recording: the state, and the takes of all scenes by name; an offer to
  /// restore them counts these.
  private func last(of session: Session) -> [UInt8] {
    var takes = TakeNames()
    let contents =
      [Trace.Entry.Content.state(session.now, session.state)]
      + takes.newsOfAll(in: session).map { .take(session.now, $0) }
    return lines(contents)
  }

  private func lines(_ contents: [Trace.Entry.Content]) -> [UInt8] {
    contents.compactMap { $0.line() }.flatMap { Array($0.utf8) }
  }
}

extension SessionEvent {
  fileprivate var isMovement: Bool {
    if case .input(.pointer(let sample)) = self { sample.phase == .moved } else { false }
  }
}
