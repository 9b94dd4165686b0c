import Feel
import Testing

/// Two-finger scrolling on a touchpad: a script for each problem that Linux users report, and other
/// invariants.
struct TouchpadTests {
  private static let frame = Rect(x: 0, y: 0, width: 300, height: 400)

  private static func view(
    _ physics: ScrollPhysics = .uikit, at offset: Double = 1000
  ) -> ScrollView {
    ScrollView(frame: frame, contentLength: 20_000, offset: offset, physics: physics)
  }

  private static let carousel = Carousel(
    frame: Rect(x: 0, y: 0, width: 640, height: 240), layout: CardLayout(count: 12, width: 280),
    at: 3)

  private static let pager = Pager(
    frame: Rect(x: 0, y: 0, width: 392, height: 240),
    pages: Array(repeating: Pager.Page(title: "", contentLength: 5000), count: 6), at: 2)

  /// Fingers that scroll by `delta` points every 8 ms from `ms` on, and lift after a rest.
  private func scroll(
    _ delta: Vector, times count: Int = 12, at ms: Double = 0, restingFor rest: Double = 8,
    isLifted: Bool = true
  ) -> Script {
    [
      .fingers(.began, at: ms), .each(1...count) { .fingers(.changed, delta, at: ms + 8 * $0) },
      isLifted ? .fingers(.ended, at: ms + 8 * Double(count) + rest) : [],
    ]
  }

  // MARK: The five reports

