/// A timing curve from (0, 0) to (1, 1): a cubic Bézier with two control points.
///
/// Progress y against time x; x is monotone because the x of both control points lie in 0…1, y may
/// leave 0…1.
///
/// Source: CSS Easing Functions Level 1, with the same named curves; Core Animation uses the same.
public struct Ease: Hashable, Sendable {
  /// x of the first control point, in 0…1.
  public let x1: Double
  /// y of the first control point.
  public let y1: Double
  /// x of the second control point, in 0…1.
  public let x2: Double
  /// y of the second control point.
  public let y2: Double

  /// Constant speed.
  public static let linear = Ease(cubicBezier: 1.0 / 3, 1.0 / 3, 2.0 / 3, 2.0 / 3)
  /// Starts slowly.
  public static let easeIn = Ease(cubicBezier: 0.42, 0, 1, 1)
  /// Ends slowly.
  public static let easeOut = Ease(cubicBezier: 0, 0, 0.58, 1)
  /// Starts and ends slowly.
  public static let easeInOut = Ease(cubicBezier: 0.42, 0, 0.58, 1)
  /// 3x² − 2x³: starts and ends with velocity 0.
  public static let smoothstep = Ease(cubicBezier: 1.0 / 3, 0, 2.0 / 3, 1)

  /// Creates a curve from its control points.
  ///
  /// - Precondition: `x1` and `x2` lie in 0…1, `y1` and `y2` are finite.
  public init(cubicBezier x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    precondition(x1 >= 0 && x1 <= 1, "x1 lies in 0...1")
    precondition(x2 >= 0 && x2 <= 1, "x2 lies in 0...1")
    precondition(y1.isFinite && y2.isFinite, "y1 and y2 are finite")
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
  }

  /// The progress at a fraction of the time; 0 at 0 and 1 at 1.
  ///
  /// Fractions outside 0…1 are clamped; NaN counts as 0.
  public func progress(at fraction: Double) -> Double {
    guard fraction > 0 else { return 0 }
    guard fraction < 1 else { return 1 }
    if x1 == y1, x2 == y2 { return fraction }
    return Ease.bezier(y1, y2, at: Ease.solve(x1, x2, for: fraction))
  }

  /// The derivative of the progress at a fraction of the time, one-sided at the ends.
  ///
  /// Where the curve is vertical, as at the start if only x1 is 0, the divisor is at least 1e-6, so
  /// the result is large but finite.
  public func slope(at fraction: Double) -> Double {
    if x1 == y1, x2 == y2 { return 1 }
    let fraction = fraction > 0 ? min(fraction, 1) : 0
    let parameter = Ease.solve(x1, x2, for: fraction)
    let run = Ease.bezierSlope(x1, x2, at: parameter)
    if run > 1e-12 { return Ease.bezierSlope(y1, y2, at: parameter) / max(run, 1e-6) }
    // A control point coincides with the curve's end: the tangent points at the next one.
    if parameter < 0.5, x1 == 0, y1 == 0 { return y2 / max(x2, 1e-6) }
    if parameter > 0.5, x2 == 1, y2 == 1 { return (1 - y1) / max(1 - x1, 1e-6) }
    return Ease.bezierSlope(y1, y2, at: parameter) / 1e-6
  }

  /// The first fraction of the time at which the progress reaches a share in 0…1, or `nil` outside.
  ///
  /// Requires a curve whose progress never decreases, for which y1 and y2 in 0…1 suffice.
  public func fraction(atProgress share: Double) -> Double? {
    guard share >= 0, share <= 1 else { return nil }
    if x1 == y1, x2 == y2 { return share }
    return Ease.bezier(x1, x2, at: Ease.solve(y1, y2, for: share))
  }

  /// The curve's coordinate at its parameter: 3a·s(1 − s)² + 3b·s²(1 − s) + s³.
  static func bezier(_ a: Double, _ b: Double, at s: Double) -> Double {
    let r = 1 - s
    return s * (3 * r * (a * r + b * s) + s * s)
  }

  private static func bezierSlope(_ a: Double, _ b: Double, at s: Double) -> Double {
    let r = 1 - s
    return 3 * (a * r * r + 2 * (b - a) * r * s + (1 - b) * s * s)
  }

  /// The parameter at which a monotone coordinate has a given value: Newton's method within a
  /// bisected bracket.
  private static func solve(_ a: Double, _ b: Double, for value: Double) -> Double {
    if value <= 0 { return 0 }
    if value >= 1 { return 1 }
    var (low, high) = (0.0, 1.0)
    var s = value
    for _ in 0..<80 {
      let error = bezier(a, b, at: s) - value
      // Within rounding error; further steps would only oscillate.
      if abs(error) <= 4 * value.ulp { return s }
      if error > 0 { high = s } else { low = s }
      let next = s - error / bezierSlope(a, b, at: s)
      let step = next > low && next < high ? next : low + (high - low) / 2
      if step == s || high - low < 1e-17 { break }
      s = step
    }
    return s
  }
}
