import Feel
import TestSupport
import Testing

/// A scripted gesture: events ordered by time, times in milliseconds.
struct Script: ExpressibleByArrayLiteral {
  private(set) var events: [InputEvent] = []

  init(arrayLiteral parts: Script...) { events = parts.flatMap(\.events) }

  init(_ events: [InputEvent]) { self.events = events }

  static func += (script: inout Script, part: Script) { script.events += part.events }

  static func pointer(
    _ phase: PointerSample.Phase, _ x: Double, _ y: Double, at ms: Double,
    button: PointerSample.Button = .primary, device: PointerSample.Device = .mouse
  ) -> Script {
    let place = Vector(x, y)
    return Script([
      .pointer(
        PointerSample(
          time: time(ms), phase: phase, location: place, button: button, device: device))
    ])
  }

  static func down(
    _ x: Double, _ y: Double, at ms: Double, button: PointerSample.Button = .primary
  ) -> Script {
    pointer(.down, x, y, at: ms, button: button)
  }

  static func move(_ x: Double, _ y: Double, at ms: Double) -> Script {
    pointer(.moved, x, y, at: ms)
  }

  static func up(_ x: Double, _ y: Double, at ms: Double) -> Script { pointer(.up, x, y, at: ms) }

  static func key(
    _ key: KeySample.Key, _ phase: KeySample.Phase = .down, at ms: Double,
    isRepeat: Bool = false, modifiers: Modifiers = []
  ) -> Script {
    let sample = KeySample(
      time: time(ms), phase: phase, key: key, isRepeat: isRepeat, modifiers: modifiers)
    return Script([.key(sample)])
  }

  static func wheel(
    _ dx: Double, _ dy: Double, at ms: Double, unit: WheelSample.Unit = .notches,
    modifiers: Modifiers = []
  ) -> Script {
    let sample = WheelSample(
      time: time(ms), location: Vector(100, 100), delta: Vector(dx, dy), unit: unit,
      modifiers: modifiers)
    return Script([.wheel(sample)])
  }

  /// Touchpad scrolling with fingers.
  static func fingers(
    _ phase: WheelSample.Phase, _ delta: Vector = .zero, at ms: Double,
    unit: WheelSample.Unit = .points
  ) -> Script {
    let sample = WheelSample(
      time: time(ms), location: Vector(100, 100), delta: delta, unit: unit, phase: phase,
      source: .finger)
    return Script([.wheel(sample)])
  }

  static func cancel(at ms: Double, reason: CancelSample.Reason = .focusLost) -> Script {
    Script([.cancel(CancelSample(time: time(ms), reason: reason))])
  }

  /// A drag in even steps of `interval` milliseconds, including press and release.
  static func drag(
    from: Vector, to: Vector, at ms: Double, lasting duration: Double, interval: Double = 8
  ) -> Script {
    let steps = max(1, Int(duration / interval))
    let end = ms + Double(steps) * interval
    return [
      .down(from.x, from.y, at: ms),
      .each(1...steps) { step in
        let place = from + (to - from) * (step / Double(steps))
        return .move(place.x, place.y, at: ms + step * interval)
      }, .up(to.x, to.y, at: end),
    ]
  }

  static func each(_ numbers: some Sequence<Int>, _ part: (Double) -> Script) -> Script {
    Script(numbers.flatMap { part(Double($0)).events })
  }
}

func time(_ ms: Double) -> Instant { Instant(seconds: ms / 1000) }

/// The common interface of all controls, so that one test can drive any of them.
protocol DrivenControl: Hashable, Sendable {
  associatedtype Effect: Hashable & Sendable
  mutating func handle(_ event: InputEvent) -> Effects<Effect>
  mutating func advance(to time: Instant) -> Effects<Effect>
  var deadline: Instant? { get }
}

extension DrivenControl {
  /// Plays scripts in sequence; returns every effect in order.
  @discardableResult mutating func play(_ scripts: Script...) -> [Effect] {
    scripts.flatMap(\.events).flatMap { Array(handle($0)) }
  }

  /// Plays a script with `advance` called at every interval, until `end`, as a display would; times
  /// in milliseconds.
  ///
  /// The interval is evaluated anew each time, so it may vary.
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

/// Expects a control to end in the same state, bit for bit, however often `advance` is called.
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
    other.play(script, framesEvery: Double.random(in: 0.2...60, using: &random), until: end)
    #expect(other == reference, "jittered by \(seed)", sourceLocation: sourceLocation)
  }
}

/// Expects two numbers to agree within an absolute tolerance.
func expectClose(
  _ a: Double, _ b: Double, within tolerance: Double = 1e-9,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(abs(a - b) <= tolerance, "\(a) and \(b)", sourceLocation: sourceLocation)
}

extension ProgressSlider: DrivenControl {}
extension LongPressButton: DrivenControl {}
