package import Feel
package import FeelFiles
package import FeelTrace
package import Lab

/// Feeds a trace to a session, in a window that always exactly fits the stage.
package struct Playback {
  /// The session, up to the last entry fed.
  package private(set) var session: Session
  private let file: TraceFile
  private var next = 0

  /// Creates the session that the trace's header describes, before its first event.
  ///
  /// - Throws: `CommandFailure` when the header names what this program does not have.
  package init(_ file: TraceFile) throws(CommandFailure) {
    session = try file.session()
    self.file = file
  }

  private var entries: [Trace.Entry] { file.trace.entries }

  /// Feeds the entries up to and including a time.
  package mutating func run(to time: Instant) {
    while next < entries.count, entries[next].time <= time {
      feed(entries[next])
      next += 1
    }
    advance(to: time)
  }

  /// Feeds one entry; a state entry is passed to `compare` with the session's own state.
  package mutating func feed(
    _ entry: Trace.Entry,
    comparing compare: (_ written: [StateField], _ found: [StateField]) -> Void = { _, _ in }
  ) {
    switch entry.content {
    case .event(let event):
      session.handle(event)
      if case .change(let time, .stage(let place)) = event {
        session.handle(.host(time, .scale(file.windowScale ?? place.scale)))
        session.handle(.host(time, .size(file.windowSize(for: place.size))))
      }
      dropNews()
    case .take(let time, _): advance(to: time)
    case .state(let time, let written):
      advance(to: time)
      compare(written, session.state)
    }
  }

  /// Advances time; the session's requests and effects are discarded.
  package mutating func advance(to time: Instant) {
    session.advance(to: time)
    dropNews()
  }

  /// Judges finished takes of an observed program, for the hint line and the lanes.
  mutating func judge() {
    while let take = session.unjudgedTake {
      session.handle(.host(session.now, .judged(TakeJudgement(take))))
    }
  }

  private mutating func dropNews() {
    _ = session.takeJournal()
    _ = session.takeEffects()
    _ = session.takeRequests()
  }
}
