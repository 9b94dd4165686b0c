internal import Glibc

/// Joins the motions of a release, each starting with the final state of the previous one.
struct ReleasePlanner {
  let physics: ScrollPhysics
  let extent: ScrollExtent
  let landing: Double?
  /// The offset where the drag began that ends with the release; page turns count from it.
  let start: Double

  /// A motion under construction: empty, or its parts so far.
  private struct Draft {
    let releaseVelocity: Double
    var motion: ScrollMotion?

    mutating func add(
      _ part: Motion, _ phase: ScrollMotion.Phase, after cut: Double? = nil, isKnown: Bool = false
    ) {
      if motion == nil {
        motion = ScrollMotion(
          part, phase: phase, releaseVelocity: releaseVelocity, isKnownDeparture: isKnown)
      } else {
        motion?.append(part, phase: phase, after: cut, isKnownDeparture: isKnown)
      }
    }
  }

  private var threshold: Double { physics.restThreshold(scale: extent.scale) }
  private var restSpeed: Double { physics.restSpeed(scale: extent.scale) }

  func plan(from offset: Double, velocity: Double) -> ScrollMotion {
    var draft = Draft(releaseVelocity: velocity)
    if extent.overscroll(of: offset) != 0 {
      takeBack(from: offset, velocity: velocity, into: &draft)
    } else {
      run(from: offset, velocity: velocity, after: nil, into: &draft)
    }
    return draft.motion ?? ScrollMotion(.rest(at: offset), phase: .decelerating)
  }

  // MARK: Inside

  private func run(
    from offset: Double, velocity: Double, after cut: Double?, into draft: inout Draft
  ) {
    let stopSpeed = physics.stopSpeed(scale: extent.scale)
    if let pages = physics.paging {
      return turn(pages, from: offset, velocity: velocity, after: cut, into: &draft)
    }
    let free = physics.decay.motion(
      from: offset, velocity: velocity, stopSpeed: stopSpeed, viewport: extent.viewport)
    guard free.duration > 0, isWorthwhile(free, from: offset) else {
      settle(from: offset, velocity: velocity, after: cut, into: &draft)
      return
    }
    if case .projection = physics.decay {
      let rest = physics.projectedRest(from: offset, velocity: velocity, in: extent)
      let target = landing ?? rounded(extent.clamped(rest))
      let spring = spring(physics.landingSpring, from: offset, velocity: velocity, to: target)
      draft.add(spring, .snapping, after: cut)
      return
    }
    let edge = velocity < 0 ? extent.minimum : extent.maximum
    if landing == nil || landing == edge, let crossing = free.crossingTime(of: edge) {
      guard crossing > 0 else {
        return bounce(at: edge, velocity: velocity, after: cut, into: &draft)
      }
      draft.add(free, .decelerating, after: cut)
      if case .overshoot(let law) = physics.bounce {
        let noticed = min(crossing + law.tick / 2, free.duration)
        let velocity = noticed < free.duration ? free.velocity(at: noticed) : 0
        return overshoot(
          law, from: free.value(at: noticed), velocity: velocity, after: noticed, into: &draft)
      }
      bounce(at: edge, velocity: free.velocity(at: crossing), after: crossing, into: &draft)
      return
    }
    let target = landing ?? rounded(free.finalValue)
    if target == free.finalValue {
      draft.add(free, .decelerating, after: cut)
    } else if landing == nil, physics.pixelLanding == .rounds {
      draft.add(free, .decelerating, after: cut)
      draft.add(.rest(at: target), .decelerating)
    } else if let bent = free.landing(at: target) {
      draft.add(bent, landing == nil ? .decelerating : .snapping, after: cut)
    } else {
      let spring = spring(physics.landingSpring, from: offset, velocity: velocity, to: target)
      draft.add(spring, .snapping, after: cut)
    }
  }

  /// Moves to a page by the landing spring.
  private func turn(
    _ pages: PageTurning, from offset: Double, velocity: Double, after cut: Double?,
    into draft: inout Draft
  ) {
    let target =
      landing ?? pages.landing(from: offset, velocity: velocity, start: start, in: extent)
    let initial = pages.keepsVelocity ? velocity : 0
    guard target != offset || initial != 0 else {
      return draft.add(
        .rest(at: offset), .decelerating, after: cut, isKnown: abs(velocity) > restSpeed)
    }
    // A turn shorter than the rest threshold would end with a jump of velocity.
    let half = abs(target - offset) / 2
    let spring = SpringMotion(
      physics.landingSpring, from: offset, velocity: initial, to: target,
      threshold: half > 0 ? min(threshold, half) : threshold, speedThreshold: restSpeed)
    draft.add(.spring(spring), .snapping, after: cut, isKnown: initial != velocity)
  }

  private func rounded(_ offset: Double) -> Double {
    physics.pixelLanding == .none ? offset : extent.roundedToPixel(offset)
  }

  private func isWorthwhile(_ free: Motion, from offset: Double) -> Bool {
    free.duration >= physics.minimumDuration && abs(free.tendency - offset) >= physics.minimumTravel
  }

