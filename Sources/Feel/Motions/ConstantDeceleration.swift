/// A motion slowed by a constant force until it stops.
///
/// x(t) = x0 + v0·t − ½·a·t²·sign(v0), for |v0|/a seconds, over a distance of v0²/2a.
public struct ConstantDeceleration: Projector, Hashable {
  /// x0: where the motion starts, in points.
  public let start: Double
  /// v0: the velocity at the start, in points per second.
  public let initialVelocity: Double
  /// a: the loss of speed, in points per second squared; positive.
  public let deceleration: Double
  /// Where the motion stops, in points: x0 + v0·|v0|/2a.
  public let restPosition: Double

  /// Creates a motion.
  ///
  /// - Precondition: `start` and `velocity` are finite, `deceleration` is positive and finite.
  public init(from start: Double, velocity: Double, deceleration: Double) {
    precondition(start.isFinite && velocity.isFinite, "start and velocity are finite")
    precondition(deceleration > 0 && deceleration.isFinite, "deceleration is positive and finite")
    self.init(
      from: start, velocity: velocity, deceleration: deceleration,
      restingAt: start + velocity / 2 * (abs(velocity) / deceleration))
  }

  private init(from start: Double, velocity: Double, deceleration: Double, restingAt rest: Double) {
    (self.start, self.initialVelocity) = (start, velocity)
    (self.deceleration, restPosition) = (deceleration, rest)
  }

  /// Seconds until the stop: |v0|/a.
  public var duration: Double { abs(initialVelocity) / deceleration }

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

  /// When the motion passes a position, in seconds, or `nil` if it stops before it or moves away
  /// from it.
  ///
  /// The smaller root of D = |v0|·t − ½·a·t², in the form without cancellation: 2D/(|v0| + √(v0² −
  /// 2aD)).
  public func crossingTime(of position: Double) -> Double? {
    let direction: Double = initialVelocity < 0 ? -1 : 1
    let distance = (position - start) * direction
    guard duration > 0, distance >= 0, distance < (restPosition - start) * direction else {
      return nil
    }
    let speed = abs(initialVelocity)
    let root = max(0, speed * speed - 2 * deceleration * distance).squareRoot()
    return min(2 * distance / (speed + root), duration)
  }

  /// The motion with the same start and velocity that stops exactly at a position, or `nil`.
  ///
  /// a′ = v0²/2D. Refused if the position lies against the motion, or further than twice or nearer
  /// than a fifth of the free distance.
  public func landing(at position: Double) -> ConstantDeceleration? {
    guard duration > 0 else { return nil }
    let stretch = (position - start) / (restPosition - start)
    guard stretch >= 0.2, stretch <= 2 else { return nil }
    return ConstantDeceleration(
      from: start, velocity: initialVelocity, deceleration: deceleration / stretch,
      restingAt: position)
  }

  private var signedDeceleration: Double { initialVelocity < 0 ? -deceleration : deceleration }
}
