internal import Glibc

/// The laws of a scroll axis: how content coasts, resists, bounces and lands.
///
/// A stateless value. The reference is `ScrollPhysics.uikit`; presets of other systems are other
/// values. Setting an invalid value (NaN, negative, too large, or too small as a divisor) traps,
/// naming the property.
public struct ScrollPhysics: Hashable, Sendable {
  /// How a run loses its velocity.
  public var decay: DecayLaw { didSet { check() } }
  /// When a run ends.
  public var stop: StopRule { didSet { check() } }
  /// How content follows a drag past its end.
  public var band: OverscrollBand { didSet { check() } }
  /// What happens when a run reaches the edge.
  public var bounce: EdgeBounce { didSet { check() } }
  /// How content returns when released past its edge.
  public var releaseOutside: ReleaseOutside { didSet { check() } }
  /// The behaviour of content thrown back inwards from past its edge.
  public var inwardThrow: InwardThrow
  /// The spring that lands content where a run cannot be adjusted to land.
  public var landingSpring: Spring
  /// How a run comes to rest on a whole device pixel.
  public var pixelLanding: PixelLanding
  /// The maximum release speed, in points per second, in either direction; infinite for none.
  public var maximumVelocity: Double { didSet { check() } }
  /// The release speed below which the velocity counts as 0, in points per second.
  public var minimumVelocity: Double { didSet { check() } }
  /// The minimum distance of a run, in points, up to where it tends; an exponential's asymptote is
  /// never reached.
  public var minimumTravel: Double { didSet { check() } }
  /// The minimum duration of a run, in seconds.
  public var minimumDuration: Double { didSet { check() } }
  /// The velocity that a second flick inherits from the first one in the same direction.
  public var accumulation: VelocityAccumulation { didSet { check() } }
  /// The factor on the pointer's velocity at a release; 1 keeps it.
  public var velocityGain: Double { didSet { check() } }
  /// Whether content released past an edge gets the pointer's full velocity instead of the share
  /// that the band lets through.
  public var releasesPointerVelocity: Bool
  /// How a drag begins.
  public var drag: DragStart { didSet { check() } }
  /// The paging of releases, or `nil` if content coasts freely.
  public var paging: PageTurning? { didSet { check() } }
  /// The glow at an edge past which content does not move, or `nil` for none.
  public var glow: EdgeGlow? { didSet { check() } }
  /// The distance per notch of a wheel, and how content moves by it.
  public var wheel: WheelScroll { didSet { check() } }
  /// The distance from its rest at which content counts as there, in device pixels.
  public var restThresholdPixels: Double { didSet { check() } }
  /// How the release velocity is estimated from the pointer's samples.
  public var velocity: VelocityTracker.Settings { didSet { check() } }

