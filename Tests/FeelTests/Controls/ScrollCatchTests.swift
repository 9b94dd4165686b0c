import Feel
import Testing

/// How a scroll view uses the velocity of the pointer, or of the motion it caught.
struct ScrollCatchTests {
  private func view(momentum: Bool, offset: Double = 3000) -> ScrollView {
    var physics = ScrollPhysics.uikit
    physics.accumulation = momentum ? .carried : .none
    return ScrollView(
      frame: Rect(x: 0, y: 0, width: 300, height: 400), contentLength: 20_000, offset: offset,
      physics: physics)
  }

  /// Flings with a velocity, catches it at 200 ms and flicks upwards by 10 points in 8 ms.
  private func flickedTwice(_ control: ScrollView, first velocity: Double) -> (
    caught: Double, second: ScrollView
  ) {
    var control = control
    _ = control.flick(velocity: velocity, at: time(0))
    let caught = control.velocity(at: time(200))
    control.play(.drag(from: Vector(100, 300), to: Vector(100, 180), at: 200, lasting: 96))
    return (caught, control)
  }

  @Test func `a second flick adds part of the first one's velocity if accumulation is on`() {
    let estimate = flickedTwice(view(momentum: false), first: 2000).second.velocity(at: time(296))
    expectClose(estimate, 1250, within: 1e-6)
    let (caught, control) = flickedTwice(view(momentum: true), first: 2000)
    expectClose(
      control.velocity(at: time(296)), estimate + VelocityAccumulation.carried(of: caught),
      within: 1e-6)
  }

  @Test func `a flick in the other direction or from rest adds no velocity`() {
    let back = flickedTwice(view(momentum: true), first: -2000).second
    expectClose(back.velocity(at: time(296)), 1250, within: 1e-6)
    let rested = flickedTwice(view(momentum: true), first: 0).second
    expectClose(rested.velocity(at: time(296)), 1250, within: 1e-6)
  }

