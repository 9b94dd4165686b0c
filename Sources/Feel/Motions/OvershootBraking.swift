internal import Glibc

/// The response of a constantly braked run to an edge: stronger braking past it, and an ease back.
///
/// The system checks its content every `tick` seconds, so a run continues unhindered past the edge
/// for half a tick on average, or for a whole tick if it starts past the edge. Then it stops within
/// its limits, braked by at least `deceleration`. Half of the way back follows t², the rest 1 −
/// 2^(−10t).
///
/// The velocity jumps where the second half of the way back begins, by design, and where the run is
/// beyond its limits at once.
///
/// Source: Qt's qquickflickable.cpp (viewportAxisMoved, overShootDistance, adjustContentPos) and
/// QEasingCurve's InQuad and OutExpo.
public struct OvershootBraking: Hashable, Sendable {
  /// The braking past the edge, in points per second squared; positive.
  public var deceleration: Double
  /// The maximum distance past the edge, in points; positive.
  public var limit: Double
  /// The maximum distance past the edge, as a time at the arrival velocity, in seconds; positive.
  public var limitTime: Double
  /// The interval of the system's checks, in seconds; not negative.
  public var tick: Double
  /// The duration of the first half of the way back, in seconds; positive.
  public var departureTime: Double
  /// The duration of the second half of the way back, in seconds; positive.
  public var arrivalTime: Double

  /// Creates the law with Qt's values.
  public init(
    deceleration: Double = 12_000, limit: Double = 150, limitTime: Double = 1.0 / 3,
    tick: Double = 0.016, departureTime: Double = 0.1, arrivalTime: Double = 0.3
  ) {
    (self.deceleration, self.limit, self.limitTime) = (deceleration, limit, limitTime)
    (self.tick, self.departureTime, self.arrivalTime) = (tick, departureTime, arrivalTime)
  }

  /// Whether the tick lies in 0…1e12 and the other numbers in 1e-6…1e12.
  var isValid: Bool {
    [deceleration, limit, limitTime, departureTime, arrivalTime].allSatisfy(
      LawRange.positive.contains) && LawRange.notNegative.contains(tick)
  }

  /// The braking to a stop from `overscroll` points past the edge, or `nil` beyond the limits.
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

  /// The second half of the way back: an exponential cut off at a thousandth, which ends exactly at
  /// its target.
  ///
  /// From very far out it is cut off later, so that it never stops from above 9.5 points per
  /// second.
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

  /// Visits the parameters; `key` and `title` prefix theirs.
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
