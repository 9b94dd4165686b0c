/// What happens when a run reaches the edge.
public enum EdgeBounce: Hashable, Sendable {
  /// A spring about the edge takes over with the velocity of the crossing.
  case spring(EdgeSpring)
  /// A constant force stops the content past the edge, then it glides back in √(2·distance/deceleration) seconds.
  ///
  /// The deceleration is in points per second squared; it is raised where the content would go further than the
  /// share `limit` of the viewport.
  ///
  /// Source: AOSP's OverScroller, states BALLISTIC and CUBIC.
  case ballistic(deceleration: Double, limit: Double)
  /// Two timing curves: out to a distance that grows with the root of the velocity, and back.
  case curves(BounceCurves)
  /// A harder braking, and an easing back.
  case overshoot(OvershootBraking)
  /// The content stops dead.
  case clamp

  /// Whether the deceleration lies in 1e-6…1e12, the share of the viewport in 0…1e12, and the spring's or the curves' numbers are valid.
  var isValid: Bool {
    switch self {
    case .spring(let law): law.isValid
    case .ballistic(let deceleration, let limit):
      LawRange.positive.contains(deceleration) && LawRange.notNegative.contains(limit)
    case .curves(let curves): curves.isValid
    case .overshoot(let law): law.isValid
    case .clamp: true
    }
  }
}

/// A spring at the edge, with what some systems do to the velocity that goes into it.
public struct EdgeSpring: Hashable, Sendable {
  /// The spring.
  public var spring: Spring
  /// What the crossing velocity is multiplied by, once it is limited; 1 keeps it.
  public var velocityGain: Double
  /// The limit of the crossing speed before the gain, in points per second.
  public var maximumVelocity: Double
  /// The limit of the crossing speed before the gain, in viewport lengths per second.
  public var maximumViewports: Double

  /// Creates an edge spring; as it stands by default it takes the velocity over unchanged.
  public init(
    _ spring: Spring = .edge, velocityGain: Double = 1, maximumVelocity: Double = .infinity,
    maximumViewports: Double = .infinity
  ) {
    (self.spring, self.velocityGain) = (spring, velocityGain)
    (self.maximumVelocity, self.maximumViewports) = (maximumVelocity, maximumViewports)
  }

  /// Whether the gain lies in 0…1e12 and no limit is negative.
  var isValid: Bool {
    LawRange.notNegative.contains(velocityGain) && LawRange.limit.contains(maximumVelocity)
      && LawRange.limit.contains(maximumViewports)
  }

  /// The velocity that goes into the spring for a crossing velocity, both in points per second: gain·clamp(v).
  public func velocity(entering velocity: Double, viewport: Double) -> Double {
    let limit = min(
      maximumVelocity, maximumViewports == .infinity ? .infinity : maximumViewports * viewport)
    return min(max(velocity, -limit), limit) * velocityGain
  }
}

/// A bounce made of two timing curves, out and back.
///
/// The velocity jumps where the way out begins and where it turns, by design.
///
/// Source: Chromium's elastic_overscroll_controller_bezier.cc.
public struct BounceCurves: Hashable, Sendable {
  /// One way of the bounce.
  public struct Leg: Hashable, Sendable {
    /// Its timing at great speed; at lower ones the first control point is scaled.
    public var ease: Ease
    /// How long it takes a point, in seconds.
    public var durationPerPoint: Double
    /// How long it takes at most, in seconds.
    public var maximumDuration: Double

    /// Creates a leg; both times in seconds.
    public init(_ ease: Ease, durationPerPoint: Double, maximumDuration: Double) {
      (self.ease, self.durationPerPoint) = (ease, durationPerPoint)
      self.maximumDuration = maximumDuration
    }

    /// Whether both times lie in 0…1e12 and the first control point is not below the start.
    var isValid: Bool {
      LawRange.notNegative.contains(durationPerPoint)
        && LawRange.notNegative.contains(maximumDuration) && ease.y1 >= 0
    }

    /// The timing at a velocity in points per second.
    ///
    /// With s the speed in points per millisecond, the first control point (x, y) becomes (x, x·s), or (y/s, y) where
    /// x·s would exceed y.
    public func ease(at velocity: Double) -> Ease {
      let speed = abs(velocity) / 1000
      return ease.x1 * speed <= ease.y1
        ? Ease(cubicBezier: ease.x1, ease.x1 * speed, ease.x2, ease.y2)
        : Ease(cubicBezier: ease.y1 / speed, ease.y1, ease.x2, ease.y2)
    }

