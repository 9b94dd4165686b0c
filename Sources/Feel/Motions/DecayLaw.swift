internal import Glibc

/// How released content coasts to a stop.
public enum DecayLaw: Hashable, Sendable {
  /// v·e^(−kt), until the stop rule ends it.
  case exponential(DecelerationRate)
  /// The exponential with an additional drift in points per second and a braking in points per
  /// second squared against it.
  case braked(DecelerationRate, drift: Double, braking: Double)
  /// A power of the remaining time; it ends by itself.
  case power(friction: Double, inflexion: Double)
  /// Android's fling: a cubic curve from start to end; it ends by itself.
  case androidSpline(friction: Double)
  /// A constant braking in points per second squared; it ends by itself.
  case constant(braking: Double)
  /// A timing curve over the distance of a constant braking; it ends by itself.
  case bezier(BezierFling)
  /// No run: the landing spring takes the content to an exponential's asymptote.
  case projection(DecelerationRate)

  /// Whether constant braking, friction and inflexion lie in 1e-6…1e12, drift and braking in
  /// 0…1e12, and a curve is valid.
  var isValid: Bool {
    switch self {
    case .exponential, .projection: true
    case .braked(_, let drift, let braking):
      LawRange.notNegative.contains(drift) && LawRange.notNegative.contains(braking)
    case .power(let friction, let inflexion):
      LawRange.positive.contains(friction) && LawRange.positive.contains(inflexion)
    case .androidSpline(let friction): LawRange.positive.contains(friction)
    case .constant(let braking): LawRange.positive.contains(braking)
    case .bezier(let law): law.isValid
    }
  }

  /// The law's exponential decay per second, or `nil` if it has none.
  public var rate: DecelerationRate? {
    switch self {
    case .exponential(let rate), .braked(let rate, _, _), .projection(let rate): rate
    case .power, .androidSpline, .constant, .bezier: nil
    }
  }

  /// The control points of Android's spline: tension 0.5 at the start and 1 at the end, inflexion
  /// 0.35.
  ///
  /// Source: AOSP's OverScroller, whose table holds 100 samples of this curve. The curve itself is
  /// used here, because the table's chords would make the velocity jump a hundred times per fling.
  public static let androidCurve = Ease(cubicBezier: 0.175, 0.5, 0.35, 1)

  /// Android's fling: T = e^(l/(r − 1)), D = f·P·e^(l·r/(r − 1)), l = ln(0.35·|v|/(f·P)).
  ///
  /// The curve's initial slope makes the initial velocity exactly v. Points and pixels give the
  /// same result, since P grows with the density.
  ///
  /// - Precondition: `friction` lies in 1e-6…1e12, `velocity` in −1e12…1e12, `start` is finite.
  ///
  /// Source: AOSP's OverScroller.
  public static func androidFling(
    from start: Double, velocity: Double, friction: Double = 0.015
  ) -> EaseMotion {
    precondition(LawRange.positive.contains(friction), "friction lies in 1e-6...1e12")
    precondition(LawRange.notNegative.contains(abs(velocity)), "velocity lies in -1e12...1e12")
    precondition(start.isFinite, "start is finite")
    let resistance = friction * PowerDeceleration.physicalCoefficient
    let share = 0.35 * abs(velocity) / resistance
    let duration = pow(share, 1 / (PowerDeceleration.power - 1))
    // D = 0.35·|v|·T is the formula above, written so that the initial velocity is exactly v.
    return EaseMotion(
      from: start, to: start + 0.35 * velocity * duration, duration: duration, ease: androidCurve)
  }

  /// The stop speed of an exponential without another, in points per second: the remaining distance
  /// is far below any pixel, and with a stop at 0 it would never end.
  private static let leastStopSpeed = 1e-12

  /// The free run from an offset with a velocity, ignoring edges.
  func motion(from start: Double, velocity: Double, stopSpeed: Double, viewport: Double) -> Motion {
    switch self {
    case .exponential(let rate), .projection(let rate):
      .deceleration(
        Deceleration(
          from: start, velocity: velocity, rate: rate,
          stopSpeed: max(stopSpeed, DecayLaw.leastStopSpeed)))
    case .braked(let rate, let drift, let braking):
      .braked(
        BrakedDeceleration(
          from: start, velocity: velocity, rate: rate, drift: drift, braking: braking,
          stopSpeed: max(stopSpeed, drift + braking > 0 ? 0 : DecayLaw.leastStopSpeed)))
    case .power(let friction, let inflexion):
      .power(
        PowerDeceleration(
          from: start, velocity: velocity, friction: friction, inflexion: inflexion))
    case .androidSpline(let friction):
      .ease(DecayLaw.androidFling(from: start, velocity: velocity, friction: friction))
    case .constant(let braking):
      .constant(ConstantDeceleration(from: start, velocity: velocity, deceleration: braking))
    case .bezier(let law): .ease(law.motion(from: start, velocity: velocity, viewport: viewport))
    }
  }

  private enum Kind: String, CaseIterable {
    case exponential, braked, power, androidSpline, constant, bezier, projection
  }

  mutating func walk(_ walk: inout Walk) {
    var kind = Kind.exponential
    var rate = DecelerationRate.normal
    var (drift, braking, friction, inflexion, steady) = (0.0, 0.0, 0.015, 0.35, 1500.0)
    var curve = BezierFling()
    switch self {
    case .exponential(let own): (kind, rate) = (.exponential, own)
    case .braked(let own, let ownDrift, let ownBraking):
      (kind, rate, drift, braking) = (.braked, own, ownDrift, ownBraking)
    case .power(let own, let ownInflexion):
      (kind, friction, inflexion) = (.power, own, ownInflexion)
    case .androidSpline(let own): (kind, friction) = (.androidSpline, own)
    case .constant(let own): (kind, steady) = (.constant, own)
    case .bezier(let own): (kind, curve) = (.bezier, own)
    case .projection(let own): (kind, rate) = (.projection, own)
    }
    let key = "physics.decay"
    walk.choice(key, "Deceleration", &kind, doc: "How coasting content slows down.")
    walk.when(key, is: Kind.exponential, .braked, .projection)
    rate.walk(&walk)
    walk.when(key, is: Kind.braked)
    walk.number(
      "physics.decay.drift", "Drift", unit: "pt/s", 0...10_000, &drift,
      doc: "Constant velocity against the coasting content.")
    walk.number(
      "physics.decay.braking", "Braking", unit: "pt/s²", 0...20_000, &braking,
      doc: "Constant deceleration on top of the exponential one.")
    walk.when(key, is: Kind.power, .androidSpline)
    walk.number(
      "physics.decay.friction", "Friction", 0.001...0.1, &friction,
      doc: "Android’s fling friction.")
    walk.when(key, is: Kind.power)
    walk.number(
      "physics.decay.inflexion", "Inflection", 0.05...1, &inflexion,
      doc: "Share of an Android fling at which its two tensions meet.")
    walk.when(key, is: Kind.constant)
    walk.number(
      "physics.decay.steadyBraking", "Braking", unit: "pt/s²", 50...20_000, &steady,
      doc: "Speed lost each second.")
    walk.when(key, is: Kind.bezier)
    curve.walk(&walk)
    walk.condition = nil
    switch kind {
    case .exponential: self = .exponential(rate)
    case .braked: self = .braked(rate, drift: drift, braking: braking)
    case .power: self = .power(friction: friction, inflexion: inflexion)
    case .androidSpline: self = .androidSpline(friction: friction)
    case .constant: self = .constant(braking: steady)
    case .bezier: self = .bezier(curve)
    case .projection: self = .projection(rate)
    }
  }
}
