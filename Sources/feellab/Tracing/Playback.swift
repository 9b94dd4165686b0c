internal import Feel
internal import FeelTrace
internal import Lab

/// A trace on its way through a session, in a window that is always as large as the stage needs.
struct Playback {
  /// The session, as far as it was told.
  private(set) var session: Session
  private let file: TraceFile
  private var next = 0

  /// Creates the session that the trace's header describes, before its first event.
  ///
  /// - Throws: `CommandFailure` when the header names what this program does not have.
  init(_ file: TraceFile) throws(CommandFailure) {
    session = try file.session()
    self.file = file
  }

  private var entries: [Trace.Entry] { file.trace.entries }

  /// When the next entry is due, or `nil` after the last.
  var nextTime: Instant? { next < entries.count ? entries[next].time : nil }

  /// Feeds the entries up to a time, that time included, and hands each written state with what the session says instead.
  mutating func run(
    to time: Instant,
    comparing compare: (_ entry: Trace.Entry, _ written: [StateField], _ found: [StateField]) ->
      Void = { _, _, _ in }
  ) {
    while next < entries.count, entries[next].time <= time {
      switch entries[next].content {
      case .event(let event):
        session.handle(event)
        if case .change(let time, .stage(let place)) = event {
          session.handle(.host(time, .scale(file.windowScale ?? place.scale)))
          session.handle(.host(time, .size(Session.windowSize(for: place.size))))
        }
      case .take: break
      case .state(let time, let written):
        session.advance(to: time)
        compare(entries[next], written, session.state)
      }
      next += 1
    }
    session.advance(to: time)
    _ = session.takeJournal()
    _ = session.takeEffects()
    _ = session.takeRequests()
  }
}
