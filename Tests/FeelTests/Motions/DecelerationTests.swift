import Feel
import TestSupport
import Testing

struct DecelerationTests {
  @Test func `the normal rate is 2.002 per second, the fast one 10.05`() {
    #expect(abs(DecelerationRate.normal.decayPerSecond - 2.002_002_7) < 1e-7)
    #expect(abs(DecelerationRate.fast.decayPerSecond - 10.0503) < 1e-4)
  }

  @Test(arguments: measuredFlings)
  func `a fling over a measured distance lasts as long as measured, within 12 ms`(
    duration: Double, distance: Double
  ) {
    // The distance is (v − 10) / k, where 10 pt/s is the speed at which a fling stops.
    let velocity = DecelerationRate.normal.decayPerSecond * distance + 10
    let fling = Deceleration(from: 0, velocity: velocity)
    #expect(abs(fling.restPosition - distance) < 1e-9)
    #expect(abs(fling.duration - duration) <= 0.012)
  }

  @Test func `a fling at its stop speed does not move`() {
    let fling = Deceleration(from: 7, velocity: -10)
    #expect(fling.duration == 0)
    #expect(fling.value(at: 3) == 7)
    #expect(fling.crossingTime(of: 7) == nil)
  }

  @Test func `the crossing time of an edge is exact`() throws {
    let fling = Deceleration(from: 100, velocity: -1500)
    let time = try #require(fling.crossingTime(of: 0))
    #expect(abs(fling.value(at: time)) < 1e-10)
    #expect(fling.crossingTime(of: -700) == nil)
    #expect(fling.crossingTime(of: 101) == nil)
  }

  @Test func `a landing keeps the start's position and velocity and rests on its target`() throws {
    let fling = Deceleration(from: 40, velocity: 1000)
    let landing = try #require(fling.landing(at: 600))
    #expect(landing.value(at: 0) == 40 && landing.velocity(at: 0) == 1000)
    #expect(landing.value(at: landing.duration) == 600)
    #expect(abs(landing.value(at: landing.duration.nextDown) - 600) < 1e-9)
    #expect(abs(landing.finalVelocity - landing.velocity(at: landing.duration - 1e-12)) < 1e-6)
    // By itself it runs 495 points: it cannot land behind its start, at more than twice that
    // distance, or at less than a fifth of it.
    #expect(fling.landing(at: 39) == nil)
    #expect(fling.landing(at: 40 + 495 * 2.1) == nil)
    #expect(fling.landing(at: 40 + 495 / 5.1) == nil)
  }
}
