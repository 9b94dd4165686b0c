import Feel
import TestSupport
import Testing

/// A gesture written down: events in order of time, times in milliseconds.
struct Script {
  private(set) var events: [InputEvent] = []

  mutating func pointer(
    _ phase: PointerSample.Phase, _ x: Double, _ y: Double, at ms: Double,
    button: PointerSample.Button = .primary, device: PointerSample.Device = .mouse
  ) {
    events.append(
      .pointer(
        PointerSample(
          time: time(ms), phase: phase, location: Vector(x, y), button: button, device: device)))
  }

  mutating func down(
    _ x: Double, _ y: Double, at ms: Double, button: PointerSample.Button = .primary
  ) {
    pointer(.down, x, y, at: ms, button: button)
  }

  mutating func move(_ x: Double, _ y: Double, at ms: Double) { pointer(.moved, x, y, at: ms) }

  mutating func up(_ x: Double, _ y: Double, at ms: Double) { pointer(.up, x, y, at: ms) }

  mutating func key(
    _ key: KeySample.Key, _ phase: KeySample.Phase = .down, at ms: Double,
    isRepeat: Bool = false, modifiers: Modifiers = []
  ) {
    events.append(
      .key(
        KeySample(
          time: time(ms), phase: phase, key: key, isRepeat: isRepeat, modifiers: modifiers)))
  }

  mutating func wheel(
    _ dx: Double, _ dy: Double, at ms: Double, unit: WheelSample.Unit = .notches,
    modifiers: Modifiers = []
  ) {
    events.append(
      .wheel(
        WheelSample(
          time: time(ms), location: Vector(100, 100), delta: Vector(dx, dy), unit: unit,
          modifiers: modifiers)))
  }

  /// What fingers on a touchpad do.
  mutating func fingers(
    _ phase: WheelSample.Phase, _ delta: Vector = .zero, at ms: Double,
    unit: WheelSample.Unit = .points
  ) {
    events.append(
      .wheel(
        WheelSample(
          time: time(ms), location: Vector(100, 100), delta: delta, unit: unit, phase: phase,
          source: .finger)))
  }

  mutating func add(_ event: InputEvent) { events.append(event) }

  mutating func cancel(at ms: Double, reason: CancelSample.Reason = .focusLost) {
    events.append(.cancel(CancelSample(time: time(ms), reason: reason)))
  }

  /// A drag in even steps of `interval` milliseconds, press and release included.
  mutating func drag(
    from: Vector, to: Vector, at ms: Double, lasting duration: Double, interval: Double = 8
  ) {
    down(from.x, from.y, at: ms)
    let steps = max(1, Int(duration / interval))
    for step in 1...steps {
      let place = from + (to - from) * (Double(step) / Double(steps))
      move(place.x, place.y, at: ms + Double(step) * interval)
    }
    up(to.x, to.y, at: ms + Double(steps) * interval)
  }
}

/// The moment a number of milliseconds after the start.
func time(_ ms: Double) -> Instant { Instant(seconds: ms / 1000) }

/// What every control offers, so that one test can drive any of them.
protocol DrivenControl: Hashable, Sendable {
  associatedtype Effect: Hashable & Sendable
  mutating func handle(_ event: InputEvent) -> Effects<Effect>
  mutating func advance(to time: Instant) -> Effects<Effect>
  var deadline: Instant? { get }
}

extension DrivenControl {
  /// Plays a script; returns every effect in order.
  @discardableResult
  mutating func play(_ script: Script) -> [Effect] {
    script.events.flatMap { Array(handle($0)) }
  }

  /// Plays a script with `advance` called after every interval, and on to `end`, as a display would; times in milliseconds.
  ///
  /// The interval is asked for anew each time, so it may vary.
  mutating func play(
    _ script: Script, framesEvery interval: @autoclosure () -> Double, until end: Double
  ) {
    var frame = 0.0
    for event in script.events {
      while time(frame) <= event.time {
        _ = advance(to: time(frame))
        frame += interval()
      }
      _ = handle(event)
    }
    while frame < end {
      _ = advance(to: time(frame))
      frame += interval()
    }
    _ = advance(to: time(end))
  }
}

/// Checks that a control ends in the same state, bit for bit, however often `advance` is called in between.
func expectSameAtAnyFrameRate<Control: DrivenControl>(
  _ control: Control, _ script: Script, until end: Double,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var reference = control
  reference.play(script, framesEvery: 1000, until: end)
  for interval in [1000 / 15.0, 1000 / 30.0, 1000 / 60.0, 1000 / 144.0, 1.0, 7.3] {
    var other = control
    other.play(script, framesEvery: interval, until: end)
    #expect(other == reference, "every \(interval) ms", sourceLocation: sourceLocation)
  }
  for seed in 0..<4 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    var other = control
    other.play(
      script, framesEvery: Double.random(in: 0.2...60, using: &random), until: end)
    #expect(other == reference, "jittered by \(seed)", sourceLocation: sourceLocation)
  }
}

/// Checks two numbers to an absolute tolerance.
func expectClose(
  _ a: Double, _ b: Double, within tolerance: Double = 1e-9,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(abs(a - b) <= tolerance, "\(a) and \(b)", sourceLocation: sourceLocation)
}

extension ProgressSlider: DrivenControl {}
extension LongPressButton: DrivenControl {}
