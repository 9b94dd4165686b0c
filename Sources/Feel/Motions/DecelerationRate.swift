internal import Glibc

/// How fast a free motion loses its velocity: v(t) = v0·e^(−kt), k = `decayPerSecond`.
///
/// The same constant goes by several names: UIKit's share kept per millisecond (0.998), Flutter's "drag" kept per
/// second (0.135), a time constant in other animation libraries. Each has an initialiser that says its unit.
public struct DecelerationRate: Hashable, Sendable {
  /// k, per second; positive and finite.
  public let decayPerSecond: Double

  /// UIKit's normal rate: 0.998 kept per millisecond, k = 2.0020027 per second.
  ///
  /// Source: UIScrollView.DecelerationRate.normal.
  public static let normal = DecelerationRate(keptPerMillisecond: 0.998)
  /// UIKit's fast rate: 0.99 kept per millisecond, k = 10.0503 per second.
  ///
  /// Source: UIScrollView.DecelerationRate.fast.
  public static let fast = DecelerationRate(keptPerMillisecond: 0.99)

  /// Creates a rate from k, per second.
  ///
  /// - Precondition: positive and finite.
  public init(decayPerSecond: Double) {
    precondition(
      decayPerSecond > 0 && decayPerSecond.isFinite, "decayPerSecond is positive and finite")
    self.decayPerSecond = decayPerSecond
  }

  /// Creates a rate from the share of velocity kept per millisecond: k = −1000·ln(share).
  ///
  /// - Precondition: `share` lies in (0, 1).
  public init(keptPerMillisecond share: Double) {
    precondition(share > 0 && share < 1, "the share kept lies in (0, 1)")
    self.init(decayPerSecond: -1000 * log(share))
  }

  /// Creates a rate from the share of velocity kept per second: k = −ln(share).
  ///
  /// - Precondition: `share` lies in (0, 1).
  public init(keptPerSecond share: Double) {
    precondition(share > 0 && share < 1, "the share kept lies in (0, 1)")
    self.init(decayPerSecond: -log(share))
  }

  /// Creates a rate from its time constant in seconds: k = 1/τ.
  ///
  /// - Precondition: positive and finite.
  public init(timeConstant: Double) {
    precondition(timeConstant > 0 && timeConstant.isFinite, "timeConstant is positive and finite")
    self.init(decayPerSecond: 1 / timeConstant)
  }

  /// The share of velocity kept per millisecond, in (0, 1).
  public var keptPerMillisecond: Double { exp(-decayPerSecond / 1000) }
}
