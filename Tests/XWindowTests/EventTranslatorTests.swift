import CX11
import Feel
import Testing
import XWindow

/// Translating the server's events into samples, without a server.
struct EventTranslatorTests {
  private static let wheel = CXScrollValuator(
    device: 6, number: 3, horizontal: false, kind: CXScrollsByWheel, increment: 120, value: 600)

  private func translator(scale: Double = 1) -> EventTranslator {
    var clock = ServerClock(monotonic: 5_000_000)
    clock.calibrate(server: 5000, monotonic: 5_000_000)
    return EventTranslator(scale: scale, clock: clock)
  }

  private func samples(
    _ translator: inout EventTranslator, _ events: [CXInput]
  ) -> [InputEvent] {
    var output: [WindowEvent] = []
    for event in events { translator.translate(event, into: &output) }
    return output.compactMap { event in
      if case .input(let sample) = event { sample } else { nil }
    }
  }

  private func notches(_ samples: [InputEvent]) -> Double {
    samples.reduce(0) { sum, sample in
      if case .wheel(let wheel) = sample { sum + wheel.delta.y } else { sum }
    }
  }

  private func scroll(to value: Double, serial: UInt = 10) -> CXInput {
    input(CXMoved, time: 5000, serial: serial, source: 6, axes: [(3, value)])
  }

  @Test func `a position in pixels becomes points, and the server's time becomes the session's`() {
    var translator = translator(scale: 2)
    let event = input(CXMoved, time: 5012, x: 101, y: 40.5)
    let expected = PointerSample(
      time: Instant(microseconds: 12_000), phase: .moved, location: Vector(50.5, 20.25))
    #expect(samples(&translator, [event]) == [.pointer(expected)])
  }

  @Test func `of a hovering pointer's positions only the newest is kept`() {
    var translator = translator()
    let passes = (1...50).map { input(CXMoved, x: Double($0)) }
    #expect(places(samples(&translator, passes)) == [50])
  }

  @Test func `every report of a drag is kept, and only the newest of the hovering around it`() {
    var translator = translator()
    let reports = [
      (CXMoved, 1), (CXMoved, 2), (CXPressed, 2), (CXMoved, 3), (CXMoved, 4), (CXReleased, 4),
      (CXMoved, 5), (CXMoved, 6),
    ].map { input($0.0, button: 1, x: $0.1) }
    #expect(places(samples(&translator, reports)) == [2, 2, 3, 4, 4, 6])
  }

  @Test func `times continue when the server's clock wraps`() {
    var clock = ServerClock(monotonic: 0)
    clock.calibrate(server: .max - 9, monotonic: 0)
    let before = clock.instant(server: .max)
    let after = clock.instant(server: 5)
    #expect(after - before == 0.006)
  }

  @Test(arguments: [0, 86_400_000, -86_400_000, -5_000_000_000] as [Int64])
  func `a vblank's time follows the server's clock, however far that is from ours`(lag: Int64) {
    let monotonic: Int64 = 1_000_000_000_000
    let server = monotonic / 1000 - lag
    var clock = ServerClock(monotonic: monotonic)
    clock.calibrate(server: UInt32(truncatingIfNeeded: server), monotonic: monotonic)
    let vblank = clock.instant(present: UInt64(server * 1000 + 16_667))
    #expect(vblank == Instant(microseconds: 16_667))
  }

  /// Our clock runs at a tenth of the server's speed.
  @Test func `no event is in the future, however the clocks diverge`() {
    var clock = ServerClock(monotonic: 5_000_000)
    clock.calibrate(server: 5000, monotonic: 5_000_000)
    for step in 1...50 {
      let (server, monotonic) = (UInt32(5000 + step * 1000), Int64(5_000_000 + step * 100_000))
      clock.received(server: server, monotonic: monotonic)
      #expect(clock.instant(server: server) == clock.instant(monotonic: monotonic))
    }
    // Events held back keep their times.
    clock.received(server: 54_500, monotonic: 10_000_000)
    #expect(clock.instant(server: 54_500) == Instant(seconds: 4.5))
  }

  @Test func `a wheel counts from the reading in a device change`() {
    var translator = translator()
    let events = [
      input(CXDeviceChanged, source: 6, scrolls: [Self.wheel]), scroll(to: 615), scroll(to: 735),
    ]
    #expect(notches(samples(&translator, events)) == 1.125)
  }

