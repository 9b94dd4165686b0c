internal import Feel

/// What the overlays are drawn from: one moment of the control that was touched last.
struct OverlayMoment {
  /// Its motion.
  let reading: MotionReading
  /// The numbers to be read, which change five times a second at most.
  let figures: MotionLog.Sample
  /// Whether a pointer holds it: then what is told of a release is an estimate.
  let isHeld: Bool
  /// The stage's time.
  let time: Instant
  /// What the control takes up of the stage, in points.
  let box: Rect
  /// The stage, in points.
  let stage: Rect

  /// Whether it goes to the left and right.
  var isLevel: Bool { abs(reading.direction.x) >= abs(reading.direction.y) }
}

extension Session {
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
