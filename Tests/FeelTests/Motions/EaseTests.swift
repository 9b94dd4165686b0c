import Feel
import TestSupport
import Testing

struct EaseTests {
  static let named: [Ease] = [
    .linear, .easeIn, .easeOut, .easeInOut, .smoothstep, Ease(cubicBezier: 0.05, 0.7, 0.25, 1),
    Ease(cubicBezier: 0, 0, 1, 1), Ease(cubicBezier: 0.3, -0.4, 0.7, 1.6),
    Ease(cubicBezier: 1, 0, 0, 1),
  ]

  @Test(arguments: named)
  func `a timing curve starts at 0 and ends at 1`(ease: Ease) {
    #expect(ease.progress(at: 0) == 0 && ease.progress(at: 1) == 1)
    #expect(ease.progress(at: -3) == 0 && ease.progress(at: 7) == 1)
    #expect(ease.progress(at: .nan) == 0)
  }

  @Test(arguments: named.dropLast())
  func `the slope of a timing curve is its derivative`(ease: Ease) {
    for index in 1..<100 {
      let fraction = Double(index) / 100
      let slope = (ease.progress(at: fraction + 1e-6) - ease.progress(at: fraction - 1e-6)) / 2e-6
      #expect(abs(slope - ease.slope(at: fraction)) < 1e-3 * max(1, abs(slope)))
    }
  }

  @Test func `ease-in-out is at one half at half-time, and smoothstep is 3x² − 2x³`() {
    #expect(abs(Ease.easeInOut.progress(at: 0.5) - 0.5) < 1e-15)
    // 3x² − 2x³.
    for x in [0.1, 0.25, 0.7, 0.99] {
      #expect(abs(Ease.smoothstep.progress(at: x) - x * x * (3 - 2 * x)) < 1e-12)
    }
  }

  @Test func `the fraction for a progress is found`() throws {
    for ease in Self.named.prefix(6) {
      for share in [0.0, 0.2, 0.5, 0.99, 1] {
        let fraction = try #require(ease.fraction(atProgress: share))
        #expect(abs(ease.progress(at: fraction) - share) < 1e-9)
      }
      #expect(ease.fraction(atProgress: 1.01) == nil)
    }
  }

  @Test func `Android's curve starts with exactly the fling's velocity`() {
    for velocity in [-8000.0, -50, 1, 500, 12_345] {
      let fling = DecayLaw.androidFling(from: 100, velocity: velocity)
      #expect(abs(fling.velocity(at: 0) - velocity) < 1e-9 * abs(velocity))
      #expect(abs(fling.finalVelocity) < 1e-9)
    }
  }

  @Test func `a motion of zero duration is at its end`() {
    let jump = EaseMotion(from: 3, to: 5, duration: 0)
    #expect(jump.value(at: 0) == 5 && jump.velocity(at: 0) == 0 && jump.finalVelocity == 0)
  }
}
