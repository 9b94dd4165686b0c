package import Feel

/// A stage at work with what is remembered of it: what happened, how it moved, and the takes that
/// came of it.
package struct LiveStage: Sendable {
  package internal(set) var run: StageRun
  /// What happened in its last minute, or since the take under way began.
  package internal(set) var history: StageHistory
  /// How it moved in that time, up to when that was last brought up to date.
  package internal(set) var log: MotionLog
  /// What a hand set going, and what came of it.
  package internal(set) var takes = Takes()

  /// Starts a scene, its time at zero.
  init(_ type: any Scene.Type, on stage: Stage) {
    run = StageRun(type, on: stage, at: .zero)
    history = StageHistory(run)
    log = MotionLog(at: .zero)
  }

  /// Goes back to how a stage was; what is remembered of it begins there.
  mutating func goBack(to run: StageRun) {
    self.run = run
    (history, log) = (StageHistory(run), MotionLog(of: run, at: run.now))
  }

  /// The take that is shown or, if none was chosen, the newest; while a take is under way that is
  /// this one.
  package var sheet: TakeSheet {
    if let selected = takes.selected { return selected }
    if let open = takes.open, history.kept != nil {
      return TakeSheet(open.number, open.origin, open.span, history, log, run, from: open.lead)
    }
    return takes.newest
      ?? TakeSheet(nil, .hand, nil, history, log, run, from: history.start)
  }

  /// Lets something happen to the stage, and keeps it; answers what the controls did.
  mutating func happen(_ event: StageEvent) -> [Effect] {
    let beforeTake = takeBefore(event)
    log.follow(run, to: event.time)
    history.record(event, after: run)
    let before = MotionLog.Before(run, event)
    let happened = run.handle(event)
    let kind = log.note(event, on: run, after: before)
    follow(event, kind, beforeTake)
    if case .restart = event { giveUpAwaited() }
    return happened
  }

  mutating func passing(to stageTime: Instant) -> [Effect] {
    log.followToEnd(run, at: stageTime)
    followTake(to: stageTime)
    return advance(to: stageTime)
  }

  /// When time alone next changes the stage or ends its take.
  package var deadline: Instant? { [run.deadline, takes.open?.end].compactMap { $0 }.min() }

  /// Does what is due until a time, for nobody who waits for what the controls do.
  mutating func passDeadlines(to time: Instant) {
    while let due = deadline, due <= time { _ = passing(to: due) }
  }

  /// Lets time pass on the stage for its parts, and sees whether that makes the content jump.
  private mutating func advance(to time: Instant) -> [Effect] {
    var positions: [Double?] = []
    if takes.open != nil, let due = run.deadline, due <= time {
      positions = run.positions(at: time)
      let just = Instant(microseconds: due.microseconds - 1)
      takes.open?.look(at: run.positions(at: max(just, run.now)))
    }
    let effects = run.advance(to: time)
    noteJumps(from: positions, at: time)
    takes.open?.look(at: run, time)
    return effects
  }
}

// MARK: Marks

extension LiveStage {
  /// Moments that a hand marked in what the timeline shows, in order.
  package var markers: [Instant] { takes.markers[sheet.number ?? 0] ?? [] }

  /// Marks a moment of what the timeline shows; the newest 99 of it are kept.
  package mutating func mark(_ moment: Instant) {
    let others = markers.filter { $0 != moment }
    takes.markers[sheet.number ?? 0] = (others + [moment]).sorted().suffix(99)
  }

  package mutating func removeMarkers() { takes.markers[sheet.number ?? 0] = nil }
}
