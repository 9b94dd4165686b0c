/// How the vertical distance from the press scales the pointer's travel.
public enum FineScrubbing: Hashable, Sendable {
  /// clamp(1 − distance²/`divisor`, `floor`…1), `divisor` in square points and positive, `floor` in
  /// 0…1.
  ///
  /// With 10 000 and 0.01: a half at 70.7 points, a quarter at 86.6, a tenth at 94.9, the floor
  /// from 99.5 on.
  case parabola(divisor: Double, floor: Double)
  /// clamp(1 − distance/√`divisor`, `floor`…1), `divisor` in square points and positive, `floor` in
  /// 0…1.
  ///
  /// It reaches 0 where the parabola of the same divisor does. With 10 000 and 0.01: a half at 50
  /// points, a quarter at 75, a tenth at 90, the floor from 99 on.
  case linear(divisor: Double, floor: Double)
  /// 1, ½, ¼ and ⅒, from 0, 50, 100 and 150 points.
  case steps
  /// 1 at any distance.
  case off

  /// The parabola of divisor 10 000 square points and floor 0.01.
  public static let standard = FineScrubbing.parabola(divisor: 10_000, floor: 0.01)

  /// The share of the travel that counts, 0…1, at a vertical distance in points, either sign.
  public func rate(at distance: Double) -> Double {
    let distance = abs(distance)
    switch self {
    case .parabola(let divisor, let floor):
      return min(1, max(floor, 1 - distance * distance / divisor))
    case .linear(let divisor, let floor):
      return min(1, max(floor, 1 - distance / divisor.squareRoot()))
    case .steps:
      if distance < 50 { return 1 }
      if distance < 100 { return 0.5 }
      return distance < 150 ? 0.25 : 0.1
    case .off: return 1
    }
  }

  /// The distance from which the share is at most `rate`, in points; `nil` if that is never
  /// reached.
  public func distance(atRate rate: Double) -> Double? {
    switch self {
    case .parabola(let divisor, let floor):
      rate < floor ? nil : (divisor * max(0, 1 - rate)).squareRoot()
    case .linear(let divisor, let floor):
      rate < floor ? nil : divisor.squareRoot() * max(0, 1 - rate)
    case .steps: [0, 50, 100, 150].first { self.rate(at: $0) <= rate }
    case .off: rate < 1 ? nil : 0
    }
  }

  /// Whether the parameters lie in their ranges.
  public var isValid: Bool {
    switch self {
    case .parabola(let divisor, let floor), .linear(let divisor, let floor):
      divisor > 0 && divisor.isFinite && floor >= 0 && floor <= 1
    case .steps, .off: true
    }
  }
}
