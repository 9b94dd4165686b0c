internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Glibc
internal import Lab
internal import Stage

/// Keeps the session under way in the state folder, so that its takes outlive the window.
///
/// It is a recording of the whole session without the states of its seconds. The file gets its name
/// once a hand has done something; a named file that no program locks is an `EarlierSession`.
struct SessionKeeper {
  /// How many bytes are gathered before they are written while something goes on.
  private static let most = 1 << 15

  private let file: OutputFile
  private var gathered: [UInt8] = []
  /// Whether the file has its name, and stays whatever happens to the program.
  private(set) var hasName = false
  private var takeEnds: [Int: TakeEnd] = [:]

  /// Where a take has ended in what is kept.
  private struct TakeEnd {
    /// How many bytes are what happened until then.
    let length: Int
    let time: Instant
    /// The numbers of the other takes of its scene that there were.
    let others: [Int]
  }

  /// Begins to keep a session that is at its start.
  init(_ session: Session, in folder: String) throws(CommandFailure) {
    try File.makeFolder(folder)
    file = try OutputFile(EarlierSession.newPath(in: folder), keepsOthers: true)
    // What a hand did is nobody else's to read.
    _ = unsafe chmod(FileName.bytes(of: file.currentPath), 0o600)
    gather(TraceHeader(of: session, program: programVersion).line)
  }

  mutating func write(_ events: [SessionEvent]) throws(CommandFailure) {
    for event in events where file.length + gathered.count <= Limits.recordingBytes {
      // Those that come begin to count anew.
      if case .change(_, .removeTakes) = event { takeEnds = [:] }
      if let line = Trace.Entry.Content.event(event).line() { gather(line) }
    }
    if gathered.count >= Self.most { try flush() }
  }

  /// Hands what was gathered to the system; after a failure it stays gathered, for another try.
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

  /// Gives the file its name: from now on it stays if the program ends unforeseen.
  mutating func name() throws(CommandFailure) {
    guard !hasName else { return }
    // A file without its first line cannot be read.
    try flush()
    try file.place()
    hasName = true
  }

  /// Puts all of it on the disk under its name, so that an earlier session it continues may go.
  mutating func secure() throws(CommandFailure) {
    try flush()
    try file.finish()
    hasName = true
  }

  /// Notes where the newest take has ended, unless that is known: what is written next comes after
  /// it.
  mutating func noteTakes(of session: Session) {
    let takes = session.takes
    guard let take = takes.last, takeEnds[take.number] == nil else { return }
    takeEnds[take.number] = TakeEnd(
      length: file.length + gathered.count, time: session.now,
      others: takes.dropLast().map(\.number))
  }

  /// A recording of one take: what happened until it had come to rest, for that is where its
  /// beginning comes from, and then the takes before it are taken out.
  ///
  /// - Throws: `CommandFailure` where it is not known when it ended, or when the file cannot be
  ///   read.
  func recording(of number: Int, in session: Session) throws(CommandFailure) -> [UInt8] {
    guard let end = takeEnds[number], let take = session.takes.first(where: { $0.number == number })
    else {
      throw .badFile(say("Take \(number) cannot be saved alone. Save all takes from its menu."))
    }
    let all = try File.read(file.currentPath, atMost: Limits.recordingBytes) + gathered
    // One that an event ended would have gone on at rest for so long, were it not for that.
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

  /// The recording up to now, with a session's takes by name.
  func recording(of session: Session) throws(CommandFailure) -> [UInt8] {
    try File.read(file.currentPath, atMost: Limits.recordingBytes) + gathered + last(of: session)
  }

  /// Ends it, and removes the file unless it is worth keeping for the next start.
  ///
  /// - Parameters:
  ///   - stays: whether something in it is worth keeping.
  ///   - isClosed: whether the window was closed, and not cut short.
  /// - Returns: whether it is kept.
  mutating func end(
    _ session: Session, stays: Bool, isClosed: Bool = false
  ) throws(CommandFailure) -> Bool {
    guard stays else {
      if hasName { _ = unsafe unlink(FileName.bytes(of: file.currentPath)) }
      return false
    }
    try secure()
    // A replay makes these lines again: on a full disk they are left out.
    gathered += last(of: session)
    do throws(CommandFailure) { try secure() } catch { gathered = [] }
    if isClosed { EarlierSession.markClosed(file.currentPath) }
    return true
  }

  private mutating func gather(_ line: String) { gathered += Array(line.utf8) }

  /// The last lines of a recording: the state, and the takes by name.
  private func last(of session: Session) -> [UInt8] {
    var takes = TakeNames()
    let contents =
      [Trace.Entry.Content.state(session.now, session.state)]
      + takes.news(of: session).map { .take(session.now, $0) }
    return lines(contents)
  }

  private func lines(_ contents: [Trace.Entry.Content]) -> [UInt8] {
    contents.compactMap { $0.line() }.flatMap { Array($0.utf8) }
  }
}