  /// Creates physics; the defaults are those of `uikit`.
  ///
  /// - Precondition: every number lies in its law's range.
  @inline(never)
  public init(
    decay: DecayLaw = .exponential(.normal), stop: StopRule = .speed(10),
    band: OverscrollBand = .rubberBand(RubberBand()), bounce: EdgeBounce = .spring(EdgeSpring()),
    releaseOutside: ReleaseOutside = .spring(.edge), inwardThrow: InwardThrow = .coastsOn,
    landingSpring: Spring = .edge, pixelLanding: PixelLanding = .bends,
    maximumVelocity: Double = .infinity,
    minimumVelocity: Double = 0, minimumTravel: Double = 0, minimumDuration: Double = 0,
    accumulation: VelocityAccumulation = .none, velocityGain: Double = 1,
    releasesPointerVelocity: Bool = false, drag: DragStart = DragStart(),
    paging: PageTurning? = nil, glow: EdgeGlow? = nil, wheel: WheelScroll = WheelScroll(),
    restThresholdPixels: Double = 0.5, velocity: VelocityTracker.Settings = .init(estimator: .uikit)
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

  /// How the release velocity is estimated; setting it also sets the estimator's default window and
  /// cap.
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

  /// The distance from its rest at which content counts as there, in points.
  ///
  /// - Precondition: `scale` lies in `ScrollExtent.scaleRange`.
  public func restThreshold(scale: Double) -> Double {
    ScrollExtent.check(scale: scale)
    return restThresholdPixels / scale
  }

  /// The speed below which content counts as at rest, in points per second: the stop speed, but at
  /// least 1.
  public func restSpeed(scale: Double) -> Double { max(stopSpeed(scale: scale), 1) }

  /// The velocity for a release, in points per second: the estimate times the gain, plus momentum,
  /// within the limits.
  ///
  /// Non-finite values count as 0. `caught` is the motion that the press caught.
  public func releaseVelocity(_ estimate: Double, caught: CaughtMotion = .nothing) -> Double {
    releaseVelocity(pointer: estimate, content: estimate, caught: caught).value
  }

  /// Velocities are clamped to this: no hand is so fast, and its square is still far from infinity.
  private static let greatestSpeed = 1e9

  func limited(_ velocity: Double) -> Double {
    guard velocity.isFinite, abs(velocity) >= minimumVelocity else { return 0 }
    let limit = min(maximumVelocity, ScrollPhysics.greatestSpeed)
    return min(max(velocity, -limit), limit)
  }

  // MARK: Drag

  /// The displayed offset for a raw one, in points: the same inside the extent, resisted past its
  /// edges.
  public func shownOffset(forRaw raw: Double, in extent: ScrollExtent) -> Double {
    let edge = extent.clamped(raw)
    guard raw != edge else { return edge }
    return edge + band.offset(forTravel: raw - edge, viewport: extent.viewport)
  }

  /// The raw offset for a displayed one, in points: the start of a drag that grabs content past its
  /// edge.
  ///
  /// The overscroll is clamped to 99 % of the band's reach; `DragAnchor` corrects the difference.
  public func rawOffset(forShown shown: Double, in extent: ScrollExtent) -> Double {
    let edge = extent.clamped(shown)
    return edge + band.travel(forOffset: shown - edge, viewport: extent.viewport)
  }

  /// The content's velocity for the pointer's, in points per second, at a raw offset: resisted past
  /// the edges.
  public func contentVelocity(
    forRaw velocity: Double, at raw: Double, in extent: ScrollExtent
  ) -> Double {
    let travel = extent.overscroll(of: raw)
    guard travel != 0 else { return velocity }
    return velocity * band.slope(atTravel: travel, viewport: extent.viewport)
  }

  // MARK: Release

  /// The complete motion after a release at an offset with a velocity, until the content is at
  /// rest.
  ///
  /// Inside the extent the run starts with exactly that offset and velocity; where it crosses an
  /// edge the bounce takes over, at the exact time and with the velocity there; a run that ends
  /// inside is adjusted to end on a device pixel, or at `landing` if given. Past an edge the
  /// content returns; `inwardThrow` decides what happens if it is thrown inwards.
  ///
  /// - Parameters:
  ///   - offset: the content's position, in points.
  ///   - velocity: its velocity, in points per second; a non-finite one counts as 0.
  ///     `maximumVelocity`
  ///     applies.
  ///   - extent: the range in which content can scroll.
  ///   - landing: the offset at which to come to rest, in points, clamped to the extent. If it is
  ///     the
  ///     very edge that a free run would cross, the run stays free, so that it bounces there.
  ///   - start: the offset where the drag began, in points; used only for paging. By default
  ///     `offset`.
  /// - Precondition: `offset` is finite.
  public func release(
    from offset: Double, velocity: Double, in extent: ScrollExtent, landing: Double? = nil,
    start: Double? = nil
  ) -> ScrollMotion {
    precondition(offset.isFinite, "offset is finite")
    let velocity = limited(velocity)
    let planner = ReleasePlanner(
      physics: self, extent: extent,
      landing: landing.map { extent.clamped($0.isFinite ? $0 : offset) },
      start: extent.clamped(start.map { $0.isFinite ? $0 : offset } ?? offset))
    return planner.plan(from: offset, velocity: velocity)
  }

  /// The rest position of a release at an offset with a velocity, in points, from the motion
  /// itself.
  public func restPosition(from offset: Double, velocity: Double, in extent: ScrollExtent) -> Double
  { release(from: offset, velocity: velocity, in: extent).restPosition }

  /// Where a free run would stop without edges, snap points or pixels, in points.
  ///
  /// Snapping controls choose their snap points by it.
  ///
  /// - Precondition: `offset` is finite.
  public func projectedRest(
    from offset: Double, velocity: Double, in extent: ScrollExtent
  ) -> Double {
    precondition(offset.isFinite, "offset is finite")
    let projection = projection(from: offset, velocity: velocity, in: extent)
    if case .projection = decay { return projection.tends }
    return projection.stops
  }

  /// A spring motion from an offset with a velocity to a target, in points and points per second.
  ///
  /// `target`: clamped to the extent.
  ///
  /// - Precondition: `offset` and `velocity` are finite, `target` is not NaN.
  public func spring(
    to target: Double, from offset: Double, velocity: Double, in extent: ScrollExtent,
    spring: Spring? = nil, phase: ScrollMotion.Phase = .programmatic
  ) -> ScrollMotion {
    precondition(!target.isNaN, "target is a number")
    let motion = SpringMotion(
      spring ?? landingSpring, from: offset, velocity: velocity, to: extent.clamped(target),
      threshold: restThreshold(scale: extent.scale), speedThreshold: restSpeed(scale: extent.scale))
    return ScrollMotion(.spring(motion), phase: phase)
  }

  /// The velocity for a release, with its derivation, from the velocities of the pointer and the
  /// content.
  func releaseVelocity(pointer: Double, content: Double, caught: CaughtMotion) -> ReleaseVelocity {
    let gained = content * velocityGain
    guard gained.isFinite, abs(gained) >= minimumVelocity else {
      return ReleaseVelocity(
        pointer: pointer, content: content, gained: gained, carried: 0, value: 0, limit: .minimum)
    }
    let carried = accumulation.addition(to: gained, for: caught)
    let value = limited(gained + carried)
    return ReleaseVelocity(
      pointer: pointer, content: content, gained: gained, carried: carried, value: value,
      limit: value == gained + carried ? nil : .maximum)
  }

  /// Where a free run from an offset with a velocity would lead, in points.
  func projection(
    from offset: Double, velocity: Double, in extent: ScrollExtent
  ) -> ReleaseExplanation.Projection {
    let run = decay.motion(
      from: offset, velocity: limited(velocity), stopSpeed: stopSpeed(scale: extent.scale),
      viewport: extent.viewport)
    return ReleaseExplanation.Projection(tends: run.tendency, stops: run.finalValue)
  }
}

extension ScrollPhysics: Law {
  /// The declarations of all parameters, with `uikit`'s values as defaults.
  public static let parameters = ScrollPhysics().parameters

