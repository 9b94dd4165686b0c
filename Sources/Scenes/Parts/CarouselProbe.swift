internal import Feel
internal import Stage

/// The motion of a carousel at a moment: its content under the viewport.
struct CarouselProbe: MotionProbe {
  let carousel: Carousel
  let now: Instant

  var state: ControlState { carousel.state(at: now) }

  var reading: MotionReading {
    let layout = carousel.layout
    // Where a card's snap point lies when the card rests.
    let anchor = carousel.frame.minX + carousel.anchor
    let (origin, position) = (carousel.snapOffset(of: 0), carousel.position(at: now))
    var reading = MotionReading(
      "carousel", position: position, velocity: carousel.velocity(at: now),
      state: state, anchor: Vector(anchor, carousel.frame.midY),
      direction: Vector(-1, 0), isContent: true,
      rest: carousel.isPressed ? position : carousel.restOffset(at: now) - origin,
      restTime: carousel.motion.map { $0.start.advanced(atLeast: $0.law.duration) })
    if !carousel.isPressed { reading.restName = Words.card(carousel.restCard(at: now) + 1) }
    reading.pastEndWord = carousel.physics.band.word
    reading.bounds = 0...(carousel.snapOffset(of: layout.count - 1) - origin)
    reading.run = carousel.motion.map { MotionRun($0.law, start: $0.start, carousel.physics) }
    reading.snapPositions = carousel.visibleRange(at: now).map {
      carousel.snapOffset(of: $0) - origin
    }
    return reading
  }

  /// A mark on the cards: whole ones would lie over each other.
  var shape: MovingShape? {
    let anchor = carousel.frame.minX + carousel.layout.alignment.share * carousel.frame.width
    let card = carousel.cardFrame(carousel.nearest(at: now), at: now)
    return MovingShape(Rect(x: anchor - 3, y: card.maxY - 48, width: 6, height: 36), radius: 3)
  }

  var limits: MotionLimits? {
    let (frame, layout) = (carousel.frame, carousel.layout)
    let start = carousel.cardFrame(0, at: now).minX
    let reach = carousel.physics.band.reach(viewport: frame.width)
    // Where the strip begins while the first card rests, and ends while the last one does.
    let first = frame.minX - carousel.snapOffset(of: 0)
    let last = frame.minX + layout.length - carousel.snapOffset(of: layout.count - 1)
    return MotionLimits(
      edges: [start, start + layout.length],
      reach: [first + reach, last - reach],
      slops: [Slop.scrolling.mouse])
  }

  var outlines: [MovingShape] {
    let nearest = carousel.nearest(at: now)
    let others = carousel.visibleRange(at: now).filter { $0 != nearest }
    return ([nearest] + others).map {
      // Around the card: where two sets are whole cards apart, one's edges would lie on the other's.
      MovingShape(
        carousel.cardFrame($0, at: now).inset(by: -4), radius: 18, name: Words.card($0 + 1))
    }
  }

  var releaseEstimate: VelocityEstimate? { carousel.releaseEstimate(at: now) }

  func explanation(of sample: PointerSample) -> ReleaseExplanation? {
    carousel.explanation(of: sample)?.counted(from: carousel.snapOffset(of: 0))
  }
}

extension Carousel {
  /// The card to name where the carousel is: at an end where several share a place the outermost, else the nearest.
  func shownCard(at now: Instant) -> Int {
    outermost(at: contentOffset(at: now)) ?? nearest(at: now)
  }

  /// The same where it will rest.
  func restCard(at now: Instant) -> Int { outermost(at: restOffset(at: now)) ?? restIndex(at: now) }

  private func outermost(at offset: Double) -> Int? {
    guard ends.containment != .none else { return nil }
    if offset <= snapOffset(of: 0) { return 0 }
    return offset >= snapOffset(of: layout.count - 1) ? layout.count - 1 : nil
  }

  /// How far the content is from where the first card rests, in points: it is the same in a stage of any width.
  func position(at now: Instant) -> Double { contentOffset(at: now) - snapOffset(of: 0) }
}
