package import Feel

/// A running stage with its memory: events, motion and takes.
package struct LiveStage: Sendable {
  package internal(set) var run: StageRun
  /// The events of the last minute, or since the take under way began.
  package internal(set) var history: StageHistory
  /// The motion over that time, as of the last update.
  package internal(set) var log: MotionLog
  /// What the hand set going, and the outcomes.
  package internal(set) var takes = Takes()

  /// Starts a scene at stage time zero.
  init(_ type: any Scene.Type, on stage: Stage) {
    run = StageRun(type, on: stage, at: .zero)
    history = StageHistory(run)
    log = MotionLog(at: .zero)
  }

  /// Returns to an earlier run; history and log restart there.
  mutating func goBack(to run: StageRun) {
    self.run = run
    (history, log) = (StageHistory(run), MotionLog(of: run, at: run.now))
  }

  /// The selected take or, if none is selected, the one under way or the newest.
  package var sheet: TakeSheet {
    if let selected = takes.selected { return selected }
    if let open = takes.open, history.kept != nil {
      return TakeSheet(open.number, open.origin, open.span, history, log, run, from: open.lead)
    }
    return takes.newest
      ?? TakeSheet(nil, .hand, nil, history, log, run, from: history.start)
  }

  /// Handles and records an event; returns the controls' effects.
  mutating func handle(_ event: StageEvent) -> [Effect] {
    let beforeTake = takeBefore(event)
    log.record(run, to: event.time)
    history.record(event, after: run)
    let before = MotionLog.Before(run, event)
    let happened = run.handle(event)
    let kind = log.record(event, on: run, after: before)
    record(event, kind, beforeTake)
    if case .restart = event { abandonAwaited() }
    return happened
  }

  mutating func passing(to stageTime: Instant) -> [Effect] {
    log.followToEnd(run, at: stageTime)
    followTake(to: stageTime)
    return advance(to: stageTime)
  }

  /// When time alone next changes the stage or ends its take.
  package var deadline: Instant? { [run.deadline, takes.open?.end].compactMap { $0 }.min() }

  /// Performs everything due until a time, discarding effects.
  mutating func passDeadlines(to time: Instant) {
    while let due = deadline, due <= time { _ = passing(to: due) }
  }

  /// Advances the parts, and counts jumps of the content that this causes.
  private mutating func advance(to time: Instant) -> [Effect] {
    var positions: [Double?] = []
    if takes.open != nil, let due = run.deadline, due <= time {
      positions = run.positions(at: time)
      let just = Instant(microseconds: due.microseconds - 1)
      takes.open?.update(at: run.positions(at: max(just, run.now)))
    }
    let effects = run.advance(to: time)
    noteJumps(from: positions, at: time)
    takes.open?.update(at: run, time)
    return effects
  }
}

// MARK: Marks

extension LiveStage {
  /// Moments marked by hand in what the timeline shows, in order.
  package var markers: [Instant] { takes.markers[sheet.number ?? 0] ?? [] }

  /// Marks a moment of what the timeline shows; keeps the newest 99.
  package mutating func mark(_ moment: Instant) {
    let others = markers.filter { $0 != moment }
    takes.markers[sheet.number ?? 0] = (others + [moment]).sorted().suffix(99)
  }

  package mutating func removeMarkers() { takes.markers[sheet.number ?? 0] = nil }
}
