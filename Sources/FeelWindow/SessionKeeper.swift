internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Glibc
internal import Lab
internal import Stage

/// Keeps the session under way in the state folder, so that its takes outlive a window that comes to a sudden end, and can be saved at any time.
///
/// It is a recording of the whole session, but for the states of its seconds. Its file has no name until a hand has done something, and is gone when the window is closed: one that is there and that no program holds was left behind.
struct SessionKeeper {
  private static let (stem, ending) = ("session", ".feel")
  /// So many bytes are gathered before they are written while something goes on.
  private static let most = 1 << 15

  private let encoder = TraceEncoder()
  private let file: OutputFile
  private var gathered: [UInt8] = []
  private var hasName = false
  private var takeEnds: [Int: TakeEnd] = [:]

  /// Where a take has ended in what is kept.
  private struct TakeEnd {
    /// How many bytes are what happened until then.
    let length: Int
    let time: Instant
    /// The numbers of the other takes of its scene that there were.
    let others: [Int]
  }

  /// Where it is kept.
  var path: String { file.path }

  /// Begins to keep a session that is at its start.
  ///
  /// - Throws: `CommandFailure` when the folder cannot be written to.
  init(_ session: Session, in folder: String) throws(CommandFailure) {
    try File.makeFolder(folder)
    file = try OutputFile("\(folder)/\(Self.stem)\(Self.ending)", isNew: true)
    // What a hand did is nobody else's to read.
    _ = unsafe chmod(FileName.bytes(of: file.currentPath), 0o600)
    gather(encoder.line(for: TraceHeader(of: session, program: programVersion)))
  }

  /// Adds what happened to the stage.
  mutating func write(_ events: [SessionEvent]) throws(CommandFailure) {
    for event in events {
      // Those that come begin to count anew.
      if case .change(_, .removeTakes) = event { takeEnds = [:] }
      if let line = encoder.line(for: Trace.Entry.Content.event(event)) { gather(line) }
    }
    if gathered.count >= Self.most { try flush() }
  }

  /// Hands what was gathered to the system.
  mutating func flush() throws(CommandFailure) {
    guard !gathered.isEmpty else { return }
    guard file.length + gathered.count <= Limits.recordingBytes else {
      throw CommandFailure(
        .badFile,
        "The session has reached \(Limits.recordingBytes >> 20) MiB, the most that is read again.")
    }
    try file.append(gathered)
    gathered.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name: from now on it stays if the program ends unforeseen.
  mutating func name() throws(CommandFailure) {
    guard !hasName else { return }
    hasName = true
    try file.place()
  }

  /// Notes where the newest take has ended, unless that is known: what is written next comes after it.
  mutating func noteTakes(of session: Session) {
    let takes = session.takes
    guard let take = takes.last, takeEnds[take.number] == nil else { return }
    takeEnds[take.number] = TakeEnd(
      length: file.length + gathered.count, time: session.now,
      others: takes.dropLast().map(\.number))
  }

  /// A recording of one take: what happened until it had come to rest, for that is where its beginning comes from, and then the takes before it are taken out.
  ///
  /// - Throws: `CommandFailure` where it is not known when it ended, or when the file cannot be read.
  func recording(of number: Int, in session: Session) throws(CommandFailure) -> [UInt8] {
    guard let end = takeEnds[number], let take = session.takes.first(where: { $0.number == number })
    else {
      throw CommandFailure(
        .badFile, "Take \(number) cannot be saved alone: save all takes, from its menu.")
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
            take.title, start: take.span.start, release: take.span.release,
            rest: take.span.rest ?? take.end))
      ]
    return all.prefix(end.length) + lines(contents)
  }

  /// The recording up to now, with a session's takes by name.
  func recording(of session: Session) throws(CommandFailure) -> [UInt8] {
    try File.read(file.currentPath, atMost: Limits.recordingBytes) + gathered + last(of: session)
  }

  /// Ends it; returns whether the file stays for the next start, which it does only with a take in it.
  mutating func end(_ session: Session, stays: Bool) throws(CommandFailure) -> Bool {
    guard hasName else { return false }
    var takes = TakeNames()
    guard stays, !takes.news(of: session).isEmpty else {
      _ = unsafe unlink(FileName.bytes(of: file.currentPath))
      return false
    }
    gathered += last(of: session)
    try flush()
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
    contents.compactMap { encoder.line(for: $0) }.flatMap { Array($0.utf8) }
  }

  /// The files that ended programs have left in a folder, newest first.
  static func leftBehind(in folder: String) -> [String] {
    var found: [(path: String, changed: Int)] = []
    for name in File.names(in: folder) where name.hasPrefix("\(stem)-") && name.hasSuffix(ending) {
      let path = "\(folder)/\(name)"
      let descriptor = unsafe open(
        FileName.bytes(of: path), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      var status = stat()
      // A program that lives holds its own.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe fstat(descriptor, &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      {
        found.append((path, status.st_mtim.tv_sec))
      }
      close(descriptor)
    }
    return found.sorted { $0.changed > $1.changed }.map(\.path)
  }

  /// Removes files that were left behind.
  static func remove(_ paths: [String]) {
    for path in paths { _ = unsafe unlink(FileName.bytes(of: path)) }
  }
}
