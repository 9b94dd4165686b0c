internal import Feel
internal import Raster
internal import Stage

extension Session {
  /// Draws the overlays that are shown over a stage.
  func drawOverlays(
    of run: StageRun, at stageTime: Instant, _ time: Instant, into canvas: inout Canvas
  ) {
    guard !overlays.isEmpty, let moment = overlayMoment(of: run, at: stageTime, time) else {
      return
    }
    var tags = TagLayer(in: layout.openStage)
    FrameMeter.frame(of: overlays, in: layout.openStage).map { tags.keepFree($0) }
    if overlays.contains(.bounds), let limits = run.watchedPart?.limits(at: stageTime) {
      moment.drawBounds(limits, press: run.press, &tags, into: &canvas)
    }
    if overlays.contains(.ghosts), let shape = run.watchedPart?.movingShape(at: stageTime),
      let trail = ghosts(of: run, at: stageTime)
    {
      moment.drawGhosts(trail, of: shape, into: &canvas)
    }
    if overlays.contains(.rest) {
      if let wrong = surprise(of: run, at: stageTime), wrong.opacity > 0 {
        moment.drawSurprise(
          told: wrong.told, off: wrong.off, opacity: wrong.opacity, &tags, into: &canvas)
      }
      moment.drawRest(&tags, into: &canvas)
    }
    if overlays.contains(.samples), let record = run.releaseRecord(at: stageTime) {
      moment.drawSamples(record, &tags, into: &canvas)
    }
    if overlays.contains(.velocity) { moment.drawVelocity(&tags, into: &canvas) }
    if overlays.contains(.hud) { moment.drawFigures(&tags, into: &canvas) }
    tags.draw(into: &canvas)
  }

  /// From one refresh of the overlays' numbers to the next, in microseconds of the session's time.
  private static let refresh: Int64 = 200_000

  /// What the overlays show at a time; `nil` where nothing has a motion.
  func overlayMoment(
    of run: StageRun, at stageTime: Instant, _ time: Instant
  ) -> OverlayMoment? {
    guard let part = run.watchedPart, let reading = run.reading(at: stageTime) else { return nil }
    let stage = layout.openStage
    let figures = sample(of: run, at: figuresTime(of: run, at: stageTime, time))
    return OverlayMoment(
      reading: reading, figures: figures ?? MotionLog.sample(of: run, at: stageTime),
      isHeld: part.isHeld, time: stageTime, box: part.hitBox.intersection(stage) ?? stage,
      stage: stage)
  }

  /// Whether the overlays differ after a time from what they are at it, by time alone.
  func overlaysMove(_ run: StageRun, at stageTime: Instant) -> Bool {
    if overlays.contains(.ghosts), let trail = ghosts(of: run, at: stageTime), !trail.ghosts.isEmpty
    {
      return true
    }
    if overlays.contains(.rest), (surprise(of: run, at: stageTime)?.opacity ?? 0) > 0 {
      return true
    }
    guard !overlays.isDisjoint(with: [.hud, .velocity, .rest, .samples]) else { return false }
    return figuresChange(run, at: stageTime)
  }

  /// Where what moves was in the last moments.
  func ghosts(of run: StageRun, at stageTime: Instant) -> GhostTrail? {
    guard let reading = run.watched(at: stageTime), reading.direction != .zero else { return nil }
    return GhostTrail(of: reading, source: run.source(of: reading), at: stageTime) {
      sample(of: run, at: $0)
    }
  }

  /// A forecast that proved wrong: the position told, how far off it was, and how plainly to show it.
  func surprise(
    of run: StageRun, at stageTime: Instant
  ) -> (told: Double, off: Double, opacity: Double)? {
    guard let told = run.release?.told, let reading = run.watched(at: stageTime),
      let off = OverlayMoment.surprise(run.release, reading, source: run.source(of: reading))
    else { return nil }
    guard reading.state == .idle else { return (told, off, 1) }
    let rest = log.changes.last { $0.time <= stageTime }?.time ?? stageTime
    let share = (stageTime - rest) / OverlayMoment.surpriseLasting
    return (told, off, max(0, 1 - share))
  }

  /// Whether a number may be another one a little later: in a motion, and for a moment after the pointer moved what it holds, as the estimate of its velocity grows old.
  private func figuresChange(_ run: StageRun, at stageTime: Instant) -> Bool {
    guard let part = run.watchedPart else { return false }
    if part.isMoving(at: stageTime) { return true }
    guard part.isHeld, let pointer = run.lastPointer else { return false }
    return stageTime.microseconds - pointer.time.microseconds < Self.refresh
  }

  /// When the numbers shown are read, in stage time: at the last refresh while they change, and at once when they stand.
  private func figuresTime(
    of run: StageRun, at stageTime: Instant, _ time: Instant
  ) -> Instant {
    let rate = (past?.clock ?? clock).rate
    guard rate > 0, figuresChange(run, at: stageTime) else { return stageTime }
    let age = Double(time.microseconds % Self.refresh) / 1e6
    return stageTime.advanced(by: -age * rate)
  }

  /// The motion at a stage time; of one before the stage's newest event from the log.
  private func sample(of run: StageRun, at stageTime: Instant) -> MotionLog.Sample? {
    stageTime >= run.now ? MotionLog.sample(of: run, at: stageTime) : log.sample(at: stageTime)
  }
}
