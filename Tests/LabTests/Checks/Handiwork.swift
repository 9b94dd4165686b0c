import Feel
import FeelTrace
import Lab
import Stage
import TestSupport

/// A random hand that presses a scene's controls, drags them, and releases or is interrupted.
struct Handiwork {
  private let places: [Rect]
  private var random: SeededGenerator

  init(_ session: Session, seed: UInt64) {
    places = session.stageElements(at: session.now).filter { $0.role != .textField }.map(\.frame)
    random = SeededGenerator(seed: seed)
  }

  /// The hand's events over this many seconds: consecutive gestures with occasional wheel turns.
  func events(lasting seconds: Double) -> [SessionEvent] {
    var hand = self
    var events: [SessionEvent] = []
    var time = 0.2
    while time < seconds - 1 {
      time += hand.gesture(at: time, &events)
      time += Double.random(in: 0.02...1.4, using: &hand.random)
    }
    return events
  }

  /// Appends one gesture; returns its duration in seconds.
  private mutating func gesture(at start: Double, _ events: inout [SessionEvent]) -> Double {
    let frame = places.randomElement(using: &random) ?? .zero
    var place = Vector(
      .random(in: frame.minX...frame.maxX, using: &random),
      .random(in: frame.minY...frame.maxY, using: &random))
    func pointer(_ phase: PointerSample.Phase, _ after: Double) -> SessionEvent {
      .input(
        .pointer(
          PointerSample(time: Instant(seconds: start + after), phase: phase, location: place)))
    }
    if Int.random(in: 0..<6, using: &random) == 0 {
      let delta = Vector(0, .random(in: -2...2, using: &random))
      events.append(
        .input(.wheel(WheelSample(time: Instant(seconds: start), location: place, delta: delta))))
      return 0
    }
    let stride = Vector(.random(in: -9...9, using: &random), .random(in: -9...9, using: &random))
    let count = Int.random(in: 3...60, using: &random)
    // Sample interval in seconds: 125 Hz.
    let interval = 0.008
    events.append(pointer(.down, 0))
    for step in 1...count {
      place += stride
      events.append(pointer(.moved, interval * Double(step)))
    }
    let end = interval * Double(count)
    // Focus may be lost in mid-drag; the button is still released.
    if Int.random(in: 0..<8, using: &random) == 0 {
      let time = Instant(seconds: start + end)
      events.append(.input(.cancel(CancelSample(time: time, reason: .focusLost))))
    }
    events.append(pointer(.up, end))
    return end
  }
}
