extension Carousel {
  /// Lets go of the held content with a velocity, in points per second.
  mutating func release(velocity: Double, _ effects: inout Effects<Effect>) {
    // Under `whenOffsetRests` the content may already be on its way under the pointer.
    guard axis.isHeld else { return }
    snapAt = nil
    run(plan(from: axis.offset(at: now), velocity: velocity).motion, &effects)
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

  /// A release that was planned.
  struct Plan {
    let motion: ScrollMotion
    /// The card to rest on, and what decided it.
    let index: Int
    let rule: ReleaseExplanation.Rule
    /// Where the run would rest were there no cards.
    let aim: Double
  }

  /// The whole motion after a release at an offset with a velocity, in points and points per second.
  func plan(from offset: Double, velocity: Double) -> Plan {
    let free = axis.physics.release(from: offset, velocity: velocity, in: axis.extent)
    let aim = free.restPosition
    if strategy == .whenOffsetRests {
      let index = stops.nearest(to: aim)
      return Plan(motion: resting(free, on: index), index: index, rule: .nearest, aim: aim)
    }
    let (index, rule) = card(forRest: aim, from: offset, velocity: free.releaseVelocity)
    let target = stops.place(of: index)
    let runsOut = strategy == .afterDeceleration && flingLimit == .unlimited && free.duration > 0
    let motion =
      runsOut
      ? followed(free, bySnapTo: target, velocity: free.finalVelocity)
      : land(from: offset, velocity: velocity, on: target)
    return Plan(motion: motion, index: index, rule: rule, aim: aim)
  }

  /// The card to rest on after a run from an offset that would end at `rest`, and what decides it.
  func card(
    forRest rest: Double, from offset: Double, velocity: Double
  ) -> (index: Int, rule: ReleaseExplanation.Rule) {
    let nearest = stops.nearest(to: rest, direction: velocity)
    var (index, rule) = (nearest, ReleaseExplanation.Rule.nearest)
    let (below, above) = (
      stops.next(from: offset, direction: -1), stops.next(from: offset, direction: 1)
    )
    if flickRule == .atLeastNext, abs(velocity) > Self.flickSpeed {
      index = velocity > 0 ? max(index, above) : min(index, below)
      if index != nearest { rule = .atLeastNext }
    }
    if flingLimit == .one {
      let held = min(max(index, below), above)
      if held != index { (index, rule) = (held, .atMostNext) }
    }
    return (index, rule)
  }

  /// A run that is followed, once its rest has been seen, by a snap to a card.
  private func resting(_ free: ScrollMotion, on index: Int) -> ScrollMotion {
    let (rest, target) = (free.restPosition, stops.place(of: index))
    guard rest != target else { return free }
    let wait = EaseMotion(from: rest, to: rest, duration: Self.restDelay)
    var waiting = free
    // The run stops here from its stop speed, as at any rest; that the rest is not the last one changes nothing.
    waiting.append(.ease(wait), phase: .snapping, isKnownDeparture: true)
    return followed(waiting, bySnapTo: target, velocity: 0)
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
