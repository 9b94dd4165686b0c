internal import Feel

/// The last minute of a stage: what happened to it, and how it was each second, so that any moment of it can be evaluated again.
struct StageHistory: Sendable {
  /// A stage as it was, and how many of the history's events had happened to it.
  struct Moment: Sendable {
    var run: StageRun
    var count: Int
  }

  /// How much is kept, in seconds of stage time.
  static let span = 60.0
  /// The stage time between two snapshots, in seconds.
  static let interval = 1.0

  /// How the stage was, oldest first.
  private var snapshots: [Moment]
  /// What happened, oldest first.
  private var events: [StageEvent] = []
  /// How many events were dropped from the front.
  private var dropped = 0

  /// Starts with a stage to which nothing has happened.
  init(_ run: StageRun) {
    snapshots = [Moment(run: run, count: 0)]
  }

  /// The earliest stage time that can be evaluated.
  var start: Instant { snapshots[0].run.now }

  /// Keeps an event that is about to happen to a run.
  mutating func record(_ event: StageEvent, after run: StageRun) {
    if event.time - snapshots[snapshots.count - 1].run.now >= Self.interval {
      snapshots.append(Moment(run: run, count: dropped + events.count))
      forget(before: run.now.advanced(by: -Self.span))
    }
    events.append(event)
  }

  /// The stage as it was at a time, every event at that time included; a time before the start counts as the start.
  func moment(at time: Instant) -> Moment {
    let index = snapshots.lastIndex { $0.run.now <= time } ?? 0
    var moment = snapshots[index]
    play(&moment, to: max(time, start))
    return moment
  }

  /// Takes a moment on to a later time.
  func play(_ moment: inout Moment, to time: Instant) {
    while moment.count - dropped < events.count, events[moment.count - dropped].time <= time {
      _ = moment.run.handle(events[moment.count - dropped])
      moment.count += 1
    }
    _ = moment.run.advance(to: time)
  }

  /// What happened at a time and since.
  func events(from time: Instant) -> [StageEvent] {
    Array(events[(events.lastIndex { $0.time < time }.map { $0 + 1 } ?? 0)...])
  }

  /// Forgets what happened after a time.
  mutating func truncate(after time: Instant) {
    events.removeLast(events.count - (events.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0))
    snapshots.removeAll { $0.run.now > time && $0.count > 0 }
  }

  /// Drops what a whole span no longer needs, some at a time so that the cost stays small.
  private mutating func forget(before time: Instant) {
    let stale = (snapshots.lastIndex { $0.run.now <= time } ?? 0)
    guard stale >= 8 else { return }
    snapshots.removeFirst(stale)
    let gone = snapshots[0].count - dropped
    events.removeFirst(gone)
    dropped += gone
  }
}
