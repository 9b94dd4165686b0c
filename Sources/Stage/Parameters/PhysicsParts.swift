internal import Feel
internal import Glibc

// The laws taken apart: which law it is, and the constants of each, those of the chosen one as it has them and those of the others as they would begin. Each is put together again when it is asked for.

/// A rate by its measure and its number in each measure.
struct RateParts {
  var measure: DecelerationRate.Measure
  var keptPerMillisecond, keptPerSecond, decayPerSecond, timeConstant: Double

  init(_ rate: DecelerationRate) {
    measure = rate.measure
    // Another measure's number is only a beginning, so it may be held to what can be set.
    let decay = min(max(rate.decayPerSecond, 0.1001), 100)
    keptPerMillisecond = DecelerationRate(decayPerSecond: decay).keptPerMillisecond
    keptPerSecond = max(exp(-decay), 1e-6)
    (decayPerSecond, timeConstant) = (decay, 1 / decay)
    switch measure {
    case .keptPerMillisecond: keptPerMillisecond = rate.given
    case .keptPerSecond: keptPerSecond = rate.given
    case .decayPerSecond: decayPerSecond = rate.given
    case .timeConstant: timeConstant = rate.given
    }
  }

  var rate: DecelerationRate {
    switch measure {
    case .keptPerMillisecond: DecelerationRate(keptPerMillisecond: keptPerMillisecond)
    case .keptPerSecond: DecelerationRate(keptPerSecond: keptPerSecond)
    case .decayPerSecond: DecelerationRate(decayPerSecond: decayPerSecond)
    case .timeConstant: DecelerationRate(timeConstant: timeConstant)
    }
  }
}

/// How a run loses its velocity.
struct DecayParts {
  enum Law: String, CaseIterable {
    case exponential, braked, power, androidSpline, constant, bezier, projection
  }
  var law: Law
  var rate = RateParts(.normal)
  var (drift, braking) = (0.0, 0.0)
  var (friction, inflexion) = (0.015, 0.35)
  var steadyBraking = 1500.0
  var curve = BezierFling()

  init(_ decay: DecayLaw) {
    switch decay {
    case .exponential(let rate): (law, self.rate) = (.exponential, RateParts(rate))
    case .braked(let rate, let drift, let braking):
      (law, self.rate) = (.braked, RateParts(rate))
      (self.drift, self.braking) = (drift, braking)
    case .power(let friction, let inflexion):
      law = .power
      (self.friction, self.inflexion) = (friction, inflexion)
    case .androidSpline(let friction): (law, self.friction) = (.androidSpline, friction)
    case .constant(let braking): (law, steadyBraking) = (.constant, braking)
    case .bezier(let curve): (law, self.curve) = (.bezier, curve)
    case .projection(let rate): (law, self.rate) = (.projection, RateParts(rate))
    }
  }

  var decay: DecayLaw {
    switch law {
    case .exponential: .exponential(rate.rate)
    case .braked: .braked(rate.rate, drift: drift, braking: braking)
    case .power: .power(friction: friction, inflexion: inflexion)
    case .androidSpline: .androidSpline(friction: friction)
    case .constant: .constant(braking: steadyBraking)
    case .bezier: .bezier(curve)
    case .projection: .projection(rate.rate)
    }
  }
}

/// When a run has ended.
struct StopParts {
  enum Law: String, CaseIterable { case speed, pixelSpeed, remaining, remainingPixels }
  var law: Law
  var (speed, pixelSpeed, remaining, remainingPixels) = (10.0, 20.0, 0.5, 0.5)

  init(_ stop: StopRule) {
    switch stop {
    case .speed(let speed): (law, self.speed) = (.speed, speed)
    case .pixelSpeed(let speed): (law, pixelSpeed) = (.pixelSpeed, speed)
    case .remaining(let distance): (law, remaining) = (.remaining, distance)
    case .remainingPixels(let distance): (law, remainingPixels) = (.remainingPixels, distance)
    }
  }

  var stop: StopRule {
    switch law {
    case .speed: .speed(speed)
    case .pixelSpeed: .pixelSpeed(pixelSpeed)
    case .remaining: .remaining(remaining)
    case .remainingPixels: .remainingPixels(remainingPixels)
    }
  }
}

/// How the content follows a drag past its end.
struct BandParts {
  enum Law: String, CaseIterable {
    case rubberBand, fixedRubberBand, linear, hyperbolic, fading, none
  }
  var law: Law
  var (coefficient, length) = (0.55, 100.0)
  var (share, limit) = (0.5, Double.infinity)
  var (reach, steepness) = (0.1, 2.0)
  var fadingShare = 1.0 / 16

  init(_ band: OverscrollBand) {
    switch band {
    case .rubberBand(let band): (law, coefficient) = (.rubberBand, band.coefficient)
    case .fixedRubberBand(let band, let dimension):
      (law, coefficient, length) = (.fixedRubberBand, band.coefficient, dimension)
    case .linear(let share, let limit): (law, self.share, self.limit) = (.linear, share, limit)
    case .hyperbolic(let share, let steepness):
      (law, reach, self.steepness) = (.hyperbolic, share, steepness)
    case .fading(let share): (law, fadingShare) = (.fading, share)
    case .none: law = .none
    }
  }

