import Feel
import Testing

struct LongPressButtonTests {
  private let button = LongPressButton(frame: Rect(x: 0, y: 0, width: 80, height: 80))

  private func effects(_ script: Script..., then end: Double) -> [LongPressButton.Effect] {
    var control = button
    let effects = script.flatMap { control.play($0) }
    return effects + Array(control.advance(to: time(end)))
  }

  @Test func `a hold fires once, exactly at press time plus duration`() {
    var control = button
    _ = control.handle(
      .pointer(
        PointerSample(
          time: Instant(microseconds: 1_234_567), phase: .down, location: Vector(40, 40))))
    #expect(control.deadline == Instant(microseconds: 3_234_567))
    #expect(Array(control.advance(to: Instant(microseconds: 3_234_566))) == [])
    #expect(Array(control.advance(to: Instant(microseconds: 3_234_567))) == [.fired])
    #expect(Array(control.advance(to: Instant(microseconds: 9_000_000))) == [])
  }

  @Test func `after firing the button stays pressed and silent until released`() {
    var control = button
    control.play(.down(40, 40, at: 0))
    #expect(Array(control.advance(to: time(2000))) == [.fired])
    #expect(control.state == .pressed && !control.isPressed)
    #expect(Array(control.advance(to: time(9000))) == [])
    #expect(control.play(.move(900, 900, at: 9100), .up(40, 40, at: 9200)) == [])
    #expect(control.state == .idle)
  }

  @Test func `a late frame does not delay the moment of firing`() {
    var control = button
    control.play(.down(40, 40, at: 0))
    #expect(Array(control.advance(to: time(4000))) == [.fired])
    #expect(control.showsFiredLook(at: time(4999)))
    #expect(!control.showsFiredLook(at: time(5000)))
    #expect(control.deadline == time(5000))
  }

  @Test func `the button reports the time left and the time since it fired`() {
    var control = button
    #expect(control.timeLeft(at: time(0)) == nil)
    control.play(.down(40, 40, at: 500))
    #expect(control.timeLeft(at: time(1500)) == 1)
    #expect(control.timeSinceFired(at: time(2499)) == nil)
    // Queried late, before `advance` was called.
    #expect(control.timeLeft(at: time(2600)) == nil)
    #expect(abs((control.timeSinceFired(at: time(2600)) ?? 0) - 0.1) < 1e-9)
    _ = control.advance(to: time(4000))
    #expect(control.timeSinceFired(at: time(4000)) == 1.5)
    #expect(control.timeSinceFired(at: time(5500)) == nil)
  }

  @Test(arguments: [(1999.0, false), (1999.999, false), (2000.0, true), (2001.0, true)])
  func `a release fires at or after the deadline, not before`(release: Double, fires: Bool) {
    let seen = effects(.down(40, 40, at: 0), .up(40, 40, at: release), then: 9000)
    #expect(seen == (fires ? [.pressed, .fired] : [.pressed, .releasedEarly]))
  }

  @Test func `a tap does not fire`() {
    let seen = effects(.down(40, 40, at: 0), .up(40, 40, at: 60), then: 9000)
    #expect(seen == [.pressed, .releasedEarly])
  }

  @Test func `progress grows linearly and unwinds with ease-in-out`() {
    var control = button
    control.play(.down(40, 40, at: 0))
    expectClose(control.progress(at: time(500)), 0.25)
    expectClose(control.progress(at: time(1999)), 0.9995)
    control.play(.up(40, 40, at: 1000))
    expectClose(control.progress(at: time(1000)), 0.5)
    expectClose(control.progress(at: time(1175)), 0.25, within: 1e-6)
    #expect(control.progress(at: time(1050)) > 0.45)
    #expect(control.progress(at: time(1350)) == 0)
    #expect(control.deadline == time(1350))
    #expect(control.isMoving(at: time(1349)))
    #expect(!control.isMoving(at: time(1350)))
  }

  @Test(arguments: [LongPressButton.Restart.zero, .shownProgress])
  func `a press during the unwind restarts from zero or from the shown progress`(
    restart: LongPressButton.Restart
  ) {
    var control = button
    control.restart = restart
    control.play(.down(40, 40, at: 0), .up(40, 40, at: 1000), .down(40, 40, at: 1175))
    let shown = restart == .zero ? 0 : 0.25
    expectClose(control.progress(at: time(1175)), shown, within: 1e-6)
    #expect(control.deadline == time(3175))
    #expect(Array(control.advance(to: time(3174))) == [])
    #expect(Array(control.advance(to: time(3175))) == [.fired])
  }

