internal import Glibc

/// A free motion that decelerates exponentially and stops at a given speed.
///
/// x(t) = x0 + v0/k·(1 − e^(−kt)), v(t) = v0·e^(−kt), until |v| = `stopSpeed`: duration =
/// ln(|v0|/s)/k and distance = (|v0| − s)/k. Nothing moves if |v0| ≤ s.
///
/// Source: UIScrollView. The rate is documented; the stop at 10 pt/s follows from measured flings,
/// whose durations it gives within 12 ms, whereas "remaining distance below half a point" is over a
/// second too long.
public struct Deceleration: Projector, Hashable {
  /// x0: where the motion starts, in points.
  public let start: Double
  /// v0: the velocity at the start, in points per second.
  public let initialVelocity: Double
  /// How fast the velocity decays.
  public let rate: DecelerationRate
  /// The speed at which the motion stops, in points per second.
  public let stopSpeed: Double
  /// Seconds until the speed has fallen to `stopSpeed`.
  public let duration: Double
  /// Where the motion stops, in points.
  public let restPosition: Double

  /// Creates a deceleration.
  ///
  /// - Precondition: `start` and `velocity` are finite, `stopSpeed` is positive and finite.
  public init(
    from start: Double, velocity: Double, rate: DecelerationRate = .normal, stopSpeed: Double = 10
  ) {
    precondition(start.isFinite && velocity.isFinite, "start and velocity are finite")
    precondition(stopSpeed > 0 && stopSpeed.isFinite, "stopSpeed is positive and finite")
    let speed = abs(velocity)
    let k = rate.decayPerSecond
    (self.start, self.initialVelocity) = (start, velocity)
    (self.rate, self.stopSpeed) = (rate, stopSpeed)
    duration = speed > stopSpeed ? log(speed / stopSpeed) / k : 0
    restPosition =
      speed > stopSpeed ? start + (speed - stopSpeed) / k * (velocity < 0 ? -1 : 1) : start
  }

  private init(
    from start: Double, velocity: Double, rate: DecelerationRate, stopSpeed: Double,
    restingAt rest: Double
  ) {
    (self.start, self.initialVelocity) = (start, velocity)
    (self.rate, self.stopSpeed) = (rate, stopSpeed)
    duration = log(abs(velocity) / stopSpeed) / rate.decayPerSecond
    restPosition = rest
  }

  /// The position it would tend to without a stop, in points: x0 + v0/k.
  ///
  /// Further than `restPosition` by `stopSpeed`/k: 5 points with the reference physics.
  public var asymptote: Double { start + initialVelocity / rate.decayPerSecond }

  /// The position after `elapsed` seconds, in points.
  public func value(at elapsed: Double) -> Double {
    if elapsed >= duration { return restPosition }
    guard elapsed > 0 else { return start }
    let k = rate.decayPerSecond
    return start - initialVelocity / k * expm1(-k * elapsed)
  }

  /// The velocity after `elapsed` seconds, in points per second.
  public func velocity(at elapsed: Double) -> Double {
    guard elapsed >= 0, elapsed < duration else { return 0 }
    return initialVelocity * exp(-rate.decayPerSecond * elapsed)
  }

  /// Position and velocity after `elapsed` seconds, from one exponential.
  public func state(at elapsed: Double) -> MotionState {
    guard elapsed > 0, elapsed < duration else {
      return MotionState(value: value(at: elapsed), velocity: velocity(at: elapsed))
    }
    let k = rate.decayPerSecond
    let fade = exp(-k * elapsed)
    // Near the start the difference cancels, but only by a rounding error of the asymptote.
    return MotionState(
      value: start + initialVelocity / k * (1 - fade), velocity: initialVelocity * fade)
  }

  /// The velocity just before the stop: `stopSpeed` in the direction of motion, 0 if nothing moved.
  public var finalVelocity: Double {
    guard duration > 0 else { return 0 }
    return initialVelocity < 0 ? -stopSpeed : stopSpeed
  }

  /// When the motion passes a position, in seconds, or `nil` if it stops before it or moves away
  /// from it.
  ///
  /// t = −ln(1 − k·(position − x0)/v0)/k. The start is passed at 0 if the motion moves at all; the
  /// rest position is reached, not passed.
  public func crossingTime(of position: Double) -> Double? {
    guard duration > 0 else { return nil }
    let distance = position - start
    let travelled = restPosition - start
    guard
      travelled > 0 ? distance >= 0 && distance < travelled : distance <= 0 && distance > travelled
    else { return nil }
    let k = rate.decayPerSecond
    return min(max(0, -log1p(-k * distance / initialVelocity) / k), duration)
  }

  /// When the speed has fallen to a given one, in seconds, clamped to 0…`duration`.
  ///
  /// - Precondition: `speed` is positive.
  public func time(atSpeed speed: Double) -> Double {
    precondition(speed > 0, "speed is positive")
    guard duration > 0 else { return 0 }
    return min(max(0, log(abs(initialVelocity) / speed) / rate.decayPerSecond), duration)
  }

  /// The deceleration with the same start that comes to rest exactly at a position, or `nil` if it
  /// would feel wrong.
  ///
  /// It keeps start and velocity and changes the rate: k′ = (|v0| − s)/D, D the distance to the
  /// position. Refused if D points against v0, or k′ lies outside k/2…5k.
  public func landing(at position: Double) -> Deceleration? {
    let distance = (position - start) * (initialVelocity < 0 ? -1 : 1)
    guard duration > 0, distance > 0 else { return nil }
    let k = rate.decayPerSecond
    let solved = (abs(initialVelocity) - stopSpeed) / distance
    guard solved >= k / 2, solved <= 5 * k, LawRange.positive.contains(solved) else { return nil }
    return Deceleration(
      from: start, velocity: initialVelocity, rate: DecelerationRate(decayPerSecond: solved),
      stopSpeed: stopSpeed, restingAt: position)
  }
}
