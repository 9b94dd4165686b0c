import Feel
import TestSupport
import Testing

/// Whatever a device, driver or broken trace sends leads to a documented state, never to a trap.
struct WrongValueTests {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 1e308, -1e308, 1e12, .leastNonzeroMagnitude, 0, -0.0, 50, 120,
  ]

  private func garbage(_ random: inout SeededGenerator) -> InputEvent {
    func number() -> Double { Self.numbers.randomElement(using: &random) ?? 0 }
    let times: [Int64] = [.min, -1, 0, 1, 5000, 1_000_000, 4_000_000_000, .max]
    let now = Instant(microseconds: times.randomElement(using: &random) ?? 0)
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<5:
      let phase = PointerSample.Phase.allCases.randomElement(using: &random) ?? .down
      let button = PointerSample.Button.allCases.randomElement(using: &random) ?? .primary
      return .pointer(
        PointerSample(
          time: now, phase: phase, location: Vector(number(), number()), button: button))
    case 5:
      let unit = WheelSample.Unit.allCases.randomElement(using: &random) ?? .notches
      return .wheel(
        WheelSample(
          time: now, location: Vector(number(), number()), delta: Vector(number(), number()),
          unit: unit, phase: WheelSample.Phase.allCases.randomElement(using: &random) ?? .turn,
          source: WheelSample.Source.allCases.randomElement(using: &random) ?? .wheel))
    case 6:
      let keys: [KeySample.Key] = [
        .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .space, .return, .escape,
      ]
      let key = keys.randomElement(using: &random) ?? .tab
      return .key(KeySample(time: now, phase: Bool.random(using: &random) ? .down : .up, key: key))
    default: return .cancel(CancelSample(time: now, reason: .user))
    }
  }

  /// Feeds garbage interleaved with program changes, then expects finite numbers and a control that
  /// comes to rest.
  private func expectSane<Subject: HandOffSubject>(
    _ start: Subject, sourceLocation: SourceLocation = #_sourceLocation,
    disturbedBy disturb: ((inout Subject, Int, inout SeededGenerator, Instant) -> Void)? = nil
  ) {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      var subject = start
      for _ in 0..<40 {
        let event = garbage(&random)
        if let disturb {
          disturb(&subject, Int.random(in: 0..<5, using: &random), &random, event.time)
        }
        _ = subject.handle(event)
        #expect(subject.shown(at: event.time).isFinite, sourceLocation: sourceLocation)
        #expect(subject.speed(at: event.time).isFinite, sourceLocation: sourceLocation)
      }
      var cancelled = subject
      _ = cancelled.handle(.cancel(CancelSample(time: .zero, reason: .closing)))
      let end = Instant(microseconds: .max)
      for var subject in [subject, cancelled] {
        _ = subject.advance(to: end)
        #expect(subject.shown(at: end).isFinite, sourceLocation: sourceLocation)
      }
    }
  }

  private static let frames = [
    Rect(x: 0, y: 0, width: 400, height: 200), .zero,
    Rect(x: .nan, y: 0, width: .infinity, height: -4), Rect(x: 0, y: 0, width: 1e-300, height: 1),
  ]

  @Test(arguments: frames)
  func `invalid events and frames leave every control finite`(frame: Rect) {
    for strategy in Carousel.SnapStrategy.allCases {
      expectSane(Carousel(frame: frame, strategy: strategy))
    }
    expectSane(ScrollView(frame: frame, contentLength: 900))
    expectSane(ScrollView(frame: frame, contentLength: .nan))
    for landing in Pager.Landing.allCases {
      for rule in Pager.TurnRule.allCases {
        expectSane(
          Pager(
            frame: frame,
            pages: [
              .init(title: "", contentLength: 900), .init(title: "", contentLength: .infinity),
              .init(title: "", contentLength: 0),
            ],
            turn: .init(rule: rule, landing: landing)))
      }
    }
    expectSane(ProgressSlider(frame: frame, value: .infinity))
    expectSane(IntegerSlider(frame: frame, minimum: .min, maximum: .max))
    expectSane(IntegerSlider(frame: frame, maximum: 0))
  }

  private func number(_ random: inout SeededGenerator) -> Double {
    Self.numbers.randomElement(using: &random) ?? 0
  }

  private func rect(_ random: inout SeededGenerator) -> Rect {
    Rect(x: number(&random), y: number(&random), width: number(&random), height: number(&random))
  }

  private func physics(_ random: inout SeededGenerator) -> ScrollPhysics {
    (ScrollPreset.all.randomElement(using: &random) ?? .uikit).physics
  }

  private static let frame = Rect(x: 0, y: 0, width: 400, height: 200)

  @Test func `invalid commands, frames and physics leave scrolling controls finite`() {
    expectSane(Carousel(frame: Self.frame)) { control, choice, random, time in
      switch choice {
      case 0: _ = control.layout(frame: rect(&random), at: time)
      case 1: _ = control.scroll(to: Int.max, animated: false, at: time)
      case 2: _ = control.scroll(to: -1, at: time)
      case 3: _ = control.setPhysics(physics(&random), at: time)
      default: _ = control.scroll(to: 3, anchor: .end, at: time)
      }
    }
    expectSane(ScrollView(frame: Self.frame, contentLength: 900)) { control, choice, random, time in
      switch choice {
      case 0: _ = control.layout(frame: rect(&random), contentLength: number(&random), at: time)
      case 1: _ = control.scroll(to: number(&random), at: time)
      case 2: _ = control.scroll(to: number(&random), animated: false, at: time)
      case 3: _ = control.flick(velocity: number(&random), at: time)
      default: _ = control.setPhysics(physics(&random), at: time)
      }
    }
    let pages = (0..<4).map { Pager.Page(title: "", contentLength: Double($0) * 400) }
    expectSane(Pager(frame: Self.frame, pages: pages)) { control, choice, random, time in
      switch choice {
      case 0: _ = control.layout(frame: rect(&random), at: time)
      case 1: _ = control.go(to: Int.min, at: time)
      case 2: _ = control.go(to: 3, at: time)
      case 3:
        let page = Pager.Page(title: "", contentLength: number(&random))
        _ = control.setPage(page, at: 2, time: time)
      default: control.tabs = [rect(&random), rect(&random)]
      }
    }
  }

  @Test func `invalid commands, frames and ranges leave sliders finite`() {
    expectSane(ProgressSlider(frame: Self.frame, value: 0.5)) { control, choice, random, time in
      switch choice {
      case 0: _ = control.layout(frame: rect(&random), at: time)
      case 1:
        let value = number(&random)
        _ = control.setValue(value.isNaN ? .infinity : value, at: time)
      case 2:
        let rate = [.leastNonzeroMagnitude, 1e-300, 0.1, 1e308].randomElement(using: &random)
        _ = control.play(rate: rate ?? 1, at: time)
      case 3: control.step = 0.07
      default: control.step = nil
      }
    }
    expectSane(IntegerSlider(frame: Self.frame, maximum: 9)) { control, choice, random, time in
      switch choice {
      case 0: _ = control.layout(frame: rect(&random), at: time)
      case 1: _ = control.setValue(.min, at: time)
      case 2: _ = control.setValue(.max, at: time)
      case 3: _ = control.setRange(minimum: .min, maximum: .max, at: time)
      default: _ = control.setRange(minimum: 3, maximum: 3, at: time)
      }
    }
  }

  @Test func `a non-finite velocity does not fling`() {
    for velocity in [Double.nan, .infinity, -.infinity] {
      let motion = ScrollPhysics.uikit.release(
        from: 50, velocity: velocity, in: ScrollExtent(maximum: 900, viewport: 400))
      #expect(motion.duration == 0 && motion.releaseVelocity == 0 && motion.restPosition == 50)
      #expect(ScrollPhysics.uikit.releaseVelocity(velocity) == 0)
    }
  }

  @Test func `random unpaired events never fire a button more often than it was pressed`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      var button = LongPressButton(frame: Rect(x: 0, y: 0, width: 200, height: 200))
      var fired = 0
      var presses = 0
      for _ in 0..<40 {
        for effect in button.handle(garbage(&random)) {
          if effect == .fired { fired += 1 }
          if effect == .pressed { presses += 1 }
        }
      }
      #expect(fired <= presses)
      #expect((0...1).contains(button.progress(at: time(1))))
    }
  }

  @Test func `invalid initial values are failed preconditions`() async {
    await #expect(processExitsWith: .failure) {
      _ = IntegerSlider(frame: .zero, minimum: 2, maximum: 1)
    }
    await #expect(processExitsWith: .failure) { _ = Pager(frame: .zero, pages: []) }
    await #expect(processExitsWith: .failure) { _ = ProgressSlider(frame: .zero, value: .nan) }
    await #expect(processExitsWith: .failure) { _ = Slop(mouse: -1, touch: 0) }
  }
}
