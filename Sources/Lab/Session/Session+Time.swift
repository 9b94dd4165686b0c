public import Feel
public import Stage

/// A past moment of the stage, being looked at, and how its time goes on while it is played.
struct PastView: Sendable {
  var moment: StageHistory.Moment
  var clock: StageClock
}

extension Session {
  /// The stage's time that is shown at a time of the session: the past while one looks at it.
  public func stageTime(at time: Instant) -> Instant {
    let live = clock.stageTime(at: time)
    guard let past else { return live }
    return min(past.clock.stageTime(at: time), live)
  }

  /// The stage's time up to which something has happened.
  public var liveStageTime: Instant { clock.stageTime(at: now) }

  /// The earliest stage's time that can be shown again.
  public var earliestStageTime: Instant { history.start }

  /// Whether a past moment of the stage is shown.
  public var isShowingPast: Bool { past != nil }

  /// Shows another moment of the stage: an earlier one by evaluating what happened again, a later one by letting time pass.
  mutating func show(_ stageTime: Instant) {
    let live = liveStageTime
    guard stageTime < live else {
      past = nil
      clock.set(stageTime, at: now)
      pass(to: stageTime)
      return
    }
    let target = max(stageTime, history.start)
    var clock = StageClock()
    clock.setRate(isPaused ? 0 : speed, at: now)
    clock.set(target, at: now)
    past = PastView(moment: history.moment(at: target), clock: clock)
  }

  /// When a past that is being played has come up to the present.
  var pastEnd: Instant? {
    guard let past, past.clock.rate > 0 else { return nil }
    return past.clock.sessionTime(of: liveStageTime)
  }

  /// Brings what is shown of the past up to now; once it reaches the present, the present goes on.
  mutating func followPast() {
    guard let clock = past?.clock else { return }
    let shown = clock.stageTime(at: now)
    if shown >= liveStageTime, clock.rate > 0 {
      past = nil
    } else if var moment = past?.moment, moment.run.now < shown {
      history.play(&moment, to: shown)
      past?.moment = moment
    }
  }

  /// Goes on from the past that is shown, as a hand does that touches it: what came after is forgotten.
  mutating func takeOver() {
    guard let past else { return }
    let (shown, scene, stage) = (stageTime(at: now), run.scene, run.stage)
    run = past.moment.run
    history.truncate(after: shown)
    log.truncate(after: shown)
    clock.set(shown, at: now)
    self.past = nil
    if run.stage != stage { feed(.place(shown, stage)) }
    if run.scene.focus != scene.focus { feed(.focus(liveStageTime, scene.focus)) }
    run.scene.takeKeyboard(of: scene)
    letGo()
  }

  /// Ends a gesture that was under way in the past: the hand that made it is elsewhere now.
  private mutating func letGo() {
    guard run.scene.isHeld, var last = run.lastPointer else { return }
    (last.time, last.phase, last.button) = (liveStageTime, .up, .primary)
    feed(StageEvent.input(.pointer(last)))
    guard run.scene.isHeld else { return }
    feed(StageEvent.input(.cancel(CancelSample(time: liveStageTime, reason: .user))))
  }

  /// The motion of the control that was touched last, as the stage shows it at a time.
  public func reading(at time: Instant) -> MotionReading? {
    let (run, time) = shown(at: time)
    return run.reading(at: time)
  }

  /// How the stage moved in its last minute, up to a time of the session.
  public func log(at time: Instant) -> MotionLog {
    var log = log
    log.follow(run, to: clock.stageTime(at: max(now, time)))
    return log
  }

  /// The stage that is shown, and its time.
  func shown(at time: Instant) -> (run: StageRun, time: Instant) {
    let stageTime = stageTime(at: time)
    guard let past else { return (run, stageTime) }
    var moment = past.moment
    if moment.run.now < stageTime {
      history.play(&moment, to: stageTime)
    }
    var shown = placed(moment.run, at: stageTime, under: run.stage.parameters)
    shown.scene.takeKeyboard(of: run.scene)
    return (shown, stageTime)
  }

  /// A stage of the past in the window as it is now, not as large as it was then.
  func placed(_ run: StageRun, at time: Instant, under parameters: ParameterSet) -> StageRun {
    var stage = self.run.stage
    stage.parameters = parameters
    guard stage != run.stage else { return run }
    var placed = run
    _ = placed.handle(.place(time, stage))
    return placed
  }
}
