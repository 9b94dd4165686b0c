extension Carousel {
  /// Lets go of the held content with a velocity, in points per second.
  mutating func release(velocity: Double, _ effects: inout Effects<Effect>) {
    // Under `whenOffsetRests` the content may already be on its way under the pointer.
    guard axis.isHeld else { return }
    snapAt = nil
    run(plan(from: axis.offset(at: now), velocity: velocity), &effects)
  }

  /// Starts a motion; one without length has settled at once.
  mutating func run(_ motion: ScrollMotion, _ effects: inout Effects<Effect>) {
    axis.run(motion, at: now)
    if axis.motionEnd == nil { effects.append(.settled(nearest(at: now))) }
  }

  /// The offset has stood still: to the nearest card, from rest.
  mutating func snapFromRest(_ effects: inout Effects<Effect>) {
    let offset = axis.offset(at: now)
    let target = stops.place(of: stops.nearest(to: offset))
    guard offset != target else { return }
    run(snap(from: offset, velocity: 0, to: target), &effects)
  }

  /// The whole motion after a release at an offset with a velocity, in points and points per second.
  func plan(from offset: Double, velocity: Double) -> ScrollMotion {
    let physics = axis.physics
    let free = physics.release(from: offset, velocity: velocity, in: axis.extent)
    let target = stops.place(
      of: card(forRest: free.restPosition, from: offset, velocity: free.releaseVelocity))
    switch strategy {
    case .projected:
      return land(from: offset, velocity: velocity, on: target)
    case .afterDeceleration:
      guard flingLimit == .unlimited, free.duration > 0 else {
        return land(from: offset, velocity: velocity, on: target)
      }
      return followed(free, bySnapTo: target, velocity: free.finalVelocity)
    case .whenOffsetRests:
      let rest = free.restPosition
      let nearest = stops.place(of: stops.nearest(to: rest))
      guard rest != nearest else { return free }
      let wait = EaseMotion(from: rest, to: rest, duration: Self.restDelay)
      var waiting = free
      // The run stops here from its stop speed, as at any rest; that the rest is not the last one changes nothing.
      waiting.append(.ease(wait), phase: .snapping, isKnownDeparture: true)
      return followed(waiting, bySnapTo: nearest, velocity: 0)
    }
  }

  /// The card to rest on after a run from an offset that would end at `rest`.
  func card(forRest rest: Double, from offset: Double, velocity: Double) -> Int {
    var index = stops.nearest(to: rest, direction: velocity)
    let ahead = stops.next(from: offset, direction: velocity)
    if flickRule == .atLeastNext, abs(velocity) > Self.flickSpeed {
      index = velocity > 0 ? max(index, ahead) : min(index, ahead)
    }
    if flingLimit == .one {
      let behind = stops.next(from: offset, direction: -velocity)
      let (first, last) = velocity < 0 ? (ahead, behind) : (behind, ahead)
      index = min(max(index, min(first, last)), max(first, last))
    }
    return index
  }

  private func land(from offset: Double, velocity: Double, on target: Double) -> ScrollMotion {
    axis.physics.release(from: offset, velocity: velocity, in: axis.extent, landing: target)
  }

  private func followed(
    _ run: ScrollMotion, bySnapTo target: Double, velocity: Double
  ) -> ScrollMotion {
    guard run.restPosition != target else { return run }
    let snap = snap(from: run.restPosition, velocity: velocity, to: target)
    var joined = run
    joined.append(snap.sequence[0], phase: .snapping)
    return joined
  }

  private func snap(from offset: Double, velocity: Double, to target: Double) -> ScrollMotion {
    axis.physics.spring(
      to: target, from: offset, velocity: velocity, in: axis.extent, phase: .snapping)
  }
}