  /// Visits the parameters, law by law: `physics.decay`, `physics.stop` and so on.
  public mutating func walk(_ walk: inout Walk) {
    walk.group = "Motion"
    decay.walk(&walk)
    stop.walk(&walk)
    walk.group = "Past the edge"
    band.walk(&walk)
    EdgeGlow.walk(&glow, &walk)
    walk.group = "At the edge"
    bounce.walk(&walk)
    walk.group = "Released past the edge"
    releaseOutside.walk(&walk)
    walk.flag(
      "physics.outside.pointerVelocity", "Pointer velocity", &releasesPointerVelocity,
      title: "Return with the pointer’s velocity",
      doc: "Content released past the edge takes the pointer’s full velocity, not the share "
        + "that the band lets through.")
    walk.choice(
      "physics.inward", "Flicked back in", &inwardThrow,
      names: [
        "coastsOn": "coasts on", "stopsAtEdge": "stops at the edge",
        "coastsAtOnce": "coasts at once",
      ],
      doc: "Content flicked back in coasts on from the edge, stops there, or coasts at once.")
    walk.group = "Release"
    walkRelease(&walk)
    walk.group = "Landing"
    landingSpring.walk(&walk, "physics.landing.spring", "Landing spring")
    walk.choice(
      "physics.landing.pixels", "Pixel grid", &pixelLanding, title: "Landing, pixel grid",
      doc:
        "How coasting content comes to rest on a whole device pixel: bent to it, rounded, or not.")
    walk.number(
      "physics.landing.threshold", "Threshold", unit: "px", 0.01...10, &restThresholdPixels,
      title: "Landing, threshold",
      doc: "Distance at which content counts as at rest, in device pixels.")
    walk.group = "Release velocity"
    drag.walk(&walk)
    velocity.walk(&walk)
    walk.group = "Wheel"
    wheel.walk(&walk)
  }

