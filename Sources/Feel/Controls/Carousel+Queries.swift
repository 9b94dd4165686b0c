public import FeelGeometry

extension Carousel {
  /// The viewport's leading edge on the strip at a time, in points; negative where the first card is centred.
  public func contentOffset(at time: Instant) -> Double {
    place(at: time) - stops.anchor
  }

  /// The content's velocity at a time, in points per second, positive towards higher indices.
  ///
  /// Exact while it moves by itself; while it is dragged, what a release at that time would start with.
  public func velocity(at time: Instant) -> Double {
    asked(at: time) { state in
      state.axis.isHeld ? state.dragVelocity(at: time) : state.axis.velocity(at: time)
    }
  }

  /// Where the carousel will rest, as a content offset in points: while it is dragged, if it were released at that time.
  public func restOffset(at time: Instant) -> Double {
    asked(at: time) { $0.restPlace(at: time) } - stops.anchor
  }

  /// The card it will rest on: while it is dragged, if it were released at that time.
  public func restIndex(at time: Instant) -> Int {
    stops.nearest(to: asked(at: time) { $0.restPlace(at: time) })
  }

  /// The card nearest to the anchor at a time, which would be snapped to; a tie goes to the lower index.
  public func nearest(at time: Instant) -> Int { stops.nearest(to: place(at: time)) }

  /// The content offset at which a card comes to rest, in points.
  ///
  /// - Precondition: `index` is that of a card.
  public func snapOffset(of index: Int) -> Double { stops.place(of: index) - stops.anchor }

  /// How far beyond the viewport's beginning the anchor lies, in points.
  public var anchor: Double { stops.anchor }

  /// The cards of which some part lies in the viewport at a time.
  public func visibleRange(at time: Instant) -> Range<Int> {
    let offset = contentOffset(at: time)
    return layout.indices(from: offset, to: offset + axis.extent.viewport)
  }

  /// Where a card is at a time, in points of the frame's space.
  ///
  /// - Precondition: `index` lies in `indices`.
  public func cardFrame(_ index: Int, at time: Instant) -> Rect {
    Rect(
      x: frame.minX + (layout.leadingEdge(of: index) - contentOffset(at: time)),
      y: frame.midY - cardHeight / 2, width: layout.width(of: index), height: cardHeight)
  }

  /// The card whose shape a press at a place in the viewport hits at a time; `nil` beside and between the cards.
  ///
  /// Where cards are so close that a finger hits two, it is the one that lies under it.
  public func card(
    at location: Vector, by device: PointerSample.Device = .mouse, time: Instant
  ) -> Int? {
    guard frame.contains(location) else { return nil }
    let x = contentOffset(at: time) + (location.x - frame.minX)
    let reach = device == .touch ? ContainerShape.touchMargin : 0
    let near = [0, -reach, reach].lazy.compactMap { layout.card(at: x + $0) }
    return near.first { cardShape.isHit(at: location, by: device, in: cardFrame($0, at: time)) }
  }

  /// The card under the pointer at a time, while nothing is dragged.
  public func hoveredCard(at time: Instant) -> Int? {
    guard isEnabled, pointer.isPresent, !drag.isDragging else { return nil }
    return card(at: pointer.location, by: pointer.device, time: time)
  }

  /// The card that a release would click at a time: the one that was pressed, while it is under the pointer and nothing is dragged.
  public func pressedCard(at time: Instant) -> Int? {
    guard let pressed, !hasCaught, hoveredCard(at: time) == pressed else { return nil }
    return pressed
  }

  /// How far past an end the content shows at a time, in points: negative before the first card.
  public func overscroll(at time: Instant) -> Double {
    axis.extent.overscroll(of: place(at: time))
  }

  /// Where the carousel is between its ends at a time, 0…1 and beyond while it overshoots; 0 with a single card.
  public func progress(at time: Instant) -> Double {
    let length = axis.extent.maximum - axis.extent.minimum
    let progress = (place(at: time) - axis.extent.minimum) / length
    // A strip may be so short that anything past its end is infinitely many lengths away.
    return progress.isFinite ? progress : 0
  }

  /// What the carousel is doing at a time.
  public func state(at time: Instant) -> ControlState {
    asked(at: time) { state in
      let drag = state.drag
      let word = state.axis.state(at: time, isDragging: drag.isDragging)
      guard word == .idle else { return word }
      if drag.isActive { return drag.isDragging ? .tracking : .pressed }
      return drag.isCancelled ? .cancelled : .idle
    }
  }

  /// Whether a press is held on the carousel, or fingers on a touchpad hold it.
  public var isPressed: Bool { drag.isActive }

  /// Whether fingers on a touchpad hold the carousel, away from the pointer.
  public var isHeldByFingers: Bool { drag.isByFingers }

  /// When time alone next changes the state, or `nil` if only an event can.
  public var deadline: Instant? {
    guard let end = axis.motionEnd else { return nextChange }
    return nextChange.map { min($0, end) } ?? end
  }

  /// When something but the motion under way happens by itself: a snap, or the loss of fingers that give no sign.
  private var nextChange: Instant? {
    guard let lost = drag.fingersLostAt else { return snapAt }
    return snapAt.map { min($0, lost) } ?? lost
  }

  /// Whether a later frame would look different because of time alone.
  public func isMoving(at time: Instant) -> Bool {
    asked(at: time) { $0.axis.motionEnd.map { time < $0 } ?? false }
  }

  /// The motion under way and when it began, for drawing and checking; `nil` while held or at rest.
  public var motion: (law: ScrollMotion, start: Instant)? {
    axis.motion.map { ($0.law, $0.start) }
  }

  /// What a release at a time would make of the pointer's samples; `nil` unless a press is held.
  public func releaseEstimate(at time: Instant) -> VelocityEstimate? {
    drag.releaseEstimate(at: time)
  }

  /// The laws of motion; see `setPhysics(_:at:)`.
  public var physics: ScrollPhysics { axis.physics }
}

extension Carousel {
  /// The point of the strip that lies on the viewport's anchor.
  func place(at time: Instant) -> Double { asked(at: time) { $0.axis.offset(at: time) } }

  /// The velocity that a release of the drag would start with; a press that is not yet a drag has none.
  func dragVelocity(at time: Instant) -> Double {
    drag.isDragging ? flingVelocity(at: time) : 0
  }

  func flingVelocity(at time: Instant) -> Double { releaseVelocity(at: time).value }

  /// How the velocity of a drag that ends at a time comes about.
  func releaseVelocity(at time: Instant) -> ReleaseVelocity {
    axis.releaseVelocity(forDrag: -drag.velocity(at: time).x, at: time)
  }

  private func restPlace(at time: Instant) -> Double {
    if let rest = axis.motionRest { return rest }
    let offset = axis.offset(at: time)
    guard axis.isHeld else { return offset }
    return plan(from: offset, velocity: dragVelocity(at: time)).motion.restPosition
  }

  /// Asks the state at a time to come: another one than this if something but the motion under way happens until then.
  @inline(__always)
  private func asked<Answer>(at time: Instant, _ question: (Carousel) -> Answer) -> Answer {
    guard let nextChange, time >= nextChange else { return question(self) }
    return question(brought(to: time))
  }

  /// The state at a time to come, if nothing but time happens.
  private func brought(to time: Instant) -> Carousel {
    var copy = self
    var effects = Effects<Effect>()
    copy.pass(to: time, &effects)
    return copy
  }
}
