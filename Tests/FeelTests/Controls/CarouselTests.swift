import Feel
import Testing

extension Carousel: DrivenControl {}

struct CarouselTests {
  private let carousel = Carousel(frame: Rect(x: 0, y: 0, width: 640, height: 240), at: 5)
  private let pitch = 296.0

  @Test func `a card at rest is centred in the viewport`() {
    let frame = carousel.cardFrame(5, at: time(0))
    #expect(frame == Rect(x: 180, y: 20, width: 280, height: 200))
    #expect(carousel.nearest(at: time(0)) == 5)
    #expect(carousel.state(at: time(0)) == .idle)
    #expect(carousel.deadline == nil)
  }

  @Test func `a drag moves the content by its travel less the slop once recognised`() {
    var control = carousel
    #expect(control.play(.down(300, 100, at: 0), .move(294, 100, at: 10)) == [])
    let effects = control.play(.move(280, 100, at: 20))
    let start = carousel.contentOffset(at: time(0))
    #expect(effects == [.offsetChanged(start + 14), .dragBegan])
    #expect(control.state(at: time(20)) == .tracking)
    #expect(control.play(.move(310, 100, at: 30)) == [.offsetChanged(start - 16)])
  }

  @Test func `touch has a slop of ten points`() {
    var control = carousel
    #expect(
      control.play(
        .pointer(.down, 300, 100, at: 0, device: .touch),
        .pointer(.moved, 290, 100, at: 10, device: .touch)) == [])
    #expect(
      control.play(.pointer(.moved, 280, 100, at: 20, device: .touch)).first
        == .offsetChanged(carousel.contentOffset(at: time(0)) + 10))
  }

  @Test func `a drag past the first card shows the rubber band of its travel and springs back`() {
    var control = Carousel(frame: carousel.frame)
    control.play(.down(300, 100, at: 0), .move(500, 100, at: 10))
    let band = RubberBand(coefficient: 0.55)
    expectClose(
      control.overscroll(at: time(10)), -band.offset(forTravel: 194, dimension: 640), within: 1e-9)
    #expect(control.state(at: time(10)) == .rubber)
    control.play(.up(500, 100, at: 200))
    #expect(control.state(at: time(201)) == .bouncing)
    let effects = control.advance(to: time(3000))
    #expect(effects.last == .settled(0))
    #expect(control.overscroll(at: time(3000)) == 0)
  }

  @Test(arguments: [Carousel.SnapStrategy.projected, .afterDeceleration, .whenOffsetRests])
  func `a flick lands exactly on the predicted card`(strategy: Carousel.SnapStrategy) {
    for (distance, duration) in [(-200.0, 80.0), (170, 60), (-90, 40), (-400, 64), (30, 50)] {
      var control = carousel
      control.strategy = strategy
      control.play(
        .drag(from: Vector(320, 100), to: Vector(320 + distance, 100), at: 0, lasting: duration))
      let promised = control.restIndex(at: time(duration))
      let effects = control.advance(to: time(20_000))
      let index = control.nearest(at: time(20_000))
      #expect(effects.last == .settled(index))
      #expect(promised == index)
      #expect(control.cardFrame(index, at: time(20_000)).midX == 320)
      #expect(!control.isMoving(at: time(20_000)))
    }
  }

  @Test func `the rest predicted during a drag is where a release there comes to rest`() {
    var control = carousel
    control.play(
      .down(320, 100, at: 0), .each(1...10) { .move(320 - $0 * $0 * 3, 100, at: $0 * 8) })
    let promised = control.restOffset(at: time(82))
    control.play(.up(20, 100, at: 82))
    _ = control.advance(to: time(20_000))
    #expect(control.contentOffset(at: time(20_000)) == promised)
  }

  @Test func `a slow release snaps to the nearest card, a flick to the next or beyond`() {
    func rest(_ distance: Double, _ duration: Double, _ rule: Carousel.FlickRule) -> Int {
      var control = carousel
      control.flickRule = rule
      control.play(
        .drag(from: Vector(320, 100), to: Vector(320 + distance, 100), at: 0, lasting: duration))
      return control.restIndex(at: time(duration))
    }
    #expect(rest(-36, 800, .atLeastNext) == 5)
    #expect(rest(-30, 200, .atLeastNext) == 6)
    #expect(rest(-30, 200, .nearestOnly) == 5)
    #expect(rest(30, 200, .atLeastNext) == 4)
    #expect(rest(-160, 4000, .atLeastNext) == 6)
  }

  @Test(arguments: Carousel.SnapStrategy.allCases)
  func `with a fling limit of one a hard fling moves one card`(strategy: Carousel.SnapStrategy) {
    var control = carousel
    control.flingLimit = .one
    control.strategy = strategy
    control.play(.drag(from: Vector(600, 100), to: Vector(500, 100), at: 0, lasting: 24))
    _ = control.advance(to: time(20_000))
    if strategy == .whenOffsetRests {
      // It only watches the offset, so the limit for flings does not apply.
      #expect(control.nearest(at: time(20_000)) > 6)
    } else {
      #expect(control.nearest(at: time(20_000)) == 6)
    }
  }

  @Test(arguments: [-50.0, 50])
  func `with a fling limit of one a release from rest snaps to the nearest card`(way: Double) {
    var control = carousel
    control.flingLimit = .one
    control.play(
      .down(400, 100, at: 0), .move(400 + way / 2, 100, at: 50), .move(400 + way, 100, at: 100),
      .up(400 + way, 100, at: 1000))
    _ = control.advance(to: time(20_000))
    #expect(control.nearest(at: time(20_000)) == 5)
  }

  @Test func `a release from rest snaps at once`() {
    for strategy in [Carousel.SnapStrategy.projected, .afterDeceleration] {
      var control = carousel
      control.strategy = strategy
      control.play(.down(320, 100, at: 0), .move(220, 100, at: 50), .up(220, 100, at: 400))
      #expect(control.state(at: time(400)) == .snapping)
      #expect(control.velocity(at: time(400)) == 0)
      _ = control.advance(to: time(3000))
      #expect(control.nearest(at: time(3000)) == 5)
    }
  }

  @Test func `the offset-only strategy snaps under a still finger until the finger moves`() {
    var control = carousel
    control.strategy = .whenOffsetRests
    control.play(.down(320, 100, at: 0), .move(214, 100, at: 50))
    let start = carousel.contentOffset(at: time(0))
    #expect(control.contentOffset(at: time(149)) == start + 100)
    #expect(control.deadline == time(150))
    #expect(control.contentOffset(at: time(250)) < start + 90)
    let shown = control.contentOffset(at: time(250))
    control.play(.move(213, 100, at: 250))
    expectClose(control.contentOffset(at: time(250)), shown + 1)
  }

  @Test func `a press stops the carousel where it is, and the release does not resume the fling`() {
    var control = carousel
    control.play(.drag(from: Vector(600, 100), to: Vector(300, 100), at: 0, lasting: 80))
    let caught = control.contentOffset(at: time(300))
    #expect(control.velocity(at: time(300)) > 500)
    control.play(.down(320, 100, at: 300))
    #expect(control.contentOffset(at: time(300)) == caught)
    #expect(control.contentOffset(at: time(900)) == caught)
    #expect(control.state(at: time(900)) == .pressed)
    #expect(control.play(.up(320, 100, at: 900)) == [])
    #expect(control.velocity(at: time(900)) == 0)
    _ = control.advance(to: time(5000))
    #expect(abs(control.contentOffset(at: time(5000)) - caught) <= pitch / 2)
  }

  @Test func `a cancel snaps to the nearest card without velocity`() {
    for cancel in [
      .cancel(at: 65), .key(.escape, at: 65), .down(400, 100, at: 65, button: .secondary),
    ] as [Script] {
      var control = carousel
      let effects = control.play(
        .down(600, 100, at: 0), .each(1...8) { .move(600 - $0 * 20, 100, at: $0 * 8) }, cancel,
        .move(100, 100, at: 70), .up(100, 100, at: 75))
      #expect(effects.last.map { $0 == .cancelled || $0 == .offsetChanged(0) } != nil)
      #expect(effects.contains(.cancelled) && !effects.contains(.dragEnded))
      #expect(control.velocity(at: time(65)) == 0)
      _ = control.advance(to: time(5000))
      #expect(control.nearest(at: time(5000)) == 6)
    }
  }

  @Test func `a click on a side card scrolls to it, a drag past the slop never clicks`() {
    var control = carousel
    #expect(control.play(.down(600, 100, at: 0), .up(604, 101, at: 80)) == [.clicked(6)])
    #expect(control.state(at: time(80)) == .programmatic)
    #expect(control.advance(to: time(2000)).last == .settled(6))
    #expect(
      !control.play(.drag(from: Vector(600, 100), to: Vector(592, 100), at: 3000, lasting: 160))
        .contains(.clicked(7)))
    #expect(
      !control.play(.down(600, 100, at: 6000), .move(600, 130, at: 6010), .up(600, 100, at: 6020))
        .contains(.clicked(7)))
  }

  @Test func `a press that stops a motion does not click`() {
    var control = carousel
    _ = control.scroll(to: 50, at: time(0))
    let effects = control.play(.down(600, 100, at: 200), .up(600, 100, at: 220))
    #expect(!effects.contains { if case .clicked = $0 { true } else { false } })
  }

  @Test func `five quick wheel notches advance five cards`() {
    var control = carousel
    control.play(.each(0..<5) { .wheel(0, 1, at: $0 * 20) })
    _ = control.advance(to: time(3000))
    #expect(control.nearest(at: time(3000)) == 10)
    control.play(.wheel(-1, 0, at: 3000))
    _ = control.advance(to: time(6000))
    #expect(control.nearest(at: time(6000)) == 9)
    control.play(.wheel(0, 1, at: 6000, modifiers: .shift))
    _ = control.advance(to: time(9000))
    #expect(control.nearest(at: time(9000)) == 14)
  }

  @Test func `the wheel never overscrolls, and its queue is limited to ten cards`() {
    var control = Carousel(frame: carousel.frame)
    control.play(.each(0..<40) { .wheel(0, -1, at: $0) })
    for ms in stride(from: 0.0, to: 1000, by: 7) { #expect(control.overscroll(at: time(ms)) == 0) }
    control.play(.each(0..<40) { _ in .wheel(0, 1, at: 2000) })
    #expect(control.restIndex(at: time(2000)) == 10)
  }

  @Test func `fractions of a notch add up`() {
    var control = carousel
    control.play(.each(0..<9) { .wheel(0, 0.125, at: $0 * 5) })
    #expect(control.restIndex(at: time(50)) == 6)
  }

  /// Rounding of the parts must not cost a card: seven sevenths are a notch.
  @Test(arguments: [2, 3, 6, 7, 10, 15, 24, 30, 49, 120])
  func `a notch split into equal parts advances one card, however many parts`(parts: Int) {
    var control = carousel
    control.play(.each(0..<parts) { .wheel(0, 1 / Double(parts), at: $0 * 5) })
    #expect(control.restIndex(at: time(Double(parts) * 5 + 50)) == 6)
  }

  @Test func `a pause or a reversed wheel discards a partial notch`() {
    for (delta, moment) in [(0.5, 1500.0), (-0.5, 50)] {
      var control = carousel
      control.play(.wheel(0, 0.75, at: 0), .wheel(0, delta, at: moment))
      #expect(control.restIndex(at: time(moment + 50)) == 5)
    }
  }

  @Test func `precise wheel input scrolls freely, then snaps to the nearest card`() {
    var control = carousel
    control.play(.each(0..<10) { .wheel(9, 0, at: $0 * 8, unit: .points) })
    let start = carousel.contentOffset(at: time(0))
    #expect(control.contentOffset(at: time(72)) == start + 90)
    #expect(control.deadline == time(222))
    #expect(control.contentOffset(at: time(221.999)) == start + 90)
    #expect(control.contentOffset(at: time(400)) < start + 50)
    _ = control.advance(to: time(3000))
    #expect(control.contentOffset(at: time(3000)) == start)
  }

  @Test func `keys move by one card, ten cards or to an end`() {
    var control = carousel
    func press(_ key: KeySample.Key, _ modifiers: Modifiers = []) -> Int {
      control.play(.key(key, at: 0, modifiers: modifiers))
      return control.restIndex(at: time(0))
    }
    #expect(press(.right) == 6)
    #expect(press(.right) == 7)
    #expect(press(.left) == 6)
    #expect(press(.pageDown) == 16)
    #expect(press(.pageUp) == 6)
    #expect(press(.right, .control) == 16)
    #expect(press(.end) == 99)
    #expect(press(.right) == 99)
    #expect(press(.home) == 0)
  }

  @Test func `scrolling to a card that does not exist changes nothing`() {
    var control = carousel
    #expect(Array(control.scroll(to: 100, at: time(0))) == [])
    #expect(Array(control.scroll(to: -1, at: time(0))) == [])
    #expect(control == carousel)
    let jump = Array(control.scroll(to: 99, animated: false, at: time(0)))
    #expect(jump.last == .settled(99))
    #expect(control.cardFrame(99, at: time(0)).midX == 320)
  }

  @Test func `a press interrupts a programmatic scroll`() {
    var control = carousel
    _ = control.scroll(to: 99, at: time(0))
    let shown = control.contentOffset(at: time(123))
    control.play(.down(320, 100, at: 123))
    #expect(control.contentOffset(at: time(500)) == shown)
    #expect(Array(control.scroll(to: 3, at: time(500))) == [])
    #expect(control.contentOffset(at: time(600)) == shown)
  }

  @Test func `a programmatic scroll may use another anchor`() {
    var control = carousel
    _ = control.scroll(to: 20, anchor: .start, at: time(0))
    _ = control.advance(to: time(3000))
    #expect(control.cardFrame(20, at: time(3000)).minX == 0)
    _ = control.scroll(to: 20, anchor: .end, animated: false, at: time(3000))
    #expect(control.cardFrame(20, at: time(3000)).maxX == 640)
  }

  @Test func `a resize in mid-motion keeps the content at the centre in place`() {
    var control = carousel
    _ = control.scroll(to: 30, at: time(0))
    let middle = control.contentOffset(at: time(100)) + 320
    _ = control.layout(frame: Rect(x: 40, y: 0, width: 1000, height: 300), at: time(100))
    #expect(control.contentOffset(at: time(100)) + 500 == middle)
    _ = control.advance(to: time(3000))
    #expect(control.cardFrame(30, at: time(3000)).midX == 540)
  }

  @Test func `removing cards scrolls to the last one, adding cards changes nothing`() {
    var control = carousel
    _ = control.setLayout(CardLayout(count: 200, width: 280), at: time(0))
    #expect(control.contentOffset(at: time(0)) == carousel.contentOffset(at: time(0)))
    #expect(control.deadline == nil)
    _ = control.setLayout(CardLayout(count: 3, width: 280), at: time(0))
    #expect(control.contentOffset(at: time(0)) == carousel.contentOffset(at: time(0)))
    #expect(control.advance(to: time(5000)).last == .settled(2))
  }

  @Test func `changing the card width keeps the position between the same two cards`() {
    var control = carousel
    _ = control.scroll(to: 30, at: time(0))
    let before = control.contentOffset(at: time(120)) + 320 - 140
    let velocity = control.velocity(at: time(120))
    _ = control.setLayout(CardLayout(count: 100, width: 100, spacing: 48), at: time(120))
    let after = control.contentOffset(at: time(120)) + 320 - 50
    expectClose(after / 148, before / 296)
    expectClose(control.velocity(at: time(120)), velocity / 2)
    _ = control.advance(to: time(5000))
    #expect(control.nearest(at: time(5000)) == 30)
  }

  @Test func `changing the physics in mid-motion keeps position, velocity and target card`() {
    var control = carousel
    control.play(.drag(from: Vector(600, 100), to: Vector(300, 100), at: 0, lasting: 80))
    let (offset, velocity) = (control.contentOffset(at: time(300)), control.velocity(at: time(300)))
    let index = control.restIndex(at: time(300))
    var physics = ScrollPhysics.uikit
    physics.decay = .exponential(.fast)
    _ = control.setPhysics(physics, at: time(300))
    #expect(control.contentOffset(at: time(300)) == offset)
    expectClose(control.velocity(at: time(300)), velocity, within: 1e-9)
    #expect(control.restIndex(at: time(300)) == index)
  }

  @Test(arguments: ScrollPreset.all)
  func `raising the scale in mid-motion causes no jump and rests as softly as from the start`(
    preset: ScrollPreset
  ) throws {
    for milliseconds in [100, 250, 400, 800] as [Double] {
      for isOrder in [false, true] {
        func moving(_ scale: Double) -> Carousel {
          var control = Carousel(
            frame: carousel.frame, at: 5, physics: preset.physics, scale: scale)
          if isOrder {
            _ = control.scroll(to: 9, at: time(80))
          } else {
            control.play(.drag(from: Vector(600, 100), to: Vector(300, 100), at: 0, lasting: 80))
          }
          return control
        }
        var control = moving(1)
        let now = time(milliseconds)
        guard let coarse = control.motion, coarse.start.advanced(by: coarse.law.duration) > now
        else { continue }
        let fine = try #require(moving(4).motion).law
        let before = (control.contentOffset(at: now), control.velocity(at: now))
        _ = control.layout(frame: carousel.frame, scale: 4, at: now)
        expectClose(control.contentOffset(at: now), before.0, within: 1e-9)
        expectClose(control.velocity(at: now), before.1, within: 1e-6)
        let motion = try #require(control.motion).law
        #expect(motion.restPosition == coarse.law.restPosition)
        let slowest = max(abs(fine.finalVelocity), preset.physics.restSpeed(scale: 4))
        #expect(abs(motion.finalVelocity) <= slowest + 1e-9, "\(milliseconds) \(isOrder)")
      }
    }
  }

  @Test func `ten million cards move like a hundred`() {
    let script: Script = [.drag(from: Vector(600, 100), to: Vector(300, 100), at: 0, lasting: 80)]
    var few = Carousel(frame: carousel.frame, at: 50)
    var many = Carousel(
      frame: carousel.frame, layout: CardLayout(count: 10_000_000, width: 280), at: 5_000_000)
    few.play(script)
    many.play(script)
    for ms in stride(from: 80.0, to: 3000, by: 50) {
      expectClose(
        many.contentOffset(at: time(ms)) - few.contentOffset(at: time(ms)), 296 * 4_999_950,
        within: 1e-6)
      #expect(many.nearest(at: time(ms)) - few.nearest(at: time(ms)) == 4_999_950)
      #expect(many.visibleRange(at: time(ms)).count == few.visibleRange(at: time(ms)).count)
    }
    _ = many.scroll(to: 9_999_999, at: time(3000))
    _ = many.advance(to: time(9000))
    #expect(many.cardFrame(9_999_999, at: time(9000)).midX == 320)
  }

  @Test func `one late call past the end of a motion settles once`() {
    var late = carousel
    late.play(.wheel(100, 0, at: 0, unit: .points))
    let effects = Array(late.advance(to: time(60_000)))
    #expect(effects.filter { $0 == .settled(5) }.count == 1)
  }

  @Test func `with the maximum number of cards, wheel and keys stay at the last card`() {
    var control = Carousel(
      frame: Rect(x: 0, y: 0, width: 640, height: 240),
      layout: CardLayout(count: .max, width: 280), at: .max)
    control.play(
      .each(0..<4) { .wheel(0, 30, at: $0 * 10) }, .key(.end, at: 50), .key(.right, at: 60))
    #expect(control.restOffset(at: time(60)) == control.contentOffset(at: time(5000)))
  }

  @Test func `at the last instant a press holds the content and a drag moves it`() {
    var control = Carousel(
      frame: Rect(x: 0, y: 0, width: 640, height: 240), strategy: .whenOffsetRests)
    let last = Instant(microseconds: .max)
    _ = control.scroll(to: 3, anchor: .start, animated: false, at: time(0))
    _ = control.advance(to: last)
    let shown = control.contentOffset(at: last)
    func pointer(_ phase: PointerSample.Phase, x: Double) -> InputEvent {
      .pointer(PointerSample(time: last, phase: phase, location: Vector(x, 120)))
    }
    _ = control.handle(pointer(.down, x: 300))
    #expect(control.contentOffset(at: last) == shown)
    _ = control.handle(pointer(.moved, x: 206))
    #expect(control.contentOffset(at: last) == shown + 88)
    _ = control.handle(pointer(.up, x: 206))
    #expect(control.nearest(at: last) == control.restIndex(at: last))
  }

  @Test func `a strip longer than its limit is refused`() async {
    await #expect(processExitsWith: .failure) { _ = CardLayout(count: .max, width: 1e6) }
  }
}
