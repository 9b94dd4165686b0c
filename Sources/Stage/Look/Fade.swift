public import Feel

/// An animated number for the look of a control: how far hovered, how high.
///
/// A new target starts from the current value. Reads at any time, in any order, change nothing.
public struct Fade: Hashable, Sendable {
  private var origin: Double
  private var start: Instant
  private var duration: Double
  /// The target value.
  public private(set) var target: Double

  /// Creates a number at rest.
  public init(_ value: Double) { (origin, target, start, duration) = (value, value, .zero, 0) }

  /// Animates to a target from the current value; 0 seconds jumps.
  public mutating func turn(to target: Double, at now: Instant, over seconds: Double) {
    guard target != self.target else { return }
    origin = value(at: now)
    (start, duration, self.target) = (now, seconds, target)
  }

  /// Animates to 1 for a control under the pointer, or to 0, which takes longer.
  public mutating func light(_ isLit: Bool, at now: Instant) {
    turn(to: isLit ? 1 : 0, at: now, over: isLit ? 0.08 : 0.16)
  }

  /// The value at a time, by a quadratic ease-out.
  public func value(at now: Instant) -> Double {
    guard isMoving(at: now) else { return target }
    let rest = 1 - max(0, now - start) / duration
    return target + (origin - target) * rest * rest
  }

  /// Whether the number is still changing.
  public func isMoving(at now: Instant) -> Bool { origin != target && now - start < duration }
}
