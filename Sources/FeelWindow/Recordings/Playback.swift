package import Feel
package import FeelFiles
package import FeelTrace
package import Lab

/// A trace on its way through a session, in a window that is always as large as the stage needs.
package struct Playback {
  /// The session, as far as it was told.
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

  /// Feeds the entries up to a time, that time included.
  package mutating func run(to time: Instant) {
    while next < entries.count, entries[next].time <= time {
      take(entries[next])
      next += 1
    }
    advance(to: time)
  }

  /// Feeds one entry, and hands its state, if it is one, with what the session says instead.
  package mutating func take(
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

  /// Lets time pass; what the session has to say to its host reaches nobody.
  package mutating func advance(to time: Instant) {
    session.advance(to: time)
    dropNews()
  }

  /// Judges what a program that is watched has done, as the lowest line and the lanes show it.
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
