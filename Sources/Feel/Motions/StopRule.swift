/// When a run that would never end counts as ended.
///
/// All rules reduce to a speed: an exponential's remaining distance is v/k. A rule of 0 leaves the
/// end to the law, and ends an exponential, which has none, at 1e-12 points per second.
public enum StopRule: Hashable, Sendable {
  /// At a speed, in points per second.
  case speed(Double)
  /// At a speed in device pixels per second.
  case pixelSpeed(Double)
  /// When the remaining distance to the asymptote is below a value, in points.
  case remaining(Double)
  /// When the remaining distance to the asymptote is below a value in device pixels.
  case remainingPixels(Double)

  /// Whether the number lies in 0…1e12.
  var isValid: Bool {
    switch self {
    case .speed(let number), .pixelSpeed(let number), .remaining(let number),
      .remainingPixels(let number):
      LawRange.notNegative.contains(number)
    }
  }

  /// The speed at which the rule ends a run, in points per second.
  ///
  /// `decayPerSecond` is k; without it the rules for the remaining distance give 0: no stop.
  public func stopSpeed(decayPerSecond: Double?, scale: Double) -> Double {
    switch self {
    case .speed(let speed): speed
    case .pixelSpeed(let speed): speed / scale
    case .remaining(let distance): distance * (decayPerSecond ?? 0)
    case .remainingPixels(let distance): distance / scale * (decayPerSecond ?? 0)
    }
  }

  private enum Kind: String, CaseIterable { case speed, pixelSpeed, remaining, remainingPixels }

  mutating func walk(_ walk: inout Walk) {
    var kind = Kind.speed
    var (speed, pixelSpeed, remaining, remainingPixels) = (10.0, 20.0, 0.5, 0.5)
    switch self {
    case .speed(let own): speed = own
    case .pixelSpeed(let own): (kind, pixelSpeed) = (.pixelSpeed, own)
    case .remaining(let own): (kind, remaining) = (.remaining, own)
    case .remainingPixels(let own): (kind, remainingPixels) = (.remainingPixels, own)
    }
    let key = "physics.stop"
    walk.choice(
      key, "Stop", &kind, doc: "When coasting ends: at a speed, or with little distance left.")
    walk.when(key, is: Kind.speed)
    walk.number(
      "physics.stop.speed", "Stop speed", unit: "pt/s", 0...200, &speed,
      doc: "Speed at which coasting ends; 0 for when no distance is left.")
    walk.when(key, is: Kind.pixelSpeed)
    walk.number(
      "physics.stop.pixelSpeed", "Stop speed", unit: "px/s", 0...200, &pixelSpeed,
      doc: "Speed at which coasting ends, in device pixels.")
    walk.when(key, is: Kind.remaining)
    walk.number(
      "physics.stop.remaining", "Remaining", unit: "pt", 0...100, &remaining,
      doc: "Distance left at which coasting ends.")
    walk.when(key, is: Kind.remainingPixels)
    walk.number(
      "physics.stop.remainingPixels", "Remaining", unit: "px", 0...100, &remainingPixels,
      doc: "Distance left at which coasting ends, in device pixels.")
    walk.condition = nil
    switch kind {
    case .speed: self = .speed(speed)
    case .pixelSpeed: self = .pixelSpeed(pixelSpeed)
    case .remaining: self = .remaining(remaining)
    case .remainingPixels: self = .remainingPixels(remainingPixels)
    }
  }
}
