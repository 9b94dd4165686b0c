internal import Glibc

/// A free motion whose speed falls as a power of the remaining time, as on Android and in Flutter's
/// copy of it.
///
/// x(t) = x0 + D·(1 − (1 − t/T)^r), v(t) = v0·(1 − t/T)^(r − 1), with r = ln 0.78/ln 0.9, T =
/// r·i·(|v0|/w)^(1/(r − 1)), D = v0·T/r and w = `friction`·P/i. i is `inflexion` and P = 9.80665
/// m/s² in points of a 160 per inch screen, times 0.84. It ends with velocity 0.
///
/// Source: Flutter's ClampingScrollSimulation, the closed form of the table in Android's
/// OverScroller.
public struct PowerDeceleration: Projector, Hashable {
  /// r: the power, unitless.
  public static let power = log(0.78) / log(0.9)
  /// P, in points per second squared.
  ///
  /// Source: OverScroller's physical coefficient: gravity in metres, 39.37 inches per metre, 160
  /// points per inch.
  public static let physicalCoefficient = 9.80665 * 39.37 * 160 * 0.84

  /// x0: where the motion starts, in points.
  public let start: Double
  /// v0: the velocity at the start, in points per second.
  public let initialVelocity: Double
  /// T: seconds until it stops.
  public let duration: Double
  /// Where it stops, in points.
  public let restPosition: Double

  /// Creates a deceleration.
  ///
  /// - Precondition: `start` and `velocity` are finite, `friction` and `inflexion` positive and
  ///   finite.
  public init(
    from start: Double, velocity: Double, friction: Double = 0.015, inflexion: Double = 0.35
  ) {
    precondition(start.isFinite && velocity.isFinite, "start and velocity are finite")
    precondition(friction > 0 && friction.isFinite, "friction is positive and finite")
    precondition(inflexion > 0 && inflexion.isFinite, "inflexion is positive and finite")
    let power = PowerDeceleration.power
    let reference = friction * PowerDeceleration.physicalCoefficient / inflexion
    (self.start, self.initialVelocity) = (start, velocity)
    duration = power * inflexion * pow(abs(velocity) / reference, 1 / (power - 1))
    restPosition = start + velocity * duration / power
  }

  private init(from start: Double, velocity: Double, duration: Double, restingAt rest: Double) {
    (self.start, self.initialVelocity) = (start, velocity)
    (self.duration, self.restPosition) = (duration, rest)
  }

  /// The position after `elapsed` seconds, in points.
  public func value(at elapsed: Double) -> Double {
    if elapsed >= duration { return restPosition }
    guard elapsed > 0 else { return start }
    // 1 − (1 − s)^r without cancellation for small s.
    let share = -expm1(PowerDeceleration.power * log1p(-elapsed / duration))
    return start + (restPosition - start) * share
  }

  /// The velocity after `elapsed` seconds, in points per second.
  public func velocity(at elapsed: Double) -> Double {
    guard elapsed >= 0, elapsed < duration else { return 0 }
    return initialVelocity * pow(1 - elapsed / duration, PowerDeceleration.power - 1)
  }

  /// The velocity just before the end: 0.
  public var finalVelocity: Double { 0 }

  /// When the motion passes a position, in seconds, or `nil` if it stops before it or moves away
  /// from it.
  public func crossingTime(of position: Double) -> Double? {
    guard duration > 0 else { return nil }
    let share = (position - start) / (restPosition - start)
    guard share >= 0, share < 1 else { return nil }
    return -duration * expm1(log1p(-share) / PowerDeceleration.power)
  }

  /// The deceleration with the same start and velocity that rests exactly at a position, or `nil`.
  ///
  /// Time and distance are scaled by the same factor, which preserves every velocity. Refused if
  /// the position lies against the motion, or further than twice or nearer than a fifth of the free
  /// distance.
  public func landing(at position: Double) -> PowerDeceleration? {
    guard duration > 0 else { return nil }
    let stretch = (position - start) / (restPosition - start)
    guard stretch >= 0.2, stretch <= 2 else { return nil }
    return PowerDeceleration(
      from: start, velocity: initialVelocity, duration: duration * stretch, restingAt: position)
  }
}
