import Feel
import FeelTrace
import Lab
import Stage
import TestSupport

/// A hand that presses a scene's controls at random places, drags them, and lets go or is
/// interrupted.
struct Handiwork {
  private let places: [Rect]
  private var random: SeededGenerator

  /// A hand at a session's scene.
  init(_ session: Session, seed: UInt64) {
    places = session.stageElements(at: session.now).filter { $0.role != .textField }.map(\.frame)
    random = SeededGenerator(seed: seed)
  }

  /// What it does in so many seconds: one gesture after another, and a turn of the wheel now and
  /// then.
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

  /// Adds one gesture; returns how long it takes, in seconds.
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
    // Seconds from one sample to the next: 125 a second.
    let interval = 0.008
    events.append(pointer(.down, 0))
    for step in 1...count {
      place += stride
      events.append(pointer(.moved, interval * Double(step)))
    }
    let end = interval * Double(count)
    // The focus may go in mid-drag; the button comes up all the same.
    if Int.random(in: 0..<8, using: &random) == 0 {
      let time = Instant(seconds: start + end)
      events.append(.input(.cancel(CancelSample(time: time, reason: .focusLost))))
    }
    events.append(pointer(.up, end))
    return end
  }
}
