internal import Glibc

/// The velocity that a flick inherits from a previous one in the same direction.
public enum VelocityAccumulation: Hashable, Sendable {
  /// Nothing.
  case none
  /// sign·min(0.000816·|v|^1.967, 40000), v the velocity of the content when it was caught.
  ///
  /// Source: Flutter's BouncingScrollPhysics.carriedMomentum.
  case carried
  /// The velocity u that the caught run would have now, times min((v − f·u)/((c − f)·u), m), unless
  /// |v| < f·|u|.
  ///
  /// f is `floor`, c `ceiling` and m `maximum`.
  ///
  /// Source: GTK's gtkscrolledwindow.c, VELOCITY_ACCUMULATION_FLOOR, _CEIL and _MAX.
  case proportional(floor: Double, ceiling: Double, maximum: Double)
  /// The initial velocity of the caught run, if it had at least `minimum` points per second left
  /// when it was caught, this flick has as much, and the drag began within `pause` seconds of the
  /// press.
  ///
  /// Source: Firefox's FlingAccelerator.cpp; its condition that the drag was never slow is not
  /// modelled.
  case sum(minimum: Double, pause: Double)

  /// GTK's values: 0.33, 1 and 6.
  public static let gtk = VelocityAccumulation.proportional(floor: 0.33, ceiling: 1, maximum: 6)

  /// Whether no number is negative and every ceiling is above its floor.
  var isValid: Bool {
    switch self {
    case .none, .carried: true
    case .proportional(let floor, let ceiling, let maximum):
      [floor, ceiling, maximum].allSatisfy(LawRange.notNegative.contains) && ceiling > floor
    case .sum(let minimum, let pause):
      LawRange.limit.contains(minimum) && LawRange.limit.contains(pause)
    }
  }

  /// The velocity added for a caught motion, in points per second; 0 against the direction.
  func addition(to velocity: Double, for caught: CaughtMotion) -> Double {
    switch self {
    case .none: return 0
    case .carried:
      guard caught.velocity.isFinite, caught.velocity * velocity > 0 else { return 0 }
      return VelocityAccumulation.carried(of: caught.velocity)
    case .proportional(let floor, let ceiling, let maximum):
      let last = caught.presentVelocity
      guard last.isFinite, last * velocity > 0, abs(velocity) >= floor * abs(last) else { return 0 }
      let share = (velocity - floor * last) / ((ceiling - floor) * last)
      return share.isFinite ? last * min(share, maximum) : 0
    case .sum(let minimum, let pause):
      guard abs(velocity) >= minimum, abs(caught.velocity) >= minimum,
        caught.startVelocity.isFinite, caught.startVelocity * velocity > 0, caught.pause < pause
      else { return 0 }
      return caught.startVelocity
    }
  }

  /// The velocity that `carried` adds for a caught velocity, in points per second.
  public static func carried(of velocity: Double) -> Double {
    let carried = min(0.000816 * pow(abs(velocity), 1.967), 40000)
    return velocity < 0 ? -carried : carried
  }

  private enum Kind: String, CaseIterable { case none, carried, proportional, sum }

  mutating func walk(_ walk: inout Walk) {
    var kind = Kind.none
    var (floor, ceiling, maximum, slowest, pause) = (0.33, 1.0, 6.0, 1500.0, 0.05)
    switch self {
    case .none: break
    case .carried: kind = .carried
    case .proportional(let ownFloor, let ownCeiling, let own):
      (kind, floor, ceiling, maximum) = (.proportional, ownFloor, ownCeiling, own)
    case .sum(let own, let ownPause): (kind, slowest, pause) = (.sum, own, ownPause)
    }
    let key = "physics.momentum"
    walk.choice(
      key, "Momentum", &kind,
      doc: "What a second flick in the same direction adds: nothing, part of the velocity that "
        + "was caught, what the first would have left by a share, or all it set out with.")
    walk.when(key, is: Kind.proportional)
    walk.number(
      "physics.momentum.floor", "Floor", 0...0.9, &floor, title: "Momentum, floor",
      doc: "A flick slower than this share of the velocity left adds nothing.")
    walk.number(
      "physics.momentum.ceiling", "Ceiling", 1...5, &ceiling, title: "Momentum, ceiling",
      doc: "A flick at this share of the velocity left adds all of it.")
    walk.number(
      "physics.momentum.maximum", "Maximum", 0...20, &maximum, title: "Momentum, maximum",
      doc: "Most that a flick adds, in multiples of the velocity left.")
    walk.when(key, is: Kind.sum)
    walk.number(
      "physics.momentum.slowest", "Minimum", unit: "pt/s", 0...5000, &slowest,
      title: "Momentum, minimum", doc: "Velocity that both flicks must reach.")
    walk.number(
      "physics.momentum.pause", "Pause", unit: "s", 0...1, &pause, title: "Momentum, pause",
      doc: "Longest time from the press to the second drag.")
    walk.condition = nil
    switch kind {
    case .none: self = .none
    case .carried: self = .carried
    case .proportional: self = .proportional(floor: floor, ceiling: ceiling, maximum: maximum)
    case .sum: self = .sum(minimum: slowest, pause: pause)
    }
  }
}

/// The motion that a press caught, as far as the next flick may inherit it; zero if there was none.
public struct CaughtMotion: Hashable, Sendable {
  /// Its velocity when it was caught, in points per second.
  public var velocity: Double
  /// Its initial velocity, in points per second.
  public var startVelocity: Double
  /// The velocity it would have now if it had not been caught, in points per second.
  public var presentVelocity: Double
  /// The time from the press to the start of the drag, in seconds.
  public var pause: Double

  /// Nothing was caught.
  public static let nothing = CaughtMotion(
    velocity: 0, startVelocity: 0, presentVelocity: 0, pause: .infinity)

  /// Creates a caught motion.
  public init(velocity: Double, startVelocity: Double, presentVelocity: Double, pause: Double) {
    (self.velocity, self.startVelocity) = (velocity, startVelocity)
    (self.presentVelocity, self.pause) = (presentVelocity, pause)
  }
}
