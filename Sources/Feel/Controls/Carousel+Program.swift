public import FeelGeometry

extension Carousel {
  /// The cards that can be gone to: what a go-to field may name.
  ///
  /// Contained cards that fit the viewport have one place to rest, that of the first; so has a single card.
  public var indices: Range<Int> {
    let isWhole = ends.containment == .none || (ends.containment == .keep && !stops.hasOnePlace)
    return isWhole ? 0..<layout.count : stops.cards.lowerBound..<stops.cards.upperBound + 1
  }

  /// Brings a card to its place, with a motion that a press may interrupt.
  ///
  /// An index that no card has moves nothing; so does any order while a pointer holds the carousel.
  ///
  /// `anchor`: which part of the card goes to the same part of the viewport; `nil` for the carousel's own alignment. Any other is left again at the next snap.
  public mutating func scroll(
    to index: Int, anchor: CardLayout.Alignment? = nil, animated: Bool = true, at time: Instant
  ) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    guard indices.contains(index), !drag.isActive else { return reported(effects) }
    snapAt = nil
    if animated {
      move(to: index, anchor: anchor, &effects)
    } else {
      axis.place(at: axis.extent.clamped(place(of: index, anchor: anchor)))
      effects.append(.settled(nearest(at: now)))
    }
    return reported(effects)
  }

  /// Moves or resizes the viewport; the card on its anchor stays there, in mid-motion too, or as near to it as the ends let it.
  public mutating func layout(
    frame: Rect, scale: Double? = nil, at time: Instant
  ) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    self.frame = frame.plausible
    fit(layout, scale: scale, &effects)
    return reported(effects)
  }

  /// Changes what the carousel does at its ends; what rests where it can no longer rests at the nearest place.
  public mutating func setEnds(_ ends: CarouselEnds, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    self.ends = ends
    fit(layout, &effects)
    return reported(effects)
  }

  /// Brings stops and extent in line with cards, frame and ends, and with them what may no longer rest where it would.
  private mutating func fit(
    _ layout: CardLayout, scale: Double? = nil, _ effects: inout Effects<Effect>
  ) {
    let (old, resting) = (stops, axis.motionRest ?? axis.offset(at: now))
    stops = CardStops(layout, viewport: frame.width, ends: ends)
    let velocity = axis.velocity(at: now)
    axis.keepRest(
      in: Self.extent(of: stops, in: frame, scale: scale ?? axis.extent.scale), at: now)
    // Without containment a card rests at the same place of the strip in any viewport.
    guard old != stops, old.range != stops.range, !axis.isHeld else { return }
    let target =
      end(for: resting, of: old) ?? stops.place(of: stops.held(old.nearest(to: resting)))
    guard target != resting else { return }
    if axis.motionEnd == nil { return axis.place(at: target) }
    run(
      axis.physics.release(
        from: axis.offset(at: now), velocity: velocity, in: axis.extent, landing: target),
      &effects)
  }

  /// The end of the strip for what rested at one of another: there it rests in any viewport, however wide its card is.
  private func end(for place: Double, of old: CardStops) -> Double? {
    switch place {
    case old.range.lowerBound: stops.range.lowerBound
    case old.range.upperBound: stops.range.upperBound
    default: nil
    }
  }

  /// Changes the laws of motion; a motion under way goes on to the same card from where it is, as fast as it is.
  public mutating func setPhysics(_ physics: ScrollPhysics, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    drag.tracker.settings = physics.velocity
    let (offset, velocity) = (axis.offset(at: now), axis.velocity(at: now))
    let target = axis.motionRest
    axis.change(physics: physics, at: now)
    if let target {
      run(
        physics.release(from: offset, velocity: velocity, in: axis.extent, landing: target),
        &effects)
    }
    return reported(effects)
  }

  /// Changes the cards; the card nearest to the centre stays there, or the last one takes its place.
  public mutating func setLayout(_ layout: CardLayout, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    let (old, oldStops, start) = (self.layout, stops, axis.offset(at: now))
    let target = axis.motionRest.map { stops.nearest(to: $0) }
    let moved = Self.moved(start, from: old, to: layout)
    var place = moved.place
    let velocity = axis.velocity(at: now) * moved.ratio
    stops = CardStops(layout, viewport: frame.width, ends: ends)
    let (wasHeld, isMoving) = (axis.isHeld, axis.motionEnd != nil)
    if ends.containment != .none, old.count == layout.count, !wasHeld, !isMoving {
      place = end(for: start, of: oldStops) ?? place
    }
    axis.place(at: place)
    axis.change(
      extent: Self.extent(of: stops, in: frame, scale: axis.extent.scale), at: now)
    if wasHeld {
      axis.drag(to: axis.travel, at: now)
    } else if isMoving || axis.extent.overscroll(of: place) != 0 {
      let index = min(layout.count - 1, target ?? stops.nearest(to: place))
      run(
        axis.physics.release(
          from: place, velocity: velocity, in: axis.extent, landing: stops.place(of: index)),
        &effects)
    }
    return reported(effects)
  }

  /// A place of one strip on another, in the same share of the way between the same two cards; and what that does to a velocity.
  private static func moved(
    _ place: Double, from old: CardLayout, to new: CardLayout
  ) -> (place: Double, ratio: Double) {
    let nearest = old.nearest(to: place)
    let next = place < old.snapPoint(of: nearest) ? nearest - 1 : nearest + 1
    let kept = min(nearest, new.count - 1)
    guard old.width(of: nearest) != new.width(of: kept) || old.spacing != new.spacing,
      next >= 0, next < min(old.count, new.count), kept == nearest
    else {
      return (place - old.snapPoint(of: kept) + new.snapPoint(of: kept), 1)
    }
    let ratio =
      (new.snapPoint(of: next) - new.snapPoint(of: nearest))
      / (old.snapPoint(of: next) - old.snapPoint(of: nearest))
    // Cards too narrow to be told apart have no way between them to share out.
    guard ratio.isFinite, ratio <= 1e6 else {
      return (place - old.snapPoint(of: kept) + new.snapPoint(of: kept), 1)
    }
    return (new.snapPoint(of: nearest) + (place - old.snapPoint(of: nearest)) * ratio, ratio)
  }

  /// Sets out for a card from wherever the carousel is, as fast as it is.
  mutating func move(
    to index: Int, anchor: CardLayout.Alignment? = nil, _ effects: inout Effects<Effect>
  ) {
    let target = place(of: index, anchor: anchor)
    let cards = abs(index - nearest(at: now))
    let duration = min(0.9, 0.25 + 0.04 * Double(max(1, cards)).squareRoot())
    axis.glide(to: target, lasting: duration, at: now)
    if axis.motionEnd == nil { effects.append(.settled(nearest(at: now))) }
  }

  private func place(of index: Int, anchor: CardLayout.Alignment?) -> Double {
    guard let anchor, anchor != layout.alignment else { return stops.place(of: index) }
    let part = layout.leadingEdge(of: index) + anchor.share * layout.width(of: index)
    return part + stops.anchor - anchor.share * axis.extent.viewport
  }
}