  var band: OverscrollBand {
    switch law {
    case .rubberBand: .rubberBand(RubberBand(coefficient: coefficient))
    case .fixedRubberBand:
      .fixedRubberBand(RubberBand(coefficient: coefficient), dimension: length)
    case .linear: .linear(share: share, limit: limit)
    case .hyperbolic: .hyperbolic(share: reach, steepness: steepness)
    case .fading: .fading(share: fadingShare)
    case .none: .none
    }
  }
}

/// A spring by its mass, its stiffness and its damping in either measure.
struct SpringParts {
  enum Damping: String, CaseIterable { case ratio, coefficient }
  var mass, stiffness: Double
  var damping: Damping
  var ratio, coefficient: Double

  init(_ spring: Spring) {
    (mass, stiffness) = (spring.mass, spring.stiffness)
    // The other measure's number is only a beginning, so it may be held to what can be set.
    ratio = min(max(spring.dampingRatio, 0.1), 3)
    coefficient = min(max(spring.damping, 1), 100)
    switch spring.givenDamping {
    case .ratio(let given): (damping, ratio) = (.ratio, given)
    case .coefficient(let given): (damping, coefficient) = (.coefficient, given)
    }
  }

  var spring: Spring {
    switch damping {
    case .ratio: Spring(mass: mass, stiffness: stiffness, dampingRatio: ratio)
    case .coefficient: Spring(mass: mass, stiffness: stiffness, damping: coefficient)
    }
  }
}

/// What happens when a run reaches the edge.
struct EdgeParts {
  enum Law: String, CaseIterable { case spring, ballistic, curves, overshoot, clamp }
  var law: Law
  var spring = EdgeSpring()
  var (deceleration, reach) = (2000.0, 0.5)
  var curves = BounceCurves.beginning
  var overshoot = OvershootBraking()

  init(_ bounce: EdgeBounce) {
    switch bounce {
    case .spring(let spring): (law, self.spring) = (.spring, spring)
    case .ballistic(let deceleration, let limit):
      (law, self.deceleration, reach) = (.ballistic, deceleration, limit)
    case .curves(let curves): (law, self.curves) = (.curves, curves)
    case .overshoot(let overshoot): (law, self.overshoot) = (.overshoot, overshoot)
    case .clamp: law = .clamp
    }
  }

  var bounce: EdgeBounce {
    switch law {
    case .spring: .spring(spring)
    case .ballistic: .ballistic(deceleration: deceleration, limit: reach)
    case .curves: .curves(curves)
    case .overshoot: .overshoot(overshoot)
    case .clamp: .clamp
    }
  }
}

/// What takes the content back when it is let go past its edge.
struct OutsideParts {
  enum Law: String, CaseIterable {
    case spring, exponentialReturn, edgeSpring, overshoot, curves, glide
  }
  var law: Law
  var spring = Spring.edge
  var velocityShare = 0.0
  /// What an edge spring has besides its spring.
  var entry = EdgeSpring()
  var overshoot = OvershootBraking()
  var curves = BounceCurves.beginning
  var deceleration = 2000.0

  init(_ release: ReleaseOutside) {
    switch release {
    case .spring(let spring): (law, self.spring) = (.spring, spring)
    case .exponentialReturn(let spring, let share):
      (law, self.spring, velocityShare) = (.exponentialReturn, spring, share)
    case .edgeSpring(let entry): (law, spring, self.entry) = (.edgeSpring, entry.spring, entry)
    case .overshoot(let overshoot): (law, self.overshoot) = (.overshoot, overshoot)
    case .curve(let curves): (law, self.curves) = (.curves, curves)
    case .glide(let deceleration): (law, self.deceleration) = (.glide, deceleration)
    }
  }

  var release: ReleaseOutside {
    switch law {
    case .spring: .spring(spring)
    case .exponentialReturn: .exponentialReturn(spring, velocityShare: velocityShare)
    case .edgeSpring:
      .edgeSpring(
        EdgeSpring(
          spring, velocityGain: entry.velocityGain, maximumVelocity: entry.maximumVelocity,
          maximumViewports: entry.maximumViewports))
    case .overshoot: .overshoot(overshoot)
    case .curves: .curve(curves)
    case .glide: .glide(deceleration: deceleration)
    }
  }
}

/// What a flick adds of the one before.
struct AccumulationParts {
  enum Law: String, CaseIterable { case none, carried, proportional, sum }
  var law: Law
  var (floor, ceiling, maximum) = (0.33, 1.0, 6.0)
  var (slowest, pause) = (1500.0, 0.05)

  init(_ accumulation: VelocityAccumulation) {
    switch accumulation {
    case .none: law = .none
    case .carried: law = .carried
    case .proportional(let floor, let ceiling, let maximum):
      law = .proportional
      (self.floor, self.ceiling, self.maximum) = (floor, ceiling, maximum)
    case .sum(let minimum, let pause): (law, slowest, self.pause) = (.sum, minimum, pause)
    }
  }

