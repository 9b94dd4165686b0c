import Feel
import TestSupport
import Testing

struct SpringMotionTests {
  static let ratios = [0.05, 0.3, 0.7, 0.999_999, 1, 1.000_001, 1.1, 2, 8]

  @Test(arguments: ratios)
  func `a spring starts at its position and velocity and ends on its target`(ratio: Double) {
    let motion = SpringMotion(
      Spring(stiffness: 100, dampingRatio: ratio), from: 320, velocity: -700, to: 20,
      threshold: 0.01)
    #expect(motion.value(at: 0) == 320)
    #expect(motion.velocity(at: 0) == -700)
    #expect(motion.value(at: motion.duration) == 20)
    #expect(motion.velocity(at: motion.duration) == 0)
    #expect(motion.value(at: -1) == 320 && motion.velocity(at: -1) == 0)
    #expect(abs(motion.value(at: motion.duration.nextDown) - 20) <= 0.01 * 1.000_001)
  }

  @Test func `motions are continuous across the critical damping ratio`() {
    let critical = SpringMotion(Spring(angularFrequency: 10), from: 100, velocity: 900, to: 0)
    for excess in [-1e-12, -1e-13, 1e-13, 1e-12] {
      let near = SpringMotion(
        Spring(stiffness: 100, dampingRatio: 1 + excess), from: 100, velocity: 900, to: 0)
      for step in 0..<200 {
        let time = Double(step) / 100
        #expect(abs(near.value(at: time) - critical.value(at: time)) < 1e-9)
        #expect(abs(near.velocity(at: time) - critical.velocity(at: time)) < 1e-8)
      }
      #expect(abs(near.duration - critical.duration) < 1e-9)
    }
  }

  @Test(arguments: ratios)
  func `a spring stays within its threshold from its duration on, not before`(ratio: Double) {
    let spring = Spring(stiffness: 100, dampingRatio: ratio)
    let motion = SpringMotion(spring, from: 100, velocity: -300, to: 0, threshold: 0.5)
    let finer = SpringMotion(spring, from: 100, velocity: -300, to: 0, threshold: 1e-9)
    #expect(abs(finer.value(at: motion.duration - 1e-6)) >= 0.5)
    for step in 1...2000 {
      #expect(abs(finer.value(at: motion.duration + Double(step) * 0.005)) < 0.5)
    }
  }

  @Test func `the overshoot peaks where the velocity is zero, at the textbook height`() throws {
    let motion = SpringMotion(
      Spring(stiffness: 200, dampingRatio: 0.4), from: 0, to: 100, threshold: 1e-6)
    let peak = try #require(motion.peakOvershoot)
    #expect(abs(motion.velocity(at: peak.time)) < 1e-9)
    // exp(−πζ/√(1 − ζ²)) of the step: the textbook overshoot of a step response.
    #expect(abs(peak.value - 125.382_699_6) < 1e-4)
  }

  @Test
  func `a critical spring thrown inward crosses its target at the exact time, or never if slow`()
    throws
  {
    let motion = SpringMotion(Spring(angularFrequency: 10), from: -20, velocity: 600, to: 0)
    let crossing = try #require(motion.firstCrossing)
    #expect(abs(crossing - 20.0 / (600 - 200)) < 1e-12)
    let slow = SpringMotion(Spring(angularFrequency: 10), from: -20, velocity: 199, to: 0)
    #expect(slow.firstCrossing == nil)
  }
}