  @Test func `scrolling outside the window does not count on re-entry`() {
    var translator = translator()
    let outside = CXScrollValuator(
      device: 6, number: 3, horizontal: false, kind: CXScrollsByWheel, increment: 120, value: 6000)
    let events = [
      input(CXDeviceChanged, source: 6, scrolls: [Self.wheel]), scroll(to: 660),
      input(CXEntered, held: 0, scrolls: [outside], query: 20),
      scroll(to: 6060, serial: 20), scroll(to: 6120, serial: 21),
    ]
    #expect(notches(samples(&translator, events)) == 1.5)
  }

  @Test func `an event older than the query on entry only sets the reading`() {
    var translator = translator()
    let later = CXScrollValuator(
      device: 6, number: 3, horizontal: false, kind: CXScrollsByWheel, increment: 120, value: 1200)
    let events = [
      input(CXDeviceChanged, source: 6, scrolls: [Self.wheel]),
      input(CXEntered, held: 0, scrolls: [later], query: 20),
      // They were in flight when the query was made, which already included them.
      scroll(to: 1140, serial: 19), scroll(to: 1200, serial: 19), scroll(to: 1260, serial: 20),
    ]
    #expect(notches(samples(&translator, events)) == 1)
  }

  @Test(arguments: [(600, 3), (607.5, 1)] as [(Double, Double)])
  func `whole notches of an event that only sets the reading are counted from emulated ones`(
    before: Double, total: Double
  ) {
    var translator = translator()
    func axis(_ value: Double) -> CXScrollValuator {
      CXScrollValuator(
        device: 6, number: 3, horizontal: false, kind: CXScrollsByWheel, increment: 120,
        value: value)
    }
    func echo(at time: UInt32) -> CXInput {
      input(CXWheel, notch: 1, time: time, serial: 19, source: 6, emulated: true)
    }
    let events = [
      input(CXDeviceChanged, source: 6, scrolls: [axis(480)]),
      // Outside, it moved on by whole notches or, for a wheel without notches, by some other
      // amount.
      input(CXEntered, held: 0, scrolls: [axis(before + 240)], query: 20),
      scroll(to: before + 240, serial: 19), echo(at: 5000), echo(at: 5000), echo(at: 4999),
      scroll(to: before + 360, serial: 19), echo(at: 5000),
    ]
    #expect(notches(samples(&translator, events)) == total)
  }

  @Test func `a wheel that counts backwards scrolls the same way`() {
    var translator = translator()
    let axis = CXScrollValuator(
      device: 6, number: 3, horizontal: false, kind: CXScrollsByWheel, increment: -15, value: 0)
    let events = [input(CXDeviceChanged, source: 6, scrolls: [axis]), scroll(to: -30)]
    #expect(notches(samples(&translator, events)) == 2)
  }

  @Test func `a leap in the reading is taken for a device reset`() {
    var translator = translator()
    let events = [
      input(CXDeviceChanged, source: 6, scrolls: [Self.wheel]), scroll(to: 9600), scroll(to: 9720),
    ]
    #expect(notches(samples(&translator, events)) == 1)
  }

  @Test func `wheel buttons count only where no axis reports the same turn`() {
    var translator = translator()
    let press = input(CXWheel, notch: 1, source: 6)
    let plain = samples(&translator, [press])
    #expect(notches(plain) == 1)
    let both = [
      input(CXDeviceChanged, source: 6, scrolls: [Self.wheel]), scroll(to: 720), press,
    ]
    #expect(notches(samples(&translator, both)) == 1)
  }

  /// The movement of a touchpad axis that starts at 0, from readings with server times in
  /// milliseconds.
  private func fingers(
    _ kind: CXScrollKind, _ readings: [(time: UInt32, value: Double)],
    _ translator: inout EventTranslator
  ) -> [WheelSample] {
    let axis = CXScrollValuator(
      device: 9, number: 3, horizontal: false, kind: kind, increment: 15, value: 0)
    let events = readings.map {
      input(CXMoved, time: $0.time, serial: 10, source: 9, axes: [(3, $0.value)])
    }
    return samples(&translator, [input(CXDeviceChanged, source: 9, scrolls: [axis])] + events)
      .compactMap { if case .wheel(let sample) = $0 { sample } else { nil } }
  }

