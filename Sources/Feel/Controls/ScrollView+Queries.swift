extension ScrollView {
  /// The content's place at the viewport's beginning at a time, in points; outside 0…maximum while it overshoots.
  public func contentOffset(at time: Instant) -> Double {
    asked(at: time) { $0.axis.offset(at: time) }
  }

  /// The content's velocity at a time, in points per second, positive for a growing offset.
  ///
  /// Exact while it moves by itself; while it is dragged, what a release at that time would start with.
  public func velocity(at time: Instant) -> Double {
    asked(at: time) { state in
      guard state.axis.isHeld else { return state.axis.velocity(at: time) }
      return state.drag.isDragging ? state.flingVelocity(at: time) : 0
    }
  }

  /// Where the content will rest, in points: while it is dragged, if it were released at that time.
  public func restOffset(at time: Instant) -> Double {
    asked(at: time) { state in
      let axis = state.axis
      if let rest = axis.motionRest { return rest }
      guard axis.isHeld else { return axis.offset(at: time) }
      return axis.physics.restPosition(
        from: axis.offset(at: time), velocity: state.velocity(at: time), in: axis.extent)
    }
  }

  /// How far past an end the content shows at a time, in points: negative above the top.
  public func overscroll(at time: Instant) -> Double {
    axis.extent.overscroll(of: contentOffset(at: time))
  }

  /// How far a pointer may drift before it drags, as the laws have it or else the control.
  public var slop: Slop { axis.physics.drag.slop ?? ownSlop }

  /// How strongly an edge glows at a time instead of moved content, −1…1, negative above the top; see ``EdgeGlow``.
  public func glow(at time: Instant) -> Double {
    asked(at: time) { $0.axis.glow(at: time) }
  }

  /// Where the shown offset lies at a time.
  public func zone(at time: Instant) -> ScrollLayout.Zone {
    layout.zone(of: contentOffset(at: time))
  }

  /// The rows of one height of which some part lies in the viewport at a time.
  ///
  /// - Precondition: `rowLength` is positive and finite, `count` not negative.
  public func visibleRows(rowLength: Double, count: Int, at time: Instant) -> Range<Int> {
    precondition(rowLength > 0 && rowLength.isFinite, "rowLength is positive and finite")
    precondition(count >= 0, "count is not negative")
    let offset = contentOffset(at: time)
    // The greatest count is none that a Double can hold.
    func row(_ place: Double) -> Int { place < Double(count) ? Int(max(0, place)) : count }
    let first = row((offset / rowLength).rounded(.down))
    return first..<max(first, row(((offset + layout.viewport) / rowLength).rounded(.up)))
  }

  /// What the scroll view is doing at a time.
  public func state(at time: Instant) -> ControlState {
    asked(at: time) { state in
      let (bar, drag) = (state.bar.drag, state.drag)
      if bar.isActive { return bar.isDragging ? .tracking : .pressed }
      let word = state.axis.state(at: time, isDragging: drag.isDragging)
      return word == .idle && drag.isCancelled ? .cancelled : word
    }
  }

  /// Whether a press is held on the content or its bar, or fingers on a touchpad hold the content.
  public var isPressed: Bool { drag.isActive || bar.drag.isActive }

  /// Whether fingers on a touchpad hold the content, away from the pointer.
  public var isHeldByFingers: Bool { drag.isByFingers }

  /// When time alone next changes the state or begins to change the look, or `nil` if only an event can.
  public var deadline: Instant? {
    if let end = axis.motionEnd { return end }
    guard let lost = drag.fingersLostAt else { return nextFade }
    return nextFade.map { min($0, lost) } ?? lost
  }

  /// When the bar begins to fade, or once it fades when it has, or `nil`.
  private var nextFade: Instant? {
    guard !isInUse, let start = bar.fadeStart, let end = bar.fadeEnd else { return nil }
    return now < start ? start : end
  }

  /// Whether a later frame would look different because of time alone.
  public func isMoving(at time: Instant) -> Bool {
    asked(at: time) { state in
      if let end = state.axis.motionEnd, time < end { return true }
      if let end = state.axis.glowEnd, time < end { return true }
      return state.fading.map { time >= $0.start && time < $0.end } ?? false
    }
  }

  /// The motion under way and when it began, for drawing and checking; `nil` while held or at rest.
  public var motion: (law: ScrollMotion, start: Instant)? {
    axis.motion.map { ($0.law, $0.start) }
  }

  /// What a release at a time would make of the pointer's samples; `nil` unless a drag of the content is held.
  public func releaseEstimate(at time: Instant) -> VelocityEstimate? {
    drag.releaseEstimate(at: time)
  }

  /// The laws of motion; see `setPhysics(_:at:)`.
  public var physics: ScrollPhysics { axis.physics }

  func flingVelocity(at time: Instant) -> Double { releaseVelocity(at: time).value }

  /// How the velocity of a drag that ends at a time comes about.
  func releaseVelocity(at time: Instant) -> ReleaseVelocity {
    let pointer = -drag.axis.length(of: drag.velocity(at: time))
    let travel = abs(drag.axis.length(of: drag.recognizer.pointerTravel))
    guard travel >= axis.physics.drag.minimumFlingTravel else {
      return ReleaseVelocity(pointer: pointer, stoppedBy: .shortTravel)
    }
    return axis.releaseVelocity(forDrag: pointer, at: time)
  }

  /// Asks the state at a time to come: another one than this if fingers that hold the content are lost by then.
  func asked<Answer>(at time: Instant, _ question: (ScrollView) -> Answer) -> Answer {
    guard let lost = drag.fingersLostAt, time >= lost else { return question(self) }
    var copy = self
    var effects = Effects<Effect>()
    copy.pass(to: time, &effects)
    return question(copy)
  }
}
