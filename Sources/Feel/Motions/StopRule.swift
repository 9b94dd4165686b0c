/// When a run that would never end is taken to have ended.
///
/// All rules come down to a speed: for an exponential the distance that remains is v/k.
/// At 0 a run ends by its law alone, and an exponential, which has no end, at 1e-12 points per second.
public enum StopRule: Hashable, Sendable {
  /// At a speed, in points per second.
  case speed(Double)
  /// At a speed in device pixels per second.
  case pixelSpeed(Double)
  /// When less than a distance remains to the asymptote, in points.
  case remaining(Double)
  /// When less than a distance in device pixels remains to the asymptote.
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
  /// `decayPerSecond` is k; without one the rules for the remaining distance end nothing: 0.
  public func stopSpeed(decayPerSecond: Double?, scale: Double) -> Double {
    switch self {
    case .speed(let speed): speed
    case .pixelSpeed(let speed): speed / scale
    case .remaining(let distance): distance * (decayPerSecond ?? 0)
    case .remainingPixels(let distance): distance / scale * (decayPerSecond ?? 0)
    }
  }
}
