import Feel
import FeelTrace
import Lab
import Stage
import Testing
import TextLayout

/// A hand and a keyboard at a session: what a test does to it, at seconds of its time.
extension Session {
  mutating func key(
    _ key: KeySample.Key, _ modifiers: Modifiers = [], at seconds: Double? = nil
  ) {
    let time = seconds.map { Instant(seconds: $0) } ?? now
    handle(.input(.key(KeySample(time: time, phase: .down, key: key, modifiers: modifiers))))
  }

  mutating func pointer(
    _ phase: PointerSample.Phase, _ location: Vector, at seconds: Double,
    button: PointerSample.Button = .primary, modifiers: Modifiers = []
  ) {
    handle(
      .input(
        .pointer(
          PointerSample(
            time: Instant(seconds: seconds), phase: phase, location: location, button: button,
            modifiers: modifiers))))
  }

  /// A press and release at one place, a tenth of a second apart.
  mutating func click(_ location: Vector, at seconds: Double) {
    pointer(.down, location, at: seconds)
    pointer(.up, location, at: seconds + 0.1)
  }

  /// Where something that has a name in the tree is reached, in points.
  func place(of id: String) throws -> Vector {
    try #require(accessibility(at: now).all.first { $0.id == id }).frame.center
  }

  /// Chooses from the list behind the panel's second button.
  mutating func chooseMore(_ title: String, at seconds: Double) throws {
    click(try place(of: "parameters.more"), at: seconds)
    let item = try #require(
      accessibility(at: now).all.first { $0.role == .menuItem && $0.name == title })
    click(item.frame.center, at: seconds + 0.2)
  }

  /// Folds the laws of scrolling away in the open panel, so that the scene's own lines stand at its
  /// top.
  mutating func foldLaws() {
    var seen: Set<String> = []
    for parameter in ScrollPhysics.parameters where seen.insert(parameter.group).inserted {
      let all = accessibility(at: now).all
      guard let heading = all.first(where: { $0.id == "group.\(parameter.group)" }) else { return }
      click(heading.frame.center, at: now.seconds)
    }
  }

  /// Presses, moves evenly at 1 kHz, and leaves the pointer down; returns when that was, in
  /// seconds.
  mutating func drag(
    from start: Vector, by way: Vector, at seconds: Double, lasting duration: Double
  ) -> Double {
    pointer(.down, start, at: seconds)
    let steps = max(1, Int((duration * 1000).rounded()))
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      pointer(.moved, start + way * share, at: seconds + duration * share)
    }
    return seconds + duration
  }
}

extension Session {
  /// Feeds a script as a window does that draws `rate` frames a second, each 20 ms ahead of its
  /// time.
  mutating func play(_ script: [SessionEvent], drawnAt rate: Double, _ fonts: FontBook) {
    var frame = 0.0
    for event in script {
      while frame < event.time.seconds {
        advance(to: Instant(seconds: frame))
        _ = displayList(at: Instant(seconds: frame + 0.02), fonts: fonts)
        frame += 1 / rate
      }
      handle(event)
    }
  }
}

extension [StateField] {
  func value(_ name: String) -> StateValue? { first { $0.name == name }?.value }
}
