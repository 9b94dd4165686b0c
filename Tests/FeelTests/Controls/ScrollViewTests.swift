import Feel
import Testing

extension ScrollView: DrivenControl {}

struct ScrollViewTests {
  private let view = ScrollView(
    frame: Rect(x: 0, y: 0, width: 300, height: 400), contentLength: 6000, offset: 1000)

  private func flung(_ control: ScrollView, by distance: Double, at ms: Double = 0) -> ScrollView {
    var control = control
    control.play(
      .drag(from: Vector(100, 200), to: Vector(100, 200 + distance), at: ms, lasting: 80))
    return control
  }

  @Test func `a drag moves the content by its travel less the slop`() {
    var control = view
    #expect(control.play(.down(100, 200, at: 0), .move(100, 206, at: 10)) == [])
    #expect(control.play(.move(120, 150, at: 20)) == [.offsetChanged(1044), .dragBegan])
  }

  @Test func `a fling follows the deceleration law to half a point and is measured`() {
    var control = flung(view, by: -150)
    let velocity = control.velocity(at: time(80))
    let law = Deceleration(from: control.contentOffset(at: time(80)), velocity: velocity)
    #expect(control.state(at: time(81)) == .decelerating)
    for ms in stride(from: 80.0, to: 3000, by: 91) {
      expectClose(control.contentOffset(at: time(ms)), law.value(at: (ms - 80) / 1000), within: 0.5)
    }
    let rest = control.restOffset(at: time(80))
    let effects = Array(control.advance(to: time(20_000)))
    #expect(effects.last == .settled(rest))
    #expect(rest == rest.rounded())
    expectClose(rest, law.restPosition, within: 0.5)
    let fling = control.flings[0]
    #expect(effects.contains(.flingEnded(fling)))
    #expect(fling.outcome == .ranOut)
    expectClose(fling.duration, law.duration, within: 0.002)
    expectClose(fling.distance, rest - law.start, within: 1e-9)
    #expect(Fling.csv(control.flings).hasPrefix("duration_s,distance_pt,"))
    #expect(Fling.csv(control.flings).split(separator: "\n").count == 2)
  }

  @Test func `a fling bounces at an edge and is recorded as bounced`() {
    var control = view
    _ = control.scroll(to: 300, animated: false, at: time(0))
    _ = control.flick(velocity: -4000, at: time(0))
    var lowest = 0.0
    for ms in stride(from: 0.0, to: 1500, by: 5) {
      lowest = min(lowest, control.contentOffset(at: time(ms)))
    }
    #expect(lowest < -20)
    _ = control.advance(to: time(5000))
    #expect(control.contentOffset(at: time(5000)) == 0)
    #expect(control.flings[0].outcome == .bounced)
  }

