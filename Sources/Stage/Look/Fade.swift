public import Feel

/// A number on its way to another, for the look of a control: how far hovered, how high.
///
/// Turning back starts from where it is. Reading it at any time, in any order, changes nothing.
public struct Fade: Hashable, Sendable {
  private var origin: Double
  private var start: Instant
  private var duration: Double
  /// Where it is going.
  public private(set) var target: Double

  /// Creates a number at rest.
  public init(_ value: Double) { (origin, target, start, duration) = (value, value, .zero, 0) }

  /// Turns towards a target, from wherever it is now; 0 seconds jump.
  public mutating func turn(to target: Double, at now: Instant, over seconds: Double) {
    guard target != self.target else { return }
    origin = value(at: now)
    (start, duration, self.target) = (now, seconds, target)
  }

  /// Turns towards 1 as a light under a pointer does, or towards 0, which takes longer.
  public mutating func light(_ isLit: Bool, at now: Instant) {
    turn(to: isLit ? 1 : 0, at: now, over: isLit ? 0.08 : 0.16)
  }

  /// The number at a time, by a quadratic ease-out.
  public func value(at now: Instant) -> Double {
    guard isMoving(at: now) else { return target }
    let rest = 1 - max(0, now - start) / duration
    return target + (origin - target) * rest * rest
  }

  /// Whether the number is still on its way.
  public func isMoving(at now: Instant) -> Bool { origin != target && now - start < duration }
}
