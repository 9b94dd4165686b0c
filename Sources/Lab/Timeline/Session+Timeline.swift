internal import Feel
internal import FeelTrace
internal import Stage

extension Session {
  /// What the timeline shows at a time, while it is open.
  func timelineContent(at time: Instant) -> TimelineContent? {
    guard let frame = layout.timeline else { return nil }
    let layout = TimelineLayout(frame)
    let (shown, end) = (stageTime(at: time), timelineEnd(at: time))
    let whole = TimelineView.whole(from: history.start, to: end)
    var view = timeline.view
    if playHeadMoves(at: time) { view.turn(to: min(shown, end)) }
    return TimelineContent(
      layout: layout, axis: view.axis(of: whole, across: layout.plot), whole: whole,
      start: history.start, end: end, shown: shown, isPaused: isPaused, speed: speed,
      habits: habits)
  }

  /// The curves and bands that the timeline shows.
  func timelineTraces(_ content: TimelineContent) -> LaneTraces {
    var traces = LaneTraces(log, then: run, to: content.end, along: content.axis)
    if let former, run.twin.isEmpty { traces.add(former: former, along: content.axis) }
    return traces
  }

  /// Where the timeline ends: the last thing that happened, not the wall's time, so that a stage at rest costs nothing.
  private func timelineEnd(at time: Instant) -> Instant {
    let live = clock.stageTime(at: max(time, now))
    guard !isBusy(at: live) else { return live }
    let known = [log.marks.last?.time, log.changes.last?.time, log.otherRest, markers.last]
      .compactMap { $0 }
    var end = max(history.start, known.max() ?? history.start)
    // It has come to rest since the log was brought up to date.
    if log.changes.last.map({ $0.state != .idle }) ?? false { end = max(end, run.now) }
    if isPaused || past != nil { end = max(end, stageTime(at: time), timeline.reach ?? end) }
    return min(end, live)
  }

  /// Whether the timeline changes by time alone: it grows while the control moves or is held.
  func isTimelineMoving(at time: Instant) -> Bool {
    guard chrome.isTimelineOpen else { return false }
    if timeline.isMoving(at: time) { return true }
    return past == nil && playHeadMoves(at: time)
  }

  /// Whether time goes on at the play-head: it stands where a stage came to rest.
  private func playHeadMoves(at time: Instant) -> Bool {
    if let past { return past.clock.rate > 0 }
    return clock.rate > 0 && isBusy(at: clock.stageTime(at: time))
  }

  /// Whether the control in hand is held or moves, under either set of parameters.
  private func isBusy(at stageTime: Instant) -> Bool {
    let readings = [run.watched(at: stageTime), run.twin.first?.watched(at: stageTime)]
    return readings.contains { $0?.state ?? .idle != .idle }
  }

  /// What the pointer looks like over the timeline.
  var timelineCursor: Cursor? {
    guard !chrome.isHelpShown else { return nil }
    return layout.timeline.flatMap { timeline.cursor(TimelineLayout($0)) }
  }

  /// Gives the timeline the pointer, once the bar has seen it.
  mutating func takeTimeline(_ sample: PointerSample) {
    guard chrome.isTimelineOpen else { return }
    log.follow(run, to: liveStageTime)
    guard let content = timelineContent(at: now) else { return }
    var sample = sample
    // A hand that holds something on the stage passes over the timeline without touching it.
    if run.scene.isHeld || chrome.isHelpShown, !timeline.isScrubbing { sample.phase = .exited }
    if let action = timeline.handle(sample, content) { perform(action) }
    if sample.phase == .down, timeline.hasKeyboard { leaveStagePart() }
  }

  /// Gives the timeline a turn of the wheel over it; returns whether it was over it.
  mutating func takeTimeline(_ sample: WheelSample) -> Bool {
    guard let frame = layout.timeline, frame.contains(sample.location) else { return false }
    log.follow(run, to: liveStageTime)
    guard let content = timelineContent(at: now) else { return false }
    timeline.turn(sample, content, timelineTraces(content))
    return true
  }

