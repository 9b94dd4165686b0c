package import Feel
internal import FeelTrace
package import Lab
internal import TestSupport

/// A hand that presses, drags, flicks, scrolls, types and cancels at random all over the window.
package struct Gestures {
  private var random: SeededGenerator
  private var time = 0.0
  private var place = Vector(300, 300)
  private var isDown = false
  // The additional buttons that it uses, and those of them that are down.
  private let others: [PointerSample.Button]
  private var downOthers: Set<PointerSample.Button> = []
  private var queued: SessionEvent?

  package init(seed: UInt64, others: [PointerSample.Button] = []) {
    random = SeededGenerator(seed: seed)
    self.others = others
  }

  /// The next event, usually at most 0.03 s after the previous one, sometimes up to 2.5 s.
  package mutating func next() -> SessionEvent {
    if let event = queued {
      queued = nil
      return event
    }
    time += Double.random(in: 0...0.03, using: &random)
    if Int.random(in: 0..<40, using: &random) == 0 {
      time += Double.random(in: 0...2.5, using: &random)
    }
    let now = Instant(seconds: time)
    if let other = others.randomElement(using: &random), Int.random(in: 0..<16, using: &random) == 0
    {
      // The button may be pressed far from the first one, in the bar or in a panel.
      if Bool.random(using: &random) {
        place = Vector(.random(in: 0...1200, using: &random), .random(in: 0...800, using: &random))
      }
      let isNew = downOthers.insert(other).inserted
      if !isNew { downOthers.remove(other) }
      // The pointer moves there first, and the button follows with the next call.
      queued = pointer(isNew ? .down : .up, now, other)
      return pointer(.moved, now)
    }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<6:
      isDown.toggle()
      if isDown {
        place = Vector(.random(in: 0...1200, using: &random), .random(in: 0...800, using: &random))
      }
      return pointer(isDown ? .down : .up, now)
    case 6..<8: return .input(.cancel(CancelSample(time: now, reason: .focusLost)))
    case 8..<12:
      let keys: [KeySample.Key] = [
        .left, .right, .home, .end, .pageUp, .tab, .space, .return, .escape, .character("p"),
        .character("["), .character("]"), .character("."), .character("5"), .backspace,
      ]
      let key = keys.randomElement(using: &random) ?? .tab
      return .input(.key(KeySample(time: now, phase: .down, key: key)))
    case 12..<14: return .input(.key(KeySample(time: now, phase: .up, key: .space)))
    case 14..<17:
      let notches = Double(Int.random(in: -2...2, using: &random))
      return .input(.wheel(WheelSample(time: now, location: place, delta: Vector(0, notches))))
    case 18..<24:
      let phase = WheelSample.Phase.allCases.randomElement(using: &random) ?? .changed
      let way = phase == .began || phase == .ended ? 0 : Double.random(in: -40...40, using: &random)
      return .input(
        .wheel(
          WheelSample(
            time: now, location: place, delta: Vector(way / 4, way), unit: .points, phase: phase,
            source: .finger)))
    case 17:
      let width = Double.random(in: 880...1600, using: &random)
      return .host(now, .size(Size(width, 800)))
    default:
      place += Vector(.random(in: -12...14, using: &random), .random(in: -6...6, using: &random))
      return pointer(.moved, now)
    }
  }

  private func pointer(
    _ phase: PointerSample.Phase, _ now: Instant, _ button: PointerSample.Button = .primary
  ) -> SessionEvent {
    .input(.pointer(PointerSample(time: now, phase: phase, location: place, button: button)))
  }
}
