extension Pager {
  /// The rules by which a pager turns, separate from the physics by which its pages scroll.
  public struct Turn: Hashable, Sendable {
    /// How the target page is chosen at a release.
    public var rule: TurnRule
    /// The speed up to which `direction` treats a release as still, in points per second; not
    /// negative.
    public var leastVelocity: Double { didSet { check() } }
    /// How the pager moves to a page.
    public var landing: Landing
    /// The duration of an eased landing, in seconds; positive and finite.
    public var duration: Double { didSet { check() } }
    /// The spring of a spring landing, which starts with the release velocity.
    public var spring: Spring
    /// How the strip follows a drag past the first and last page.
    public var resistance: Resistance
    /// The deceleration rate by which `predictedEnd` predicts where the momentum ends.
    public var rate: DecelerationRate
    /// Decides which drags turn pages and which scroll them.
    public var lock: AxisLock

    /// Creates rules; the defaults are those of the articles.
    ///
    /// - Precondition: `duration` is positive and finite, `leastVelocity` lies in 0…1e12.
    public init(
      rule: TurnRule = .predictedEnd, leastVelocity: Double = 20, landing: Landing = .easeOut,
      duration: Double = 0.25,
      spring: Spring = Spring(angularFrequency: 20), resistance: Resistance = .half,
      rate: DecelerationRate = .normal, lock: AxisLock = AxisLock()
    ) {
      (self.rule, self.leastVelocity) = (rule, leastVelocity)
      (self.landing, self.duration) = (landing, duration)
      (self.spring, self.resistance) = (spring, resistance)
      (self.rate, self.lock) = (rate, lock)
      check()
    }

    private func check() {
      precondition(duration > 0 && duration.isFinite, "duration is positive and finite")
      precondition(LawRange.notNegative.contains(leastVelocity), "leastVelocity lies in 0...1e12")
    }

    /// Flutter's PageView: the next page in the direction of the velocity, with Flutter's spring.
    ///
    /// Source: Flutter's PageScrollPhysics with its tolerance of 20 points per second, 1/(0.05
    /// s·pixels per point) on a screen of one pixel per point, and the spring of its ScrollPhysics:
    /// mass 0.5, stiffness 100, ratio 1.1.
    public static func flutter(_ resistance: Resistance) -> Turn {
      Turn(
        rule: .direction, landing: .spring,
        spring: Spring(mass: 0.5, stiffness: 100, dampingRatio: 1.1), resistance: resistance)
    }

    /// UIScrollView's paging, as far as known: the next page in the direction of a release, the
    /// nearest from rest.
    ///
    /// Source: Flutter's PageScrollPhysics, as Apple has published nothing; band and spring are
    /// UIKit's.
    public static let uikit = Turn(
      rule: .direction, landing: .spring, spring: .edge, resistance: .rubberBand)

    /// The state at a release, as input for a rule.
    struct Release {
      /// The slot where the drag started.
      let start: Int
      /// The strip's position, in pages.
      let position: Double
      /// How far the pointer moved, in points, positive towards the last page.
      let travel: Double
      /// The pointer's velocity, in points per second, positive towards the last page.
      let velocity: Double
      /// The viewport's width, in points.
      let width: Double
      /// The distance from one page to the next, in points.
      let pitch: Double
      /// The existing slots.
      let slots: ClosedRange<Int>
    }

    /// The outcome of a release.
    struct Target {
      let slot: Int
      let rule: ReleaseExplanation.Rule
      let turn: ReleaseExplanation.PageTurn
    }

    /// The outcome of a release; `physics` is that by which the pages scroll.
    func target(of release: Release, _ physics: ScrollPhysics) -> Target {
      let turn = turn(of: release, physics)
      let (low, high) = (Double(release.slots.lowerBound), Double(release.slots.upperBound))
      if rule == .swipe, let decided = swipe(release) {
        return Target(slot: Int(low + decided.number), rule: decided.rule, turn: turn)
      }
      let nearest = turn.aim.rounded()
      let first = Double(release.start)
      let next = rule == .predictedEnd ? min(max(nearest, first - 1), first + 1) : nearest
      let held = min(max(next, low), high)
      let reason: ReleaseExplanation.Rule =
        held != next ? .pastEdge : next != nearest ? .atMostNext : .nearest
      return Target(slot: Int(held), rule: reason, turn: turn)
    }

