import Feel
import TestSupport
import Testing

struct HandOffCheckerTests {
  private let checker = HandOffChecker()

  /// A run interrupted by a bounce that starts with a changed velocity.
  private func joined(gain: Double, shift: Double = 0) -> MotionSequence {
    let run = Deceleration(from: 0, velocity: 1500)
    let cut = 0.3
    let bounce = SpringMotion(
      .edge, from: run.value(at: cut) + shift, velocity: run.velocity(at: cut) * gain, to: 300)
    return MotionSequence(.deceleration(run)).followed(by: .spring(bounce), after: cut)
  }

  @Test func `a smooth join reports no jump, a broken one its time and size`() throws {
    #expect(checker.jumps(in: joined(gain: 1)).isEmpty)
    let faster = try #require(checker.jumps(in: joined(gain: 1.5)).first)
    #expect(abs(faster.time - 0.3) < 1e-9)
    #expect(abs(faster.velocityJump - 0.5 * 1500 * 0.548_446) < 1)
    let shifted = try #require(checker.jumps(in: joined(gain: 1, shift: 3)).first)
    #expect(abs(shifted.time - 0.3) < 1e-9)
    #expect(abs(shifted.valueJump - 3) < 1e-6)
  }

  @Test(arguments: [0, -3])
  func `a step count of zero or less counts as one`(steps: Int) {
    let run = Deceleration(from: 0, velocity: 1000)
    #expect(checker.jumps(in: run, steps: steps) == checker.jumps(in: run, steps: 1))
    let tail = checker.quietTail(of: run, threshold: 0.5, steps: steps)
    #expect(tail == checker.quietTail(of: run, threshold: 0.5, steps: 1) && tail > 0)
  }

  @Test func `a rest within the thresholds is not a jump`() {
    let still = MotionState(value: 100, velocity: 0)
    func verdict(_ value: Double, _ velocity: Double, isKnown: Bool = false) -> HandOff.Verdict {
      let before = MotionState(value: value, velocity: velocity)
      return checker.judge(at: 1, from: before, to: still, isRest: true, isKnown: isKnown).verdict
    }
    #expect(verdict(100.4, 9) == .rest)
    #expect(verdict(100.6, 9) == .jump)
    #expect(verdict(100, 11) == .jump)
    #expect(verdict(100, 11, isKnown: true) == .knownDeparture)
    #expect(verdict(100.6, 9, isKnown: true) == .jump)
  }

  @Test func `the length of a slow tail is reported`() {
    // Half a point remains at k/2 pt/s; decaying to a hundredth of that takes ln(100)/k seconds.
    let slow = Deceleration(from: 0, velocity: 1000, stopSpeed: 0.01)
    let tail = checker.quietTail(of: slow, threshold: 0.5)
    let k = DecelerationRate.normal.decayPerSecond
    let expected = slow.duration - slow.time(atSpeed: 0.01 + 0.5 * k)
    #expect(abs(tail - expected) < 1e-6)
  }

  @Test func `a curve has its end points and the requested number of steps`() {
    let motion = Deceleration(from: 3, velocity: -500)
    let curve = Curve(motion, steps: 50)
    #expect(curve.points.count == 51)
    #expect(Curve(motion).points.count == 101)
    #expect(curve.points[0].value == 3 && curve.points[0].velocity == -500)
    #expect(curve.rest == motion.restPosition)
    #expect(curve.csv.hasPrefix("t,x,v\n0.0,3.0,-500.0\n"))
    #expect(curve.csv.count { $0 == "\n" } == 52)
    #expect(Curve(Motion.rest(at: 4)).points.map(\.value) == [4])
  }
}