  @Test func `past an edge the release velocity is the content's, not the pointer's`() throws {
    var control = view(momentum: false, offset: 0)
    control.play(.drag(from: Vector(100, 100), to: Vector(100, 220), at: 0, lasting: 96))
    // 120 points less the slop of 6, at 1250 pt/s.
    let band = RubberBand()
    let slope = band.slope(atTravel: 114, dimension: 400)
    expectClose(control.contentOffset(at: time(96)), -band.offset(forTravel: 114, dimension: 400))
    expectClose(control.velocity(at: time(96)), -1250 * slope, within: 1e-6)
    expectClose(try #require(control.motion).law.releaseVelocity, -1250 * slope, within: 1e-6)
  }

  @Test func `precise wheel input stops at the edges`() {
    var control = view(momentum: false, offset: 30)
    control.play(.wheel(0, -500, at: 0, unit: .points))
    #expect(control.contentOffset(at: time(0)) == 0)
    control.play(.wheel(0, 1e6, at: 10, unit: .points))
    #expect(control.contentOffset(at: time(10)) == 19_600)
    #expect(control.state(at: time(10)) == .idle)
  }

  /// A view whose content bounces past its top after an upward fling.
  private func bouncing(_ preset: ScrollPreset, velocity: Double = -6000) -> ScrollView {
    var control = ScrollView(
      frame: Rect(x: 0, y: 0, width: 300, height: 400), contentLength: 5000, offset: 300,
      physics: preset.physics)
    _ = control.flick(velocity: velocity, at: time(0))
    return control
  }

  @Test(arguments: ScrollPreset.all)
  func `a press during a bounce never moves the content under any preset`(preset: ScrollPreset) {
    for moment in stride(from: 20.0, to: 1500, by: 20) {
      var control = bouncing(preset)
      _ = control.advance(to: time(moment))
      let shown = control.contentOffset(at: time(moment))
      control.play(.down(100, 100, at: moment))
      expectClose(control.contentOffset(at: time(moment)), shown, within: 1e-6)
      // It neither drifts while held, nor jumps at the release by more than the rest tolerance.
      _ = control.advance(to: time(moment + 500))
      control.play(.up(100, 100, at: moment + 500))
      expectClose(control.contentOffset(at: time(moment + 500)), shown, within: 0.5)
    }
  }

  @Test(arguments: [ScrollPreset.android, .motion, .flutterAndroid])
  func `without a band, caught overscroll follows a drag inward but not outward`(
    preset: ScrollPreset
  ) throws {
    let extent = ScrollExtent(maximum: 2000, viewport: 400)
    let physics = preset.physics
    try #require(physics.band == .none)
    for (caught, inward) in [(-100.0, 1.0), (2100, -1)] {
      let anchor = DragAnchor(at: caught, physics: physics, extent: extent)
      func shown(_ travel: Double) -> Double {
        anchor.offset(draggedBy: inward * travel, physics: physics, extent: extent)
      }
      func speed(_ travel: Double, _ velocity: Double) -> Double {
        anchor.velocity(
          inward * velocity, draggedBy: inward * travel, physics: physics, extent: extent)
      }
      #expect(shown(0) == caught && shown(-50) == caught)
      #expect(shown(40) == caught + inward * 40)
      // Continues through the edge without a jump, and out again only as far as it was caught.
      #expect(shown(100) == extent.clamped(caught) && shown(160) == caught + inward * 160)
      #expect(speed(40, 300) == inward * 300 && speed(160, 300) == inward * 300)
      #expect(speed(-50, -300) == 0 && speed(0, 300) == inward * 300)
    }
  }

  @Test func `without a band, caught overscroll can be dragged, released and caught again`() {
    var control = bouncing(.android)
    let caught = control.contentOffset(at: time(250))
    #expect(caught < -20)
    control.play(.down(100, 200, at: 250), .move(100, 194, at: 258), .move(100, 184, at: 266))
    // 16 points less the slop of 6.
    expectClose(control.contentOffset(at: time(266)), caught + 10)
    control.play(.up(100, 184, at: 600), .down(100, 200, at: 650))
    let again = control.contentOffset(at: time(650))
    #expect(again > caught + 10 && again < 0)
    _ = control.advance(to: time(5000))
    #expect(control.contentOffset(at: time(5000)) == again)
    control.play(.up(100, 200, at: 5000))
    _ = control.advance(to: time(9000))
    #expect(control.contentOffset(at: time(9000)) == 0)
  }

  @Test func `the scroll bar's fade starts when the drag or fling ends`() {
    for ending in [
      .cancel(at: 5000), .key(.escape, at: 5000), .up(100, 250, at: 5000),
      .down(100, 250, at: 5000, button: .secondary),
    ] as [Script] {
      var control = view(momentum: false)
      control.play(.down(100, 300, at: 0), .move(100, 290, at: 100), .move(100, 250, at: 120))
      control.play(ending)
      #expect(control.deadline == time(5800))
      #expect(control.barOpacity(at: time(5000)) == 1)
    }
    // A press that catches a fling, and a resize that ends one.
    var control = view(momentum: false)
    _ = control.flick(velocity: 3000, at: time(0))
    control.play(.down(100, 300, at: 1000))
    #expect(control.deadline == time(1800))
  }

  @Test func `a viewport smaller than any pixel keeps every offset finite`() {
    for preset in ScrollPreset.all {
      for height in [.leastNonzeroMagnitude, 1e-300, 1e-12] as [Double] {
        var control = ScrollView(
          frame: Rect(x: 0, y: 0, width: 300, height: height), contentLength: 5000, offset: 10,
          physics: preset.physics)
        _ = control.flick(velocity: -6000, at: time(0))
        for moment in stride(from: 10.0, to: 800, by: 50) {
          _ = control.layout(frame: Rect(x: 0, y: 0, width: 300, height: height), at: time(moment))
          control.play(
            .down(100, 0, at: moment), .move(100, 50, at: moment + 8), .up(100, 50, at: moment + 16)
          )
          #expect(control.contentOffset(at: time(moment)).isFinite)
        }
      }
    }
  }

  @Test func `a NaN length or tab becomes zero, and the control equals itself`() {
    var control = ScrollView(frame: .zero, contentLength: .nan)
    #expect(control == control && control.contentLength == 0)
    _ = control.layout(frame: .zero, contentLength: -.nan, at: time(0))
    #expect(control == control)
    var pager = Pager(frame: .zero, pages: [.init(title: "", contentLength: .nan)])
    pager.tabs = [Rect(x: .nan, y: 0, width: 1, height: 1)]
    #expect(pager == pager && pager.tabs == [.zero])
  }

  @Test func `at the last instant the shown state matches the prediction`() {
    var control = view(momentum: false)
    let last = Instant(microseconds: .max)
    _ = control.advance(to: Instant(microseconds: .max - 1))
    _ = control.flick(velocity: 3000, at: Instant(microseconds: .max - 1))
    let predicted = (control.contentOffset(at: last), control.barOpacity(at: last))
    _ = control.advance(to: last)
    #expect(control.contentOffset(at: last) == predicted.0)
    #expect(control.barOpacity(at: last) == predicted.1)
  }
}
