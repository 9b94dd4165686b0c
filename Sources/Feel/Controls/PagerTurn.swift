extension Pager {
  /// The laws by which a pager turns: its own, beside those by which its pages scroll.
  public struct Turn: Hashable, Sendable {
    /// How the page to go to is found at a release.
    public var rule: TurnRule
    /// How the pager gets to a page.
    public var landing: Landing
    /// How long an eased landing takes, in seconds; positive and finite.
    public var duration: Double { didSet { check() } }
    /// What lands the strip where a spring does, with the velocity of the release.
    public var spring: Spring
    /// How the strip follows a drag past the first and last page.
    public var resistance: Resistance
    /// The rate at which the momentum is foreseen, by the rules that foresee where it ends.
    public var rate: DecelerationRate
    /// Which drags turn pages and which scroll them.
    public var lock: AxisLock

    /// Creates laws; the defaults are those of the original.
    ///
    /// - Precondition: `duration` is positive and finite.
    public init(
      rule: TurnRule = .predictedEnd, landing: Landing = .easeOut, duration: Double = 0.25,
      spring: Spring = Spring(angularFrequency: 20), resistance: Resistance = .half,
      rate: DecelerationRate = .normal, lock: AxisLock = AxisLock()
    ) {
      (self.rule, self.landing, self.duration) = (rule, landing, duration)
      (self.spring, self.resistance) = (spring, resistance)
      (self.rate, self.lock) = (rate, lock)
      check()
    }

    private func check() {
      precondition(duration > 0 && duration.isFinite, "duration is positive and finite")
    }

    /// Flutter's PageView: the next page that the velocity points to, by its spring.
    ///
    /// Source: Flutter's PageScrollPhysics and the spring of its ScrollPhysics: mass 0.5, stiffness 100, ratio 1.1.
    public static func flutter(_ resistance: Resistance) -> Turn {
      Turn(
        rule: .direction, landing: .spring,
        spring: Spring(mass: 0.5, stiffness: 100, dampingRatio: 1.1), resistance: resistance)
    }

    /// Where a release leads, in pages, before it is held to the next page and to those there are.
    ///
    /// - Parameters:
    ///   - start: the page it started from.
    ///   - position: where the strip is, in pages.
    ///   - translation: how far the pointer went, in points.
    ///   - velocity: the pointer's, in points per second.
    ///   - width: the viewport's, in points.
    ///   - pitch: from one page to the next, in points.
    func aim(
      from start: Int, position: Double, translation: Double, velocity: Double, width: Double,
      pitch: Double
    ) -> Double {
      switch rule {
      case .predictedEnd:
        let end = translation + velocity / rate.decayPerSecond
        return Double(start) - (translation + end) / width
      case .quarterSecond:
        return position - velocity * 0.25 / width
      case .direction:
        guard abs(velocity) > Self.leastVelocity else { return position }
        return position - (velocity < 0 ? -0.5 : 0.5)
      case .free:
        let physics = ScrollPhysics(decay: .exponential(rate))
        return physics.projectedRest(
          from: position * pitch, velocity: -velocity,
          in: ScrollExtent(maximum: 0, viewport: width)) / pitch
      }
    }

    /// The place nearest to where a release leads that it may go to, and what decides it.
    func target(
      for aim: Double, from start: Int, among slots: ClosedRange<Int>
    ) -> (slot: Int, rule: ReleaseExplanation.Rule) {
      let (low, high) = (Double(slots.lowerBound), Double(slots.upperBound))
      let nearest = aim.rounded()
      let first = Double(start)
      let next = rule == .predictedEnd ? min(max(nearest, first - 1), first + 1) : nearest
      let held = min(max(next, low), high)
      return (Int(held), held != next ? .pastEdge : next != nearest ? .atMostNext : .nearest)
    }

    /// The velocity below which a release points nowhere, in points per second.
    ///
    /// Source: Flutter's tolerance, 1/(0.05 s·pixels a point), on a screen of one pixel a point.
    private static let leastVelocity = 20.0

    /// The laws by which the strip follows a drag.
    var physics: ScrollPhysics {
      var physics = ScrollPhysics.uikit
      switch resistance {
      case .half: physics.band = .linear(share: 0.5, limit: .infinity)
      case .rubberBand: break
      case .none: physics.band = .none
      }
      return physics
    }
  }
}