  private mutating func walkRelease(_ walk: inout Walk) {
    walk.limit(
      "physics.velocity.maximum", "Maximum", unit: "pt/s", 0...100_000, &maximumVelocity,
      title: "Release, maximum", doc: "Highest release velocity; a faster one is cut to it.")
    walk.number(
      "physics.velocity.minimum", "Minimum", unit: "pt/s", 0...2000, &minimumVelocity,
      title: "Release, minimum", doc: "A slower release counts as no velocity.")
    walk.number(
      "physics.travel.minimum", "Minimum distance", unit: "pt", 0...500, &minimumTravel,
      doc: "A coast predicted to be shorter does not start.")
    walk.number(
      "physics.duration.minimum", "Minimum time", unit: "s", 0...2, &minimumDuration,
      doc: "A coast that would end sooner does not start.")
    walk.number(
      "physics.velocity.gain", "Gain", 0...5, &velocityGain, title: "Release, gain",
      doc: "Factor on the pointer’s velocity.")
    accumulation.walk(&walk)
    PageTurning.walk(&paging, &walk)
  }
}

/// The point where a drag grabbed the content, which keeps it from jumping or drifting under the
/// pointer.
///
/// Content caught further out than the band's reach keeps its position: the band's offset is
/// stretched by the ratio of the two, which leaves the edge unchanged. Where the band allows no
/// offset at all, content follows the pointer inwards point by point until it reaches the edge, and
/// stays where it was caught when pulled outwards.
/// edge, and stands where it was caught when pulled further out.
public struct DragAnchor: Hashable, Sendable {
  /// The raw offset at the grab, in points.
  public let rawStart: Double
  /// The factor on the displayed overscroll; 1 unless the content was caught beyond the band's
  /// reach.
  public let stretch: Double
  /// The overscroll at the grab if the band allows none, in points, negative before the minimum;
  /// otherwise 0.
  public let kept: Double

  /// A band that would need a larger stretch counts as allowing no offset.
  private static let greatestStretch = 1000.0

  /// Grabs content displayed at an offset.
  ///
  /// - Precondition: `offset` is finite.
  public init(at offset: Double, physics: ScrollPhysics, extent: ScrollExtent) {
    precondition(offset.isFinite, "offset is finite")
    let raw = physics.rawOffset(forShown: offset, in: extent)
    let shown = extent.overscroll(of: physics.shownOffset(forRaw: raw, in: extent))
    let wanted = extent.overscroll(of: offset)
    guard wanted != 0 else {
      (rawStart, stretch, kept) = (offset, 1, 0)
      return
    }
    let ratio = wanted / shown
    guard ratio > 0, ratio <= DragAnchor.greatestStretch else {
      (rawStart, stretch, kept) = (offset, 1, wanted)
      return
    }
    // Within the band's reach the ratio is 1 up to rounding; make it exactly 1.
    (rawStart, stretch, kept) = (raw, abs(ratio - 1) < 1e-9 ? 1 : ratio, 0)
  }

  /// The displayed offset after the content was dragged by a travel, both in points.
  public func offset(
    draggedBy travel: Double, physics: ScrollPhysics, extent: ScrollExtent
  ) -> Double {
    let raw = rawStart + travel
    let travelled = extent.overscroll(of: raw)
    if travelled * kept > 0 { return abs(travelled) < abs(kept) ? raw : extent.clamped(raw) + kept }
    let shown = physics.shownOffset(forRaw: raw, in: extent)
    guard stretch != 1 else { return shown }
    let edge = extent.clamped(shown)
    return edge + (shown - edge) * stretch
  }

  /// The content's velocity after that drag for the pointer's velocity, both in points per second.
  public func velocity(
    _ velocity: Double, draggedBy travel: Double, physics: ScrollPhysics, extent: ScrollExtent
  ) -> Double {
    let raw = rawStart + travel
    let travelled = extent.overscroll(of: raw)
    if travelled * kept > 0 {
      let isOnItsWay = abs(travelled) < abs(kept) || (travelled == kept && velocity * kept < 0)
      return isOnItsWay ? velocity : 0
    }
    let content = physics.contentVelocity(forRaw: velocity, at: raw, in: extent)
    return travelled == 0 ? content : content * stretch
  }
}
