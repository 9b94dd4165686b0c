import Feel
import TestSupport
import Testing

struct ValueAnimatorTests {
  private let motion = EaseMotion(from: 0, to: 10, duration: 2, ease: .linear)

  private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

  @Test func `an animator counts from 0 at each start until it is stopped`() {
    var animator = ValueAnimator()
    #expect(!animator.isRunning && animator.elapsed(at: at(3)) == 0)
    animator.start(at: at(5))
    #expect(animator.elapsed(at: at(5)) == 0 && animator.elapsed(at: at(6)) == 1)
    #expect(animator.value(of: motion, at: at(6)) == 5)
    #expect(animator.end(of: motion) == at(7))
    // The motion has ended; the stopwatch runs on.
    #expect(animator.elapsed(at: at(65)) == 60 && animator.value(of: motion, at: at(65)) == 10)
    animator.stop(at: at(65))
    #expect(!animator.isRunning && animator.end(of: motion) == nil)
    #expect(animator.elapsed(at: at(99)) == 60)
    animator.start(at: at(100))
    #expect(animator.elapsed(at: at(100)) == 0 && animator.elapsed(at: at(100.5)) == 0.5)
  }

  @Test func `an animator counts without a motion, and a zero-length one does not stop it`() {
    var animator = ValueAnimator()
    animator.start(at: at(1))
    #expect(animator.elapsed(at: at(4)) == 3)
    #expect(animator.value(of: Motion.rest(at: 7), at: at(4)) == 7)
    #expect(animator.isRunning)
  }

  @Test(arguments: 1...5)
  func `elapsed time depends only on the start and stop times`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var animator = ValueAnimator()
    var (now, start, stopped): (Double, Double?, Double) = (0, nil, 0)
    for _ in 0..<200 {
      now += Double(Int.random(in: 0...2_000_000, using: &random)) / 1e6
      switch Int.random(in: 0...3, using: &random) {
      case 0:
        animator.start(at: at(now))
        start = now
      case 1:
        animator.stop(at: at(now))
        if let begun = start { stopped = now - begun }
        start = nil
      default: break
      }
      #expect(animator.isRunning == (start != nil))
      #expect(abs(animator.elapsed(at: at(now)) - (start.map { now - $0 } ?? stopped)) < 1e-6)
      // Times before the start count as the start.
      if start != nil { #expect(animator.elapsed(at: at(-1)) == 0) }
    }
  }
}
