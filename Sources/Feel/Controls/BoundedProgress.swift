/// How far something has come between two bounds: what an indicator draws.
///
/// The value never leaves the bounds: one that lies outside is held to the nearer, and NaN counts as the lower.
public struct BoundedProgress: Hashable, Sendable {
  /// Where it begins.
  public let lowerBound: Double
  /// Where it is complete.
  public let upperBound: Double
  /// Where it is, between the bounds.
  public var value: Double {
    get { held }
    set { held = max(lowerBound, min(newValue, upperBound)) }
  }

  private var held: Double

  /// Creates a progress.
  ///
  /// - Precondition: the bounds are finite, and `lowerBound` lies below `upperBound`.
  public init(_ value: Double, from lowerBound: Double = 0, to upperBound: Double = 1) {
    precondition(lowerBound.isFinite && upperBound.isFinite, "the bounds are finite")
    precondition(lowerBound < upperBound, "lowerBound lies below upperBound")
    (self.lowerBound, self.upperBound) = (lowerBound, upperBound)
    held = lowerBound
    self.value = value
  }

  /// The share of the way that is done, 0…1.
  ///
  /// Exactly 0 and 1 at the bounds, however far they are apart.
  public var fraction: Double {
    guard held > lowerBound else { return 0 }
    guard held < upperBound else { return 1 }
    // Halves, since the difference of two large bounds may not be a number.
    return (held / 2 - lowerBound / 2) / (upperBound / 2 - lowerBound / 2)
  }
}
