internal import Glibc

/// A damped spring: m·x″ + c·x′ + k·x = 0 about its target.
///
/// β = c/2m, ω0 = √(k/m), damping ratio ζ = c/(2√(km)): below 1 it oscillates, at 1 it returns
/// fastest without overshoot, above 1 it creeps back. `SpringMotion` is the motion of a released
/// spring.
public struct Spring: Hashable, Sendable {
  /// m, in units of mass; 1e-6…1e12.
  public let mass: Double
  /// k, in units of mass per second squared; positive.
  public let stiffness: Double
  /// The damping as given; two springs are equal if mass, stiffness and given damping are.
  public let givenDamping: Damping

  /// The form in which a spring's damping is given.
  public enum Damping: Hashable, Sendable {
    /// ζ, unitless; 1e-16…1e16.
    case ratio(Double)
    /// c, in units of mass per second; positive.
    case coefficient(Double)
  }

  /// The edge spring of the reference physics: critically damped, ω0 = 10 per second.
  public static let edge = Spring(stiffness: 100, dampingRatio: 1)

  private init(mass: Double, stiffness: Double, givenDamping: Damping) {
    (self.mass, self.stiffness, self.givenDamping) = (mass, stiffness, givenDamping)
    precondition(LawRange.positive.contains(mass), "mass lies in 1e-6...1e12")
    precondition(
      LawRange.positive.contains(angularFrequency), "stiffness over mass lies in 1e-12...1e24")
    precondition(
      LawRange.dampingRatio.contains(dampingRatio), "the damping ratio lies in 1e-16...1e16")
  }

  /// Creates a spring from its physical constants.
  ///
  /// - Precondition: the mass lies in 1e-6…1e12, ω0 = √(k/m) in 1e-6…1e12 per second and ζ =
  ///   c/(2√(km)) in 1e-16…1e16, so that every motion comes to rest.
  public init(mass: Double = 1, stiffness: Double, damping: Double) {
    self.init(mass: mass, stiffness: stiffness, givenDamping: .coefficient(damping))
  }

  /// Creates a spring from a damping ratio: c = 2ζ√(km).
  ///
  /// - Precondition: the mass lies in 1e-6…1e12, ω0 = √(k/m) in 1e-6…1e12 per second and ζ in
  ///   1e-16…1e16.
  public init(mass: Double = 1, stiffness: Double, dampingRatio: Double) {
    self.init(mass: mass, stiffness: stiffness, givenDamping: .ratio(dampingRatio))
  }

  /// Creates a spring of mass 1 from its response, the undamped period in seconds: k =
  /// (2π/response)².
  ///
  /// - Precondition: `response` lies in 2π·1e-12…2π·1e6, `dampingRatio` in 1e-16…1e16.
  public init(response: Double, dampingRatio: Double) {
    let omega = 2 * Double.pi / response
    precondition(LawRange.positive.contains(omega), "response lies in 2π·1e-12...2π·1e6")
    self.init(mass: 1, stiffness: omega * omega, dampingRatio: dampingRatio)
  }

