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
  /// How a run comes to rest on a whole device pixel.
  public var pixelLanding: PixelLanding
  /// The greatest release speed, in points per second, both directions; infinite for none.
  public var maximumVelocity: Double { didSet { check() } }
  /// The least release speed that counts, in points per second.
  public var minimumVelocity: Double { didSet { check() } }
  /// The least distance worth a run, in points: that to where the run tends, which an exponential never reaches.
  public var minimumTravel: Double { didSet { check() } }
  /// The least time worth a run, in seconds.
  public var minimumDuration: Double { didSet { check() } }
  /// What a second flick in the same direction adds of the first one's velocity.
  public var accumulation: VelocityAccumulation { didSet { check() } }
  /// What the pointer's velocity is multiplied by at a release; 1 keeps it.
  public var velocityGain: Double { didSet { check() } }
  /// Whether content let go past an edge has the pointer's whole velocity, not the share that the band lets through.
  public var releasesPointerVelocity: Bool
  /// How a drag begins.
  public var drag: DragStart { didSet { check() } }
  /// The pages that a release goes to, or `nil` where it runs free.
  public var paging: PageTurning? { didSet { check() } }
  /// What shows at an edge instead of moved content, or `nil` for nothing.
  public var glow: EdgeGlow? { didSet { check() } }
  /// How far a notch of a wheel scrolls, and how.
  public var wheel: WheelScroll { didSet { check() } }
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
    landingSpring: Spring = .edge, pixelLanding: PixelLanding = .bends,
    maximumVelocity: Double = .infinity,
    minimumVelocity: Double = 0, minimumTravel: Double = 0, minimumDuration: Double = 0,
    accumulation: VelocityAccumulation = .none, velocityGain: Double = 1,
    releasesPointerVelocity: Bool = false, drag: DragStart = DragStart(),
    paging: PageTurning? = nil, glow: EdgeGlow? = nil, wheel: WheelScroll = WheelScroll(),
    restThresholdPixels: Double = 0.5,
    velocity: VelocityTracker.Settings = .init(estimator: .uikit)
  ) {
    (self.decay, self.stop, self.band) = (decay, stop, band)
    (self.bounce, self.releaseOutside, self.inwardThrow) = (bounce, releaseOutside, inwardThrow)
    (self.landingSpring, self.pixelLanding) = (landingSpring, pixelLanding)
    (self.maximumVelocity, self.minimumVelocity) = (maximumVelocity, minimumVelocity)
    (self.minimumTravel, self.minimumDuration) = (minimumTravel, minimumDuration)
    (self.accumulation, self.velocityGain) = (accumulation, velocityGain)
    self.releasesPointerVelocity = releasesPointerVelocity
    (self.drag, self.paging, self.glow) = (drag, paging, glow)
    self.wheel = wheel
    (self.restThresholdPixels, self.velocity) = (restThresholdPixels, velocity)
    check()
  }

  private func check() {
    precondition(
      decay.isValid,
      "decay: drift, braking and limit lie in 0...1e12, the curve's x in 0...1, the rest in 1e-6...1e12"
    )
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
      accumulation.isValid, "accumulation: its ceiling lies above its floor, nothing is negative")
    precondition(LawRange.notNegative.contains(velocityGain), "velocityGain lies in 0...1e12")
    precondition(
      LawRange.limit.contains(drag.minimumFlingTravel), "drag: minimumFlingTravel is not negative")
    precondition(paging?.isValid ?? true, "paging: its numbers lie in 0...1e12")
    precondition(glow?.isValid ?? true, "glow: its reach lies in 1e-6...1e12")
    precondition(
      wheel.isValid,
      "wheel: notch and times lie in 1e-6...1e12, ways in 0...1e12, the ease's points in 0...1")
    precondition(
      LawRange.positive.contains(restThresholdPixels), "restThresholdPixels lies in 1e-6...1e12")
    precondition(
      velocity.isValid, "velocity: no time and no limit is negative, smoothing lies in 0...1")
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

  /// The velocity that a release has, in points per second: the estimate times the gain, what it adds of a caught motion, and the limits.
  ///
  /// Anything not finite counts as 0. `caught` is the motion that the press caught.
  public func releaseVelocity(_ estimate: Double, caught: CaughtMotion = .nothing) -> Double {
    releaseVelocity(pointer: estimate, content: estimate, caught: caught).value
  }

  /// Velocities past this are held: no hand moves so fast, and the square of it is still far from infinity.
  static let greatestSpeed = 1e9

  func limited(_ velocity: Double) -> Double {
    guard velocity.isFinite, abs(velocity) >= minimumVelocity else { return 0 }
    let limit = min(maximumVelocity, ScrollPhysics.greatestSpeed)
    return min(max(velocity, -limit), limit)
  }
}

extension ScrollPhysics: Law {
  /// The declarations of all constants, those of `uikit` as defaults.
  public static let parameters = ScrollPhysics().parameters

  /// Names the constants, law by law: `physics.decay`, `physics.stop` and so on.
  public mutating func walk(_ walk: inout Walk) {
    walk.group = "Motion"
    decay.walk(&walk)
    stop.walk(&walk)
    walk.group = "Past the edge"
    band.walk(&walk)
    EdgeGlow.walk(&glow, &walk)
    walk.group = "At the edge"
    bounce.walk(&walk)
    walk.group = "Let go outside"
    releaseOutside.walk(&walk)
    walk.flag(
      "physics.outside.pointerVelocity", "Pointer's velocity", &releasesPointerVelocity,
      title: "Return with the pointer's velocity",
      doc: "Whether content let go outside has the pointer's whole velocity, not the share "
        + "that the band lets through.")
    walk.choice(
      "physics.inward", "Thrown in", &inwardThrow, title: "Thrown back in",
      doc:
        "Content thrown back in runs on from the edge, returns and rests there, or runs at once.")
    walk.group = "Release"
    walkRelease(&walk)
    walk.group = "Landing"
    landingSpring.walk(&walk, "physics.landing.spring", "Landing spring")
    walk.choice(
      "physics.landing.pixels", "On pixels", &pixelLanding, title: "Landing on pixels",
      doc: "How a run comes to rest on a whole device pixel: bent to it, rounded, or not.")
    walk.number(
      "physics.landing.threshold", "At rest", unit: "px", 0.01...10, &restThresholdPixels,
      title: "Landing, at rest",
      doc: "How near its rest the content counts as there, in device pixels.")
    walk.group = "Release velocity"
    drag.walk(&walk)
    velocity.walk(&walk)
    walk.group = "Wheel"
    wheel.walk(&walk)
  }

  private mutating func walkRelease(_ walk: inout Walk) {
    walk.limit(
      "physics.velocity.maximum", "Fastest", unit: "pt/s", 0...100_000, &maximumVelocity,
      title: "Fastest release", doc: "The greatest velocity that a release takes over.")
    walk.number(
      "physics.velocity.minimum", "Slowest", unit: "pt/s", 0...2000, &minimumVelocity,
      title: "Slowest release", doc: "The least velocity that counts as any.")
    walk.number(
      "physics.travel.minimum", "Least travel", unit: "pt", 0...500, &minimumTravel,
      doc: "A run whose predicted way is shorter is none.")
    walk.number(
      "physics.duration.minimum", "Least time", unit: "s", 0...2, &minimumDuration,
      doc: "A run that would end sooner is none.")
    walk.number(
      "physics.velocity.gain", "Gain", 0...5, &velocityGain, title: "Release, gain",
      doc: "What the pointer's velocity is multiplied by.")
    accumulation.walk(&walk)
    PageTurning.walk(&paging, &walk)
  }
}