    /// The way between two offsets at a velocity, in points and points per second.
    ///
    /// `length` is the distance that its time is counted by, in points; `nil` for the way itself.
    public func motion(
      from start: Double, to end: Double, velocity: Double, length: Double? = nil
    ) -> EaseMotion {
      let duration = min((length ?? abs(end - start)) * durationPerPoint, maximumDuration)
      return EaseMotion(from: start, to: end, duration: duration, ease: ease(at: velocity))
    }
  }

  /// Up to this speed there is no way out, in points per second.
  public var minimumVelocity: Double
  /// How far out 1000 points per second go, in points; it grows with the root of the speed.
  public var distance: Double
  /// How far past the edge the way out leads at most, as a share of the viewport.
  public var limit: Double
  /// The way out.
  public var out: Leg
  /// The way back.
  public var back: Leg

  /// Creates a bounce.
  public init(minimumVelocity: Double, distance: Double, limit: Double, out: Leg, back: Leg) {
    (self.minimumVelocity, self.distance, self.limit) = (minimumVelocity, distance, limit)
    (self.out, self.back) = (out, back)
  }

  /// Whether all numbers lie in 0…1e12 and both legs are valid.
  var isValid: Bool {
    [minimumVelocity, distance, limit].allSatisfy(LawRange.notNegative.contains) && out.isValid
      && back.isValid
  }

  /// The velocity that the curves see, in points per second: 0 up to `minimumVelocity`.
  public func effective(_ velocity: Double) -> Double {
    abs(velocity) > minimumVelocity ? velocity : 0
  }

  /// How far out a velocity would go without a limit, with its sign, in points: distance·√(|v|/1000), 0 up to `minimumVelocity`.
  public func reach(of velocity: Double) -> Double {
    let velocity = effective(velocity)
    let reach = distance * (abs(velocity) / 1000).squareRoot()
    return velocity < 0 ? -reach : reach
  }
}

/// What takes the content back when it is let go past its edge.
public enum ReleaseOutside: Hashable, Sendable {
  /// A spring, with the release velocity.
  case spring(Spring)
  /// A spring with initial velocity share·v − ω0·x; with share 0 and a critical spring x = d·e^(−ω0·t).
  ///
  /// The velocity jumps at release by design.
  case exponentialReturn(Spring, velocityShare: Double)
  /// A spring with what it does to the velocity that goes into it.
  case edgeSpring(EdgeSpring)
  /// A harder braking if it is thrown outward, and an easing back.
  case overshoot(OvershootBraking)
  /// Two timing curves: further out if it is thrown outward, and back.
  case curve(BounceCurves)
  /// A smooth glide with the duration √(2·distance/deceleration), in points and points per second squared.
  ///
  /// The release velocity is not taken over, except outward under a ballistic bounce, which it then goes on with.
  ///
  /// Source: AOSP's OverScroller, startSpringback and startAfterEdge.
  case glide(deceleration: Double)

  /// Whether the deceleration lies in 1e-6…1e12, the share of the velocity in 0…1e12, and the curves' numbers are valid.
  var isValid: Bool {
    switch self {
    case .spring: true
    case .exponentialReturn(_, let share): LawRange.notNegative.contains(share)
    case .edgeSpring(let law): law.isValid
    case .overshoot(let law): law.isValid
    case .curve(let curves): curves.isValid
    case .glide(let deceleration): LawRange.positive.contains(deceleration)
    }
  }
}

/// What becomes of content that is thrown back in from past its edge.
public enum InwardThrow: String, Hashable, Sendable, CaseIterable {
  /// A spring takes it to the edge; if it gets there with a velocity, a run goes on inside with that.
  ///
  /// Source: UIScrollView; Compose Multiplatform's CupertinoOverscrollEffect plays its spring first and then flings.
  case runsOn
  /// The return alone acts, and the content rests at the edge.
  ///
  /// Source: Flutter's BouncingScrollSimulation, GTK's gtkkineticscrolling.c, ScrollMechanics, Motion's inertia.
  case returns
  /// A run sets out at once from where it is, if that leads past the edge; else the return acts.
  ///
  /// Source: AOSP's OverScroller, startAfterEdge; libadwaita's carousel, whose spring goes straight to its page.
  case runs
}
