/// The resistance of content dragged past its end: the further, the less it follows.
///
/// f(x) = (1 − 1/(x·c/d + 1))·d for a travel x ≥ 0 of the pointer past the edge, d the viewport's
/// length: slope c at the edge, never more than d. Negative travels are mirrored: f(−x) = −f(x).
///
/// Source: UIScrollView as measured by Andy Matuschak and others, c = 0.55. Flutter's incremental
/// rule Δy = c·(1 − y/d)²·Δx has the same curve as its limit for small steps.
public struct RubberBand: Hashable, Sendable {
  /// c: the share of the travel that content follows at the edge, unitless; 1e-6…1e12.
  public let coefficient: Double

  /// The share of d to which `travel(forOffset:dimension:)` clamps, so that content caught far out
  /// has a finite travel.
  public static let invertibleShare = 0.99

  /// Creates a band.
  ///
  /// - Precondition: `coefficient` lies in 1e-6…1e12.
  public init(coefficient: Double = 0.55) {
    precondition(LawRange.positive.contains(coefficient), "coefficient lies in 1e-6...1e12")
    self.coefficient = coefficient
  }

  /// The content's distance past its edge for the pointer's travel past it, both in points.
  ///
  /// 0 if `dimension` is not positive.
  public func offset(forTravel travel: Double, dimension: Double) -> Double {
    guard dimension > 0 else { return 0 }
    let x = abs(travel)
    let (pull, stretch) = (coefficient * x, coefficient * (x / dimension))
    // Equals the formula above, but neither cancels for small travels nor overflows for large ones.
    let isFar = pull.isInfinite || stretch.isInfinite
    let shown = isFar ? dimension : min(dimension, pull / (stretch + 1))
    return travel < 0 ? -shown : shown
  }

  /// The inverse: the travel for a given overscroll, x = d·f/(c·(d − f)), in points.
  ///
  /// |f| is first clamped to 0.99·d: a fast fling can be caught further out than any drag could
  /// pull. 0 if `dimension` is not positive.
  public func travel(forOffset offset: Double, dimension: Double) -> Double {
    guard dimension > 0 else { return 0 }
    let shown = min(abs(offset), RubberBand.invertibleShare * dimension)
    let travel = dimension * shown / (coefficient * (dimension - shown))
    return offset < 0 ? -travel : travel
  }

  /// f′: the ratio of the content's velocity to the pointer's at a travel, unitless: c/(1 +
  /// c·x/d)².
  ///
  /// 0 if `dimension` is not positive.
  public func slope(atTravel travel: Double, dimension: Double) -> Double {
    guard dimension > 0 else { return 0 }
    let stretch = 1 + coefficient * abs(travel) / dimension
    return coefficient / (stretch * stretch)
  }
}
