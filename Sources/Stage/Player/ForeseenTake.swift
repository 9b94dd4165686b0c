internal import Feel

/// What a take comes to that a hand has stopped in mid-air.
extension Player {
  /// Lets the take under way come to its rest as it does without another event, while the stage's clock stands: the moment that is shown stays, now as one of a finished take.
  ///
  /// What is changed next is then seen beside the whole of it, and cuts nothing off: other parameters, another size of the stage. A hand that touches the stage goes on from the moment that is shown, in a take of its own. Where a hand holds something, or nothing is under way, nothing happens.
  package mutating func foreseeRest() {
    guard clockSetting.isPaused, rerun == nil, !run.scene.isHeld, openTake != nil else { return }
    let shown = stageTime(at: now)
    past = nil
    while takes.open != nil, let due = live.deadline {
      let time = max(due, liveStageTime)
      clock.set(time, at: now)
      pass(to: time)
    }
    show(shown)
  }
}