  /// Handles a velocity too low for a run: moves to the landing, if any, otherwise stays.
  private func settle(
    from offset: Double, velocity: Double, after cut: Double?, into draft: inout Draft
  ) {
    guard let landing, landing != offset else {
      // Any previous part continues to its own end.
      if draft.motion == nil {
        draft.add(.rest(at: offset), .decelerating, isKnown: abs(velocity) > restSpeed)
      }
      return
    }
    let spring = spring(physics.landingSpring, from: offset, velocity: velocity, to: landing)
    draft.add(spring, .snapping, after: cut)
  }

  private func spring(
    _ spring: Spring, from offset: Double, velocity: Double, to target: Double
  ) -> Motion {
    .spring(
      SpringMotion(
        spring, from: offset, velocity: velocity, to: target, threshold: threshold,
        speedThreshold: restSpeed))
  }

  // MARK: At the edge

  private func bounce(
    at edge: Double, velocity: Double, after cut: Double?, into draft: inout Draft
  ) {
    switch physics.bounce {
    case .spring(let law):
      let entering = law.velocity(entering: velocity, viewport: extent.viewport)
      let motion = spring(law.spring, from: edge, velocity: entering, to: edge)
      draft.add(motion, .bouncing, after: cut, isKnown: entering != velocity)
    case .ballistic(let deceleration, let limit):
      let room = limit * extent.viewport
      guard let out = thrown(from: edge, velocity: velocity, deceleration, room: room) else {
        return stop(at: edge, after: cut, into: &draft)
      }
      draft.add(.constant(out), .bouncing, after: cut)
      draft.add(glide(from: out.restPosition, to: edge, deceleration: deceleration), .bouncing)
    case .curves(let curves):
      guard curves.reach(of: velocity) != 0, curves.limit * extent.viewport > 0 else {
        return stop(at: edge, after: cut, into: &draft)
      }
      swing(curves, from: edge, velocity: velocity, edge: edge, to: edge, cut, into: &draft)
    case .overshoot(let law):
      overshoot(law, from: edge, velocity: velocity, after: cut, into: &draft)
    case .clamp: stop(at: edge, after: cut, into: &draft)
    }
  }

  /// Stops past the edge, if within the limits, and eases back.
  private func overshoot(
    _ law: OvershootBraking, from offset: Double, velocity: Double, after cut: Double?,
    into draft: inout Draft
  ) {
    var (offset, velocity, cut) = (offset, velocity, cut)
    let overscroll = extent.overscroll(of: offset)
    if let stop = law.stop(from: offset, velocity: velocity, overscroll: overscroll) {
      draft.add(.constant(stop), .bouncing, after: cut)
      (offset, velocity, cut) = (stop.restPosition, 0, nil)
      // Thrown back in, it may stop inside and then stays there.
      if extent.overscroll(of: offset) == 0 { return }
    }
    let target = extent.clamped(offset)
    guard offset != target else { return stop(at: target, after: cut, into: &draft) }
    let departure = law.departure(from: offset, to: target)
    draft.add(departure, .bouncing, after: cut, isKnown: velocity != 0)
    draft.add(law.arrival(from: departure.finalValue, to: target), .bouncing, isKnown: true)
  }

  /// Stops dead: a jump of velocity, by design.
  private func stop(at edge: Double, after cut: Double?, into draft: inout Draft) {
    draft.add(.rest(at: edge), .bouncing, after: cut, isKnown: true)
  }

  /// Outwards against a constant force, increased where it would lead further than `room` points;
  /// `nil` without room.
  private func thrown(
    from offset: Double, velocity: Double, _ deceleration: Double, room: Double
  ) -> ConstantDeceleration? {
    guard room > 0 else { return nil }
    let needed = max(deceleration, velocity * velocity / (2 * room))
    // The required force overflows, so there is no room.
    guard needed.isFinite else { return nil }
    return ConstantDeceleration(from: offset, velocity: velocity, deceleration: needed)
  }

  private func glide(from offset: Double, to edge: Double, deceleration: Double) -> Motion {
    let duration = (2 * abs(offset - edge) / deceleration).squareRoot()
    return .ease(EaseMotion(from: offset, to: edge, duration: duration, ease: .smoothstep))
  }

  /// Swings out as far as velocity and limit allow, then back to the target.
  private func swing(
    _ curves: BounceCurves, from offset: Double, velocity: Double, edge: Double,
    to target: Double, _ cut: Double?, into draft: inout Draft
  ) {
    let overscroll = offset - edge
    let effective = curves.effective(velocity)
    let reach = effective * overscroll >= 0 ? curves.reach(of: effective) : 0
    let room = max(0, curves.limit * extent.viewport - abs(overscroll))
    let furthest = offset + min(max(reach, -room), room)
    if furthest != offset {
      // The duration is that for the whole reach, even if the limit cuts it short.
      let out = curves.out.motion(
        from: offset, to: furthest, velocity: effective, length: abs(reach))
      draft.add(.ease(out), .bouncing, after: cut, isKnown: true)
    }
    let back = curves.back.motion(from: furthest, to: target, velocity: effective)
    draft.add(.ease(back), .bouncing, after: furthest == offset ? cut : nil, isKnown: true)
  }

