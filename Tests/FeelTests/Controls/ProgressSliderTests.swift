import Feel
import Testing

struct ProgressSliderTests {
  private let slider = ProgressSlider(
    frame: Rect(x: 100, y: 50, width: 400, height: 8), value: 0.25)

  @Test func `a press does not move the value`() {
    var control = slider
    #expect(control.play(.down(450, 54, at: 0)) == [])
    #expect(control.value(at: time(0)) == 0.25)
    #expect(control.state == .pressed)
  }

  @Test func `setting or dragging the value to the end during playback ends playback`() {
    var playing = slider
    _ = playing.play(rate: 0.1, at: .zero)
    var set = playing
    #expect(Array(set.setValue(1, at: time(500))) == [.playedToEnd])
    var pressed = playing
    #expect(pressed.play(.key(.end, at: 500)) == [.valueChanged(1), .playedToEnd])
    var dragged = playing
    #expect(
      dragged.play(.down(150, 54, at: 500), .move(650, 54, at: 600), .up(650, 54, at: 700)).last
        == .playedToEnd)
    for control in [set, pressed] { #expect(control.deadline == nil && !control.isPlaying) }
    #expect(!dragged.isPlaying)
  }

  @Test func `a drag moves the fill by the pointer's travel`() {
    var control = slider
    let effects = control.play(
      .drag(from: Vector(150, 54), to: Vector(350, 54), at: 0, lasting: 160))
    expectClose(control.value(at: time(200)), 0.75)
    #expect(effects.first == .dragBegan)
    #expect(effects.last == .dragEnded)
    #expect(effects.count == 22)
  }

  @Test func `a drag of 200 points at 87 points below moves the fill by 48.6`() {
    var control = slider
    control.play(
      .down(150, 54, at: 0), .move(150, 141, at: 100),
      .each(1...20) { .move(150 + $0 * 10, 141, at: 100 + $0 * 10) })
    expectClose((control.value(at: time(400)) - 0.25) * 400, 48.62, within: 1e-9)
  }

  @Test func `vertical movement never changes the value`() {
    var control = slider
    control.play(.down(150, 54, at: 0), .move(190, 94, at: 10))
    let value = control.value(at: time(10))
    let effects = control.play(
      .each(0...300) { .move(190, 54 + ($0 * 7).truncatingRemainder(dividingBy: 400), at: 20 + $0) }
    )
    #expect(effects == [])
    #expect(control.value(at: time(900)) == value)
  }

  @Test func `the parabola gives the rates 1, 0.5, 0.25, 0.1 and 0.01 at their distances`() {
    let rule = FineScrubbing.standard
    #expect(rule.rate(at: 0) == 1)
    expectClose(rule.rate(at: 70.7107), 0.5, within: 1e-5)
    expectClose(rule.rate(at: -86.6025), 0.25, within: 1e-5)
    expectClose(rule.rate(at: 94.8683), 0.1, within: 1e-5)
    #expect(rule.rate(at: 99.5) == 0.01)
    #expect(rule.rate(at: 1e200) == 0.01)
  }

  @Test func `the linear rule falls to its floor, and every rule's distance inverts its rate`() {
    let rule = FineScrubbing.linear(divisor: 10_000, floor: 0.01)
    for (distance, rate) in [
      (0.0, 1.0), (50, 0.5), (-75, 0.25), (90, 0.1), (99, 0.01), (1e200, 0.01),
    ] {
      expectClose(rule.rate(at: distance), rate, within: 1e-12)
    }
    for fine in [rule, .standard, .steps] {
      for rate in [0.9, 0.5, 0.25, 0.1] {
        let distance = fine.distance(atRate: rate) ?? .nan
        #expect(fine.rate(at: distance.nextUp) <= rate)
        #expect(fine.rate(at: distance * 0.99) > rate)
      }
    }
    #expect(rule.distance(atRate: 0.001) == nil && FineScrubbing.off.distance(atRate: 0.5) == nil)
    #expect(!FineScrubbing.linear(divisor: 0, floor: 0.01).isValid)
  }

  @Test func `the stepped rule has four rates`() {
    let rates = [0.0, 49.9, 50, 99.9, 100, 149.9, 150, 1e9].map(FineScrubbing.steps.rate(at:))
    #expect(rates == [1, 1, 0.5, 0.5, 0.25, 0.25, 0.1, 0.1])
  }