  /// Follows the keys of the timeline while it has the keyboard; returns whether it was one of them.
  mutating func takeTimeline(_ sample: KeySample) -> Bool {
    guard chrome.isTimelineOpen, timeline.hasKeyboard, sample.phase == .down else { return false }
    let isFar = sample.modifiers.contains(.shift)
    switch (sample.key, sample.modifiers.subtracting(.shift)) {
    case (.left, []), (.right, []):
      let frames = (sample.key == .left ? -1.0 : 1) * (isFar ? 10 : 1)
      walk(by: frames / 60, with: sample)
    case (.character("c"), .control): copyLanes()
    case (.left, .control): showChange(isLater: false)
    case (.right, .control): showChange(isLater: true)
    case (.home, []): perform(.show(history.start))
    case (.end, []): perform(.show(timelineEnd(at: now)))
    case (.space, []): apply(.pause(!isPaused))
    default: return false
    }
    timeline.showsFocus = true
    return true
  }

  /// Abandons a press in the timeline.
  mutating func cancelTimeline() {
    if let action = timeline.cancel(at: now) { perform(action) }
  }

  /// Lets the time pass that the timeline waits for.
  mutating func advanceTimeline() {
    if let action = timeline.advance(to: now) { perform(action) }
  }

  /// Shows or hides the timeline.
  mutating func toggleTimeline() {
    cancelTimeline()
    timeline.hasKeyboard = false
    chrome.isTimelineOpen.toggle()
    applyStage()
  }

  /// Remembers how far the lanes reach while the stage's clock stands, and turns to the page of the play-head while it runs.
  mutating func settleTimeline() {
    guard chrome.isTimelineOpen else { return }
    let end = timelineEnd(at: now)
    timeline.reach = isPaused || past != nil ? end : nil
    if playHeadMoves(at: now) { timeline.view.turn(to: min(stageTime(at: now), end)) }
  }

  /// Stops the stage's clock, and goes on or back by seconds of the stage.
  mutating func walk(by seconds: Double) {
    if isPaused {
      apply(.command("step", seconds))
      timeline.view.turn(to: stageTime(at: now))
    } else {
      apply(.pause(true))
    }
  }

  /// Does so for a key; one that is held steps ten times a second, however fast the keyboard repeats.
  mutating func walk(by seconds: Double, with sample: KeySample) {
    if timeline.takesStep(sample) { walk(by: seconds) }
  }

  /// Stops the stage's clock, and shows the moment of the next change of state, or of the one before.
  ///
  /// Past the last one the stage goes on to when something is due.
  mutating func showChange(isLater: Bool) {
    if !isPaused { apply(.pause(true)) }
    let (shown, changes) = (stageTime(at: now), log(at: now).changes)
    if isLater {
      let next = changes.first { $0.time > shown }?.time
      show(next ?? max(run.scene.deadline ?? liveStageTime, liveStageTime))
    } else {
      show(changes.last { $0.time < shown }?.time ?? history.start)
    }
    timeline.view.turn(to: stageTime(at: now))
  }

  private mutating func perform(_ action: TimelineAction) {
    switch action {
    case .press(.lastChange): showChange(isLater: false)
    case .press(.stepBack): walk(by: -1.0 / 60)
    case .press(.pause): apply(.pause(!isPaused))
    case .press(.stepOn): walk(by: 1.0 / 60)
    case .press(.nextChange): showChange(isLater: true)
    case .press(.speed(let speed)): apply(.speed(speed))
    case .press(.cap(let rate)): timeline.frameCap = rate
    case .offer(let place): offerExports(at: place)
    case .show(let moment):
      if !isPaused { apply(.pause(true)) }
      show(moment)
    case .restore(let moment, let wasPaused):
      show(moment)
      apply(.pause(wasPaused))
    }
  }
}
