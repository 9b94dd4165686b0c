import Feel
import Testing

extension IntegerSlider: DrivenControl {}

struct IntegerSliderTests {
  /// Ten units over 400 points of track: 40 points per unit.
  private let slider = IntegerSlider(
    frame: Rect(x: 100, y: 50, width: 420, height: 20), maximum: 10, value: 3)

  private func drag(_ control: inout IntegerSlider, by distance: Double) -> [IntegerSlider.Effect] {
    control.play(.down(300, 60, at: 0), .move(300 + distance, 60, at: 10))
  }

  @Test func `the thumb follows the drag continuously and only value changes are reported`() {
    var control = slider
    #expect(drag(&control, by: 15) == [.dragBegan])
    expectClose(control.thumb(at: time(10)), 3.375)
    #expect(
      control.play(.move(321, 60, at: 20), .move(323, 60, at: 30), .move(319, 60, at: 40)) == [
        .valueChanged(4), .valueChanged(3),
      ])
    expectClose(control.thumb(at: time(40)), 3.475)
  }

  @Test func `halves round away from zero, also for negative values`() {
    var control = IntegerSlider(frame: slider.frame, minimum: -5, maximum: 5, value: 0)
    #expect(drag(&control, by: 20) == [.dragBegan, .valueChanged(1)])
    #expect(control.play(.move(280, 60, at: 20)) == [.valueChanged(-1)])
  }

  @Test(arguments: [(IntegerSlider.Rounding.nearest, 4), (.down, 3), (.up, 4)])
  func `the rounding mode decides between two values`(rounding: IntegerSlider.Rounding, value: Int)
  {
    var control = slider
    control.rounding = rounding
    _ = drag(&control, by: 30)
    #expect(control.value == value)
  }

  @Test func `a thumb released at its tick rests at once without a deadline`() {
    var control = slider
    _ = drag(&control, by: 40.05)
    #expect(control.play(.up(340.05, 60, at: 20)) == [.dragEnded])
    #expect(control.deadline == nil && control.state(at: time(20)) == .idle)
  }

  @Test func `a released thumb springs to the integer, or jumps if the landing is a jump`() {
    var control = slider
    _ = drag(&control, by: 33)
    #expect(control.play(.up(333, 60, at: 20)) == [.dragEnded])
    expectClose(control.thumb(at: time(20)), 3.825)
    #expect(control.state(at: time(20)) == .snapping)
    let later = control.thumb(at: time(70))
    #expect(later > 3.825 && later < 4)
    _ = control.advance(to: time(1000))
    #expect(control.thumb(at: time(1000)) == 4)
    #expect(control.deadline == nil)
    control.landing = .jump
    _ = drag(&control, by: 15)
    control.play(.up(333, 60, at: 20))
    #expect(control.thumb(at: time(1000)) == 5)
    #expect(control.deadline == nil)
  }

  @Test func `with snapping drags the thumb shows integers only and rests at once on release`() {
    var control = slider
    control.dragStyle = .snapping
    _ = drag(&control, by: 33)
    #expect(control.thumb(at: time(10)) == 4)
    control.play(.up(333, 60, at: 20))
    #expect(control.thumb(at: time(20)) == 4)
    #expect(control.deadline == nil)
  }

  @Test func `with the jump-to-pointer grip a press puts the thumb under the pointer`() {
    var control = slider
    control.grip = .jumpToPointer
    #expect(control.play(.down(430, 60, at: 0)) == [.valueChanged(8)])
    expectClose(control.thumbX(at: time(0)), 430)
    control.play(.up(430, 60, at: 50))
    _ = control.advance(to: time(1000))
    #expect(control.thumbX(at: time(1000)) == control.tickX(of: 8))
  }

  @Test func `a click on the track sets the value, a click on the thumb does not`() {
    var control = slider
    #expect(control.play(.down(430, 60, at: 0), .up(430, 60, at: 50)) == [.valueChanged(8)])
    #expect(control.thumb(at: time(50)) == 3)
    let x = control.tickX(of: 8) + 9
    #expect(control.play(.down(x, 60, at: 1000), .up(x, 60, at: 1010)) == [])
  }

  @Test func `a drag past an end must return the same distance before the value changes`() {
    var control = slider
    #expect(drag(&control, by: 400) == [.dragBegan, .valueChanged(10)])
    #expect(control.thumb(at: time(10)) == 10)
    #expect(control.play(.move(600, 60, at: 20)) == [])
    #expect(control.play(.move(540, 60, at: 30)) == [.valueChanged(9)])
  }

  @Test(arguments: [(0, 1), (0, 10), (0, 7), (-3, 12), (5, 1000), (0, 123_456)])
  func `each tick is at the thumb's centre for its value, at any size`(minimum: Int, maximum: Int) {
    for width in [20.0, 97, 213.3, 420, 1999.9] {
      var control = IntegerSlider(
        frame: Rect(x: 3.7, y: 0, width: width, height: 20), minimum: minimum, maximum: maximum)
      expectClose(control.tickX(of: minimum), 3.7 + 10)
      #expect(control.tickX(of: maximum) == 3.7 + 10 + (width - 20))
      for value in control.ticks {
        _ = control.setValue(value, animated: false, at: time(0))
        #expect(control.thumbX(at: time(0)) == control.tickX(of: value))
      }
    }
  }

  @Test func `ticks thin out by fives and tens as the range grows`() {
    func strideOf(_ maximum: Int) -> Int {
      IntegerSlider(frame: slider.frame, maximum: maximum).tickStride
    }
    #expect([10, 50, 51, 250, 251, 500, 501, 2500].map(strideOf) == [1, 1, 5, 5, 10, 10, 50, 50])
    let control = IntegerSlider(frame: slider.frame, minimum: -7, maximum: 101)
    #expect(Array(control.ticks.prefix(4)) == [-5, 0, 5, 10])
    #expect(strideOf(.max) > 0)
    #expect(IntegerSlider(frame: .zero, maximum: .max).ticks.first { _ in true } == 0)
  }

  @Test func `a smaller maximum clamps and reports the value, a greater one reports nothing`() {
    var control = slider
    #expect(Array(control.setRange(minimum: 0, maximum: 2, at: time(0))) == [.valueChanged(2)])
    #expect(Array(control.setRange(minimum: 0, maximum: 20, at: time(0))) == [])
    #expect(control.value == 2)
    _ = drag(&control, by: 100)
    #expect(Array(control.setRange(minimum: 0, maximum: 4, at: time(20))) == [.valueChanged(4)])
    #expect(control.play(.move(300, 60, at: 30)) == [.valueChanged(3)])
  }

  @Test func `a cancel restores the value`() {
    for cancel in [
      .cancel(at: 20), .key(.escape, at: 20), .down(390, 60, at: 20, button: .secondary),
      .pointer(.up, .nan, 60, at: 20),
    ] as [Script] {
      var control = slider
      _ = drag(&control, by: 90)
      let effects = control.play(cancel, .move(500, 60, at: 30), .up(500, 60, at: 40))
      #expect(effects == [.valueChanged(3), .dragCancelled])
      #expect(control.value == 3)
      expectClose(control.thumb(at: time(20)), 5.25)
    }
  }

  @Test func `keys and wheel step by whole numbers`() {
    var control = IntegerSlider(frame: slider.frame, maximum: 50, value: 10)
    func press(_ key: KeySample.Key) -> Int {
      control.play(.key(key, at: 0))
      return control.value
    }
    #expect(press(.right) == 11)
    #expect(press(.down) == 10)
    #expect(press(.pageUp) == 15)
    #expect(press(.pageDown) == 10)
    #expect(press(.home) == 0)
    #expect(press(.left) == 0)
    #expect(press(.end) == 50)
    #expect(control.play(.wheel(0, 1, at: 0), .wheel(0, 0.5, at: 1)) == [.valueChanged(49)])
    #expect(control.play(.wheel(0, 0.5, at: 2)) == [.valueChanged(48)])
    var small = slider
    small.play(.key(.pageUp, at: 0))
    #expect(small.value == 5)
  }

  @Test func `a tick reports its centre and its distance to the thumb`() {
    var control = slider
    _ = drag(&control, by: 33)
    let now = time(10)
    for value in control.ticks {
      let tick = control.tick(value, at: now)
      #expect(tick.value == value)
      #expect(tick.center == Vector(control.tickX(of: value), control.frame.midY))
      #expect(tick.thumbDistance == control.thumbX(at: now) - control.tickX(of: value))
    }
    let value = control.value
    control.play(.up(333, 60, at: 20))
    _ = control.advance(to: time(2000))
    #expect(control.tick(value, at: time(2000)).thumbDistance == 0)
    #expect(control.tick(value - 1, at: time(2000)).thumbDistance > 0)
  }

  /// 11 350 to 29 790 in steps of 100, with 40 left for the last step.
  private func stepped(_ rounding: IntegerSlider.Rounding = .nearest) -> IntegerSlider {
    IntegerSlider(
      frame: slider.frame, minimum: 11_350, maximum: 29_790, step: 100, value: 20_000,
      rounding: rounding)
  }

  @Test func `values are whole steps from the minimum, plus the maximum`() {
    var control = stepped()
    #expect(control.value == 20_050)
    #expect(Array(control.setValue(29_765, animated: false, at: .zero)) == [])
    #expect(control.value == 29_750)
    _ = control.setValue(29_771, animated: false, at: .zero)
    #expect(control.value == 29_790)
    #expect(
      control.play(
        .key(.left, at: 0), .key(.left, at: 1), .key(.right, at: 2), .key(.right, at: 3),
        .key(.right, at: 4))
        == [29_750, 29_650, 29_750, 29_790].map(IntegerSlider.Effect.valueChanged))
    _ = control.setValue(.min, animated: false, at: time(5))
    #expect(control.value == 11_350)
    let script: Script = [.key(.pageUp, at: 10), .wheel(0, -2, at: 20)]
    // 185 steps, a tenth of them at a time; then two notches.
    #expect(control.play(script) == [.valueChanged(11_350 + 1800), .valueChanged(11_350 + 2000)])
  }

  @Test(arguments: [(IntegerSlider.Rounding.nearest, 11_550), (.down, 11_450), (.up, 11_550)])
  func `a position between two stepped values is rounded to one of them`(
    rounding: IntegerSlider.Rounding, value: Int
  ) {
    var control = stepped(rounding)
    _ = control.setValue(11_350, animated: false, at: .zero)
    // 400 points for 18 440 units: 4 points are 184.4.
    _ = drag(&control, by: 4)
    #expect(control.value == value)
  }

  @Test func `ticks of a stepped slider start at the minimum and lie on values`() {
    var control = stepped()
    #expect(control.tickStride == 5)
    #expect(Array(control.ticks.prefix(3)) == [11_350, 11_850, 12_350])
    _ = control.setRange(minimum: 1, maximum: 21, step: 3, at: .zero)
    #expect(control.ticks == [1, 4, 7, 10, 13, 16, 19, 21])
  }

  @Test func `a range of a billion can be dragged over and stepped by one`() {
    var control = IntegerSlider(frame: slider.frame, maximum: 1_000_000_000, value: 0)
    _ = drag(&control, by: 200)
    #expect(control.value == 500_000_000)
    #expect(
      control.play(.up(500, 60, at: 20), .key(.right, at: 30)) == [
        .dragEnded, .valueChanged(500_000_001),
      ])
    #expect(control.ticks.count <= 51)
    #expect(
      Array(control.setRange(minimum: 0, maximum: 10, step: 7, at: time(40))) == [.valueChanged(10)]
    )
  }

  @Test func `the widest integer range neither traps nor overflows`() {
    var control = IntegerSlider(frame: slider.frame, minimum: .min, maximum: .max)
    _ = drag(&control, by: 500)
    #expect(control.value == .max)
    control.play(
      .up(800, 60, at: 20), .key(.right, at: 30), .key(.home, at: 40), .key(.left, at: 50),
      .key(.pageDown, at: 60))
    #expect(control.value == .min)
  }

  @Test(arguments: [(0, 10), (Int.min, Int.max)])
  func `resizing the slider during a drag does not move the thumb`(minimum: Int, maximum: Int) {
    var control = IntegerSlider(
      frame: slider.frame, minimum: minimum, maximum: maximum, value: minimum / 2 + maximum / 2)
    _ = drag(&control, by: 17.3)
    let shown = control.thumb(at: time(10))
    _ = control.layout(frame: Rect(x: 3, y: 50, width: 271.7, height: 20), at: time(10))
    #expect(control.thumb(at: time(10)) == shown)
    control.play(.move(317.3, 60, at: 20))
    #expect(control.thumb(at: time(20)) == shown)
  }
}
