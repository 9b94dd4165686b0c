import Feel
import Testing

/// An invalid constant of a law traps where it is set, not at the first release.
struct LawRangeTests {
  @Test func `an invalid constant of a law is refused where it is set`() async {
    await #expect(processExitsWith: .failure) { _ = ScrollPhysics(restThresholdPixels: .nan) }
    await #expect(processExitsWith: .failure) { _ = ScrollPhysics(maximumVelocity: .nan) }
    await #expect(processExitsWith: .failure) { _ = ScrollPhysics(minimumTravel: -1) }
    await #expect(processExitsWith: .failure) { _ = ScrollPhysics(stop: .speed(.infinity)) }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(decay: .androidSpline(friction: .leastNonzeroMagnitude))
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(band: .linear(share: .nan, limit: 10))
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(bounce: .spring(EdgeSpring(velocityGain: .nan)))
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(releaseOutside: .glide(deceleration: 0))
    }
    await #expect(processExitsWith: .failure) {
      var physics = ScrollPhysics.uikit
      physics.velocity.window = .nan
      _ = physics
    }
    await #expect(processExitsWith: .failure) {
      var physics = ScrollPhysics.uikit
      physics.velocity.smoothing = 1.5
      _ = physics
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(decay: .bezier(BezierFling(x1: 0)))
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(bounce: .overshoot(OvershootBraking(limit: -1)))
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(accumulation: .proportional(floor: 1, ceiling: 1, maximum: 6))
    }
    await #expect(processExitsWith: .failure) { _ = ScrollPhysics(velocityGain: .nan) }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(paging: PageTurning(threshold: .nan))
    }
    await #expect(processExitsWith: .failure) { _ = ScrollPhysics(glow: EdgeGlow(reach: 0)) }
  }

  @Test func `a rate, coefficient or spring without a finite motion is refused`() async {
    await #expect(processExitsWith: .failure) { _ = RubberBand(coefficient: 1e308) }
    await #expect(processExitsWith: .failure) { _ = RubberBand(coefficient: 1e-300) }
    await #expect(processExitsWith: .failure) { _ = DecelerationRate(decayPerSecond: 1e300) }
    await #expect(processExitsWith: .failure) { _ = DecelerationRate(decayPerSecond: 1e-300) }
    await #expect(processExitsWith: .failure) {
      _ = DecelerationRate(keptPerMillisecond: 1.0.nextDown)
    }
    await #expect(processExitsWith: .failure) { _ = DecelerationRate(timeConstant: 1e-300) }
    await #expect(processExitsWith: .failure) {
      _ = Spring(mass: 1e300, stiffness: 1e-300, dampingRatio: 1)
    }
    await #expect(processExitsWith: .failure) { _ = Spring(angularFrequency: 1e150) }
    await #expect(processExitsWith: .failure) { _ = Spring(response: 1e150, dampingRatio: 1) }
    await #expect(processExitsWith: .failure) {
      _ = Spring(stiffness: 100, damping: .leastNonzeroMagnitude)
    }
    await #expect(processExitsWith: .failure) { _ = Spring(stiffness: 100, dampingRatio: 1e300) }
    await #expect(processExitsWith: .failure) {
      var turn = Pager.Turn()
      turn.duration = .nan
      _ = turn
    }
  }

  @Test(arguments: [1e-6, 1, 1e12], [1e-16, 1, 1e16])
  func `rates and springs at the limits of their ranges give finite motions`(
    rate: Double, ratio: Double
  ) {
    let rate = DecelerationRate(decayPerSecond: rate)
    let decays: [DecayLaw] = [
      .exponential(rate), .projection(rate), .braked(rate, drift: 0, braking: 0),
      .braked(rate, drift: 1e12, braking: 1e12),
    ]
    let extent = ScrollExtent(maximum: 100, viewport: 100)
    for frequency in [1e-6, 10, 1e12] {
      let spring = Spring(angularFrequency: frequency, dampingRatio: ratio)
      let stops: [StopRule] = [.speed(10), .remaining(1e12)]
      for (decay, stop) in decays.flatMap({ decay in stops.map { (decay, $0) } }) {
        let physics = ScrollPhysics(
          decay: decay, stop: stop, bounce: .spring(EdgeSpring(spring)),
          releaseOutside: .spring(spring), landingSpring: spring)
        for start in [-30.0, 40, 130] {
          for velocity in [-1e9, -800, 0, 3, 1e9] {
            let motion = physics.release(from: start, velocity: velocity, in: extent)
            #expect(motion.duration.isFinite && motion.restPosition.isFinite)
            for share in [0, 0.01, 0.5, 0.99] {
              let time = motion.duration * share
              #expect(motion.value(at: time).isFinite && motion.velocity(at: time).isFinite)
            }
          }
        }
      }
    }
  }

  @Test(arguments: [1e-6, 0.55, 1e12])
  func `a rubber band at the limits of its range gives finite offsets`(coefficient: Double) {
    let band = RubberBand(coefficient: coefficient)
    for dimension in [0, 1e-300, 400, 1e15] {
      for travel in [0, 1e-300, 1, 1e12, 1e308, .infinity] {
        let shown = band.offset(forTravel: travel, dimension: dimension)
        #expect(shown >= 0 && shown <= dimension)
        #expect(band.offset(forTravel: -travel, dimension: dimension) == -shown)
        #expect(band.travel(forOffset: shown, dimension: dimension).isFinite)
        #expect(band.slope(atTravel: travel, dimension: dimension).isFinite)
      }
    }
  }

  @Test func `Android's fling at the limits of its ranges is finite`() {
    for friction in [1e-6, 0.015, 1e12] {
      for velocity in [-1e12, 0, 1e12] {
        let motion = DecayLaw.androidFling(from: 0, velocity: velocity, friction: friction)
        #expect(motion.duration.isFinite && motion.end.isFinite)
      }
    }
  }

  @Test func `a scale without a finite pixel size is refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = ScrollExtent(maximum: 100, viewport: 100, scale: .leastNonzeroMagnitude)
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollView(frame: .zero, contentLength: 100, scale: 1e308)
    }
    await #expect(processExitsWith: .failure) { _ = Carousel(frame: .zero, scale: .nan) }
    await #expect(processExitsWith: .failure) {
      _ = Pager(
        frame: .zero, pages: [.init(title: "", contentLength: 0)], scale: .leastNonzeroMagnitude)
    }
    await #expect(processExitsWith: .failure) { _ = ScrollPhysics.uikit.stopSpeed(scale: 0) }
  }

  @Test(arguments: [1e-6, 1, 1e15])
  func `a scale at the limits of its range gives finite motions`(scale: Double) {
    for preset in ScrollPreset.all {
      for start in [-30.0, 40, 130] {
        for velocity in [-1e9, -800, 0, 3, 1e9] {
          let extent = ScrollExtent(maximum: 100, viewport: 100, scale: scale)
          let motion = preset.physics.release(from: start, velocity: velocity, in: extent)
          #expect(motion.duration.isFinite && motion.restPosition.isFinite)
          #expect(motion.value(at: motion.duration / 2).isFinite)
        }
      }
    }
  }

  @Test func `a bounce curve may start with zero slope`() {
    let leg = BounceCurves.Leg(
      Ease(cubicBezier: 0.3, 0, 0.5, 1), durationPerPoint: 0.01, maximumDuration: 1)
    var physics = ScrollPhysics.uikit
    physics.releaseOutside = .curve(
      BounceCurves(minimumVelocity: 200, distance: 35, limit: 0.1, out: leg, back: leg))
    let extent = ScrollExtent(maximum: 1000, viewport: 400)
    let motion = physics.release(from: -20, velocity: 0, in: extent)
    #expect(motion.restPosition == 0 && motion.duration > 0)
  }
}