  @Test func `a drag past an end must return the same distance before the value changes`() {
    var control = slider
    control.play(.down(150, 54, at: 0), .move(550, 54, at: 10))
    #expect(control.value(at: time(10)) == 1)
    #expect(control.state == .rubber)
    let band = RubberBand(coefficient: 0.55)
    expectClose(
      control.stretch(at: time(10)), band.offset(forTravel: 100, dimension: 50), within: 1e-9)
    var script: Script = [.move(460, 54, at: 20)]
    #expect(control.play(script) == [])
    script += .move(410, 54, at: 30)
    control.play(script)
    expectClose(control.value(at: time(30)), 0.9)
    #expect(control.stretch(at: time(30)) == 0)
  }

  @Test func `the stretch springs back after a release and can be caught without a jump`() {
    var control = slider
    control.play(.down(150, 54, at: 0), .move(0, 54, at: 10))
    let held = control.stretch(at: time(10))
    #expect(held < 0)
    control.play(.up(0, 54, at: 20))
    #expect(control.state == .bouncing)
    #expect(control.stretch(at: time(20)) == held)
    let caught = control.stretch(at: time(60))
    #expect(caught > held && caught < 0)
    control.play(.down(300, 54, at: 60))
    expectClose(control.stretch(at: time(60)), caught)
    expectClose(control.stretch(at: time(500)), caught)
    #expect(control.value(at: time(60)) == 0)
    control.play(.up(300, 54, at: 500))
    _ = control.advance(to: time(2000))
    #expect(control.stretch(at: time(2000)) == 0)
    #expect(control.state == .idle)
  }

  @Test func `with a step the value moves in steps while the raw value stays continuous`() {
    var control = slider
    control.step = 0.1
    #expect(control.value(at: time(0)) == 0.2)
    let effects = control.play(
      .down(150, 54, at: 0), .each(1...6) { .move(150 + $0 * 5, 54, at: $0) })
    #expect(effects == [.dragBegan, .valueChanged(0.3)])
    expectClose(control.rawValue(at: time(9)), 0.325)
  }

  @Test(arguments: [0.1, 0.25, 1.0 / 3, 0.07, 0.3, 0.29, 1.0 / 49, 0.9, 0.001])
  func `the nearest step matches a linear search`(step: Double) {
    let grid = StepGrid(step: step)
    var candidates: [Double] = []
    var index = 0
    while Double(index) * step <= 1 + 1e-9 {
      candidates.append(min(1, Double(index) * step))
      index += 1
    }
    // The maximum is always a value, however far it is from the last step.
    if candidates[candidates.count - 1] < 1 - 1e-9 { candidates.append(1) }
    #expect(grid.count == candidates.count - 1 && grid.value(at: grid.count) == 1)
    for sample in 0...4001 {
      let raw = Double(sample) / 4000
      let found = grid.nearest(raw)
      let best = candidates.min { abs($0 - raw) < abs($1 - raw) } ?? 0
      #expect(abs(abs(found - raw) - abs(best - raw)) < 1e-8)
    }
  }

