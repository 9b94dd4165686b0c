internal import Feel
internal import Stage

/// The motion of a carousel at a moment: its content under the viewport.
struct CarouselProbe: MotionProbe {
  let carousel: Carousel
  let now: Instant

  var state: ControlState { carousel.state(at: now) }

  var reading: MotionReading {
    let layout = carousel.layout
    let share = layout.alignment.share
    // Where a card's snap point lies when the card rests.
    let anchor = carousel.frame.minX + share * carousel.frame.width
    let start = layout.snapPoint(of: 0) - share * carousel.frame.width
    let end = layout.snapPoint(of: layout.count - 1) - share * carousel.frame.width
    let position = carousel.contentOffset(at: now)
    var reading = MotionReading(
      "carousel", position: position, velocity: carousel.velocity(at: now),
      state: state, anchor: Vector(anchor, carousel.frame.midY),
      direction: Vector(-1, 0), isContent: true,
      rest: carousel.isPressed ? position : carousel.restOffset(at: now),
      restTime: carousel.motion.map { $0.start.advanced(atLeast: $0.law.duration) })
    if !carousel.isPressed { reading.restName = "card \(carousel.restIndex(at: now) + 1)" }
    reading.pastEndWord = carousel.physics.band.word
    reading.bounds = start...max(start, end)
    reading.run = carousel.motion.map { MotionRun($0.law, start: $0.start, carousel.physics) }
    reading.snapPositions = carousel.visibleRange(at: now).map {
      layout.snapPoint(of: $0) - share * carousel.frame.width
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
    let start = frame.minX - carousel.contentOffset(at: now)
    let anchor = frame.minX + layout.alignment.share * frame.width
    let reach = carousel.physics.band.reach(viewport: frame.width)
    let last = layout.length - layout.snapPoint(of: layout.count - 1)
    return MotionLimits(
      edges: [start, start + layout.length],
      reach: [anchor - layout.snapPoint(of: 0) + reach, anchor + last - reach],
      slops: [Slop.scrolling.mouse])
  }

  var outlines: [MovingShape] {
    let nearest = carousel.nearest(at: now)
    let others = carousel.visibleRange(at: now).filter { $0 != nearest }
    return ([nearest] + others).map {
      MovingShape(carousel.cardFrame($0, at: now), radius: 14, name: "\($0 + 1)")
    }
  }

  var releaseEstimate: VelocityEstimate? { carousel.releaseEstimate(at: now) }

  func explanation(of sample: PointerSample) -> ReleaseExplanation? {
    carousel.explanation(of: sample)
  }
}
