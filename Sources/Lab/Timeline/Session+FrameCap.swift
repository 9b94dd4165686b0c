internal import Feel
internal import Stage

extension Session {
  /// The stage that is drawn, and its time: while the stage's clock runs no finer than the frame cap, as a display of that rate shows it.
  func drawn(at time: Instant) -> (run: StageRun, time: Instant) {
    let (run, stageTime) = shown(at: time)
    guard let moment = capped(stageTime), moment < stageTime else { return (run, stageTime) }
    if run.now <= moment { return (run, moment) }
    // Something has happened since, which is not to be seen yet.
    let capped = history.moment(at: moment).run
    var past = placed(capped, at: max(moment, capped.now), under: run.stage.parameters)
    past.scene.takeKeyboard(of: self.run.scene)
    return (past, max(moment, past.now))
  }

  /// Whether what the cap holds back is still to come.
  func isCapMoving(at time: Instant) -> Bool {
    guard past == nil, let moment = capped(clock.stageTime(at: time)) else { return false }
    return moment < run.now || run.scene.isMoving(at: moment)
  }

  /// The moment of the cap's grid at or before a time of the stage, while there is a cap and the stage's clock runs.
  private func capped(_ stageTime: Instant) -> Instant? {
    guard let rate = timeline.frameCap, (past?.clock ?? clock).rate > 0 else { return nil }
    let count = (stageTime.microseconds + 1) * Int64(rate) / 1_000_000
    return min(stageTime, Instant(microseconds: count * 1_000_000 / Int64(rate)))
  }
}