  @Test(arguments: [
    (0.3, ["0.0", "0.3", "0.6", "0.9", "1.0"]), (0.07, ["0.0", "0.07", "0.14", "0.21"]),
  ])
  func `stepped values print as the shortest decimals`(step: Double, words: [String]) {
    let grid = StepGrid(step: step)
    #expect(words.indices.map { "\(grid.value(at: $0))" } == words)
    for index in 0...grid.count { #expect("\(grid.value(at: index))".count <= 4) }
  }

  @Test func `a drag reaches the end even if the steps do not divide the range`() {
    var control = slider
    control.step = 0.3
    _ = control.play(
      .down(150, 54, at: 0), .each(1...40) { .move(150 + $0 * 10, 54, at: $0) },
      .up(550, 54, at: 50))
    #expect(control.value(at: time(2000)) == 1)
  }

  @Test func `a tie goes to the lower step`() {
    let grid = StepGrid(step: 0.1)
    for index in 0..<10 { #expect(grid.index(nearest: (Double(index) + 0.5) / 10) == index) }
    // Ties whose quotient rounds to more than a half.
    for (step, raw, index) in [(0.01, 0.035, 3), (0.01, 0.555, 55), (0.03, 0.135, 4)] {
      #expect(StepGrid(step: step).index(nearest: raw) == index)
    }
    #expect(grid.index(nearest: -3) == 0)
    #expect(grid.index(nearest: .nan) == 0)
    #expect(grid.index(nearest: .infinity) == 10)
  }

  @Test func `every kind of cancel restores the value`() {
    let cancels: [Script] = [
      .down(300, 54, at: 50, button: .secondary), .key(.escape, at: 50), .cancel(at: 50),
      .pointer(.up, 300, .infinity, at: 50),
    ]
    for cancel in cancels {
      var control = slider
      let effects = control.play(
        .down(150, 54, at: 0), .move(300, 54, at: 10), cancel, .move(500, 54, at: 60),
        .up(500, 54, at: 70))
      #expect(effects == [.dragBegan, .valueChanged(0.625), .valueChanged(0.25), .dragCancelled])
      #expect(control.state == .idle)
    }
  }

  @Test func `values set by the program during a drag are ignored`() {
    var control = slider
    control.play(.down(150, 54, at: 0), .move(170, 54, at: 10))
    _ = control.setValue(0.9, at: time(20))
    expectClose(control.value(at: time(20)), 0.3)
    control.play(.up(170, 54, at: 30))
    expectClose(control.value(at: time(40)), 0.3)
    _ = control.setValue(0.9, at: time(50))
    #expect(control.value(at: time(50)) == 0.9)
  }

  @Test func `playback advances in real time, pauses during a drag and resumes on release`() {
    var control = slider
    _ = control.play(rate: 0.1, at: time(0))
    expectClose(control.value(at: time(1000)), 0.35)
    control.play(.down(150, 54, at: 1000), .move(190, 54, at: 1500))
    expectClose(control.value(at: time(2000)), 0.45)
    control.play(.up(190, 54, at: 2000))
    expectClose(control.value(at: time(3000)), 0.55)
    _ = control.advance(to: time(3000))
    #expect(control.deadline == time(7500))
    #expect(Array(control.advance(to: time(8000))) == [.playedToEnd])
    #expect(control.value(at: time(8000)) == 1)
    #expect(!control.isPlaying)
  }

  @Test func `keys move by the documented steps`() {
    var control = slider
    func press(_ key: KeySample.Key, _ modifiers: Modifiers = []) -> Double {
      control.play(.key(key, at: 0, modifiers: modifiers))
      return control.value(at: time(0))
    }
    expectClose(press(.right), 0.26)
    expectClose(press(.down), 0.25)
    expectClose(press(.up, .shift), 0.251)
    expectClose(press(.pageUp), 0.351)
    #expect(press(.home) == 0)
    #expect(press(.left) == 0)
    #expect(press(.end) == 1)
    control.step = 0.25
    #expect(press(.left) == 0.75)
    #expect(press(.left, .shift) == 0.5)
    #expect(press(.pageDown) == 0.25)
    #expect(press(.pageUp) == 0.5)
  }

  @Test func `the capsule grows under the pointer and more under a press`() {
    var control = slider
    control.play(.move(200, 54, at: 0))
    #expect(control.capsuleHeight(at: time(0)) == 8)
    #expect(control.capsuleHeight(at: time(120)) == 10)
    control.play(.down(200, 54, at: 200))
    #expect(control.capsuleHeight(at: time(320)) == 14)
    control.play(.up(900, 54, at: 400))
    #expect(control.capsuleHeight(at: time(640)) == 8)
    #expect(control.deadline == time(640))
  }

  @Test func `the hit box is at least 44 points high`() {
    #expect(slider.hitBox == Rect(x: 100, y: 32, width: 400, height: 44))
  }

  @Test func `disabling the slider cancels the drag`() {
    var control = slider
    control.play(.down(150, 54, at: 0), .move(300, 54, at: 10))
    #expect(
      Array(control.setEnabled(false, at: time(20))) == [.valueChanged(0.25), .dragCancelled])
    #expect(
      control.play(
        .up(300, 54, at: 30), .down(150, 54, at: 40), .move(300, 54, at: 50), .key(.right, at: 60))
        == [])
  }

  @Test func `an out-of-range step is a failed precondition`() async {
    for step in [0, 1, -0.5, 2] {
      await #expect(processExitsWith: .failure) { [step = step as Double] in
        _ = ProgressSlider(frame: .zero, step: step)
      }
    }
    await #expect(processExitsWith: .failure) { _ = ProgressSlider(frame: .zero, step: .nan) }
  }

  @Test(arguments: [1e-20, .leastNonzeroMagnitude, 0x1p-60] as [Double])
  func `a step below floating-point precision allows every value`(step: Double) {
    var slider = ProgressSlider(
      frame: Rect(x: 0, y: 0, width: 500, height: 20), value: 0.5, step: step)
    #expect(slider.value(at: time(0)) == 0.5)
    slider.play(.key(.pageUp, at: 0))
    expectClose(slider.value(at: time(0)), 0.6, within: 1e-12)
    slider.play(.key(.end, at: 10))
    #expect(slider.value(at: time(10)) == 1)
  }

  @Test func `at the last instant endless playback shows the predicted value`() {
    var slider = ProgressSlider(frame: Rect(x: 0, y: 0, width: 500, height: 20))
    _ = slider.play(rate: 1e-300, at: time(0))
    let last = Instant(microseconds: .max)
    let predicted = slider.value(at: last)
    _ = slider.advance(to: last)
    #expect(slider.value(at: last) == predicted)
  }
}