  var accumulation: VelocityAccumulation {
    switch law {
    case .none: .none
    case .carried: .carried
    case .proportional: .proportional(floor: floor, ceiling: ceiling, maximum: maximum)
    case .sum: .sum(minimum: slowest, pause: pause)
    }
  }
}

/// How far a pointer may drift before it drags: as the control has it, or as the laws have it.
struct SlopParts {
  enum Law: String, CaseIterable { case control, own }
  var law: Law
  var (mouse, touch) = (Slop.scrolling.mouse, Slop.scrolling.touch)

  init(_ slop: Slop?) {
    law = slop == nil ? .control : .own
    if let slop { (mouse, touch) = (slop.mouse, slop.touch) }
  }

  var slop: Slop? { law == .control ? nil : Slop(mouse: mouse, touch: touch) }
}

/// Whether a release turns pages, and by which rule.
struct PagingParts {
  enum Law: String, CaseIterable { case none, pages }
  var law: Law
  var rule: PageTurning

  init(_ paging: PageTurning?) {
    (law, rule) = (paging == nil ? .none : .pages, paging ?? PageTurning())
  }

  var paging: PageTurning? { law == .none ? nil : rule }
}

/// Whether an edge glows, and how.
struct GlowParts {
  enum Law: String, CaseIterable { case none, glow }
  var law: Law
  var glow: EdgeGlow

  init(_ glow: EdgeGlow?) { (law, self.glow) = (glow == nil ? .none : .glow, glow ?? EdgeGlow()) }

  var value: EdgeGlow? { law == .none ? nil : glow }
}

/// How far a notch of a wheel scrolls, and how the content gets there.
struct WheelParts {
  enum Notch: String, CaseIterable { case points, viewport }
  enum Smoothing: String, CaseIterable { case none, spring, ease }
  var notch: Notch
  var points = 60.0
  var smoothing: Smoothing
  var duration = 0.12
  var ease = WheelEase()

  init(_ wheel: WheelScroll) {
    switch wheel.notch {
    case .points(let points): (notch, self.points) = (.points, points)
    case .viewport: notch = .viewport
    }
    switch wheel.smoothing {
    case .none: smoothing = .none
    case .spring(let duration): (smoothing, self.duration) = (.spring, duration)
    case .ease(let ease): (smoothing, self.ease) = (.ease, ease)
    }
  }

  var wheel: WheelScroll {
    let notch: WheelScroll.Notch =
      switch self.notch {
      case .points: .points(points)
      case .viewport: .viewport
      }
    return switch smoothing {
    case .none: WheelScroll(notch: notch, smoothing: .none)
    case .spring: WheelScroll(notch: notch, smoothing: .spring(duration: duration))
    case .ease: WheelScroll(notch: notch, smoothing: .ease(ease))
    }
  }
}

extension ScrollPhysics {
  var wheelParts: WheelParts {
    get { WheelParts(wheel) }
    set { wheel = newValue.wheel }
  }
  var accumulationParts: AccumulationParts {
    get { AccumulationParts(accumulation) }
    set { accumulation = newValue.accumulation }
  }
  var slopParts: SlopParts {
    get { SlopParts(drag.slop) }
    set { drag.slop = newValue.slop }
  }
  var pagingParts: PagingParts {
    get { PagingParts(paging) }
    set { paging = newValue.paging }
  }
  var glowParts: GlowParts {
    get { GlowParts(glow) }
    set { glow = newValue.value }
  }
  var decayParts: DecayParts {
    get { DecayParts(decay) }
    set { decay = newValue.decay }
  }
  var stopParts: StopParts {
    get { StopParts(stop) }
    set { stop = newValue.stop }
  }
  var bandParts: BandParts {
    get { BandParts(band) }
    set { band = newValue.band }
  }
  var edgeParts: EdgeParts {
    get { EdgeParts(bounce) }
    set { bounce = newValue.bounce }
  }
  var outsideParts: OutsideParts {
    get { OutsideParts(releaseOutside) }
    set { releaseOutside = newValue.release }
  }
}

extension Spring {
  var parts: SpringParts {
    get { SpringParts(self) }
    set { self = newValue.spring }
  }
}

extension Ease {
  /// x1, y1, x2, y2.
  var points: SIMD4<Double> {
    get { SIMD4(x1, y1, x2, y2) }
    set { self = Ease(cubicBezier: newValue[0], newValue[1], newValue[2], newValue[3]) }
  }
}

extension BounceCurves {
  /// The curves that a law begins with which is chosen by hand.
  static let beginning = BounceCurves(
    minimumVelocity: 200, distance: 35, limit: 0.1,
    out: Leg(
      Ease(cubicBezier: 0.25, 1, 0.99, 1), durationPerPoint: 0.0025, maximumDuration: 0.15),
    back: Leg(
      Ease(cubicBezier: 0.05, 0.7, 0.25, 1), durationPerPoint: 0.015, maximumDuration: 0.3))
}