  @Test func `touchpad scrolling begins, changes and ends, and a lone end is ignored`() {
    var translator = translator()
    let found = fingers(
      CXScrollsByFingers,
      [(5000, 3), (5010, 6), (5020, 6), (5030, 6), (5100, 3), (5110, 3)], &translator)
    #expect(found.map(\.phase) == [.began, .changed, .ended, .began, .ended])
    #expect(found.map(\.delta.y) == [0.2, 0.2, 0, -0.2, 0])
    #expect(found.allSatisfy { $0.source == .finger && $0.unit == .notches })
  }

  @Test func `after a lost end a pause makes the next reading a new scroll`() {
    var translator = translator()
    let found = fingers(
      CXScrollsByFingers, [(5000, 3), (5490, 6), (5991, 9), (6000, 9)], &translator)
    #expect(found.map(\.phase) == [.began, .changed, .began, .ended])
  }

  @Test func `a device that reports its stop is treated as a touchpad from then on`() {
    var translator = translator()
    let found = fingers(
      CXScrollsByWheel, [(5000, 3), (5010, 6), (5020, 6), (5030, 9), (5040, 9)], &translator)
    #expect(found.map(\.phase) == [.turn, .turn, .began, .ended])
    #expect(found.map(\.source) == [.wheel, .wheel, .finger, .finger])
  }

  @Test func `a touchpad that coasts by itself only moves the content`() {
    var translator = translator()
    let found = fingers(CXScrollsByItself, [(5000, 3), (5010, 6)], &translator)
    #expect(found.map(\.phase) == [.turn, .turn])
    #expect(found.map(\.source) == [.continuous, .continuous])
  }

  @Test func `a pointer motion that repeats a scroll reading ends no scroll`() {
    var translator = translator()
    _ = fingers(CXScrollsByFingers, [(5000, 3)], &translator)
    let both = input(CXMoved, time: 5010, serial: 10, source: 9, axes: [(0, 7), (3, 3)])
    let found = samples(&translator, [both])
    #expect(found.count == 1 && phases(found) == [.moved])
  }

  @Test func `one finger is a touch pointer, without emulated mouse events`() {
    var translator = translator()
    let events = [
      input(CXTouchBegan, touch: 1, x: 10, y: 10),
      input(CXPressed, button: 1, x: 10, y: 10, emulated: true),
      input(CXTouchMoved, touch: 1, x: 20, y: 10),
      input(CXMoved, x: 20, y: 10, emulated: true),
      input(CXTouchEnded, touch: 1, x: 20, y: 10),
    ]
    let found = samples(&translator, events)
    #expect(phases(found) == [.down, .moved, .up])
    #expect(devices(found) == [.touch, .touch, .touch])
  }

  @Test func `every finger is a pointer of its own, with the lowest free number`() {
    var translator = translator()
    let events = [
      input(CXTouchBegan, touch: 71, x: 10, y: 100),
      input(CXTouchBegan, touch: 72, x: 50, y: 100),
      input(CXTouchMoved, touch: 71, x: 10, y: 80),
      input(CXTouchEnded, touch: 71, x: 10, y: 80),
      input(CXTouchMoved, touch: 72, x: 50, y: 80),
      input(CXTouchBegan, touch: 73, x: 90, y: 100),
      input(CXTouchEnded, touch: 72, x: 50, y: 80),
      input(CXTouchEnded, touch: 73, x: 90, y: 100),
    ]
    let found = samples(&translator, events)
    #expect(phases(found) == [.down, .down, .moved, .up, .moved, .down, .up, .up])
    let numbers = found.map { if case .pointer(let sample) = $0 { sample.pointer } else { -1 } }
    #expect(numbers == [1, 2, 1, 1, 2, 1, 2, 1])
  }

  @Test func `losing the focus cancels a press, and its release is ignored`() {
    var translator = translator()
    let events = [
      input(CXPressed, button: 1), input(CXUnfocused),
      input(CXReleased, button: 1),
    ]
    let found = samples(&translator, events)
    #expect(phases(found) == [.down])
    #expect(cancels(found) == [.focusLost])
  }

  @Test func `a removed device cancels its own press only`() {
    var translator = translator()
    let events = [
      input(CXPressed, button: 1, source: 6), input(CXDeviceRemoved, source: 7),
      input(CXDeviceRemoved, source: 6),
    ]
    #expect(cancels(samples(&translator, events)) == [.deviceRemoved])
  }

