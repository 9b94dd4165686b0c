/// A fling over the distance of a constant braking, with a Bézier timing curve.
///
/// T = min(`maximumDuration`, |v|/`timeBraking`) and D = v²/(2·`braking`), at most `limit`
/// viewports. The curve is the cubic Bézier with the control points (`x1`, s·`x1`) and (`x2`, 1), s
/// = |v|·T/D, or (1/s, 1) and (`x2`, 1) where s·`x1` would exceed 1: its slope at the start is s,
/// so the run starts with exactly v.
///
/// Source: Chromium's physics_based_fling_curve.cc, whose 2.7559e-5 inches per millisecond squared
/// are 2645.7 pixels per second squared at 96 pixels an inch.
public struct BezierFling: Hashable, Sendable {
  /// The braking that gives the duration T, in points per second squared; positive.
  public var timeBraking: Double
  /// The braking that gives the distance D, in points per second squared; positive.
  public var braking: Double
  /// The maximum duration of a run, in seconds; positive.
  public var maximumDuration: Double
  /// The maximum distance of a run, in viewport lengths; not negative.
  public var limit: Double
  /// x of the curve's first control point, in (0, 1].
  public var x1: Double
  /// x of the curve's second control point, in 0…1.
  public var x2: Double

  /// Whether brakings and duration lie in 1e-6…1e12, the limit in 0…1e12, and both x in 0…1, the
  /// first at least 1e-6.
  var isValid: Bool {
    [timeBraking, braking, maximumDuration].allSatisfy(LawRange.positive.contains)
      && LawRange.notNegative.contains(limit) && (1e-6...1).contains(x1) && (0...1).contains(x2)
  }

  /// Creates a law; the defaults are Chromium's.
  public init(
    timeBraking: Double = 2300, braking: Double = 2645.7, maximumDuration: Double = 2,
    limit: Double = 3, x1: Double = 0.2, x2: Double = 0.55
  ) {
    (self.timeBraking, self.braking) = (timeBraking, braking)
    (self.maximumDuration, self.limit, self.x1, self.x2) = (maximumDuration, limit, x1, x2)
  }

  /// The run from an offset with a velocity, in points and points per second; `viewport` in points.
  ///
  /// Without room or velocity, its duration is 0.
  public func motion(from start: Double, velocity: Double, viewport: Double) -> EaseMotion {
    let speed = abs(velocity)
    let duration = min(maximumDuration, speed / timeBraking)
    let distance = min(speed * speed / (2 * braking), limit * viewport)
    let slope = speed * duration / distance
    guard duration > 0, distance > 0, slope.isFinite else {
      return EaseMotion(from: start, to: start, duration: 0)
    }
    let first = x1 * slope < 1 ? (x1, x1 * slope) : (1 / slope, 1)
    return EaseMotion(
      from: start, to: start + (velocity < 0 ? -distance : distance), duration: duration,
      ease: Ease(cubicBezier: first.0, first.1, x2, 1))
  }

  mutating func walk(_ walk: inout Walk) {
    walk.number(
      "physics.decay.curve.braking", "Braking", unit: "pt/s²", 50...20_000, &braking,
      title: "Curve, braking", doc: "Constant braking that gives the coasting distance.")
    walk.number(
      "physics.decay.curve.timeBraking", "Time braking", unit: "pt/s²", 50...20_000,
      &timeBraking, title: "Curve, time braking",
      doc: "Constant braking that gives the coasting time.")
    walk.number(
      "physics.decay.curve.maximumDuration", "Maximum time", unit: "s", 0.1...10, &maximumDuration,
      title: "Curve, maximum time", doc: "Longest coasting time.")
    walk.number(
      "physics.decay.curve.limit", "Maximum distance", unit: "vp", 0.1...20, &limit,
      title: "Curve, maximum distance", doc: "Longest coasting distance, in viewports.")
    walk.number(
      "physics.decay.curve.x1", "Curve x1", 0.01...1, &x1,
      doc: "x of the first control point of the timing curve.")
    walk.number(
      "physics.decay.curve.x2", "Curve x2", 0...1, &x2,
      doc: "x of the second control point of the timing curve.")
  }
}
