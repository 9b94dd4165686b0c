extension Carousel {
  /// Why the release that a sample is comes to rest where it does: what `handle` of that sample would do, explained; `nil` where the sample lets go of nothing, or clicks a card elsewhere.
  ///
  /// Places are content offsets, so that ``ReleaseExplanation/rest`` is what ``restOffset(at:)`` says after the release.
  ///
  /// - Parameters:
  ///   - sample: the one that lets go; it is not handled.
  ///   - velocity: the release velocity to assume instead, in points per second: what would have been.
  public func explanation(
    of sample: PointerSample, velocity: Double? = nil
  ) -> ReleaseExplanation? {
    var (carousel, effects) = (self, Effects<Effect>())
    carousel.pass(to: sample.time, &effects)
    guard var released = carousel.letGo(by: sample) else { return nil }
    released.value = velocity ?? released.value
    return carousel.explanation(ofRelease: released)
  }

  /// Follows the sample as `handle` does, up to the release: its velocity, if it is one.
  private mutating func letGo(by sample: PointerSample) -> ReleaseVelocity? {
    switch drag.handle(sample, hitBox: frame, at: now).change {
    case .none, .pressed, .began, .moved, .cancelled: return nil
    case .released(let isClick):
      if isClick, let card = clickedCard(by: sample), card != nearest(at: now) { return nil }
      guard axis.isHeld else { return nil }
      return ReleaseVelocity(pointer: -drag.velocity(at: now).x, stoppedBy: .noDrag)
    case .ended(let translation):
      follow(-translation.x)
      return axis.isHeld ? releaseVelocity(at: now) : nil
    }
  }

  private func explanation(ofRelease velocity: ReleaseVelocity) -> ReleaseExplanation {
    let offset = axis.offset(at: now)
    let places = Places(
      item: .card, count: layout.count, place: { stops.place(of: $0) },
      nearest: { stops.nearest(to: $0) },
      answer: { velocity in
        let plan = plan(from: offset, velocity: velocity)
        return Places.Answer(index: plan.index, rule: rule(of: plan), aim: plan.aim)
      })
    let unit = PlaceUnit(origin: stops.anchor)
    return ReleaseExplanation(
      Release(of: drag, along: .horizontal, at: now, velocity: velocity, offset: offset),
      physics.projection(from: offset, velocity: velocity.value, in: axis.extent),
      places.choice(at: velocity.value, unit),
      plan(from: offset, velocity: velocity.value).motion, unit)
  }

  /// At an end the nearest card is the last one there is.
  private func rule(of plan: Plan) -> ReleaseExplanation.Rule {
    let isEdge = plan.aim == axis.extent.minimum || plan.aim == axis.extent.maximum
    return plan.rule == .nearest && isEdge ? .pastEdge : plan.rule
  }
}
