import Feel
import TestSupport
import Testing

struct ScrollReleaseTests {
  static let extent = ScrollExtent(maximum: 2000, viewport: 400, scale: 2)

  @Test func `a fling inside the edges rests on a device pixel and keeps its start`() {
    let motion = ScrollPhysics.uikit.release(from: 500, velocity: 1234.5, in: Self.extent)
    #expect(motion.value(at: 0) == 500 && motion.velocity(at: 0) == 1234.5)
    #expect(motion.restPosition * 2 == (motion.restPosition * 2).rounded())
    #expect(abs(motion.restPosition - (500 + (1234.5 - 10) / 2.002_002_7)) <= 0.25)
    #expect(motion.sequence.count == 1)
    #expect(motion.phase(at: 0.1) == .decelerating)
  }

  @Test(arguments: [
    (StopRule.speed(1e-3), StopRule.speed(1e-4)), (.speed(1e-6), .speed(0)),
    (.pixelSpeed(1e-5), .pixelSpeed(1e-7)), (.remaining(1e-4), .remaining(1e-6)),
    (.remainingPixels(1e-5), .remainingPixels(0)),
  ])
  func `a smaller stop threshold lets an exponential run longer, down to zero`(
    larger: StopRule, smaller: StopRule
  ) {
    func run(_ stop: StopRule) -> Motion {
      let physics = ScrollPhysics(
        decay: .exponential(DecelerationRate(decayPerSecond: 4)), stop: stop, pixelLanding: .none)
      let extent = ScrollExtent(maximum: 1e6, viewport: 600)
      return physics.release(from: 0, velocity: 2000, in: extent).sequence[0]
    }
    #expect(run(smaller).duration > run(larger).duration + 0.5)
    let stop = larger.stopSpeed(decayPerSecond: 4, scale: 1)
    expectClose(abs(run(larger).finalVelocity), stop, within: 1e-9 * stop)
    expectClose(run(.speed(0)).finalValue, 500, within: 1e-9)
  }

  @Test func `a fling into the edge bounces from the crossing and rests at the edge`() {
    let motion = ScrollPhysics.uikit.release(from: 1900, velocity: 3000, in: Self.extent)
    #expect(motion.sequence.count == 2)
    let seam = motion.sequence.startTime(of: 1)
    #expect(abs(motion.value(at: seam) - 2000) < 1e-9)
    #expect(abs(motion.velocity(at: seam.nextDown) - motion.velocity(at: seam)) < 1e-6)
    #expect(motion.value(at: seam + 0.1) > 2000)
    #expect(motion.phase(at: seam + 0.1) == .bouncing)
    #expect(motion.restPosition == 2000)
  }

  @Test func `content released outside and thrown inward runs on inside`() {
    let motion = ScrollPhysics.uikit.release(from: -20, velocity: 900, in: Self.extent)
    #expect(motion.sequence.count == 2)
    let seam = motion.sequence.startTime(of: 1)
    #expect(abs(seam - 20.0 / (900 - 200)) < 1e-12)
    #expect(abs(motion.velocity(at: seam.nextDown) - motion.velocity(at: seam)) < 1e-6)
    #expect(motion.restPosition > 100)
  }

  @Test func `content released outside and not thrown inward springs back`() {
    let motion = ScrollPhysics.uikit.release(from: 2080, velocity: -300, in: Self.extent)
    #expect(motion.sequence.count == 1)
    #expect(motion.restPosition == 2000)
  }

  @Test func `a landing keeps the release velocity and ends on its target`() {
    let motion = ScrollPhysics.uikit.release(
      from: 500, velocity: -900, in: Self.extent, landing: 148)
    #expect(motion.velocity(at: 0) == -900)
    #expect(motion.restPosition == 148)
    #expect(motion.phase(at: 0.1) == .snapping)
    let back = ScrollPhysics.uikit.release(from: 500, velocity: -900, in: Self.extent, landing: 520)
    #expect(back.velocity(at: 0) == -900)
    #expect(back.restPosition == 520)
  }

  @Test func `content caught past the edge stays where it is and can be dragged to the edge`() {
    let physics = ScrollPhysics.uikit
    for offset in [-900.0, -390, -100, -1, 0, 700, 2000, 2050, 2399, 3000] {
      let anchor = DragAnchor(at: offset, physics: physics, extent: Self.extent)
      let shown = anchor.offset(draggedBy: 0, physics: physics, extent: Self.extent)
      #expect(abs(shown - offset) < 1e-9)
      let home = anchor.offset(
        draggedBy: Self.extent.clamped(offset) - anchor.rawStart, physics: physics,
        extent: Self.extent)
      #expect(abs(home - Self.extent.clamped(offset)) < 1e-9)
    }
  }

  @Test func `half pixels round away from zero on either side`() {
    let extent = ScrollExtent(minimum: -100, maximum: 100, viewport: 400, scale: 2)
    for (offset, pixel) in [(0.25, 0.5), (0.75, 1), (12.25, 12.5), (99.9, 100), (500, 100)] {
      #expect(extent.roundedToPixel(offset) == pixel)
      #expect(extent.roundedToPixel(-offset) == -pixel)
    }
  }

  @Test func `unscrollable content still bounces`() {
    let fixed = ScrollExtent(maximum: 0, viewport: 400)
    let motion = ScrollPhysics.uikit.release(from: 0, velocity: -800, in: fixed)
    #expect(motion.value(at: 0.1) < -20)
    #expect(motion.restPosition == 0)
  }
}
