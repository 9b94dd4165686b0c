package import Feel

/// The overlays of a stage at a time, read from its player.
package struct OverlayReader {
  /// How long after the pointer's last move its velocity estimate may still change, in
  /// microseconds.
  private static let aging: Int64 = 200_000

  private let run: StageRun
  /// The kind of comparison, if any.
  private let beside: Pair.Kind?
  /// A cached card, reused if it belongs to the shown release.
  package var known: ReleaseCard?
  private let log: MotionLog
  private let stageTime: Instant
  private let time: Instant
  private let frame: Rect

  /// Reads a stage at a stage time and a session time; overlays stay within the frame, in points.
  package init(
    _ player: Player, _ run: StageRun, at stageTime: Instant, _ time: Instant, in frame: Rect
  ) {
    (self.run, log) = (run, player.shownLog)
    (self.stageTime, self.time, self.frame) = (stageTime, time, frame)
    beside = player.pair?.kind
  }

  /// Draws the overlays that lie on the stage itself.
  package mutating func draw(_ overlays: Set<Overlay>, into canvas: inout Canvas) {
    guard !overlays.isEmpty, let moment else { return }
    var tags = TagLayer(in: frame)
    if overlays.contains(.hud) {
      // Reserved for the numbers.
      tags.keepFree(Rect(x: frame.maxX - 312, y: frame.minY + 8, width: 300, height: 20))
    }
    if overlays.contains(.bounds), let limits = run.probe(at: stageTime)?.limits {
      moment.drawBounds(limits, press: run.press, &tags, into: &canvas)
    }
    let (part, probe) = (run.watchedPart, run.probe(at: stageTime))
    if overlays.contains(.ghosts), let part, let probe, let trail = ghosts {
      let points = trail.ghosts.map { (way: $0.distance, opacity: $0.opacity) }
      if !probe.drawTrail(points, of: part, into: &canvas), let shape = probe.shape {
        moment.drawGhosts(trail, of: shape, into: &canvas)
      }
    }
    if overlays.contains(.rest), let part, let probe {
      if let wrong = predictionError, wrong.opacity > 0 {
        moment.drawPredictionError(
          predicted: wrong.predicted, off: wrong.off, opacity: wrong.opacity, &tags, into: &canvas)
      }
      let isDrawn = probe.drawLanding(
        moment.reading, of: part, isCompared: run.runB != nil, into: &canvas)
      if beside == .preset {
        // Another program's resting place cannot be predicted, but the preset's can.
        let all = [moment, run.runB.flatMap(self.moment(of:))].compactMap(\.self)
        all.first { $0.reading.restTime != nil }?
          .drawRest(canvas.theme.b, &tags, into: &canvas)
      } else if !isDrawn {
        moment.drawRest(canvas.theme.accent, &tags, into: &canvas)
      }
    }
    if overlays.contains(.samples), let record = run.releaseRecord(at: stageTime) {
      moment.drawSamples(record, &tags, into: &canvas)
    }
    if overlays.contains(.explanation), let card {
      moment.drawChoice(
        of: card.a.explanation, isCompared: beside != nil, &tags, into: &canvas)
    }
    if overlays.contains(.velocity) { moment.drawVelocity(&tags, into: &canvas) }
    tags.draw(into: &canvas)
  }

  /// Draws the available numbers of the shown motion (rate, position, velocity, phase) on one line,
  /// right-aligned to a point.
  package mutating func drawNumbers(endingAt end: Vector, into canvas: inout Canvas) {
    moment?.drawNumbers(endingAt: end, into: &canvas)
  }

  /// The explanation of the shown release, under the edited parameters if an edit is shown; `nil`
  /// if nothing was released.
  lazy var card: ReleaseCard? = {
    if let known, let key = known.key, key == ReleaseCard.key(run, beside) { return known }
    return ReleaseCard(run, beside, at: stageTime)
  }()

  /// Whether time alone changes the overlays after the time.
  package func isMoving(_ overlays: Set<Overlay>) -> Bool {
    if overlays.contains(.ghosts), let ghosts, !ghosts.ghosts.isEmpty { return true }
    if overlays.contains(.rest), (predictionError?.opacity ?? 0) > 0 { return true }
    guard !overlays.isDisjoint(with: [.hud, .velocity, .rest, .explanation, .samples]) else {
      return false
    }
    return figuresChange
  }

  /// The input of the overlays; `nil` where nothing has a motion.
  private lazy var moment: OverlayMoment? = moment(of: run)

  private func moment(of run: StageRun) -> OverlayMoment? {
    guard let part = run.watchedPart, let reading = run.reading(at: stageTime) else { return nil }
    return OverlayMoment(
      reading: reading,
      figures: sample(at: stageTime) ?? MotionLog.sample(of: run, at: stageTime),
      isHeld: part.isHeld, time: stageTime, box: part.hitBox.intersection(frame) ?? frame,
      stage: frame)
  }

  /// The recent positions of the moving thing.
  private var ghosts: GhostTrail? {
    guard let reading = run.watched(at: stageTime), reading.direction != .zero else { return nil }
    return GhostTrail(of: reading, source: run.source(of: reading), at: stageTime) {
      sample(at: $0)
    }
  }

  /// A prediction that proved wrong: the predicted position, its error, and the opacity to draw it
  /// with.
  private var predictionError: (predicted: Double, off: Double, opacity: Double)? {
    guard let predicted = run.release?.predicted, let reading = run.watched(at: stageTime),
      let off = OverlayMoment.predictionError(
        run.release, reading, source: run.source(of: reading))
    else { return nil }
    guard reading.state == .idle else { return (predicted, off, 1) }
    let rest = log.changes.last { $0.time <= stageTime }?.time ?? stageTime
    let share = (stageTime - rest) / OverlayMoment.predictionErrorLasting
    return (predicted, off, max(0, 1 - share))
  }

  /// Whether a number may change shortly: during a motion, and for a moment after the pointer last
  /// moved what it holds, while the velocity estimate ages.
  private var figuresChange: Bool {
    guard let part = run.watchedPart else { return false }
    if part.isMoving(at: stageTime) { return true }
    guard part.isHeld, let pointer = run.lastPointer else { return false }
    return stageTime.microseconds - pointer.time.microseconds < Self.aging
  }

  /// The motion at a stage time; before the stage's newest event, it comes from the log.
  private func sample(at stageTime: Instant) -> MotionLog.Sample? {
    stageTime >= run.now ? MotionLog.sample(of: run, at: stageTime) : log.sample(at: stageTime)
  }
}