  /// Report: “The list stops dead when I lift my fingers”.
  @Test(arguments: ScrollPreset.all)
  func `lifting the fingers flings the list by the preset's laws`(preset: ScrollPreset) {
    var view = Self.view(preset.physics)
    view.play(scroll(Vector(0, 20)))
    // The expected motion: the preset's own estimator and laws applied to the same samples.
    var tracker = VelocityTracker(settings: preset.physics.velocity)
    for step in 0...12 {
      tracker.add(at: time(8 * Double(step)), location: Vector(0, -20 * Double(step)))
    }
    let lift = time(104)
    let velocity = preset.physics.releaseVelocity(-tracker.velocity(at: lift).y)
    let extent = ScrollExtent(maximum: 19_600, viewport: 400)
    let motion = preset.physics.release(
      from: view.contentOffset(at: lift), velocity: velocity, in: extent, start: 1000)
    if preset.physics.paging == nil { #expect(motion.restPosition > 1300, "it flings") }
    #expect(view.restOffset(at: lift) == motion.restPosition)
    for ms in [1.0, 40, 300] {
      expectClose(view.contentOffset(at: time(104 + ms)), motion.value(at: ms / 1000), within: 1e-9)
    }
  }

  /// Report: “I cannot stop it by laying my fingers down”.
  @Test(arguments: ScrollPreset.all)
  func `laying the fingers down stops a fling`(preset: ScrollPreset) {
    var view = Self.view(preset.physics)
    view.play(scroll(Vector(0, 20)))
    let caught = view.contentOffset(at: time(200))
    view.play(.fingers(.began, at: 200))
    #expect(view.state(at: time(300)) == .pressed)
    #expect(view.contentOffset(at: time(300)) == caught)
    view.play(.fingers(.ended, at: 400))
    // Rounding the rest to a whole pixel moves it by up to half a point.
    if preset.physics.paging == nil {
      expectClose(view.restOffset(at: time(400)), caught, within: 0.5)
    }
    // A device that reports no touch without motion: the first motion stops it.
    view = Self.view(preset.physics)
    view.play(scroll(Vector(0, 20)))
    view.play(.fingers(.began, Vector(0, -3), at: 200))
    #expect(view.contentOffset(at: time(400)) == caught - 3)
  }

  /// Report: “I rest, lift, and it shoots off”.
  @Test(arguments: ScrollPreset.all)
  func `lifting the fingers after a rest does not fling`(preset: ScrollPreset) {
    var view = Self.view(preset.physics)
    view.play(scroll(Vector(0, 20), restingFor: 300))
    let lift = time(396)
    #expect(view.contentOffset(at: lift) == 1240)
    #expect(view.velocity(at: lift) == 0)
    if preset.physics.paging == nil { #expect(view.restOffset(at: lift) == 1240) }
    // An end event on its own does not bring back the earlier velocity.
    var other = view
    _ = other.advance(to: time(600))
    view.play(.fingers(.ended, at: 600))
    #expect(view == other)
  }

  /// Report: “It hangs when the end of a scroll gets lost”.
  @Test func `a scroll whose end event is lost is cancelled after half a second`() {
    var view = Self.view(at: 0)
    view.play(scroll(Vector(0, -20), isLifted: false))
    let pulled = view.contentOffset(at: time(96))
    #expect(pulled < -50)
    #expect(view.state(at: time(96)) == .rubber)
    #expect(view.contentOffset(at: time(595)) == pulled)
    #expect(view.deadline == time(596))
    #expect(view.state(at: time(600)) == .bouncing)
    let effects = Array(view.advance(to: time(5000)))
    #expect(effects.contains(.cancelled))
    #expect(effects.last == .settled(0))

    var carousel = Self.carousel
    carousel.play(scroll(Vector(11, 0), isLifted: false))
    #expect(
      Array(carousel.advance(to: time(5000))).last == .settled(carousel.nearest(at: time(96))))
    #expect(carousel.state(at: time(5000)) == .idle)

    var pager = Self.pager
    pager.play(scroll(Vector(11, 0), isLifted: false))
    #expect(pager.pagePosition(at: time(96)) > 2.1)
    _ = pager.advance(to: time(5000))
    #expect(pager.pagePosition(at: time(5000)) == 2)

    // The late end event has no effect, and the next scroll starts even without a begin event.
    #expect(view.play(.fingers(.ended, at: 6000)) == [])
    let later = view.play(.fingers(.changed, Vector(0, 30), at: 6100))
    #expect(later == [.offsetChanged(30), .dragBegan])
  }

  /// Report: “It scrolls twice as far: once by the device, once by the program”.
  @Test(arguments: ScrollPreset.all)
  func `the device's momentum and the program's never add up`(preset: ScrollPreset) {
    var view = Self.view(preset.physics)
    view.play(scroll(Vector(0, 20)))
    let first = view.contentOffset(at: time(112))
    view = Self.view(preset.physics)
    view.play(
      scroll(Vector(0, 20)),
      .each(1...20) { .fingers(.momentum, Vector(0, 20 - $0), at: 104 + 8 * $0) })
    // From where the program's own motion was when the device's momentum began; only the latter
    // counts.
    expectClose(view.contentOffset(at: time(264)), first + 190, within: 1e-9)
    #expect(view.restOffset(at: time(264)) == view.contentOffset(at: time(264)))

    let script = scroll(Vector(20, 0))
    var (carousel, pager) = (Self.carousel, Self.pager)
    carousel.play(script)
    pager.play(script)
    let (card, page) = (carousel.restIndex(at: time(104)), pager.currentPage)
    #expect(card > 3 && page == 3)
    let momentum = Script.each(1...60) { .fingers(.momentum, Vector(20, 0), at: 104 + 8 * $0) }
    carousel.play(momentum)
    pager.play(momentum)
    #expect(carousel.restIndex(at: time(600)) == card)
    #expect(pager.currentPage == page)
  }

  // MARK: Other invariants

  @Test func `the content follows the fingers, whose notches count like a wheel's`() {
    var view = Self.view()
    let effects = view.play(
      .fingers(.began, Vector(0, 0.25), at: 0, unit: .notches),
      .fingers(.changed, Vector(0, -0.125), at: 8, unit: .notches))
    #expect(effects == [.offsetChanged(1015), .dragBegan, .offsetChanged(1007.5)])
    #expect(view.state(at: time(8)) == .tracking)
    #expect(view.isPressed && view.isHeldByFingers)
  }

  @Test func `a press takes over from touchpad fingers until they are lifted`() {
    var view = Self.view()
    view.play(
      scroll(Vector(0, 20), isLifted: false), .down(100, 100, at: 100),
      .fingers(.changed, Vector(0, 20), at: 104), .up(100, 100, at: 110),
      .fingers(.changed, Vector(0, 20), at: 112))
    #expect(view.contentOffset(at: time(112)) == 1240)
    #expect(!view.isHeldByFingers && !view.isPressed)
    view.play(.fingers(.ended, at: 120), .fingers(.changed, Vector(0, 20), at: 130))
    #expect(view.contentOffset(at: time(130)) == 1260)
  }

  @Test
  func `a press on the scroll bar takes over from fingers, a disabled mouse drag does not scroll`()
  {
    var view = Self.view()
    view.play(scroll(Vector(0, 20), isLifted: false), .down(296, 30, at: 100))
    #expect(view.isBarPressed && !view.isHeldByFingers)
    view = Self.view()
    view.isMouseDragEnabled = false
    view.play(
      scroll(Vector(0, 20), isLifted: false), .down(100, 100, at: 100), .move(100, 300, at: 110))
    #expect(view.contentOffset(at: time(110)) == 1240)
    #expect(!view.isPressed)
  }

  @Test func `Escape cancels a touchpad scroll without a fling`() {
    var view = Self.view()
    let effects = view.play(
      scroll(Vector(0, 20), isLifted: false), .key(.escape, at: 100),
      .fingers(.changed, Vector(0, 20), at: 104), .fingers(.ended, at: 112))
    #expect(effects.last == .cancelled)
    #expect(view.contentOffset(at: time(1000)) == 1240)
    #expect(view.state(at: time(1000)) == .idle)
  }

  @Test func `fingers turn pages horizontally or scroll them vertically, never both`() {
    var pager = Self.pager
    let along = pager.play(scroll(Vector(4, 20)))
    #expect(along.contains(.dragBegan(.vertical)))
    #expect(pager.pagePosition(at: time(104)) == 2)
    #expect(pager.contentOffset(of: 2, at: time(2000)) > 300)
    pager = Self.pager
    let across = pager.play(scroll(Vector(20, 4)))
    #expect(across.contains(.dragBegan(.horizontal)))
    #expect(pager.currentPage == 3)
    #expect(pager.contentOffset(of: 2, at: time(2000)) == 0)
  }

  @Test func `touching and lifting touchpad fingers clicks no card`() {
    var carousel = Self.carousel
    #expect(
      !carousel.play(.fingers(.began, at: 0), .fingers(.ended, at: 50)).contains {
        if case .clicked = $0 { true } else { false }
      })
    #expect(carousel.nearest(at: time(1000)) == 3)
  }

  @Test func `mouse movement during a touchpad scroll does not lose its velocity`() {
    var view = Self.view()
    view.play(
      scroll(Vector(0, 20), isLifted: false), .move(20, 300, at: 97), .fingers(.ended, at: 104))
    #expect(view.velocity(at: time(104)) > 2000)
  }

  @Test func `touchpad scrolls are the same at any frame rate`() {
    let script: Script = [
      scroll(Vector(0, 40)), scroll(Vector(0, -90), at: 300, isLifted: false),
      scroll(Vector(30, 10), at: 2000),
    ]
    expectSameAtAnyFrameRate(Self.view(at: 300), script, until: 6000)
    expectSameAtAnyFrameRate(Self.carousel, script, until: 6000)
    expectSameAtAnyFrameRate(Self.pager, script, until: 6000)
  }
}
