import Feel
import Testing

/// The return of content from past an edge, in systems with their own law for it.
struct EdgeReturnTests {
  private static let extent = ScrollExtent(maximum: 2000, viewport: 1000)

  private func release(
    _ preset: ScrollPreset, from offset: Double, velocity: Double = 0
  ) -> ScrollMotion {
    preset.physics.release(from: offset, velocity: velocity, in: Self.extent)
  }

  @Test func `Android glides back in √(2 · distance / 2000) seconds`() {
    // Source: AOSP's OverScroller, startSpringback, which truncates to milliseconds: 316 ms from
    // 100 px.
    let back = release(.android, from: -100)
    #expect(abs(back.duration - 0.316_227_766) < 1e-9)
    #expect(back.value(at: back.duration / 2) == -50 && back.restPosition == 0)
    let fling = ScrollPreset.android.physics.release(from: 1999, velocity: 8000, in: Self.extent)
    let turn = fling.sequence.startTime(of: 2)
    let furthest = fling.value(at: turn) - 2000
    #expect(abs(fling.duration - turn - (2 * furthest / 2000).squareRoot()) < 1e-9)
  }

  @Test func `content released outward past Android's edge continues outward, then returns`() {
    let out = release(.android, from: -100, velocity: -600)
    #expect(out.value(at: 0) == -100 && out.velocity(at: 0) == -600)
    // v²/2a = 90 pt further, after v/a.
    #expect(abs(out.value(at: 0.3) + 190) < 1e-9)
    #expect(abs(out.duration - 0.3 - (2 * 190.0 / 2000).squareRoot()) < 1e-9)
    // It is limited to half a viewport, however fast.
    #expect(abs(release(.android, from: -100, velocity: -8000).value(at: 0.1) + 500) < 1e-9)
  }

  /// Source: Chromium's elastic_overscroll_controller_bezier_test.cc, VerifyForwardAnimationTick:
  /// frames of 16 ms over 1000 px, released at −19 px with −4000 px/s, in whole pixels.
  @Test func `Chromium on Windows bounces as in its own test`() {
    let wanted = [
      -19, -41, -55, -65, -72, -78, -82, -85, -88, -89, -78, -64, -53, -44, -37, -30, -25, -20,
      -16, -13, -10, -7, -5, -4, -2, -1, -1, 0,
    ]
    let motion = release(.chromiumWindows, from: -19, velocity: -4000)
    for (frame, pixels) in wanted.enumerated() {
      let found = motion.value(at: Double(frame) * 0.016)
      #expect(Int(found.rounded()) == pixels, "frame \(frame): \(found)")
    }
  }

  /// Source: the same file, VerifyBackwardAnimationTick.
  @Test(arguments: zip([-19.0, -15], [[-14, -8, 0], [-10, -5, 0]]))
  func `Chromium on Windows returns from rest as in its own test`(start: Double, wanted: [Int]) {
    let motion = release(.chromiumWindows, from: start)
    for (time, pixels) in zip([0.032, 0.08, 0.24], wanted) {
      #expect(Int(motion.value(at: time).rounded()) == pixels)
    }
  }

  @Test func `Chromium on Windows bounces by at most a tenth of the viewport`() {
    for velocity in [3000.0, 10_000, 20_000] {
      for offset in [0.0, -40, -120] {
        let motion = release(.chromiumWindows, from: offset, velocity: -velocity)
        let furthest =
          stride(from: 0, through: motion.duration, by: 0.001)
          .map { motion.value(at: $0) }.min() ?? 0
        #expect(furthest >= min(offset, -100))
        // It does bounce where there is room.
        #expect(furthest < offset - 1 || offset <= -100)
      }
    }
    // Flung back inward, it returns from where it is.
    let back = release(.chromiumWindows, from: -40, velocity: 3000)
    #expect(back.value(at: 0) == -40 && back.restPosition == 0)
    #expect(stride(from: 0, to: back.duration, by: 0.001).allSatisfy { back.value(at: $0) >= -40 })
  }

  @Test(arguments: [
    ScrollPreset.scrollMechanics, .flutterIOS, .flutterMacOS, .flutterAndroid, .chromium,
    .chromiumWindows, .gtk4, .motion,
  ])
  func `with a return that ends at the edge, content thrown inward rests there`(
    preset: ScrollPreset
  ) {
    for velocity in [100.0, 3000, 8000] {
      let motion = release(preset, from: -50, velocity: velocity)
      #expect(motion.restPosition == 0)
      #expect(motion.sequence.count == 1)
      let mirrored = release(preset, from: 2050, velocity: -velocity)
      #expect(mirrored.restPosition == 2000)
    }
  }

  @Test(arguments: [ScrollPreset.uikit, .uikitFast, .composeIOS])
  func `with a return that hands over, content thrown inward runs on`(preset: ScrollPreset) {
    let motion = release(preset, from: -50, velocity: 3000)
    #expect(motion.sequence.count == 2 && motion.restPosition > 100)
    #expect(motion.phase(at: motion.sequence.startTime(of: 1)) == .decelerating)
  }

  @Test
  func `content thrown inward past Android's edge flings if it gets inside, else glides back`() {
    let motion = release(.android, from: -50, velocity: 3000)
    let free = DecayLaw.androidFling(from: -50, velocity: 3000)
    #expect(motion.sequence.count == 1)
    #expect(abs(motion.value(at: 0.2) - free.value(at: 0.2)) < 1)
    #expect(abs(motion.restPosition - free.end) <= 0.5)
    // Too slow to get inside, it glides back: √(2·50/2000) s.
    let short = release(.android, from: -50, velocity: 60)
    #expect(short.restPosition == 0)
    #expect(abs(short.duration - 0.223_606_798) < 1e-9)
  }
}
