package import Feel

/// What the overlays show of a stage at a time, read off its player.
package struct OverlayReader {
  /// How long after the pointer's last move the estimate of its velocity may still change, in microseconds.
  private static let aging: Int64 = 200_000

  private let run: StageRun
  /// The same take under edited parameters, while that is seen beside it.
  private let edited: StageRun?
  private let log: MotionLog
  private let stageTime: Instant
  private let time: Instant
  private let frame: Rect

  /// Reads a stage at a time of its own and of the session; no overlay leaves the frame, in points.
  package init(
    _ player: Player, _ run: StageRun, at stageTime: Instant, _ time: Instant, in frame: Rect
  ) {
    (self.run, log) = (run, player.shownLog)
    (self.stageTime, self.time, self.frame) = (stageTime, time, frame)
    edited = player.showsEdit && !player.isObserved ? run.runB : nil
  }

  /// Draws those of the overlays that lie on the stage itself.
  package mutating func draw(_ overlays: Set<Overlay>, into canvas: inout Canvas) {
    guard !overlays.isEmpty, let moment else { return }
    var tags = TagLayer(in: frame)
    if overlays.contains(.bounds), let limits = run.probe(at: stageTime)?.limits {
      moment.drawBounds(limits, press: run.press, &tags, into: &canvas)
    }
    if overlays.contains(.ghosts), let shape = run.probe(at: stageTime)?.shape,
      let trail = ghosts
    {
      moment.drawGhosts(trail, of: shape, into: &canvas)
    }
    if overlays.contains(.rest) {
      if let wrong = predictionError, wrong.opacity > 0 {
        moment.drawPredictionError(
          predicted: wrong.predicted, off: wrong.off, opacity: wrong.opacity, &tags, into: &canvas)
      }
      moment.drawRest(&tags, into: &canvas)
    }
    if overlays.contains(.samples), let record = run.releaseRecord(at: stageTime) {
      moment.drawSamples(record, &tags, into: &canvas)
    }
    if overlays.contains(.explanation), let explanation {
      moment.drawChoice(of: explanation.explanation, &tags, into: &canvas)
    }
    if overlays.contains(.velocity) { moment.drawVelocity(&tags, into: &canvas) }
    tags.draw(into: &canvas)
  }

  /// Rate, position, velocity and state of the motion that is shown; `nil` for what it has not.
  mutating func figures(_ theme: Theme) -> [Shelf.Figure?] { moment?.figures(theme) ?? [] }

  /// Why the hand that is shown leads where it does, or what it would take to have that said.
  var card: ReleaseCard {
    mutating get { explanation.map { ReleaseCard($0.explanation, $0.tense) } ?? .none }
  }

  /// Why the hand that is shown leads where it does; with edited parameters, where it leads with these.
  private lazy var explanation: (explanation: ReleaseExplanation, tense: ReleaseTense)? = {
    if let found = edited?.releaseExplanation(at: stageTime) { return (found.explanation, .edited) }
    return run.releaseExplanation(at: stageTime)
  }()

  /// Whether the overlays differ after the time from what they are at it, by time alone.
  package func isMoving(_ overlays: Set<Overlay>) -> Bool {
    if overlays.contains(.ghosts), let ghosts, !ghosts.ghosts.isEmpty { return true }
    if overlays.contains(.rest), (predictionError?.opacity ?? 0) > 0 { return true }
    guard !overlays.isDisjoint(with: [.hud, .velocity, .rest, .explanation, .samples]) else {
      return false
    }
    return figuresChange
  }

  /// What the overlays show; `nil` where nothing has a motion.
  private lazy var moment: OverlayMoment? = {
    guard let part = run.watchedPart, let reading = run.reading(at: stageTime) else { return nil }
    return OverlayMoment(
      reading: reading,
      figures: sample(at: stageTime) ?? MotionLog.sample(of: run, at: stageTime),
      isHeld: part.isHeld, time: stageTime, box: part.hitBox.intersection(frame) ?? frame,
      stage: frame)
  }()

  /// Where what moves was in the last moments.
  private var ghosts: GhostTrail? {
    guard let reading = run.watched(at: stageTime), reading.direction != .zero else { return nil }
    return GhostTrail(of: reading, source: run.source(of: reading), at: stageTime) {
      sample(at: $0)
    }
  }

  /// A prediction that proved wrong: the position predicted, how far off it was, and how plainly to show it.
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

  /// Whether a number may be another one a little later: in a motion, and for a moment after the pointer moved what it holds, as the estimate of its velocity grows old.
  private var figuresChange: Bool {
    guard let part = run.watchedPart else { return false }
    if part.isMoving(at: stageTime) { return true }
    guard part.isHeld, let pointer = run.lastPointer else { return false }
    return stageTime.microseconds - pointer.time.microseconds < Self.aging
  }

  /// The motion at a stage time; of one before the stage's newest event from the log.
  private func sample(at stageTime: Instant) -> MotionLog.Sample? {
    stageTime >= run.now ? MotionLog.sample(of: run, at: stageTime) : log.sample(at: stageTime)
  }
}
