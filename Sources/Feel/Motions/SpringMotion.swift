internal import Glibc

/// A spring released at some distance from its target with some velocity.
///
/// With x0 the start's offset from the target and D = β² − ω0²: x(t) = e^(−βt)·(x0·C(t) + (v0 +
/// βx0)·S(t)), v(t) = e^(−βt)·(v0·C(t) − (ω0²x0 + βv0)·S(t)), C = cos ωt and S = sin(ωt)/ω for D =
/// −ω² < 0, C = cosh γt and S = sinh(γt)/γ for D = γ² > 0, C = 1 and S = t at D = 0. S is evaluated
/// as t·sin(z)/z and by expm1, without cancellation, so ζ = 1 is not a special case.
///
/// The motion ends at the first moment after which it stays within `threshold` of the target (and
/// below `speedThreshold`), and is exactly at the target from then on.
public struct SpringMotion: Projector, Hashable {
  /// The spring.
  public let spring: Spring
  /// Where the motion starts, in points.
  public let start: Double
  /// The velocity at the start, in points per second.
  public let initialVelocity: Double
  /// Where the spring is at rest, in points.
  public let target: Double
  /// The distance from the target that counts as there, in points.
  public let threshold: Double
  /// The speed that counts as at rest, in points per second; infinity to check the distance only.
  public let speedThreshold: Double
  /// Seconds until the motion stays within the thresholds for good.
  public let duration: Double

  // Last, so that the tag of the enumeration `Motion` fits into its spare bits.
  private let constants: SpringWave.Constants

  var wave: SpringWave { SpringWave(constants, offset: start - target, speed: initialVelocity) }

  /// Creates a spring's motion.
  ///
  /// - Precondition: `start`, `velocity` and `target` are finite, the thresholds positive;
  ///   `threshold` is finite.
  public init(
    _ spring: Spring, from start: Double, velocity: Double = 0, to target: Double,
    threshold: Double = 0.5, speedThreshold: Double = .infinity
  ) {
    precondition(
      start.isFinite && velocity.isFinite && target.isFinite,
      "start, velocity and target are finite")
    precondition(threshold > 0 && threshold.isFinite, "threshold is positive and finite")
    precondition(speedThreshold > 0, "speedThreshold is positive")
    (self.spring, self.start, self.initialVelocity) = (spring, start, velocity)
    (self.target, self.threshold, self.speedThreshold) = (target, threshold, speedThreshold)
    constants = SpringWave.Constants(spring)
    let wave = SpringWave(constants, offset: start - target, speed: velocity)
    var duration = wave.settlingTime(within: threshold)
    if speedThreshold.isFinite {
      duration = max(duration, wave.derivative.settlingTime(within: speedThreshold))
    }
    self.duration = duration
  }

  /// The position after `elapsed` seconds, in points.
  public func value(at elapsed: Double) -> Double {
    if elapsed >= duration { return target }
    guard elapsed > 0 else { return start }
    return target + wave.value(at: elapsed)
  }

  /// The velocity after `elapsed` seconds, in points per second.
  public func velocity(at elapsed: Double) -> Double {
    guard elapsed >= 0, elapsed < duration else { return 0 }
    return elapsed == 0 ? initialVelocity : wave.velocity(at: elapsed)
  }

  /// Position and velocity after `elapsed` seconds, from one evaluation.
  public func state(at elapsed: Double) -> MotionState {
    guard elapsed > 0, elapsed < duration else {
      return MotionState(value: value(at: elapsed), velocity: velocity(at: elapsed))
    }
    let state = wave.state(at: elapsed)
    return MotionState(value: target + state.value, velocity: state.velocity)
  }

  /// The velocity just before the end, in points per second.
  public var finalVelocity: Double { wave.velocity(at: duration) }

  /// A point of the motion.
  public struct Moment: Hashable, Sendable {
    /// Seconds since the start.
    public let time: Double
    /// The position then, in points.
    public let value: Double
  }

  /// The first turning point after the start, or `nil` if the motion never turns.
  ///
  /// A property of the spring: it may lie after `duration` if it is smaller than the threshold.
  public var firstTurn: Moment? {
    guard let time = wave.derivative.firstZero else { return nil }
    return Moment(time: time, value: target + wave.value(at: time))
  }

  /// When the motion next turns after a time, in seconds, or `nil` if it never does.
  func turn(after time: Double) -> Double? {
    guard let first = wave.derivative.firstZero else { return nil }
    if first > time { return first }
    guard wave.oscillates else { return nil }
    let half = Double.pi / wave.split
    return first + (((time - first) / half).rounded(.down) + 1) * half
  }

  /// The furthest point past the target, as seen from the start, or `nil` if the motion never
  /// passes it.
  ///
  /// A motion that starts at its target passes it by moving off: the furthest point is its first
  /// turn.
  public var peakOvershoot: Moment? {
    guard wave.offset != 0 else { return firstTurn }
    guard let crossing = wave.firstZero else { return nil }
    let beyond = wave.advanced(toZero: crossing)
    guard let turn = beyond.derivative.firstZero else { return nil }
    return Moment(time: crossing + turn, value: target + beyond.value(at: turn))
  }

  /// When the motion first passes its target after the start, in seconds, or `nil` if never.
  ///
  /// For a critical spring t = −x0/(v0 + ω0·x0), if positive.
  public var firstCrossing: Double? { wave.firstZero }

  /// When the motion first reaches a position, in seconds, or `nil` if never.
  func passingTime(of place: Double) -> Double? {
    guard place != start else { return 0 }
    // Turning points only get closer to the target, so a position not passed by the second never
    // is.
    var low = 0.0
    for _ in 0..<2 {
      var high = min(turn(after: low) ?? duration, duration)
      let isAbove = value(at: low) > place
      guard high > low else { return nil }
      if (target + wave.value(at: high) > place) == isAbove {
        low = high
        continue
      }
      while true {
        let middle = low + (high - low) / 2
        guard middle > low, middle < high else { return high < duration ? high : nil }
        if (value(at: middle) > place) == isAbove { low = middle } else { high = middle }
      }
    }
    return nil
  }
}
