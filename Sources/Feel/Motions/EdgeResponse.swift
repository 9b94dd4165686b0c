/// What happens when a run reaches the edge.
public enum EdgeBounce: Hashable, Sendable {
  /// A spring about the edge takes over with the velocity of the crossing.
  case spring(EdgeSpring)
  /// A constant force stops the content past the edge, then it glides back in √(4·distance/deceleration) seconds.
  ///
  /// The deceleration is in points per second squared; it is raised where the content would go further than the
  /// share `limit` of the viewport.
  ///
  /// Source: AOSP's OverScroller, states BALLISTIC and CUBIC.
  case ballistic(deceleration: Double, limit: Double)
  /// Two timing curves: out to a distance that grows with the root of the velocity, and back.
  case curves(BounceCurves)
  /// The content stops dead.
  case clamp
}

/// A spring at the edge, with what some systems do to the velocity that goes into it.
public struct EdgeSpring: Hashable, Sendable {
  /// The spring.
  public var spring: Spring
  /// What the crossing velocity is multiplied by; 1 keeps it.
  public var velocityGain: Double
  /// The greatest speed that goes into the spring, in points per second.
  public var maximumVelocity: Double
  /// The greatest speed that goes into the spring, in viewport lengths per second.
  public var maximumViewports: Double

  /// Creates an edge spring; as it stands by default it takes the velocity over unchanged.
  public init(
    _ spring: Spring = .edge, velocityGain: Double = 1, maximumVelocity: Double = .infinity,
    maximumViewports: Double = .infinity
  ) {
    (self.spring, self.velocityGain) = (spring, velocityGain)
    (self.maximumVelocity, self.maximumViewports) = (maximumVelocity, maximumViewports)
  }

  /// The velocity that goes into the spring for a crossing velocity, both in points per second.
  public func velocity(entering velocity: Double, viewport: Double) -> Double {
    let limit = min(
      maximumVelocity, maximumViewports == .infinity ? .infinity : maximumViewports * viewport)
    return min(max(velocity * velocityGain, -limit), limit)
  }
}

/// A bounce made of two timing curves.
public struct BounceCurves: Hashable, Sendable {
  /// Below this speed there is no bounce, in points per second.
  public var minimumVelocity: Double
  /// The distance out at 1000 points per second, in points; it grows with the root of the speed.
  public var distance: Double
  /// How long the way out takes, in seconds.
  public var outDuration: Double
  /// The timing of the way out.
  public var out: Ease
  /// How long the way back takes a point, in seconds.
  public var backDurationPerPoint: Double
  /// How long the way back takes at most, in seconds.
  public var maximumBackDuration: Double
  /// The timing of the way back.
  public var back: Ease

  /// Creates a bounce.
  public init(
    minimumVelocity: Double, distance: Double, outDuration: Double, out: Ease,
    backDurationPerPoint: Double, maximumBackDuration: Double, back: Ease
  ) {
    (self.minimumVelocity, self.distance) = (minimumVelocity, distance)
    (self.outDuration, self.out) = (outDuration, out)
    (self.backDurationPerPoint, self.maximumBackDuration) = (
      backDurationPerPoint, maximumBackDuration
    )
    self.back = back
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
  /// The timing curve of `BounceCurves.back`.
  case curve(BounceCurves)
  /// A smooth glide with the duration √(4·distance/deceleration).
  ///
  /// Source: AOSP's OverScroller.springBack.
  case glide(deceleration: Double)
}
