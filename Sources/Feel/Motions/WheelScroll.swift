internal import Glibc

/// The distance per notch of a wheel, and how content moves by it.
///
/// Notches faster than the motion add up: each sets a new target, and content continues to it from
/// its current position and velocity.
///
/// Source: GTK's gtkscrolledwindow.c (get_wheel_detent_scroll_step) for its notch.
public struct WheelScroll: Hashable, Sendable {
  /// The distance per notch.
  public enum Notch: Hashable, Sendable {
    /// A fixed number of points; positive.
    case points(Double)
    /// The viewport's length in points to the power of ⅔, as in GTK.
    case viewport
  }

  /// How content moves to its target.
  public enum Smoothing: Hashable, Sendable {
    /// At once.
    case none
    /// By a critically damped spring that takes about `duration` seconds from rest.
    case spring(duration: Double)
    /// By an ease with an initial velocity.
    case ease(WheelEase)
  }

  /// The distance per notch.
  public var notch: Notch
  /// How content moves to its target.
  public var smoothing: Smoothing

  /// Creates a rule; the default is 60 points per notch and a spring of 0.12 s.
  public init(notch: Notch = .points(60), smoothing: Smoothing = .spring(duration: 0.12)) {
    (self.notch, self.smoothing) = (notch, smoothing)
  }

  /// Whether the notch and the durations lie in 1e-6…1e12, and the ease is valid.
  var isValid: Bool {
    if case .points(let notch) = notch, !LawRange.positive.contains(notch) { return false }
    switch smoothing {
    case .none: return true
    case .spring(let duration): return LawRange.positive.contains(duration)
    case .ease(let ease): return ease.isValid
    }
  }

  /// The distance per notch for a viewport's length, in points.
  public func way(viewport: Double) -> Double {
    switch notch {
    case .points(let notch): notch
    case .viewport: pow(max(0, viewport), 2.0 / 3)
    }
  }

  private enum Unit: String, CaseIterable { case points, viewport }

  private enum Kind: String, CaseIterable { case none, spring, ease }

  mutating func walk(_ walk: inout Walk) {
    var (unit, kind) = (Unit.viewport, Kind.none)
    var (points, duration, ease) = (60.0, 0.12, WheelEase())
    if case .points(let own) = notch { (unit, points) = (.points, own) }
    switch smoothing {
    case .none: break
    case .spring(let own): (kind, duration) = (.spring, own)
    case .ease(let own): (kind, ease) = (.ease, own)
    }
    walk.choice(
      "physics.wheel", "Notch as", &unit,
      doc: "Distance of a notch: in points, or the viewport’s length to the power ⅔.")
    walk.when("physics.wheel", is: Unit.points)
    walk.number(
      "physics.wheel.notch", "Notch", unit: "pt", 1...1000, &points,
      doc: "How far a notch scrolls.")
    walk.condition = nil
    let key = "physics.wheel.smoothing"
    walk.choice(
      key, "Eases by", &kind, title: "Wheel eases by",
      doc: "How content gets there: at once, by a spring, or by a curve.")
    walk.when(key, is: Kind.spring)
    walk.number(
      "physics.wheel.duration", "Duration", unit: "s", 0.01...2, &duration,
      title: "Wheel, duration", doc: "Approximate duration from rest.")
    walk.when(key, is: Kind.ease)
    walk.number(
      "physics.wheel.shortDuration", "Short duration", unit: "s", 0.01...2, &ease.duration,
      title: "Wheel, short duration", doc: "Duration for short distances.")
    walk.number(
      "physics.wheel.longDuration", "Long duration", unit: "s", 0.01...2, &ease.longDuration,
      title: "Wheel, long duration", doc: "Duration for long distances.")
    walk.number(
      "physics.wheel.shortWay", "Short up to", unit: "pt", 0...5000, &ease.shortWay,
      title: "Wheel, short up to", doc: "Distances up to this are short.")
    walk.number(
      "physics.wheel.longWay", "Long from", unit: "pt", 0...5000, &ease.longWay,
      title: "Wheel, long from", doc: "Distances from this on are long.")
    walk.choice(
      "physics.wheel.departure", "Start", &ease.departure, title: "Wheel, start",
      doc: "How the curve starts with a velocity: its first point keeps its time, or its distance.")
    walk.number(
      "physics.wheel.start", "First point", 0.01...1, &ease.start, title: "Wheel, first point",
      doc: "Distance of the first control point from the start of the curve.")
    walk.number(
      "physics.wheel.arrival", "Second point", 0...1, &ease.arrival, title: "Wheel, second point",
      doc: "Distance of the second control point from the end of the curve.")
    walk.condition = nil
    notch = unit == .points ? .points(points) : .viewport
    smoothing =
      switch kind {
      case .none: .none
      case .spring: .spring(duration: duration)
      case .ease: .ease(ease)
      }
  }
}

