package import Feel

/// The last minute of a stage, or more during a take: a snapshot per second and the events since,
/// from which any moment can be evaluated again.
package struct StageHistory: Sendable {
  /// A past run, and the next event to feed it.
  package struct Moment: Sendable {
    package var run: StageRun
    /// Index of the second, counted from the first ever kept, and of the event within it.
    fileprivate var second: Int
    fileprivate var event: Int
  }

  /// A snapshot of the stage and the events of about one second after it.
  ///
  /// One event list per second: the oldest is freed as a whole, so a busy minute leaves no spare
  /// capacity behind.
  private struct Second: Sendable {
    let run: StageRun
    var events: [StageEvent] = []
  }

  /// How much is kept, in seconds of stage time.
  package static let span = 60.0
  /// The stage time between two snapshots, in seconds.
  package static let interval = 1.0

  /// Oldest first; never empty.
  private var seconds: [Second]
  /// How many seconds were dropped from the front.
  private var dropped = 0
  /// The time from which everything is kept, up to the memory limit.
  var kept: Instant?

  package init(_ run: StageRun) { seconds = [Second(run: run)] }

  /// The earliest stage time that can be evaluated.
  package var start: Instant { seconds[0].run.now }

  var first: StageRun { seconds[0].run }

  /// Extracts the history between two times.
  func stretch(from start: Instant, to end: Instant) -> StageHistory {
    var stretch = StageHistory(moment(at: start).run)
    for second in seconds {
      let events = second.events.filter { $0.time > start && $0.time <= end }
      if second.run.now > start, second.run.now <= end {
        stretch.seconds.append(Second(run: second.run, events: events))
      } else if !events.isEmpty {
        stretch.seconds[stretch.seconds.count - 1].events += events
      }
    }
    return stretch
  }

  /// Carries a second run through the same events under other parameters; returns the history with
  /// it, and its final state.
  ///
  /// `pass` advances that run to its next event.
  func carrying(
    under parameters: ParameterSet, pass: (inout StageRun, Instant) -> Void
  ) -> (history: StageHistory, other: StageRun) {
    var (history, other) = (self, first.under(parameters))
    for (index, second) in seconds.enumerated() {
      pass(&other, second.run.now)
      let events = second.events.filter { event in
        if case .compare = event { false } else { true }
      }
      history.seconds[index] = Second(run: second.run.carrying(other), events: events)
      for event in events {
        guard let event = event.under(parameters) else { continue }
        pass(&other, event.time)
        _ = other.handle(event)
      }
    }
    return (history, other)
  }

  /// Records an event that is about to happen to a run.
  package mutating func record(_ event: StageEvent, after run: StageRun) {
    if event.time - seconds[seconds.count - 1].run.now >= Self.interval {
      seconds.append(Second(run: run))
      let count = seconds.reduce(0) { $0 + $1.events.count }
      if count * MemoryLayout<StageEvent>.stride > TakeStore.bytes { kept = nil }
      let time = run.now.advanced(by: -Self.span)
      forget(before: kept.map { min($0, time) } ?? time)
    }
    seconds[seconds.count - 1].events.append(event)
  }

  /// The stage at a time, including all events at that time; before the start, the first snapshot.
  package func moment(at time: Instant) -> Moment {
    guard time >= start else { return Moment(run: first, second: dropped, event: 0) }
    let index = seconds.lastIndex { $0.run.now <= time } ?? 0
    var moment = Moment(run: seconds[index].run, second: dropped + index, event: 0)
    play(&moment, to: time)
    return moment
  }

  /// Plays a moment on to a later time.
  package func play(_ moment: inout Moment, to time: Instant) {
    while moment.second - dropped < seconds.count {
      let events = seconds[moment.second - dropped].events
      while moment.event < events.count {
        guard events[moment.event].time <= time else { return pass(&moment, to: time) }
        _ = moment.run.handle(events[moment.event])
        moment.event += 1
      }
      // The newest second may still get events.
      guard moment.second - dropped < seconds.count - 1 else { break }
      (moment.second, moment.event) = (moment.second + 1, 0)
    }
    pass(&moment, to: time)
  }

  private func pass(_ moment: inout Moment, to time: Instant) { _ = moment.run.advance(to: time) }

  /// The events at or after a time.
  package func events(from time: Instant) -> [StageEvent] {
    let first = seconds.lastIndex { $0.run.now < time } ?? 0
    return seconds[first...].flatMap { second in second.events.drop { $0.time < time } }
  }

  package mutating func truncate(after time: Instant) {
    let kept = seconds.lastIndex { $0.run.now <= time } ?? 0
    seconds.removeLast(seconds.count - 1 - kept)
    let events = seconds[kept].events
    let count = events.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
    seconds[kept].events.removeLast(events.count - count)
  }

  private mutating func forget(before time: Instant) {
    let stale = seconds.lastIndex { $0.run.now <= time } ?? 0
    seconds.removeFirst(stale)
    dropped += stale
  }
}
