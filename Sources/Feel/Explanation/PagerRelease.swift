extension Pager {
  /// Why the release that a sample is comes to rest where it does: what `handle` of that sample would do, explained; `nil` where the sample lets go of nothing.
  ///
  /// Across, the places are those of ``stripOffset(of:)`` and their numbers the pages'; along a page they are its content's.
  ///
  /// - Parameters:
  ///   - sample: the one that lets go; it is not handled.
  ///   - velocity: the velocity to assume instead, in points per second: what would have been. Across it is the pointer's, positive towards the last page.
  public func explanation(
    of sample: PointerSample, velocity: Double? = nil
  ) -> ReleaseExplanation? {
    var (pager, effects) = (self, Effects<Effect>())
    pager.pass(to: sample.time, &effects)
    return pager.explained(sample, velocity)
  }

  private mutating func explained(
    _ sample: PointerSample, _ assumed: Double?
  ) -> ReleaseExplanation? {
    guard isEnabled || sample.phase == .up else { return nil }
    switch drag.handle(sample, hitBox: frame, at: now).change {
    case .none, .pressed, .began, .moved, .cancelled: return nil
    case .released:
      let isTurned = strip.isHeld && strip.offset(at: now) != strip.offset(at: now).rounded()
      return isTurned ? turnExplained(0, nil, assumed) : scrollExplained(nil, assumed)
    case .ended(let translation):
      follow(translation)
      let velocity = drag.velocity(at: now)
      return drag.axis == .horizontal
        ? turnExplained(translation.x, -velocity.x, assumed)
        : scrollExplained(-velocity.y, assumed)
    }
  }

  /// Explains how the page's own scroll is let go, with the pointer's velocity if there was a drag.
  private func scrollExplained(_ pointer: Double?, _ assumed: Double?) -> ReleaseExplanation? {
    let scroll = scrolls[grabbedPage]
    guard scroll.isHeld else { return nil }
    var velocity =
      pointer.map { scroll.releaseVelocity(forDrag: $0, at: now) }
      ?? ReleaseVelocity(pointer: -drag.velocity(at: now).y, stoppedBy: .noDrag)
    velocity.value = assumed ?? velocity.value
    let offset = scroll.offset(at: now)
    let release = Release(of: drag, along: .vertical, at: now, velocity: velocity, offset: offset)
    return scroll.explanation(of: release, from: offset) { scrollPlan(velocity: $0) }
  }

  /// Explains how the strip is let go, with the pointer's velocity if there was a drag.
  private func turnExplained(
    _ translation: Double, _ pointer: Double?, _ assumed: Double?
  ) -> ReleaseExplanation? {
    guard strip.isHeld else { return nil }
    let deciding = pointer == nil ? 0 : assumed ?? pointer ?? 0
    func target(_ velocity: Double) -> Turn.Target {
      turning(translation: translation, velocity: pointer == nil ? 0 : -velocity)
    }
    let velocity =
      pointer == nil
      ? ReleaseVelocity(pointer: -drag.velocity(at: now).x, stoppedBy: .noDrag)
      : strip.releaseVelocity(forDrag: deciding / pitch, at: now).scaled(by: pitch)
    let (offset, slots) = (strip.offset(at: now), slots)
    // On the way to a page far off, a neighbour's width stands for all the pages between.
    let stretch = leap?.stretch ?? 1
    let zero = leap.map { Double($0.slot) * stretch - Double($0.from) } ?? 0
    let unit = PlaceUnit(points: pitch * stretch, origin: zero * pitch)
    let places = Places(
      item: .page, count: slots.count, place: { Double(slots.lowerBound + $0) },
      nearest: { Int(strip.extent.clamped($0).rounded()) - slots.lowerBound },
      answer: { velocity in
        let target = target(velocity)
        return Places.Answer(
          index: target.slot - slots.lowerBound, rule: target.rule, aim: target.turn.aim)
      },
      number: { page(at: slots.lowerBound + $0) })
    let (found, release) = (
      target(deciding),
      Release(of: drag, along: .horizontal, at: now, velocity: velocity, offset: offset)
    )
    return ReleaseExplanation(
      release, ReleaseExplanation.Projection(tends: found.turn.aim, stops: found.turn.aim),
      places.choice(at: deciding, unit, turn: found.turn),
      landing(on: Double(found.slot), from: offset, velocity: velocity.value / pitch), unit)
  }
}
