internal import Glibc

/// How far a notch of a wheel scrolls, and how the content gets there.
///
/// Notches that come faster than they are carried out add up: each sets a new target, to which the
/// content goes on from where it is and as fast as it is.
///
/// Source: GTK's gtkscrolledwindow.c (get_wheel_detent_scroll_step) for what a notch is there.
public struct WheelScroll: Hashable, Sendable {
  /// How far a notch scrolls.
  public enum Notch: Hashable, Sendable {
    /// So many points; positive.
    case points(Double)
    /// The viewport's length in points to the power of ⅔, as in GTK.
    case viewport
  }

  /// How the content gets to its target.
  public enum Smoothing: Hashable, Sendable {
    /// At once.
    case none
    /// By a critically damped spring that takes about so many seconds from rest.
    case spring(duration: Double)
    /// By an ease.
    case ease(WheelEase)
  }

  /// How far a notch scrolls.
  public var notch: Notch
  /// How the content gets to its target.
  public var smoothing: Smoothing

  /// Creates a rule; the default is a notch of 60 points by a spring of 0.12 s.
  public init(notch: Notch = .points(60), smoothing: Smoothing = .spring(duration: 0.12)) {
    (self.notch, self.smoothing) = (notch, smoothing)
  }

  /// Whether the notch and the times lie in 1e-6…1e12, and the ease's numbers in their ranges.
  var isValid: Bool {
    if case .points(let notch) = notch, !LawRange.positive.contains(notch) { return false }
    switch smoothing {
    case .none: return true
    case .spring(let duration): return LawRange.positive.contains(duration)
    case .ease(let ease): return ease.isValid
    }
  }

  /// How far a notch scrolls in a viewport of a length, in points.
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

/// An ease that takes over the velocity with which a notch finds the content.
///
/// It is a cubic Bézier from (0, 0) to (1, 1) over the way and the time. Its second control point
/// is (1 − `arrival`, 1), so that it ends at rest; its first follows the slope s with which it has
/// to begin, velocity·time/way. `level`: (`start`, `start`·s), as in Chromium. `along`: `start`
/// along the slope, (1, s)·`start`/√(1 + s²), as in Firefox.
///
/// Source: Chromium's scroll_offset_animation_curve.cc (INVERSE_DELTA); Firefox's
/// ScrollAnimationBezierPhysics.cpp.
public struct WheelEase: Hashable, Sendable {
  /// How it takes over a velocity.
  public enum Departure: String, Hashable, Sendable, CaseIterable {
    /// The first control point keeps its time.
    case level
    /// The first control point keeps its distance.
    case along
  }

  /// How long it takes for ways of up to `shortWay`, in seconds.
  public var duration: Double
  /// How long it takes for ways of `longWay` and more, in seconds.
  public var longDuration: Double
  /// From this way on it takes less time, in points.
  public var shortWay: Double
  /// From this way on it takes no less, in points; between the two the time falls in proportion.
  public var longWay: Double
  /// How it takes over a velocity.
  public var departure: Departure
  /// How far its first control point lies from its beginning, 0.001…1.
  public var start: Double
  /// How far its second control point lies from its end, 0…1.
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

  /// Whether the times lie in 1e-6…1e12, the ways in 0…1e12, and the control points in 0…1.
  var isValid: Bool {
    [duration, longDuration].allSatisfy(LawRange.positive.contains)
      && [shortWay, longWay].allSatisfy(LawRange.notNegative.contains)
      && (0.001...1).contains(start) && (0...1).contains(arrival)
  }

  /// The motion to a target from an offset with a velocity, in points and points per second, or
  /// `nil` where it would leave the extent on the way or the velocity is too great for the way.
  ///
  /// A velocity towards the target that is too great for the time takes less time, so that it never
  /// goes past the target: 2.4 times what the velocity alone would take where Chromium has 2.5.
  ///
  /// - Precondition: `offset` and `target` are finite and differ.
  func motion(
    from offset: Double, velocity: Double, to target: Double, in extent: ScrollExtent
  ) -> EaseMotion? {
    let way = target - offset
    var time = duration(ofWay: abs(way))
    if departure == .level, velocity * way > 0 { time = min(time, way / velocity / start) }
    let slope = velocity * time / way
    // So steep that the way is nothing beside the velocity.
    guard time > 1e-6, abs(slope) <= 1000 else { return nil }
    let x1 = departure == .level ? start : start / (1 + slope * slope).squareRoot()
    let ease = Ease(cubicBezier: x1, min(x1 * slope, 1), 1 - arrival, 1)
    // What sets out the wrong way turns where the height's derivative is 0.
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
