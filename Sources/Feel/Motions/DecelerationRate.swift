internal import Glibc

/// How fast a free motion loses its velocity: v(t) = v0·e^(−kt), k = `decayPerSecond`.
///
/// The same constant has several names: UIKit's share kept per millisecond (0.998), Flutter's
/// "drag" kept per second (0.135), a time constant in other animation libraries. Each has an
/// initialiser labelled with its unit, and a rate keeps the number it was created with: two rates
/// are equal if they were created with the same number in the same measure.
public struct DecelerationRate: Hashable, Sendable {
  /// The form in which a rate is given.
  public enum Measure: String, Hashable, Sendable, CaseIterable {
    /// The share of velocity kept per millisecond, in (0, 1).
    case keptPerMillisecond = "keptPerMs"
    /// The share of velocity kept per second, in (0, 1).
    case keptPerSecond
    /// k, per second.
    case decayPerSecond
    /// 1/k, in seconds.
    case timeConstant
  }

  /// k, per second; 1e-6…1e12.
  public let decayPerSecond: Double
  /// The form in which it was given.
  public let measure: Measure
  /// The number with which it was created, in that measure.
  public let given: Double

  /// UIKit's normal rate: 0.998 kept per millisecond, k = 2.0020027 per second.
  ///
  /// Source: UIScrollView.DecelerationRate.normal.
  public static let normal = DecelerationRate(keptPerMillisecond: 0.998)
  /// UIKit's fast rate: 0.99 kept per millisecond, k = 10.0503 per second.
  ///
  /// Source: UIScrollView.DecelerationRate.fast.
  public static let fast = DecelerationRate(keptPerMillisecond: 0.99)

  private init(_ given: Double, _ measure: Measure, decayPerSecond: Double) {
    precondition(LawRange.positive.contains(decayPerSecond), "decayPerSecond lies in 1e-6...1e12")
    (self.given, self.measure, self.decayPerSecond) = (given, measure, decayPerSecond)
  }

  /// Creates a rate from k, per second.
  ///
  /// - Precondition: it lies in 1e-6…1e12.
  public init(decayPerSecond: Double) {
    self.init(decayPerSecond, .decayPerSecond, decayPerSecond: decayPerSecond)
  }

  /// Creates a rate from the share of velocity kept per millisecond: k = −1000·ln(share).
  ///
  /// - Precondition: `share` lies in (0, 0.99999999].
  public init(keptPerMillisecond share: Double) {
    precondition(share > 0 && share <= 0.99999999, "the share kept lies in (0, 0.99999999]")
    self.init(share, .keptPerMillisecond, decayPerSecond: -1000 * log(share))
  }

  /// Creates a rate from the share of velocity kept per second: k = −ln(share).
  ///
  /// - Precondition: `share` lies in (0, 0.999999].
  public init(keptPerSecond share: Double) {
    precondition(share > 0 && share <= 0.999999, "the share kept lies in (0, 0.999999]")
    self.init(share, .keptPerSecond, decayPerSecond: -log(share))
  }

  /// Creates a rate from its time constant in seconds: k = 1/τ.
  ///
  /// - Precondition: it lies in 1e-12…1e6.
  public init(timeConstant: Double) {
    precondition(timeConstant >= 1e-12 && timeConstant <= 1e6, "timeConstant lies in 1e-12...1e6")
    self.init(timeConstant, .timeConstant, decayPerSecond: 1 / timeConstant)
  }

  /// The share of velocity kept per millisecond, in (0, 1).
  public var keptPerMillisecond: Double {
    measure == .keptPerMillisecond ? given : exp(-decayPerSecond / 1000)
  }

  /// The share of velocity kept per second, in (0, 1).
  public var keptPerSecond: Double { measure == .keptPerSecond ? given : exp(-decayPerSecond) }

  /// Visits the parameters of a deceleration, converted for the measures in which it was not given.
  mutating func walk(_ walk: inout Walk) {
    var measure = measure
    // Only an initial value for the other measures, so clamp it to their ranges.
    let decay = min(max(decayPerSecond, 0.1001), 100)
    var perMillisecond = DecelerationRate(decayPerSecond: decay).keptPerMillisecond
    var (perSecond, perTime, constant) = (max(exp(-decay), 1e-6), decay, 1 / decay)
    switch measure {
    case .keptPerMillisecond: perMillisecond = given
    case .keptPerSecond: perSecond = given
    case .decayPerSecond: perTime = given
    case .timeConstant: constant = given
    }
    let (key, condition) = ("physics.decay.measure", walk.condition)
    walk.choice(
      key, "Rate as", &measure, title: "Deceleration, rate as",
      doc: "Form in which the deceleration rate is given.")
    walk.when(key, is: Measure.keptPerMillisecond)
    walk.number(
      "physics.decay.keptPerMillisecond", "Velocity kept", unit: "/ms", 0.9...0.9999,
      &perMillisecond, doc: "Share of the velocity kept each millisecond.")
    walk.when(key, is: Measure.keptPerSecond)
    walk.number(
      "physics.decay.keptPerSecond", "Velocity kept", unit: "/s", 1e-6...0.905, &perSecond,
      doc: "Share of the velocity kept each second.")
    walk.when(key, is: Measure.decayPerSecond)
    walk.number(
      "physics.decay.decayPerSecond", "Decay", unit: "/s", 0.1...110, &perTime,
      doc: "k in e^(−kt), the share of the velocity left after t.")
    walk.when(key, is: Measure.timeConstant)
    walk.number(
      "physics.decay.timeConstant", "Time constant", unit: "s", 0.009...10, &constant,
      doc: "Time in which the velocity falls to 37 %.")
    walk.condition = condition
    switch measure {
    case .keptPerMillisecond: self = DecelerationRate(keptPerMillisecond: perMillisecond)
    case .keptPerSecond: self = DecelerationRate(keptPerSecond: perSecond)
    case .decayPerSecond: self = DecelerationRate(decayPerSecond: perTime)
    case .timeConstant: self = DecelerationRate(timeConstant: constant)
    }
  }
}
