import Feel
import TestSupport
import Testing

/// Whatever a device, a driver or a broken trace sends ends in a documented state, never in a trap.
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
          unit: unit))
    case 6:
      let keys: [KeySample.Key] = [
        .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .space, .return, .escape,
      ]
      let key = keys.randomElement(using: &random) ?? .tab
      return .key(KeySample(time: now, phase: Bool.random(using: &random) ? .down : .up, key: key))
    default: return .cancel(CancelSample(time: now, reason: .user))
    }
  }

  /// Feeds garbage, then checks that what is shown is a number and that the control comes to rest.
  private func expectSane<Subject: HandOffSubject>(
    _ start: Subject, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      var subject = start
      for _ in 0..<40 {
        let event = garbage(&random)
        _ = subject.handle(event)
        #expect(subject.shown(at: event.time).isFinite, sourceLocation: sourceLocation)
        #expect(subject.speed(at: event.time).isFinite, sourceLocation: sourceLocation)
      }
      _ = subject.handle(.cancel(CancelSample(time: .zero, reason: .closing)))
      _ = subject.advance(to: Instant(microseconds: .max))
      #expect(
        subject.shown(at: Instant(microseconds: .max)).isFinite, sourceLocation: sourceLocation)
    }
  }

  private static let frames = [
    Rect(x: 0, y: 0, width: 400, height: 200), .zero,
    Rect(x: .nan, y: 0, width: .infinity, height: -4), Rect(x: 0, y: 0, width: 1e-300, height: 1),
  ]

  @Test(arguments: frames)
  func `no event and no frame harms any control`(frame: Rect) {
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
            turnRule: rule, landing: landing))
      }
    }
    expectSane(ProgressSlider(frame: frame, value: .infinity))
    expectSane(IntegerSlider(frame: frame, minimum: .min, maximum: .max))
    expectSane(IntegerSlider(frame: frame, maximum: 0))
  }

  @Test func `a hundred thousand events at one time end as one does`() {
    let frame = Rect(x: 0, y: 0, width: 640, height: 240)
    var carousel = Carousel(frame: frame, at: 50)
    var view = ScrollView(frame: frame, contentLength: 9000, offset: 3000)
    var slider = ProgressSlider(frame: frame, value: 0.5)
    var button = LongPressButton(frame: frame)
    for index in 0..<100_000 {
      let event = InputEvent.pointer(
        PointerSample(
          time: time(100), phase: index == 0 ? .down : .moved,
          location: Vector(320 - Double(index % 97), 120 - Double(index % 89))))
      _ = carousel.handle(event)
      _ = view.handle(event)
      _ = slider.handle(event)
      _ = button.handle(event)
    }
    let up = InputEvent.pointer(
      PointerSample(time: time(100), phase: .up, location: Vector(320, 120)))
    _ = carousel.handle(up)
    _ = view.handle(up)
    _ = slider.handle(up)
    #expect(Array(button.handle(up)) == [.releasedEarly])
    #expect(carousel.velocity(at: time(100)) == 0)
    #expect(view.velocity(at: time(100)) == 0)
    expectClose(slider.value(at: time(100)), 0.5, within: 0.2)
  }

  @Test func `a press without an end and an end without a press leave a button as it was`() {
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

  @Test func `a range that is empty backwards is a failed precondition`() async {
    await #expect(processExitsWith: .failure) {
      _ = IntegerSlider(frame: .zero, minimum: 2, maximum: 1)
    }
    await #expect(processExitsWith: .failure) { _ = Pager(frame: .zero, pages: []) }
    await #expect(processExitsWith: .failure) { _ = ProgressSlider(frame: .zero, value: .nan) }
    await #expect(processExitsWith: .failure) { _ = Slop(mouse: -1, touch: 0) }
  }
}
