/// A motion slowed by a constant force until it stands still.
///
/// x(t) = x0 + v0·t − ½·a·t²·sign(v0), for |v0|/a seconds, over a distance of v0²/2a.
public struct ConstantDeceleration: Projector, Hashable {
  /// x0: where the motion starts, in points.
  public let start: Double
  /// v0: the velocity at the start, in points per second.
  public let initialVelocity: Double
  /// a: what the speed loses, in points per second squared; positive.
  public let deceleration: Double

  /// Creates a motion.
  ///
  /// - Precondition: `start` and `velocity` are finite, `deceleration` is positive and finite.
  public init(from start: Double, velocity: Double, deceleration: Double) {
    precondition(start.isFinite && velocity.isFinite, "start and velocity are finite")
    precondition(
      deceleration > 0 && deceleration.isFinite, "deceleration is positive and finite")
    (self.start, self.initialVelocity) = (start, velocity)
    self.deceleration = deceleration
  }

  /// Seconds until it stands: |v0|/a.
  public var duration: Double { abs(initialVelocity) / deceleration }

  /// Where it stands at last, in points: x0 + v0·|v0|/2a.
  public var restPosition: Double {
    start + initialVelocity / 2 * duration
  }

  /// The position after `elapsed` seconds, in points.
  public func value(at elapsed: Double) -> Double {
    if elapsed >= duration { return restPosition }
    guard elapsed > 0 else { return start }
    return start + (initialVelocity - signedDeceleration / 2 * elapsed) * elapsed
  }

  /// The velocity after `elapsed` seconds, in points per second.
  public func velocity(at elapsed: Double) -> Double {
    guard elapsed >= 0, elapsed < duration else { return 0 }
    return initialVelocity - signedDeceleration * elapsed
  }

  /// The velocity just before the end: 0.
  public var finalVelocity: Double { 0 }

  private var signedDeceleration: Double { initialVelocity < 0 ? -deceleration : deceleration }
}
