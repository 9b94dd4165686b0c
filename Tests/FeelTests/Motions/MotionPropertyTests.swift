import Feel
import TestSupport
import Testing

/// Laws of the individual motions, with random parameters.
struct MotionPropertyTests {
  static let seeds: [UInt64] = [11, 12, 13, 14, 15]

  private func randomSpring(_ generator: inout SeededGenerator) -> Spring {
    let ratio =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: 1.0
      case 1: 1 + Double.random(in: -1e-9...1e-9, using: &generator)
      case 2: Double.random(in: 0.1...1, using: &generator)
      default: Double.random(in: 1...5, using: &generator)
      }
    return Spring(
      mass: Double.random(in: 0.2...3, using: &generator),
      stiffness: Double.random(in: 20...900, using: &generator), dampingRatio: ratio)
  }

  private func randomSpringMotion(_ generator: inout SeededGenerator) -> SpringMotion {
    SpringMotion(
      randomSpring(&generator), from: Double.random(in: -900...900, using: &generator),
      velocity: Double.random(in: -5000...5000, using: &generator),
      to: Double.random(in: -900...900, using: &generator), threshold: 1e-3)
  }

  @Test(arguments: seeds)
  func `a spring obeys its differential equation`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let motion = randomSpringMotion(&generator)
      let spring = motion.spring
      let frequency = spring.angularFrequency
      let step = 1e-4 / frequency
      for _ in 0..<5 {
        let time =
          step + Double.random(in: 0...1, using: &generator) * min(motion.duration - 2 * step, 1)
        let acceleration =
          (motion.velocity(at: time + step) - motion.velocity(at: time - step)) / (2 * step)
        let pull = spring.stiffness * (motion.value(at: time) - motion.target)
        let drag = spring.damping * motion.velocity(at: time)
        let residual = spring.mass * acceleration + drag + pull
        let scale =
          spring.stiffness * abs(motion.start - motion.target)
          + spring.damping * abs(motion.initialVelocity)
        #expect(abs(residual) < 1e-6 * scale)
      }
    }
  }

  /// Before, during and after a motion, `state(at:)` agrees with `value(at:)` and `velocity(at:)`.
  private func checkStates(
    of motion: some Projector, scale: Double, _ generator: inout SeededGenerator,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let duration = motion.duration
    let inside = (0..<20).map { _ in Double.random(in: 0...1, using: &generator) * duration }
    let ends = [
      -1, 0, .leastNonzeroMagnitude, duration.nextDown, duration, 2 * duration, .infinity,
    ]
    for time in inside + ends {
      let state = motion.state(at: time)
      #expect(
        abs(state.value - motion.value(at: time)) <= 1e-13 * scale, sourceLocation: sourceLocation)
      #expect(
        abs(state.velocity - motion.velocity(at: time)) <= 1e-12 * scale,
        sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: seeds)
  func `a state has the same value and velocity as when asked separately`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let spring = randomSpringMotion(&generator)
      checkStates(of: spring, scale: 1e6, &generator)
      let velocity = Double.random(in: -9000...9000, using: &generator)
      let decay = Deceleration(
        from: Double.random(in: -900...900, using: &generator), velocity: velocity)
      checkStates(of: decay, scale: 1e5, &generator)
      var sequence = MotionSequence(.deceleration(decay))
      sequence.append(.spring(spring), after: 0.4 * decay.duration)
      checkStates(of: sequence, scale: 1e6, &generator)
    }
  }

  @Test(arguments: seeds)
  func `a spring restarted from its own state continues the same motion`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let motion = randomSpringMotion(&generator)
      let time = Double.random(in: 0...0.9, using: &generator) * motion.duration
      let again = SpringMotion(
        motion.spring, from: motion.value(at: time), velocity: motion.velocity(at: time),
        to: motion.target, threshold: 1e-3)
      #expect(abs(again.duration + time - motion.duration) < 1e-6)
      for share in [0.1, 0.5, 0.95] {
        let later = share * (motion.duration - time)
        #expect(abs(again.value(at: later) - motion.value(at: time + later)) < 1e-9)
      }
    }
  }

  @Test(arguments: seeds)
  func `a deceleration restarted from its own state continues the same motion`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let rate = DecelerationRate(decayPerSecond: Double.random(in: 0.5...20, using: &generator))
      let motion = Deceleration(
        from: Double.random(in: -1000...1000, using: &generator),
        velocity: Double.random(in: 11...9000, using: &generator), rate: rate)
      let time = Double.random(in: 0...1, using: &generator) * motion.duration
      let again = Deceleration(
        from: motion.value(at: time), velocity: motion.velocity(at: time), rate: rate)
      guard again.duration > 0 else { continue }
      #expect(abs(again.duration + time - motion.duration) < 1e-9)
      #expect(abs(again.restPosition - motion.restPosition) < 1e-9)
      let later = again.duration / 3
      #expect(abs(again.value(at: later) - motion.value(at: time + later)) < 1e-9)
    }
  }

  @Test(arguments: seeds)
  func `a scroll released again from its own state continues the same motion`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var physics = ScrollPhysics.uikit
    physics.pixelLanding = .none
    for _ in 0..<200 {
      let extent = ScrollExtent(
        maximum: Double.random(in: 0...3000, using: &generator), viewport: 500)
      let motion = physics.release(
        from: Double.random(in: -200...extent.maximum + 200, using: &generator),
        velocity: Double.random(in: -6000...6000, using: &generator), in: extent)
      let time = Double.random(in: 0...0.8, using: &generator) * motion.duration
      // Near its end a returning bounce may be slower than a run's stop speed; released then, it
      // stops there.
      guard abs(motion.velocity(at: time)) > 11 else { continue }
      let again = physics.release(
        from: motion.value(at: time), velocity: motion.velocity(at: time), in: extent)
      #expect(abs(again.restPosition - motion.restPosition) < 1e-6)
      for share in [0.05, 0.3, 0.6] {
        let later = share * (motion.duration - time)
        #expect(abs(again.value(at: later) - motion.value(at: time + later)) < 1e-6)
      }
    }
  }

  @Test(arguments: seeds)
  func `scaling all lengths scales the motion`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let unit = Double.random(in: 0.1...30, using: &generator)
      let motion = randomSpringMotion(&generator)
      let other = SpringMotion(
        motion.spring, from: motion.start * unit, velocity: motion.initialVelocity * unit,
        to: motion.target * unit, threshold: 1e-3 * unit)
      #expect(abs(other.duration - motion.duration) < 1e-6)
      let extent = ScrollExtent(maximum: 2000, viewport: 400, scale: 2)
      let larger = ScrollExtent(maximum: 2000 * unit, viewport: 400 * unit, scale: 2 / unit)
      var physics = ScrollPhysics.uikit
      physics.pixelLanding = .none
      let (offset, velocity) = (
        Double.random(in: -100...2100, using: &generator),
        Double.random(in: -4000...4000, using: &generator)
      )
      let scroll = physics.release(from: offset, velocity: velocity, in: extent)
      physics.stop = .speed(10 * unit)
      let scaled = physics.release(from: offset * unit, velocity: velocity * unit, in: larger)
      #expect(abs(scaled.duration - scroll.duration) < 1e-9)
      #expect(abs(scaled.restPosition - scroll.restPosition * unit) < 1e-6 * unit)
      for share in [0.0, 0.2, 0.6, 0.99] {
        let time = share * scroll.duration
        #expect(abs(scaled.value(at: time) - scroll.value(at: time) * unit) < 1e-6 * unit)
      }
    }
  }

  @Test(arguments: seeds)
  func `the rubber band matches its formula, its inverse and its slope`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let band = RubberBand(coefficient: Double.random(in: 0.1...1, using: &generator))
      let dimension = Double.random(in: 20...2000, using: &generator)
      let travel = Double.random(in: -3...3, using: &generator) * dimension
      let shown = band.offset(forTravel: travel, dimension: dimension)
      #expect(abs(shown) < dimension)
      #expect(abs(band.travel(forOffset: shown, dimension: dimension) - travel) < 1e-8)
      let step = 1e-4 * dimension
      let slope =
        (band.offset(forTravel: travel + step, dimension: dimension)
          - band.offset(forTravel: travel - step, dimension: dimension)) / (2 * step)
      #expect(abs(slope - band.slope(atTravel: travel, dimension: dimension)) < 1e-3)
      let literal = (1 - 1 / (abs(travel) * band.coefficient / dimension + 1)) * dimension
      #expect(abs(abs(shown) - literal) < 1e-9)
    }
  }

  @Test(arguments: seeds)
  func `every band matches its inverse and its slope`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for preset in ScrollPreset.all {
      let band = preset.physics.band
      for _ in 0..<100 {
        let travel = Double.random(in: -90...90, using: &generator)
        let shown = band.offset(forTravel: travel, viewport: 500)
        guard band != .none, abs(shown) < 0.98 * band.reach(viewport: 500) else { continue }
        #expect(abs(band.travel(forOffset: shown, viewport: 500) - travel) < 1e-6)
        let slope =
          (band.offset(forTravel: travel + 1e-5, viewport: 500)
            - band.offset(forTravel: travel - 1e-5, viewport: 500)) / 2e-5
        // At the edge itself, some bands have a kink, but only in the second derivative.
        #expect(abs(slope - band.slope(atTravel: travel, viewport: 500)) < 1e-4)
      }
    }
  }
}
