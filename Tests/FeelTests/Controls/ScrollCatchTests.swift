import Feel
import Testing

/// What a scroll view makes of a velocity that the pointer, or the motion it caught, had.
struct ScrollCatchTests {
  private func view(momentum: Bool, offset: Double = 3000) -> ScrollView {
    var physics = ScrollPhysics.uikit
    physics.carriesMomentum = momentum
    return ScrollView(
      frame: Rect(x: 0, y: 0, width: 300, height: 400), contentLength: 20_000, offset: offset,
      physics: physics)
  }

  /// Flings by a velocity, catches it at 200 ms and flicks it upwards by 10 points in 8 ms.
  private func flickedTwice(_ control: ScrollView, first velocity: Double) -> (
    caught: Double, second: ScrollView
  ) {
    var control = control
    _ = control.flick(velocity: velocity, at: time(0))
    let caught = control.velocity(at: time(200))
    var script = Script()
    script.drag(from: Vector(100, 300), to: Vector(100, 180), at: 200, lasting: 96)
    control.play(script)
    return (caught, control)
  }

  @Test func `a second flick carries on part of the first, if the switch is on`() {
    let estimate = flickedTwice(view(momentum: false), first: 2000).second.velocity(at: time(296))
    expectClose(estimate, 1250, within: 1e-6)
    let (caught, control) = flickedTwice(view(momentum: true), first: 2000)
    expectClose(
      control.velocity(at: time(296)), estimate + ScrollPhysics.carriedMomentum(of: caught),
      within: 1e-6)
  }

  @Test func `a flick the other way carries nothing on, nor does one from rest`() {
    let back = flickedTwice(view(momentum: true), first: -2000).second
    expectClose(back.velocity(at: time(296)), 1250, within: 1e-6)
    let rested = flickedTwice(view(momentum: true), first: 0).second
    expectClose(rested.velocity(at: time(296)), 1250, within: 1e-6)
  }

  @Test func `past an edge a release has the content's velocity, not the pointer's`() throws {
    var control = view(momentum: false, offset: 0)
    var script = Script()
    script.drag(from: Vector(100, 100), to: Vector(100, 220), at: 0, lasting: 96)
    control.play(script)
    // 120 points less the slop of 6, at 1250 points a second.
    let band = RubberBand()
    let slope = band.slope(atTravel: 114, dimension: 400)
    expectClose(
      control.contentOffset(at: time(96)), -band.offset(forTravel: 114, dimension: 400))
    expectClose(control.velocity(at: time(96)), -1250 * slope, within: 1e-6)
    expectClose(try #require(control.motion).law.releaseVelocity, -1250 * slope, within: 1e-6)
  }

  @Test func `precise wheel input stops at the ends`() {
    var control = view(momentum: false, offset: 30)
    var script = Script()
    script.wheel(0, -500, at: 0, unit: .points)
    control.play(script)
    #expect(control.contentOffset(at: time(0)) == 0)
    script = Script()
    script.wheel(0, 1e6, at: 10, unit: .points)
    control.play(script)
    #expect(control.contentOffset(at: time(10)) == 19_600)
    #expect(control.state(at: time(10)) == .idle)
  }
}
