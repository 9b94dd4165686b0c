extension ScrollView {
  /// Why the release that a sample is comes to rest where it does: what `handle` of that sample would do, explained; `nil` where the sample lets go of no content.
  ///
  /// - Parameters:
  ///   - sample: the one that lets go; it is not handled.
  ///   - velocity: the release velocity to assume instead, in points per second: what would have been.
  public func explanation(
    of sample: PointerSample, velocity: Double? = nil
  ) -> ReleaseExplanation? {
    var (view, effects) = (self, Effects<Effect>())
    view.pass(to: sample.time, &effects)
    guard var released = view.letGo(by: sample) else { return nil }
    released.value = velocity ?? released.value
    return view.explanation(ofRelease: released)
  }

  /// Follows the sample as `handle` does, up to the release: its velocity, if it is one.
  private mutating func letGo(by sample: PointerSample) -> ReleaseVelocity? {
    guard !bar.drag.isActive else { return nil }
    switch drag.handle(sample, hitBox: frame, at: now).change {
    case .none, .pressed, .began, .moved, .cancelled: return nil
    case .released:
      let pointer = -drag.axis.length(of: drag.velocity(at: now))
      return ReleaseVelocity(pointer: pointer, stoppedBy: .noDrag)
    case .ended(let translation):
      axis.drag(to: -drag.axis.length(of: translation), at: now)
      return releaseVelocity(at: now)
    }
  }

  private func explanation(ofRelease velocity: ReleaseVelocity) -> ReleaseExplanation {
    let offset = axis.offset(at: now)
    return axis.explanation(
      of: Release(of: drag, along: drag.axis, at: now, velocity: velocity, offset: offset),
      from: axis.grabOffset
    ) { plan(from: offset, velocity: $0) }
  }
}

extension ScrollAxis {
  /// Explains a release of content by its own laws, which may rest it on pages; `start` is where the drag began, in points.
  func explanation(
    of release: Release, from start: Double, plan: (Double) -> ScrollMotion
  ) -> ReleaseExplanation {
    let (offset, velocity) = (release.offset, release.velocity.value)
    let motion = plan(velocity)
    guard let pages = physics.paging?.pages(in: extent), let turning = physics.paging else {
      return ReleaseExplanation(
        release, physics.projection(from: offset, velocity: velocity, in: extent), nil, motion,
        PlaceUnit())
    }
    func aim(_ velocity: Double) -> Double {
      pages.projected(turning.turn(on: pages, from: offset, velocity: velocity, start: start).aim)
    }
    return withoutActuallyEscaping(plan) { plan in
      let places = Places(
        item: .page, count: Int(pages.last) + 1, place: { pages.place(Double($0)) },
        nearest: { Int(pages.held(pages.number($0)).rounded()) },
        answer: { velocity in
          let rest = plan(velocity).restPosition
          let turn = turning.turn(on: pages, from: offset, velocity: velocity, start: start)
          let number = pages.number(rest).rounded()
          let rule = turn.number == number ? turn.rule : .pastEdge
          return Places.Answer(index: Int(number), rule: rule, aim: pages.projected(turn.aim))
        })
      let stop = aim(velocity)
      return ReleaseExplanation(
        release, ReleaseExplanation.Projection(tends: stop, stops: stop),
        places.choice(at: velocity, PlaceUnit()), motion, PlaceUnit())
    }
  }
}
