internal import Glibc

/// An exponential deceleration with an additional constant drift and braking against the motion.
///
/// For a speed v0 > 0, mirrored below: v(t) = (v0 + b)·e^(−kt) − b − a·t and
/// x(t) = x0 + (v0 + b)/k·(1 − e^(−kt)) − b·t − ½·a·t², until v = `stopSpeed`.
/// b is a drift in points per second, a a braking in points per second squared.
///
/// Source: Chromium's fling curve αe^(−γt) − βt − α is this law with b = β, k = γ and a = 0,
/// entered where its velocity is v0; Flutter's FrictionSimulation with constantDeceleration is it
/// with b = 0.
public struct BrakedDeceleration: Projector, Hashable {
  /// x0: where the motion starts, in points.
  public let start: Double
  /// v0: the velocity at the start, in points per second.
  public let initialVelocity: Double
  /// k.
  public let rate: DecelerationRate
  /// b, in points per second; not negative.
  public let drift: Double
  /// a, in points per second squared; not negative.
  public let braking: Double
  /// The speed at which the motion stops, in points per second; not negative.
  public let stopSpeed: Double
  /// Seconds until the speed has fallen to `stopSpeed`.
  public let duration: Double
  /// Where the motion stops, in points.
  public let restPosition: Double

  /// Creates a deceleration.
  ///
  /// - Precondition: `start` and `velocity` are finite; `drift`, `braking` and `stopSpeed` are
  ///   finite and not negative, and at least one of them is positive, so that the motion ends.
  public init(
    from start: Double, velocity: Double, rate: DecelerationRate, drift: Double = 0,
    braking: Double = 0, stopSpeed: Double = 0
  ) {
    precondition(start.isFinite && velocity.isFinite, "start and velocity are finite")
    precondition(drift >= 0 && drift.isFinite, "drift is finite and not negative")
    precondition(braking >= 0 && braking.isFinite, "braking is finite and not negative")
    precondition(stopSpeed >= 0 && stopSpeed.isFinite, "stopSpeed is finite and not negative")
    precondition(drift + braking + stopSpeed > 0, "something brings the motion to its end")
    (self.start, self.initialVelocity, self.rate) = (start, velocity, rate)
    (self.drift, self.braking, self.stopSpeed) = (drift, braking, stopSpeed)
    let law = Law(speed: abs(velocity), decay: rate.decayPerSecond, drift: drift, braking: braking)
    duration = law.time(atSpeed: stopSpeed)
    restPosition = start + law.distance(at: duration) * (velocity < 0 ? -1 : 1)
  }

  private init(_ other: BrakedDeceleration, stretchedBy stretch: Double, restingAt rest: Double) {
    (start, initialVelocity) = (other.start, other.initialVelocity)
    rate = DecelerationRate(decayPerSecond: other.rate.decayPerSecond / stretch)
    (drift, braking, stopSpeed) = (other.drift, other.braking / stretch, other.stopSpeed)
    (duration, restPosition) = (other.duration * stretch, rest)
  }

  /// The position after `elapsed` seconds, in points.
  public func value(at elapsed: Double) -> Double {
    if elapsed >= duration { return restPosition }
    guard elapsed > 0 else { return start }
    return start + direction * law.distance(at: elapsed)
  }

  /// The velocity after `elapsed` seconds, in points per second.
  public func velocity(at elapsed: Double) -> Double {
    guard elapsed >= 0, elapsed < duration else { return 0 }
    return direction * law.speed(at: elapsed)
  }

  /// The velocity just before the stop: `stopSpeed` in the direction of motion, 0 if nothing moved.
  public var finalVelocity: Double { duration > 0 ? direction * stopSpeed : 0 }

  /// When the motion passes a position, in seconds, or `nil` if it stops before it or moves away
  /// from it.
  public func crossingTime(of position: Double) -> Double? {
    let distance = (position - start) * direction
    guard duration > 0, distance >= 0, distance < (restPosition - start) * direction else {
      return nil
    }
    return min(law.time(atDistance: distance), duration)
  }

  /// The deceleration with the same start and velocity that rests exactly at a position, or `nil`.
  ///
  /// Time and distance are scaled by the same factor, which preserves every velocity. Refused if
  /// the position lies against the motion, or further than twice or nearer than a fifth of the free
  /// distance.
  public func landing(at position: Double) -> BrakedDeceleration? {
    guard duration > 0 else { return nil }
    let stretch = (position - start) / (restPosition - start)
    guard stretch >= 0.2, stretch <= 2, LawRange.positive.contains(rate.decayPerSecond / stretch)
    else { return nil }
    return BrakedDeceleration(self, stretchedBy: stretch, restingAt: position)
  }

  private var direction: Double { initialVelocity < 0 ? -1 : 1 }

  private var law: Law {
    Law(speed: abs(initialVelocity), decay: rate.decayPerSecond, drift: drift, braking: braking)
  }

  /// The law for a positive velocity from 0.
  private struct Law {
    let speed: Double
    let decay: Double
    let drift: Double
    let braking: Double

    func distance(at time: Double) -> Double {
      -(speed + drift) / decay * expm1(-decay * time) - (drift + braking / 2 * time) * time
    }

    func speed(at time: Double) -> Double {
      speed + (speed + drift) * expm1(-decay * time) - braking * time
    }

    /// The speed decreases and is convex, so Newton's method from 0 approaches the time from below.
    func time(atSpeed stop: Double) -> Double {
      guard speed > stop else { return 0 }
      if braking == 0 { return log((speed + drift) / (stop + drift)) / decay }
      var time = 0.0
      for _ in 0..<100 {
        let slope = -decay * (speed + drift) * exp(-decay * time) - braking
        let next = time - (speed(at: time) - stop) / slope
        guard next > time else { break }
        time = next
      }
      return time
    }

    /// The distance increases and is concave, so Newton's method from 0 approaches the time from
    /// below.
    func time(atDistance distance: Double) -> Double {
      var time = 0.0
      for _ in 0..<100 {
        let next = time + (distance - self.distance(at: time)) / max(speed(at: time), 1e-9)
        guard next > time else { break }
        time = next
      }
      return time
    }
  }
}
