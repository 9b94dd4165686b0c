internal import Glibc

/// The laws of a scroll axis: how it runs out, resists, bounces and lands.
///
/// A value without state. The reference is `ScrollPhysics.uikit`; every system's preset is another value of it.
/// A number that no law can have fails a precondition where it is set, by its name: NaN, a negative one, one too great or too small to divide by.
public struct ScrollPhysics: Hashable, Sendable {
  /// How a run loses its velocity.
  public var decay: DecayLaw { didSet { check() } }
  /// When a run has ended.
  public var stop: StopRule { didSet { check() } }
  /// How the content follows a drag past its end.
  public var band: OverscrollBand { didSet { check() } }
  /// What happens when a run reaches the edge.
  public var bounce: EdgeBounce { didSet { check() } }
  /// What takes the content back when it is let go past its edge.
  public var releaseOutside: ReleaseOutside { didSet { check() } }
  /// What becomes of content that is thrown back in from past its edge.
  public var inwardThrow: InwardThrow
  /// The spring that lands the content where a run cannot be bent to land.
  public var landingSpring: Spring
  /// Whether a run's rest is put on a whole device pixel.
  public var landsOnPixels: Bool
  /// The greatest release speed, in points per second, both directions; infinite for none.
  public var maximumVelocity: Double { didSet { check() } }
  /// The least release speed that counts, in points per second.
  public var minimumVelocity: Double { didSet { check() } }
  /// The least distance worth a run, in points.
  public var minimumTravel: Double { didSet { check() } }
  /// The least time worth a run, in seconds.
  public var minimumDuration: Double { didSet { check() } }
  /// Whether a second flick in the same direction adds part of the first one's velocity.
  public var carriesMomentum: Bool
  /// How near its rest the content counts as there, in device pixels.
  public var restThresholdPixels: Double { didSet { check() } }
  /// How the release velocity is read off the pointer's samples.
  public var velocity: VelocityTracker.Settings { didSet { check() } }

  /// Creates a set of laws; the defaults are those of `uikit`.
  ///
  /// - Precondition: every number lies in its law's range.
  public init(
    decay: DecayLaw = .exponential(.normal), stop: StopRule = .speed(10),
    band: OverscrollBand = .rubberBand(RubberBand()), bounce: EdgeBounce = .spring(EdgeSpring()),
    releaseOutside: ReleaseOutside = .spring(.edge), inwardThrow: InwardThrow = .runsOn,
    landingSpring: Spring = .edge, landsOnPixels: Bool = true, maximumVelocity: Double = .infinity,
    minimumVelocity: Double = 0, minimumTravel: Double = 0, minimumDuration: Double = 0,
    carriesMomentum: Bool = false, restThresholdPixels: Double = 0.5,
    estimator: VelocityEstimator = .leastSquares
  ) {
    (self.decay, self.stop, self.band) = (decay, stop, band)
    (self.bounce, self.releaseOutside, self.inwardThrow) = (bounce, releaseOutside, inwardThrow)
    (self.landingSpring, self.landsOnPixels) = (landingSpring, landsOnPixels)
    (self.maximumVelocity, self.minimumVelocity) = (maximumVelocity, minimumVelocity)
    (self.minimumTravel, self.minimumDuration) = (minimumTravel, minimumDuration)
    (self.carriesMomentum, self.restThresholdPixels) = (carriesMomentum, restThresholdPixels)
    velocity = VelocityTracker.Settings(estimator: estimator)
    check()
  }

  private func check() {
    precondition(decay.isValid, "decay: drift and braking lie in 0...1e12, the rest in 1e-6...1e12")
    precondition(stop.isValid, "stop lies in 0...1e12")
    precondition(
      band.isValid,
      "band: its dimension lies in 1e-6...1e12, the rest in 0...1e12 or the limit above")
    precondition(
      bounce.isValid, "bounce: its deceleration lies in 1e-6...1e12, the rest is not negative")
    precondition(
      releaseOutside.isValid,
      "releaseOutside: its deceleration lies in 1e-6...1e12, the rest in 0...1e12")
    precondition(LawRange.limit.contains(maximumVelocity), "maximumVelocity is not negative")
    precondition(LawRange.limit.contains(minimumVelocity), "minimumVelocity is not negative")
    precondition(LawRange.limit.contains(minimumTravel), "minimumTravel is not negative")
    precondition(LawRange.limit.contains(minimumDuration), "minimumDuration is not negative")
    precondition(
      LawRange.positive.contains(restThresholdPixels), "restThresholdPixels lies in 1e-6...1e12")
    precondition(
      [velocity.window, velocity.minimumSpacing, velocity.gap].allSatisfy(LawRange.limit.contains),
      "velocity: no time is negative")
  }

  /// How the release velocity is estimated; to set it gives it the window and the cap that go with it.
  public var estimator: VelocityEstimator {
    get { velocity.estimator }
    set { velocity = VelocityTracker.Settings(estimator: newValue) }
  }

  /// UIScrollView at its normal deceleration rate: the reference of this package.
  public static let uikit = ScrollPhysics()

  /// The speed at which a run ends, in points per second.
  ///
  /// - Precondition: `scale` lies in `ScrollExtent.scaleRange`.
  public func stopSpeed(scale: Double) -> Double {
    ScrollExtent.check(scale: scale)
    return stop.stopSpeed(decayPerSecond: decay.rate?.decayPerSecond, scale: scale)
  }

  /// How near its rest the content counts as there, in points.
  ///
  /// - Precondition: `scale` lies in `ScrollExtent.scaleRange`.
  public func restThreshold(scale: Double) -> Double {
    ScrollExtent.check(scale: scale)
    return restThresholdPixels / scale
  }

  /// How slow the content counts as at rest, in points per second: the stop speed, and never below 1.
  public func restSpeed(scale: Double) -> Double { max(stopSpeed(scale: scale), 1) }

  /// The velocity that a release has, in points per second: the estimate, what it carries on, and the limits.
  ///
  /// Carried, if the switch is on and both point the same way: sign·min(0.000816·|v|^1.967, 40000) of the velocity v
  /// that the content had when it was caught. Anything not finite counts as 0.
  ///
  /// `caught` is the content's velocity when it was last caught, in points per second; 0 for none.
  ///
  /// Source: Flutter's BouncingScrollPhysics.carriedMomentum.
  public func releaseVelocity(_ estimate: Double, caught: Double = 0) -> Double {
    guard estimate.isFinite else { return 0 }
    var velocity = estimate
    if carriesMomentum, caught.isFinite, caught * estimate > 0 {
      velocity += ScrollPhysics.carriedMomentum(of: caught)
    }
    return limited(velocity)
  }

  /// What a caught motion adds to the next flick, in points per second: sign·min(0.000816·|v|^1.967, 40000).
  public static func carriedMomentum(of velocity: Double) -> Double {
    let carried = min(0.000816 * pow(abs(velocity), 1.967), 40000)
    return velocity < 0 ? -carried : carried
  }

  /// Velocities past this are held: no hand moves so fast, and the square of it is still far from infinity.
  static let greatestSpeed = 1e9

  func limited(_ velocity: Double) -> Double {
    guard velocity.isFinite, abs(velocity) >= minimumVelocity else { return 0 }
    let limit = min(maximumVelocity, ScrollPhysics.greatestSpeed)
    return min(max(velocity, -limit), limit)
  }
}
