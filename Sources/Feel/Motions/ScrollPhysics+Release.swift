extension ScrollPhysics {
  /// The whole motion after a release at an offset with a velocity, until the content rests.
  ///
  /// Inside the extent the run starts with exactly that offset and velocity; where it crosses an edge the bounce
  /// takes over, at the solved time and with the velocity there; a run that ends inside is bent to end on a device
  /// pixel, or on `landing` if one is given. Past an edge the content is taken back; what a throw inward does there is
  /// up to `inwardThrow`.
  ///
  /// - Parameters:
  ///   - offset: where the content is, in points.
  ///   - velocity: how fast it moves, in points per second; not finite counts as 0. `maximumVelocity` applies.
  ///   - extent: how far the content can scroll.
  ///   - landing: where it is to come to rest, in points, held to the extent. A landing on the very edge that a free
  ///     run would cross leaves the run free, so that it bounces there.
  ///   - start: where the drag began that ends so, in points; only pages look at it. Without it, where the content is.
  /// - Precondition: `offset` is finite.
  public func release(
    from offset: Double, velocity: Double, in extent: ScrollExtent, landing: Double? = nil,
    start: Double? = nil
  ) -> ScrollMotion {
    precondition(offset.isFinite, "offset is finite")
    let velocity = limited(velocity)
    let planner = ReleasePlanner(
      physics: self, extent: extent,
      landing: landing.map { extent.clamped($0.isFinite ? $0 : offset) },
      start: extent.clamped(start.map { $0.isFinite ? $0 : offset } ?? offset))
    return planner.plan(from: offset, velocity: velocity)
  }

  /// Where a release at an offset with a velocity comes to rest, in points: that of the motion itself.
  public func restPosition(from offset: Double, velocity: Double, in extent: ScrollExtent) -> Double
  {
    release(from: offset, velocity: velocity, in: extent).restPosition
  }

  /// Where a free run would stop without edges, snap points or pixels, in points.
  ///
  /// What a snapping control looks at to choose its snap point.
  ///
  /// - Precondition: `offset` is finite.
  public func projectedRest(
    from offset: Double, velocity: Double, in extent: ScrollExtent
  ) -> Double {
    precondition(offset.isFinite, "offset is finite")
    let projection = projection(from: offset, velocity: velocity, in: extent)
    if case .projection = decay { return projection.tends }
    return projection.stops
  }

  /// A spring from an offset and a velocity to a target, in points and points per second.
  ///
  /// `target`: held to the extent.
  ///
  /// - Precondition: `offset` and `velocity` are finite, `target` is not NaN.
  public func spring(
    to target: Double, from offset: Double, velocity: Double, in extent: ScrollExtent,
    spring: Spring? = nil, phase: ScrollMotion.Phase = .programmatic
  ) -> ScrollMotion {
    precondition(!target.isNaN, "target is a number")
    let motion = SpringMotion(
      spring ?? landingSpring, from: offset, velocity: velocity, to: extent.clamped(target),
      threshold: restThreshold(scale: extent.scale), speedThreshold: restSpeed(scale: extent.scale))
    return ScrollMotion(.spring(motion), phase: phase)
  }

  /// A timed scroll from an offset to a target, in points and seconds; it starts from rest.
  ///
  /// `target`: held to the extent.
  ///
  /// - Precondition: `offset` is finite, `target` is not NaN, `duration` is finite and not negative.
  public func ease(
    to target: Double, from offset: Double, in extent: ScrollExtent, duration: Double,
    ease: Ease = .easeInOut
  ) -> ScrollMotion {
    precondition(!target.isNaN, "target is a number")
    let motion = EaseMotion(
      from: offset, to: extent.clamped(target), duration: duration, ease: ease)
    return ScrollMotion(.ease(motion), phase: .programmatic)
  }
}