  @Test func `a press stops the content where it is and cuts the fling short`() {
    var control = flung(view, by: -150)
    let shown = control.contentOffset(at: time(400))
    let effects = control.play(.down(100, 200, at: 400), .up(100, 200, at: 700))
    #expect(
      effects.contains {
        if case .flingEnded(let it) = $0 { it.outcome == .cutShort } else { false }
      })
    #expect(control.contentOffset(at: time(5000)) == shown)
  }

  @Test func `content shorter than its viewport still bounces`() {
    var control = ScrollView(frame: view.frame, contentLength: 100)
    control.play(.down(100, 100, at: 0), .move(100, 206, at: 10))
    expectClose(
      control.contentOffset(at: time(10)), -RubberBand().offset(forTravel: 100, dimension: 400))
    #expect(control.zone(at: time(10)) == .above)
    control.play(.up(100, 206, at: 200))
    _ = control.advance(to: time(3000))
    #expect(control.contentOffset(at: time(3000)) == 0)
    #expect(control.barThumb(at: time(3000)) == nil)
  }

  @Test func `wheel and key scrolls add up and never pass an edge`() {
    var control = view
    control.play(.each(0..<5) { .wheel(0, 1, at: $0 * 30) })
    #expect(control.restOffset(at: time(120)) == 1300)
    control.play(.each(0..<200) { .wheel(0, 1, at: 200 + $0 * 3) })
    let script: Script = [.key(.pageDown, at: 900), .key(.end, at: 910)]
    for ms in stride(from: 200.0, to: 2000, by: 3) {
      #expect(control.contentOffset(at: time(ms)) <= 5600 + 1e-9)
    }
    control.play(script)
    _ = control.advance(to: time(3000))
    #expect(control.contentOffset(at: time(3000)) == 5600)
    control.play(.key(.pageUp, at: 3000))
    #expect(control.restOffset(at: time(3000)) == 5240)
    control.play(.key(.home, at: 3100))
    #expect(control.restOffset(at: time(3100)) == 0)
  }

  @Test func `pressing End during a fling towards the edge never passes it`() {
    var control = view
    _ = control.scroll(to: 5400, animated: false, at: time(0))
    _ = control.flick(velocity: 8000, at: time(0))
    control.play(.key(.end, at: 5))
    expectClose(control.velocity(at: time(5)), 8000 * 0.99, within: 20)
    for ms in stride(from: 5.0, to: 1000, by: 1) {
      #expect(control.contentOffset(at: time(ms)) <= 5600 + 1e-6)
    }
  }

  @Test func `dragging the scroll bar's thumb scrolls the whole content`() throws {
    var control = ScrollView(frame: view.frame, contentLength: 4000)
    let thumb = try #require(control.barThumb(at: time(0)))
    #expect(thumb == Rect(x: 288, y: 0, width: 12, height: 40))
    let effects = control.play(.down(294, 10, at: 0), .move(294, 190, at: 10))
    #expect(effects == [.offsetChanged(1800), .dragBegan])
    control.play(.move(294, 900, at: 20), .up(294, 900, at: 30))
    #expect(control.contentOffset(at: time(30)) == 3600)
    #expect(control.deadline == time(830))
    control.play(.down(294, 10, at: 100), .up(294, 10, at: 120))
    #expect(control.restOffset(at: time(120)) == 3240)
  }

  @Test func `the scroll bar fades 0.8 s after the last scroll`() {
    var control = view
    #expect(control.barOpacity(at: time(0)) == 0)
    control.play(.wheel(0, 10, at: 0, unit: .points))
    #expect(control.barOpacity(at: time(800)) == 1)
    expectClose(control.barOpacity(at: time(880)), 0.5)
    #expect(!control.isMoving(at: time(799)))
    #expect(control.isMoving(at: time(800)))
    _ = control.advance(to: time(960))
    #expect(control.deadline == nil)
  }

  @Test func `a press interrupts a programmatic scroll`() {
    var control = view
    _ = control.scroll(to: 2500, at: time(0))
    #expect(control.restOffset(at: time(0)) == 2500)
    let shown = control.contentOffset(at: time(90))
    #expect(shown > 1000 && shown < 2500)
    control.play(.down(100, 100, at: 90))
    #expect(Array(control.scroll(to: 0, at: time(100))) == [])
    #expect(control.contentOffset(at: time(500)) == shown)
    #expect(Array(control.scroll(to: .nan, at: time(600))) == [])
  }

  @Test func `a cancel does not fling`() {
    var control = view
    let effects = control.play(
      .down(100, 300, at: 0), .each(1...8) { .move(100, 300 - $0 * 20, at: $0 * 8) },
      .cancel(at: 65), .up(100, 100, at: 70))
    #expect(effects.last == .cancelled)
    #expect(control.contentOffset(at: time(65)) == control.contentOffset(at: time(5000)))
    #expect(control.flings.count == 0)
  }

  @Test func `a resize in mid-motion keeps position and velocity`() {
    var control = flung(view, by: -150)
    let (offset, velocity) = (control.contentOffset(at: time(300)), control.velocity(at: time(300)))
    _ = control.layout(
      frame: Rect(x: 0, y: 0, width: 300, height: 500), contentLength: offset + 520, at: time(300))
    #expect(control.contentOffset(at: time(300)) == offset)
    #expect(control.velocity(at: time(300)) == velocity)
    _ = control.advance(to: time(9000))
    #expect(control.contentOffset(at: time(9000)) == offset + 20)
  }

  @Test func `changing the physics in mid-motion keeps position and velocity`() {
    var control = flung(view, by: -150)
    let (offset, velocity) = (control.contentOffset(at: time(300)), control.velocity(at: time(300)))
    var physics = ScrollPhysics.uikit
    physics.decay = .exponential(.fast)
    _ = control.setPhysics(physics, at: time(300))
    #expect(control.contentOffset(at: time(300)) == offset)
    #expect(control.velocity(at: time(300)) == velocity)
    #expect(control.restOffset(at: time(300)) < offset + velocity / 9)
  }

  @Test func `changing the physics just before rest does not move the content`() throws {
    var control = flung(view, by: -150)
    let end = try #require(control.deadline)
    var physics = ScrollPhysics.uikit
    // Anything slower than 100 pt/s, or within half a pixel, would rest immediately.
    physics.stop = .speed(100)
    let last = Instant(microseconds: end.microseconds - 20_000)
    let (offset, rest) = (control.contentOffset(at: last), control.restOffset(at: last))
    #expect(offset != rest)
    _ = control.setPhysics(physics, at: last)
    #expect(control.contentOffset(at: last) == offset)
    _ = control.advance(to: time(9000))
    #expect(abs(control.contentOffset(at: time(9000)) - rest) < 0.5)
  }

  @Test func `without bounce the content never passes an edge`() {
    var physics = ScrollPhysics.uikit
    (physics.band, physics.bounce) = (.none, .clamp)
    var control = ScrollView(frame: view.frame, contentLength: 1000, physics: physics)
    control.play(.down(100, 100, at: 0), .move(100, 300, at: 10))
    #expect(control.contentOffset(at: time(10)) == 0)
    control.play(.up(100, 300, at: 300))
    _ = control.flick(velocity: 9000, at: time(400))
    for ms in stride(from: 400.0, to: 3000, by: 7) {
      #expect(control.contentOffset(at: time(ms)) <= 600)
    }
  }

  @Test func `disabling mouse drags keeps a mouse from dragging the content`() {
    var control = view
    control.isMouseDragEnabled = false
    #expect(flung(control, by: 100).contentOffset(at: time(90)) == 1000)
  }

  @Test func `the visible rows are those in the viewport, up to the row count`() {
    #expect(view.visibleRows(rowLength: 60, count: 100, at: time(0)) == 16..<24)
    #expect(view.visibleRows(rowLength: 60, count: 18, at: time(0)) == 16..<18)
    #expect(view.visibleRows(rowLength: 60, count: 5, at: time(0)).isEmpty)
    // More rows than a Double can count.
    #expect(view.visibleRows(rowLength: 60, count: .max, at: time(0)) == 16..<24)
    #expect(view.visibleRows(rowLength: 1e-17, count: .max, at: time(0)).isEmpty)
  }
}