/// An ease that continues the velocity with which a notch finds the content.
///
/// A cubic Bézier from (0, 0) to (1, 1) in time and distance. Its second control point is (1 −
/// `arrival`, 1), so it ends at rest; its first follows the required initial slope s =
/// velocity·time/distance. `level`: (`start`, `start`·s), as in Chromium. `along`: `start` along
/// the slope, (1, s)·`start`/√(1 + s²), as in Firefox.
///
/// Source: Chromium's scroll_offset_animation_curve.cc (INVERSE_DELTA); Firefox's
/// ScrollAnimationBezierPhysics.cpp.
public struct WheelEase: Hashable, Sendable {
  /// How the ease continues a velocity.
  public enum Departure: String, Hashable, Sendable, CaseIterable {
    /// The first control point keeps its x, which is time.
    case level
    /// The first control point keeps its distance from the start.
    case along
  }

  /// The duration for distances up to `shortWay`, in seconds.
  public var duration: Double
  /// The duration for distances from `longWay` on, in seconds.
  public var longDuration: Double
  /// The distance up to which `duration` applies, in points.
  public var shortWay: Double
  /// The distance from which `longDuration` applies, in points; interpolated in between.
  public var longWay: Double
  /// How the ease continues a velocity.
  public var departure: Departure
  /// The distance of the first control point from the start, 0.001…1.
  public var start: Double
  /// The distance of the second control point from the end, 0…1.
  public var arrival: Double

  /// Creates an ease; the default is Chromium's.
  public init(
    duration: Double = 0.2, longDuration: Double = 0.1, shortWay: Double = 120,
    longWay: Double = 480, departure: Departure = .level, start: Double = 0.42,
    arrival: Double = 0.42
  ) {
    (self.duration, self.longDuration) = (duration, longDuration)
    (self.shortWay, self.longWay) = (shortWay, longWay)
    (self.departure, self.start, self.arrival) = (departure, start, arrival)
  }

  /// Whether durations lie in 1e-6…1e12, distances in 0…1e12, and control points in range.
  var isValid: Bool {
    [duration, longDuration].allSatisfy(LawRange.positive.contains)
      && [shortWay, longWay].allSatisfy(LawRange.notNegative.contains)
      && (0.001...1).contains(start) && (0...1).contains(arrival)
  }

  /// The motion to a target from an offset with a velocity, in points and points per second, or
  /// `nil` if it would leave the extent or the velocity is too high for the distance.
  ///
  /// With `level`, too high a velocity towards the target shortens the duration, so that the motion
  /// never overshoots: to 2.4 times that at constant velocity, where Chromium has 2.5.
  ///
  /// - Precondition: `offset` and `target` are finite and differ.
  func motion(
    from offset: Double, velocity: Double, to target: Double, in extent: ScrollExtent
  ) -> EaseMotion? {
    let way = target - offset
    var time = duration(ofWay: abs(way))
    if departure == .level, velocity * way > 0 { time = min(time, way / velocity / start) }
    let slope = velocity * time / way
    // The velocity is too high relative to the distance.
    guard time > 1e-6, abs(slope) <= 1000 else { return nil }
    let x1 = departure == .level ? start : start / (1 + slope * slope).squareRoot()
    let ease = Ease(cubicBezier: x1, min(x1 * slope, 1), 1 - arrival, 1)
    // A motion that starts in the wrong direction turns where the derivative of y is 0.
    let turn = ease.y1 < 0 ? ease.y1 / (3 * ease.y1 - 2) : 0
    let extreme = offset + way * Ease.bezier(ease.y1, 1, at: turn)
    guard extent.overscroll(of: extreme) == 0 else { return nil }
    return EaseMotion(from: offset, to: target, duration: time, ease: ease)
  }

  private func duration(ofWay way: Double) -> Double {
    guard way > shortWay else { return duration }
    guard way < longWay else { return longDuration }
    return duration + (longDuration - duration) * (way - shortWay) / (longWay - shortWay)
  }
}