  /// Creates a spring of mass 1 from a perceived duration in seconds and a bounce.
  ///
  /// k = (2π/duration)²; ζ = 1 − bounce for a bounce ≥ 0 and 1/(1 + bounce) below. Bounce 0 is
  /// critical.
  ///
  /// - Precondition: `duration` lies in 2π·1e-12…2π·1e6, `bounce` in (−1, 1).
  ///
  /// Source: SwiftUI's Spring(duration:bounce:) and Flutter's
  /// SpringDescription.withDurationAndBounce.
  public init(duration: Double, bounce: Double) {
    precondition(
      LawRange.positive.contains(2 * Double.pi / duration), "duration lies in 2π·1e-12...2π·1e6")
    precondition(bounce > -1 && bounce < 1, "bounce lies in (-1, 1)")
    self.init(response: duration, dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
  }

  /// Creates a spring of mass 1 from its angular frequency ω0, per second, critically damped by
  /// default.
  ///
  /// - Precondition: `angularFrequency` lies in 1e-6…1e12, `dampingRatio` in 1e-16…1e16.
  public init(angularFrequency: Double, dampingRatio: Double = 1) {
    precondition(
      LawRange.positive.contains(angularFrequency), "angularFrequency lies in 1e-6...1e12")
    self.init(mass: 1, stiffness: angularFrequency * angularFrequency, dampingRatio: dampingRatio)
  }

  /// How a spring returns.
  public enum Regime: String, Hashable, Sendable, CaseIterable {
    /// It oscillates about the target, ζ < 1.
    case underdamped
    /// It returns fastest without overshoot, ζ = 1.
    case criticallyDamped
    /// It creeps back, ζ > 1.
    case overdamped
  }

  /// ω0 = √(k/m), per second: the undamped angular frequency.
  public var angularFrequency: Double { (stiffness / mass).squareRoot() }

  /// β = c/2m, per second: how fast the amplitude of an underdamped spring decays.
  public var decayRate: Double { damping / (2 * mass) }

  /// c = 2ζ√(km), in units of mass per second.
  public var damping: Double {
    switch givenDamping {
    case .coefficient(let damping): damping
    case .ratio(let ratio): 2 * ratio * (mass * stiffness).squareRoot()
    }
  }

  /// ζ = c/(2√(km)), unitless.
  public var dampingRatio: Double {
    switch givenDamping {
    case .ratio(let ratio): ratio
    case .coefficient(let damping): damping / (2 * (stiffness * mass).squareRoot())
    }
  }

  /// The undamped period, in seconds.
  public var response: Double { 2 * Double.pi / angularFrequency }

  /// The bounce of `init(duration:bounce:)`, in (−1, 1).
  public var bounce: Double {
    let ratio = dampingRatio
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  /// How it returns; critical includes ratios within 1e-12 of 1.
  public var regime: Regime {
    let excess = dampingRatio - 1
    if abs(excess) <= 1e-12 { return .criticallyDamped }
    return excess < 0 ? .underdamped : .overdamped
  }

  private enum Measure: String, CaseIterable { case ratio, coefficient }

  /// Visits the parameters; `key` and `title` prefix theirs.
  mutating func walk(_ walk: inout Walk, _ key: String, _ title: String) {
    let (massKey, stiffnessKey) = ("\(key).mass", "\(key).stiffness")
    var (mass, stiffness) = (mass, stiffness)
    walk.number(
      massKey, "Mass", 0.1...10, &mass, title: "\(title), mass", form: .constant,
      doc: "Mass of the spring.")
    walk.number(
      stiffnessKey, "Stiffness", unit: "/s²", 1...50_000, offered: 4...5000, &stiffness,
      title: "\(title), stiffness", form: .duration(mass: massKey),
      doc: "Stiffness of the spring, for a mass of 1.")
    self = Spring(mass: mass, stiffness: stiffness, givenDamping: givenDamping)
    // Only an initial value for the other form, so clamp it to its range.
    var (ratio, coefficient) = (min(max(dampingRatio, 0.05), 10), min(max(damping, 0.2), 1000))
    var measure: Measure
    switch givenDamping {
    case .ratio(let given): (measure, ratio) = (.ratio, given)
    case .coefficient(let given): (measure, coefficient) = (.coefficient, given)
    }
    let condition = walk.condition
    walk.choice(
      "\(key).damping", "Damping as", &measure, title: "\(title), damping as", form: .constant,
      doc: "Form in which the damping is given.")
    walk.when("\(key).damping", is: Measure.ratio)
    walk.number(
      "\(key).ratio", "Damping ratio", 0.05...10, offered: 0.1...3, &ratio,
      title: "\(title), damping ratio", form: .bounce,
      doc: "Damping ratio. Below 1 the spring overshoots.")
    walk.when("\(key).damping", is: Measure.coefficient)
    walk.number(
      "\(key).coefficient", "Damping", unit: "/s", 0.2...1000, offered: 1...100,
      &coefficient, title: "\(title), damping",
      form: .damping(mass: massKey, stiffness: stiffnessKey),
      doc: "Damping coefficient, for a mass of 1.")
    walk.condition = condition
    self = Spring(
      mass: mass, stiffness: stiffness,
      givenDamping: measure == .ratio ? .ratio(ratio) : .coefficient(coefficient))
  }
}