    /// The aim of a rule, before it is clamped to the pages a release may reach.
    private func turn(of release: Release, _ physics: ScrollPhysics) -> ReleaseExplanation.PageTurn
    {
      let velocity = release.velocity
      func turn(
        from start: Double, travel: Double = 0, momentum: Double, per length: Double
      ) -> ReleaseExplanation.PageTurn {
        ReleaseExplanation.PageTurn(
          rule: rule, start: start, travel: travel, momentum: momentum, length: length)
      }
      switch rule {
      case .predictedEnd:
        return turn(
          from: Double(release.start), travel: 2 * release.travel,
          momentum: velocity / rate.decayPerSecond, per: release.width)
      case .quarterSecond:
        return turn(from: release.position, momentum: 0.25 * velocity, per: release.width)
      case .direction:
        let half = abs(velocity) > leastVelocity ? 0.5 * release.pitch : 0
        return turn(
          from: release.position, momentum: velocity < 0 ? -half : half, per: release.pitch)
      case .free:
        let rest = physics.projectedRest(
          from: 0, velocity: velocity, in: ScrollExtent(maximum: 0, viewport: release.width))
        return turn(from: release.position, momentum: rest, per: release.pitch)
      case .swipe:
        let pages = (swipe(release)?.aim).map { Double(release.slots.lowerBound) + $0 }
        return turn(
          from: release.position,
          momentum: ((pages ?? release.position) - release.position) * release.pitch,
          per: release.pitch)
      }
    }

    /// libadwaita's answer, in pages from the first slot; `nil` if there is only one page.
    private func swipe(_ release: Release) -> PageTurning.Turn? {
      let turning = PageTurning()
      let extent = ScrollExtent(
        minimum: Double(release.slots.lowerBound), maximum: Double(release.slots.upperBound),
        viewport: 1)
      return turning.pages(in: extent).map {
        turning.turn(
          on: $0, from: release.position, velocity: release.velocity, start: Double(release.start))
      }
    }

    /// The physics by which the strip follows a drag.
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

extension Pager.Turn: Law {
  /// Lists the parameters: `pager.turn`, `pager.landing` and those that depend on them.
  public mutating func walk(_ walk: inout Walk) {
    walk.choice(
      "pager.turn", "Turns to", &rule,
      names: [
        "predictedEnd": "predicted end", "quarterSecond": "¼ second ahead",
        "direction": "half a page ahead", "free": "end of a fling", "swipe": "Adwaita’s swipe",
      ],
      doc: "Which page a release turns to: the one nearest to its predicted end, the travel "
        + "counted twice as in the articles; to where it would be ¼ s later; to half a page ahead; "
        + "to where a fling would end; or by libadwaita’s rule.")
    walk.when("pager.turn", is: Pager.TurnRule.direction)
    walk.number(
      "pager.leastVelocity", "Turns above", unit: "pt/s", 0...2000, &leastVelocity,
      title: "Pager, turns above",
      doc: "A slower release has no direction and lands on the nearest page.")
    walk.condition = nil
    walk.choice(
      "pager.landing", "Landing", &landing,
      doc: "How the pager reaches its page: eased out, or by a spring with the release velocity.")
    walk.when("pager.landing", is: Pager.Landing.easeOut)
    walk.number(
      "pager.duration", "Duration", unit: "s", 0.05...2, &duration, title: "Pager, duration",
      doc: "Duration of an eased landing.")
    walk.when("pager.landing", is: Pager.Landing.spring)
    var (mass, stiffness, ratio) = (spring.mass, spring.stiffness, spring.dampingRatio)
    walk.number(
      "pager.spring.mass", "Mass", 0.1...10, &mass, title: "Pager spring, mass", form: .constant,
      doc: "Mass of the landing spring.")
    walk.number(
      "pager.spring.stiffness", "Stiffness", unit: "/s²", 4...5000, &stiffness,
      title: "Pager spring, stiffness", form: .duration(mass: "pager.spring.mass"),
      doc: "Stiffness of the landing spring, for a mass of 1.")
    walk.number(
      "pager.spring.ratio", "Damping ratio", 0.1...3, &ratio, title: "Pager spring, damping ratio",
      form: .bounce, doc: "Damping ratio of the landing spring. Below 1 it overshoots.")
    spring = Spring(mass: mass, stiffness: stiffness, dampingRatio: ratio)
    walk.condition = nil
    walk.choice(
      "pager.resistance", "Past the ends", &resistance,
      doc: "How the strip follows a drag past the first and last page: by half, by UIKit’s "
        + "rubber band, or not at all.")
    walk.when("pager.turn", is: Pager.TurnRule.predictedEnd)
    var (kept, slop, ratioOfLock) = (rate.keptPerMillisecond, lock.horizontal.mouse, lock.ratio)
    walk.number(
      "pager.rate", "Prediction rate", unit: "/ms", 0.9...0.9999, &kept,
      doc: "Share of the velocity kept each millisecond when predicting the end.")
    rate = DecelerationRate(keptPerMillisecond: kept)
    walk.condition = nil
    walk.number(
      "pager.slop", "Slop across", unit: "pt", 0...60, &slop,
      doc: "How far across a drag must travel before it turns pages.")
    walk.number(
      "pager.lock", "Axis lock", 1...10, &ratioOfLock,
      doc: "How many times further along an axis than across it a drag must travel to lock to it.")
    lock = AxisLock(horizontal: Slop(slop), ratio: ratioOfLock)
  }
}