  @Test func `moving more than 16 points outside ends a hold, and coming back does not resume it`()
  {
    let near = effects(.down(40, 40, at: 0), .move(95, 40, at: 100), then: 3000)
    #expect(near == [.pressed, .fired])
    let far = effects(
      .down(40, 40, at: 0), .move(97, 40, at: 100), .move(40, 40, at: 120), then: 9000)
    #expect(far == [.pressed, .movedOff])
  }

  @Test func `the other move rules limit the distance from the press, or nothing`() {
    var control = button
    control.moveRule = .fromPress
    #expect(control.play(.down(40, 40, at: 0), .move(50, 40, at: 10)) == [.pressed])
    #expect(control.play(.move(50.5, 40, at: 20)) == [.movedOff])
    control = button
    control.moveRule = .never
    #expect(control.play(.down(40, 40, at: 1000), .move(4000, 40, at: 1100)) == [.pressed])
    #expect(Array(control.advance(to: time(3000))) == [.fired])
  }

  @Test func `a cancelled hold never fires`() {
    let cancels: [Script] = [
      .down(40, 40, at: 500, button: .secondary), .down(40, 40, at: 500, button: .middle),
      .key(.escape, at: 500), .cancel(at: 500, reason: .focusLost),
      .pointer(.up, .nan, 40, at: 500),
    ]
    for cancel in cancels {
      let seen = effects(.down(40, 40, at: 0), cancel, .up(40, 40, at: 2500), then: 9000)
      #expect(seen == [.pressed, .cancelled])
    }
    var control = button
    control.play(.down(40, 40, at: 0))
    #expect(Array(control.setEnabled(false, at: time(1000))) == [.cancelled])
    #expect(control.progress(at: time(1000)) == 0)
    #expect(Array(control.advance(to: time(9000))) == [])
  }

  @Test func `only the primary button starts a hold, and only inside the frame`() {
    for sample in [PointerSample.Button.middle, .secondary, .back, .forward] {
      #expect(effects(.down(40, 40, at: 0, button: sample), then: 9000) == [])
    }
    #expect(effects(.down(81, 40, at: 0), then: 9000) == [])
  }

  @Test(arguments: [KeySample.Key.space, .return])
  func `a key held with auto-repeat fires once`(key: KeySample.Key) {
    let seen = effects(
      .key(key, at: 0), .each(1...100) { .key(key, at: $0 * 33, isRepeat: true) },
      .key(key, .up, at: 3400), then: 9000)
    #expect(seen == [.pressed, .fired])
  }

  @Test func `the reminder shows after an early release, not after moving off`() {
    for (x, reminds) in [(40.0, true), (200, false)] {
      var control = button
      control.play(.down(40, 40, at: 0), .move(x, 40, at: 500), .up(x, 40, at: 600))
      #expect(control.showsReminder(at: time(700)) == reminds)
    }
  }

  @Test func `an early key release or another key press prevents firing`() {
    let early = effects(.key(.space, at: 0), .key(.space, .up, at: 1999), then: 9000)
    #expect(early == [.pressed, .releasedEarly])
    let other = effects(.key(.space, at: 0), .key(.tab, at: 100), then: 9000)
    #expect(other == [.pressed, .cancelled])
    let foreign = effects(.key(.space, at: 0), .key(.return, .up, at: 10), then: 9000)
    #expect(foreign == [.pressed, .fired])
  }

  @Test func `a second press without a release restarts the hold, which fires once`() {
    let seen = effects(.down(40, 40, at: 0), .down(40, 40, at: 1500), then: 9000)
    #expect(seen == [.pressed, .cancelled, .pressed, .fired])
  }

  @Test func `the reminder shows until 1.5 s after the release`() {
    var control = button
    control.play(.down(40, 40, at: 0), .up(40, 40, at: 300))
    #expect(control.showsReminder(at: time(1799)))
    #expect(!control.showsReminder(at: time(1800)))
  }

  @Test func `a short click shows no indicator`() {
    var control = button
    control.play(.down(40, 40, at: 0))
    #expect(!control.isIndicatorVisible(at: time(79)))
    #expect(control.isIndicatorVisible(at: time(80)))
    control.play(.up(40, 40, at: 70))
    #expect(!control.isIndicatorVisible(at: time(71)))
  }

  @Test func `an out-of-range duration is a failed precondition`() async {
    await #expect(processExitsWith: .failure) {
      _ = LongPressButton(frame: .zero, pressDuration: 0.1)
    }
    await #expect(processExitsWith: .failure) {
      _ = LongPressButton(frame: .zero, pressDuration: .nan)
    }
  }
}
