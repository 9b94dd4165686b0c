import Feel
import TestSupport
import Testing

struct OtherDecelerationTests {
  /// A braked and a power deceleration of every kind that the presets use.
  static let motions: [Motion] = [-9000.0, -700, -60, 45, 1000, 20_000].flatMap { velocity in
    [
      .braked(
        BrakedDeceleration(
          from: 50, velocity: velocity, rate: DecelerationRate(decayPerSecond: 3.7), drift: 172)),
      .braked(
        BrakedDeceleration(
          from: 50, velocity: velocity, rate: DecelerationRate(keptPerSecond: 0.135),
          braking: 1400, stopSpeed: 20)),
      .power(PowerDeceleration(from: 50, velocity: velocity)),
      .ease(DecayLaw.androidFling(from: 50, velocity: velocity)),
      .constant(ConstantDeceleration(from: 50, velocity: velocity, deceleration: 2000)),
      .ease(BezierFling().motion(from: 50, velocity: velocity, viewport: 600)),
    ]
  }

  @Test(arguments: motions)
  func `a deceleration starts at its position, and its velocity is its derivative`(motion: Motion) {
    #expect(motion.value(at: 0) == 50)
    for share in [0.05, 0.4, 0.8, 0.97] {
      let time = share * motion.duration
      let step = 1e-5 * motion.duration
      let slope = (motion.value(at: time + step) - motion.value(at: time - step)) / (2 * step)
      #expect(abs(slope - motion.velocity(at: time)) < 1e-4 * abs(motion.velocity(at: 0)))
    }
    let last = motion.velocity(at: motion.duration * (1 - 1e-12))
    #expect(abs(last - motion.finalVelocity) < 1e-3 * max(1, abs(motion.velocity(at: 0))))
  }

  @Test(arguments: motions)
  func `a deceleration's crossing times are exact, and absent for positions out of reach`(
    motion: Motion
  ) {
    let travel = motion.finalValue - 50
    for share in [0.001, 0.3, 0.9, 0.9999] {
      let position = 50 + share * travel
      let time = motion.crossingTime(of: position)
      #expect(time.map { abs(motion.value(at: $0) - position) < 1e-7 } == true)
    }
    #expect(motion.crossingTime(of: 50 - travel * 0.1) == nil)
    #expect(motion.crossingTime(of: 50 + travel * 1.1) == nil)
  }

  @Test(arguments: motions)
  func `a landing reaches its target and keeps the initial velocity`(motion: Motion) throws {
    let travel = motion.finalValue - 50
    for share in [0.21, 0.8, 1.3, 1.99] {
      let landing = try #require(motion.landing(at: 50 + share * travel))
      #expect(landing.finalValue == 50 + share * travel)
      #expect(landing.value(at: 0) == 50)
      let before = landing.value(at: landing.duration.nextDown)
      #expect(abs(before - landing.finalValue) < 1e-7)
      let start = motion.velocity(at: 0)
      #expect(abs(landing.velocity(at: 0) - start) < 1e-9 * abs(start))
    }
    #expect(motion.landing(at: 50 + 2.1 * travel) == nil)
    #expect(motion.landing(at: 50 - travel) == nil)
  }
}
