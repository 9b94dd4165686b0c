internal import Glibc

/// What a steadily braked run does past an edge: it is braked harder, and an easing takes it back.
///
/// The system looks at its content `tick` seconds apart, so that a run goes on unhindered for a
/// while past the edge: half a tick on average, and a whole one where it sets out past the edge.
/// Then it stops within the reach, at least with `deceleration`. Back it goes half the way by t²
/// and the rest by 1 − 2^(−10t).
///
/// The velocity jumps where the second half of the way back begins, by design, and where the run is
/// out of reach at once.
///
/// Source: Qt's qquickflickable.cpp (viewportAxisMoved, overShootDistance, adjustContentPos) and
/// QEasingCurve's InQuad and OutExpo.
public struct OvershootBraking: Hashable, Sendable {
  /// The braking past the edge, in points per second squared; positive.
  public var deceleration: Double
  /// The furthest it goes past the edge, in points; positive.
  public var limit: Double
  /// The furthest it goes past the edge as a time at the velocity it came with, in seconds;
  /// positive.
  public var limitTime: Double
  /// How often the system looks, in seconds; not negative.
  public var tick: Double
  /// How long the first half of the way back takes, in seconds; positive.
  public var departureTime: Double
  /// How long the second half of the way back takes, in seconds; positive.
  public var arrivalTime: Double

  /// Creates the law as Qt has it.
  public init(
    deceleration: Double = 12_000, limit: Double = 150, limitTime: Double = 1.0 / 3,
    tick: Double = 0.016, departureTime: Double = 0.1, arrivalTime: Double = 0.3
  ) {
    (self.deceleration, self.limit, self.limitTime) = (deceleration, limit, limitTime)
    (self.tick, self.departureTime, self.arrivalTime) = (tick, departureTime, arrivalTime)
  }

  /// Whether the tick lies in 0…1e12 and the rest in 1e-6…1e12.
  var isValid: Bool {
    [deceleration, limit, limitTime, departureTime, arrivalTime].allSatisfy(
      LawRange.positive.contains) && LawRange.notNegative.contains(tick)
  }

  /// How it stops that is already `overscroll` points out, or `nil` out of reach.
  func stop(from offset: Double, velocity: Double, overscroll: Double) -> ConstantDeceleration? {
    let room = min(limit, abs(velocity) * limitTime) - abs(overscroll)
    guard room > 0, velocity != 0 else { return nil }
    let needed = max(deceleration, velocity * velocity / (2 * room))
    guard needed.isFinite else { return nil }
    return ConstantDeceleration(from: offset, velocity: velocity, deceleration: needed)
  }

  /// The first half of the way back.
  func departure(from offset: Double, to target: Double) -> Motion {
    .ease(
      EaseMotion(
        from: offset, to: offset + (target - offset) / 2, duration: departureTime,
        ease: Ease(cubicBezier: 1.0 / 3, 0, 2.0 / 3, 1.0 / 3)))
  }

  /// The second half of the way back: an exponential that is cut at a thousandth and rests exactly
  /// on its target.
  ///
  /// From very far out it is cut later: it never stops faster than 9.5 points per second.
  func arrival(from offset: Double, to target: Double) -> Motion {
    let cut = 1024.0
    let decay = log(cut) / arrivalTime
    let way = abs(target - offset) * decay
    let stop = min(way / (cut - 1), 9.5)
    guard stop > 0 else { return .rest(at: target) }
    let run = Deceleration(
      from: offset, velocity: target < offset ? -(way + stop) : way + stop,
      rate: DecelerationRate(decayPerSecond: decay), stopSpeed: stop)
    return .deceleration(run.landing(at: target) ?? run)
  }

  /// Walks over the constants; `key` and `title` are those of its place in the laws.
  mutating func walk(_ walk: inout Walk, _ key: String, _ title: String) {
    walk.number(
      "\(key).deceleration", "Braking", unit: "pt/s²", 100...50_000, &deceleration,
      title: "\(title), braking", doc: "Minimum deceleration past the edge.")
    walk.number(
      "\(key).limit", "Farthest", unit: "pt", 1...1000, &limit, title: "\(title), farthest",
      doc: "Farthest past the edge.")
    walk.number(
      "\(key).limitTime", "Farthest", unit: "s", 0.01...2, &limitTime,
      title: "\(title), farthest as a time",
      doc: "Farthest past the edge, as a time at the arrival velocity.")
    walk.number(
      "\(key).tick", "Tick", unit: "s", 0...0.1, &tick, title: "\(title), tick",
      doc: "How often the system checks where its content is.")
    walk.number(
      "\(key).departureTime", "First half", unit: "s", 0.01...2, &departureTime,
      title: "\(title), first half of the return", doc: "Duration of the first half of the return.")
    walk.number(
      "\(key).arrivalTime", "Second half", unit: "s", 0.01...2, &arrivalTime,
      title: "\(title), second half of the return",
      doc: "Duration of the second half of the return.")
  }
}
