package import Feel
internal import Raster
internal import TextLayout

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

  /// Draws those of the overlays that are wanted.
  package func draw(_ overlays: Set<Overlay>, into canvas: inout Canvas) {
    guard !overlays.isEmpty, let moment else { return }
    var tags = TagLayer(in: frame)
    let meter = FrameMeter.frame(of: overlays, in: frame, over: run)
    meter.map { tags.keepFree($0) }
    let figures = overlays.contains(.hud) ? FiguresPlace(in: frame, over: run) : nil
    let explained = overlays.contains(.explanation) ? explanation : nil
    // Beside the numbers and the frames' times, where they are shown.
    let boxes = [figures?.frame, meter].compactMap(\.self)
    let room = boxes.reduce(frame) { $0.largestPart(beside: $1) }
    var card: ReleaseCard?
    // Where nothing is under test there is no release, and a card would only cover what is shown.
    if overlays.contains(.explanation), type(of: run.scene).isUnderTest,
      ReleaseCard.hasRoom(in: room)
    {
      card =
        explained.map { ReleaseCard($0.explanation, $0.tense) }
        ?? ReleaseCard(
          noneOfContent: moment.reading.isContent, isOurs: !type(of: run.scene).isObserved)
    }
    let place = card.map { self.place(of: $0, in: room, canvas.fonts) }
    if let place { tags.keepFree(place) }
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
    if let explained {
      moment.drawChoice(of: explained.explanation, &tags, into: &canvas)
    }
    if overlays.contains(.velocity) { moment.drawVelocity(&tags, into: &canvas) }
    if let figures { moment.drawFigures(in: figures, &tags, into: &canvas) }
    tags.draw(into: &canvas)
    if let card, let place { card.draw(into: &canvas, in: place) }
  }

  /// Why the hand that is shown leads where it does; with edited parameters, where it leads with these.
  private var explanation: (explanation: ReleaseExplanation, tense: ReleaseTense)? {
    if let found = edited?.releaseExplanation(at: stageTime) { return (found.explanation, .edited) }
    return run.releaseExplanation(at: stageTime)
  }

  /// Where a card lies: where it covers the least of what it explains, then of the other parts.
  private func place(of card: ReleaseCard, in room: Rect, _ fonts: FontBook) -> Rect {
    let places = card.places(in: room, fonts)
    let whole = places.filter(card.isWhole)
    return run.leastCovering(whole.isEmpty ? places : whole) {
      $0.probe(at: stageTime) == nil ? 1 : 4
    } ?? places[0]
  }

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
  private var moment: OverlayMoment? {
    guard let part = run.watchedPart, let reading = run.reading(at: stageTime) else { return nil }
    return OverlayMoment(
      reading: reading,
      figures: sample(at: stageTime) ?? MotionLog.sample(of: run, at: stageTime),
      isHeld: part.isHeld, time: stageTime, box: part.hitBox.intersection(frame) ?? frame,
      stage: frame)
  }

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

extension StageRun {
  /// Where words of a size cover the least of the scene in a corner of a stage, below before above; `nil` where they have no room.
  package func corner(for size: Size, in stage: Rect) -> Rect? {
    let room = stage.inset(by: 12)
    guard size.width <= room.width, size.height <= room.height else { return nil }
    let (right, bottom) = (room.maxX - size.width, room.maxY - size.height)
    let places = [(room.minX, bottom), (right, bottom), (room.minX, room.minY), (right, room.minY)]
    return leastCovering(places.map { Rect(origin: Vector($0, $1), size: size) }) { _ in 1 }
  }

  /// The first of some places that covers the least of the scene's parts, each counted by its weight, and of its headings, which are words as those of buttons are; `nil` of none.
  func leastCovering(_ places: [Rect], weight: (any Part) -> Double) -> Rect? {
    weighed(weight).leastCovered(by: places)
  }

  /// What of a scene can be covered: its parts, each with its weight, and its headings.
  func weighed(_ weight: (any Part) -> Double) -> WeighedBoxes {
    WeighedBoxes(
      boxes: scene.parts.map { ($0.footprint, weight($0)) } + scene.headings.map { ($0, 4) })
  }
}

/// What can be covered, each box with how much it counts.
struct WeighedBoxes {
  let boxes: [(frame: Rect, weight: Double)]

  /// How much of it a place covers, in square points by their weights.
  func covered(by place: Rect) -> Double {
    boxes.reduce(0) { sum, box in
      let common = place.intersection(box.frame)?.size ?? .zero
      return sum + common.width * common.height * box.weight
    }
  }

  /// The first of some places that covers the least of it; `nil` of none.
  func leastCovered(by places: [Rect]) -> Rect? {
    let sums = places.map(covered)
    return sums.indices.min { sums[$0] < sums[$1] }.map { places[$0] }
  }
}