  // MARK: Past the edge

  private func takeBack(from offset: Double, velocity: Double, into draft: inout Draft) {
    let edge = extent.clamped(offset)
    let overscroll = offset - edge
    if physics.inwardThrow == .coastsAtOnce, runsInside(from: offset, velocity: velocity) {
      return run(from: offset, velocity: velocity, after: nil, into: &draft)
    }
    switch physics.releaseOutside {
    case .spring(let law): springBack(law, from: offset, velocity: velocity, to: edge, into: &draft)
    case .exponentialReturn(let law, let share):
      let initial = share * velocity - law.angularFrequency * overscroll
      let motion = spring(law, from: offset, velocity: initial, to: landing ?? edge)
      draft.add(motion, .bouncing, isKnown: true)
    case .edgeSpring(let law):
      let initial = law.velocity(entering: velocity, viewport: extent.viewport)
      let motion = spring(law.spring, from: offset, velocity: initial, to: landing ?? edge)
      draft.add(motion, .bouncing, isKnown: initial != velocity)
    case .overshoot(let law): overshootBack(law, from: offset, velocity: velocity, into: &draft)
    case .curve(let curves):
      let target = landing ?? edge
      swing(curves, from: offset, velocity: velocity, edge: edge, to: target, nil, into: &draft)
    case .glide(let deceleration):
      glideBack(from: offset, velocity: velocity, deceleration, into: &draft)
    }
  }

  /// Whether a free run from past an edge would rest inside that edge, or past the other one.
  private func runsInside(from offset: Double, velocity: Double) -> Bool {
    let overscroll = extent.overscroll(of: offset)
    let free = physics.decay.motion(
      from: offset, velocity: velocity, stopSpeed: physics.stopSpeed(scale: extent.scale),
      viewport: extent.viewport)
    return velocity * overscroll < 0 && free.duration > 0 && isWorthwhile(free, from: offset)
      && abs(free.finalValue - offset) > abs(overscroll)
  }

  /// Continues for a tick as if there were no edge, then as past the edge; if that leads inside,
  /// runs on.
  private func overshootBack(
    _ law: OvershootBraking, from offset: Double, velocity: Double, into draft: inout Draft
  ) {
    let overscroll = extent.overscroll(of: offset)
    let free = physics.decay.motion(
      from: offset, velocity: velocity, stopSpeed: physics.stopSpeed(scale: extent.scale),
      viewport: extent.viewport)
    if let landing, landing != extent.clamped(offset) {
      let spring = spring(physics.landingSpring, from: offset, velocity: velocity, to: landing)
      return draft.add(spring, .snapping)
    }
    guard free.duration > 0 else {
      return overshoot(law, from: offset, velocity: 0, after: nil, into: &draft)
    }
    let noticed = min(law.tick, free.duration)
    let reached = free.value(at: noticed)
    if extent.overscroll(of: reached) * overscroll <= 0 {
      return run(from: offset, velocity: velocity, after: nil, into: &draft)
    }
    draft.add(free, .bouncing)
    overshoot(
      law, from: reached, velocity: noticed < free.duration ? free.velocity(at: noticed) : 0,
      after: noticed, into: &draft)
  }

  private func glideBack(
    from offset: Double, velocity: Double, _ deceleration: Double, into draft: inout Draft
  ) {
    let target = landing ?? extent.clamped(offset)
    let overscroll = extent.overscroll(of: offset)
    if velocity * overscroll > 0, case .ballistic(let force, let limit) = physics.bounce,
      case let room = limit * extent.viewport - abs(overscroll),
      let out = thrown(from: offset, velocity: velocity, force, room: room)
    {
      draft.add(.constant(out), .bouncing)
      draft.add(glide(from: out.restPosition, to: target, deceleration: deceleration), .bouncing)
      return
    }
    draft.add(glide(from: offset, to: target, deceleration: deceleration), .bouncing, isKnown: true)
  }

  private func springBack(
    _ law: Spring, from offset: Double, velocity: Double, to edge: Double, into draft: inout Draft
  ) {
    let overscroll = offset - edge
    let isInward = velocity * overscroll < 0
    let home = spring(law, from: offset, velocity: velocity, to: edge)
    let hasRoom = extent.maximum > extent.minimum
    if physics.inwardThrow == .coastsOn, isInward, hasRoom,
      abs(velocity) > law.angularFrequency * abs(overscroll),
      case .spring(let motion) = home, let crossing = motion.firstCrossing,
      crossing < motion.duration
    {
      let reached = motion.velocity(at: crossing)
      draft.add(home, .bouncing)
      run(from: edge, velocity: reached, after: crossing, into: &draft)
      return
    }
    let target = landing ?? edge
    draft.add(
      target == edge ? home : spring(law, from: offset, velocity: velocity, to: target),
      target == edge ? .bouncing : .snapping)
  }
}