  @Test(arguments: [true, false])
  func `a release caused by its device's removal becomes a cancellation`(isTouch: Bool) {
    var translator = translator()
    let (down, up) = isTouch ? (CXTouchBegan, CXTouchEnded) : (CXPressed, CXReleased)
    let events = [
      input(down, button: 1, time: 100, source: 6), input(up, button: 1, time: 200, source: 6),
      input(CXDeviceRemoved, time: 200, source: 6),
    ]
    let found = samples(&translator, events)
    #expect(phases(found) == [.down])
    #expect(cancels(found) == [.deviceRemoved])
    // An own release before it stays.
    let own = samples(
      &translator, events.dropLast() + [input(CXDeviceRemoved, time: 900, source: 6)])
    #expect(phases(own) == [.down, .up])
  }

  @Test func `re-entry with no button down cancels a held press`() {
    var translator = translator()
    let back = input(CXEntered, held: 0, scrolls: [], query: 0)
    #expect(
      cancels(samples(&translator, [input(CXPressed, button: 1), back])) == [.grabLost])
    let held = input(CXEntered, held: 0b10, scrolls: [], query: 0)
    #expect(cancels(samples(&translator, [input(CXPressed, button: 1), held])).isEmpty)
  }

  @Test func `a held key repeats without key-up events, whether or not repeats are marked`() {
    var translator = translator()
    let down = key(CXKeyDown, 38, 0x61, 0x61)
    let echo = key(CXKeyUp, 38, 0x61, 0x61, repeats: true)
    let up = key(CXKeyUp, 38, 0x61, 0x61)
    let found = samples(&translator, [down, down, echo, down, up])
    let keys = found.compactMap { sample in
      if case .key(let key) = sample { key } else { nil }
    }
    #expect(keys.map(\.phase) == [.down, .down, .down, .up])
    #expect(keys.map(\.isRepeat) == [false, true, true, false])
  }

  @Test(
    arguments: [
      (0x31, 0x21, 0, "1"), (0x2f, 0x3f, 0, "?"), (0x61, 0x41, 0, "a"), (0x6ca, 0x6ca, 0x71, "q"),
    ] as [(UInt, UInt, UInt, Character)])
  func `a key is named by the character that it types`(
    plain: UInt, symbol: UInt, latin: UInt, expected: Character
  ) {
    var translator = translator()
    let event = key(CXKeyDown, 1, plain, symbol, latin: latin)
    guard case .key(let sample) = samples(&translator, [event]).first else {
      Issue.record("no key sample")
      return
    }
    #expect(sample.key == .character(expected))
  }

  private func phases(_ samples: [InputEvent]) -> [PointerSample.Phase] {
    samples.compactMap { if case .pointer(let sample) = $0 { sample.phase } else { nil } }
  }

  private func places(_ samples: [InputEvent]) -> [Double] {
    samples.compactMap { if case .pointer(let sample) = $0 { sample.location.x } else { nil } }
  }

  private func devices(_ samples: [InputEvent]) -> [PointerSample.Device] {
    samples.compactMap { if case .pointer(let sample) = $0 { sample.device } else { nil } }
  }

  private func cancels(_ samples: [InputEvent]) -> [CancelSample.Reason] {
    samples.compactMap { if case .cancel(let sample) = $0 { sample.reason } else { nil } }
  }

  private func input(
    _ kind: CXInputKind, button: Int32 = 0, notch: Double = 0, touch: Int32 = 0,
    time: UInt32 = 0, serial: UInt = 0, x: Double = 0, y: Double = 0, source: Int32 = 0,
    emulated: Bool = false, held: UInt32 = 0, axes: [(Int32, Double)] = [],
    scrolls: [CXScrollValuator] = [], query: UInt = 0
  ) -> CXInput {
    var input = cx_input(kind)
    (input.time, input.serial, input.source) = (time, serial, source)
    (input.x, input.y, input.emulated) = (x, y, emulated)
    (input.button, input.notch_y, input.touch) = (button, notch, touch)
    (input.buttons, input.query) = (held, query)
    for (number, value) in axes { cx_input_add_axis(&input, number, value) }
    for axis in scrolls { cx_input_add_scroll(&input, axis) }
    return input
  }

  private func key(
    _ kind: CXInputKind, _ code: UInt32, _ plain: UInt, _ symbol: UInt, latin: UInt = 0,
    repeats: Bool = false
  ) -> CXInput {
    var input = cx_input(kind)
    (input.key_code, input.plain_symbol, input.symbol) = (code, plain, symbol)
    (input.latin_symbol, input.repeats) = (latin, repeats)
    return input
  }
}
