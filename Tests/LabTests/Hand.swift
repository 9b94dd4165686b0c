import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// A window with the program's own scenes, and queries about its current state.
extension Session {
  init(
    _ id: String, size: Size = Size(1200, 800), scale: Double = 1, theme: Theme.Name = .light,
    parameters: ParameterSet? = nil, stage: StagePlace? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let scene = try #require(Catalog.all.scene(id), sourceLocation: sourceLocation)
    self.init(
      catalog: .all, scene: scene, size: size, scale: scale, theme: theme, parameters: parameters,
      stage: stage)
  }

  /// A new session at a scene, after replaying this one's journal.
  mutating func replayed(at id: String) throws -> Session {
    var session = try Session(id)
    for event in takeJournal() { session.handle(event) }
    session.advance(to: now)
    return session
  }

  var elements: [AccessibilityElement] { accessibility(at: now).all }

  /// The element that has the keyboard.
  var focused: AccessibilityElement? { elements.first { $0.states.contains(.focused) } }

  func element(
    _ id: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> AccessibilityElement {
    try #require(elements.first { $0.id == id }, "\(id)", sourceLocation: sourceLocation)
  }

  func frame(of id: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Rect {
    try element(id, sourceLocation: sourceLocation).frame
  }

  /// The centre of an accessibility element, in points.
  func place(of id: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Vector {
    try frame(of: id, sourceLocation: sourceLocation).center
  }

  /// The value of an accessibility element; nil if there is none.
  func value(of id: String) -> String? { elements.first { $0.id == id }?.value }

  /// The items of the open menu.
  var menuItems: [AccessibilityElement] { elements.filter { $0.role == .menuItem } }

  /// A numeric field of the state; NaN if it has no such field.
  func number(_ name: String) -> Double {
    if case .number(let value)? = state.value(name) { value } else { .nan }
  }

  /// The text that the session asked to copy first.
  mutating func copied(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let texts = takeRequests().compactMap { request -> String? in
      if case .copy(let text) = request { text } else { nil }
    }
    return try #require(texts.first, sourceLocation: sourceLocation)
  }

  func drawn(_ fonts: FontBook) -> DisplayList { displayList(at: now, fonts: fonts) }

  /// How many times words are drawn.
  func count(_ words: String, _ fonts: FontBook, _ style: TextStyle = .small) -> Int {
    drawn(fonts).places(of: words, style, fonts).count
  }
}

/// What a hand and a keyboard drive; times are seconds of its clock, now unless given.
protocol Driven {
  var now: Instant { get }
  mutating func handle(_ event: SessionEvent)
}

extension Session: Driven {}

extension HandOffWatch: Driven {
  var now: Instant { session.now }
}

extension Driven {
  private func instant(_ seconds: Double?) -> Instant {
    seconds.map { Instant(seconds: $0) } ?? now
  }

  mutating func change(_ change: SessionChange, at seconds: Double? = nil) {
    handle(.change(instant(seconds), change))
  }

  mutating func tell(_ fact: HostFact, at seconds: Double? = nil) {
    handle(.host(instant(seconds), fact))
  }

  mutating func key(
    _ key: KeySample.Key, _ modifiers: Modifiers = [], phase: KeySample.Phase = .down,
    isRepeat: Bool = false, at seconds: Double? = nil
  ) {
    handle(
      .input(
        .key(
          KeySample(
            time: instant(seconds), phase: phase, key: key, isRepeat: isRepeat,
            modifiers: modifiers))))
  }

  mutating func keys(_ keys: KeySample.Key..., at seconds: Double? = nil) {
    for key in keys { self.key(key, at: seconds) }
  }

  mutating func pointer(
    _ phase: PointerSample.Phase, _ location: Vector, at seconds: Double? = nil,
    button: PointerSample.Button = .primary, modifiers: Modifiers = []
  ) {
    handle(
      .input(
        .pointer(
          PointerSample(
            time: instant(seconds), phase: phase, location: location, button: button,
            modifiers: modifiers))))
  }

  mutating func wheel(
    _ delta: Vector, over location: Vector, at seconds: Double? = nil,
    unit: WheelSample.Unit = .notches, _ modifiers: Modifiers = []
  ) {
    handle(
      .input(
        .wheel(
          WheelSample(
            time: instant(seconds), location: location, delta: delta, unit: unit,
            modifiers: modifiers))))
  }

  mutating func cancel(_ reason: CancelSample.Reason, at seconds: Double? = nil) {
    handle(.input(.cancel(CancelSample(time: instant(seconds), reason: reason))))
  }
}

/// The gestures of a hand.
extension Session {
  /// A press and release in one place, 0.1 s apart.
  mutating func click(
    _ location: Vector, at seconds: Double, button: PointerSample.Button = .primary,
    modifiers: Modifiers = []
  ) {
    pointer(.down, location, at: seconds, button: button, modifiers: modifiers)
    pointer(.up, location, at: seconds + 0.1, button: button, modifiers: modifiers)
  }

  mutating func type(_ text: String, at seconds: Double? = nil) {
    for character in text { key(character == " " ? .space : .character(character), at: seconds) }
  }

  /// Chooses an item of the open menu.
  mutating func choose(
    _ title: String, at seconds: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let item = try #require(
      menuItems.first { $0.name == title }, "\(title)", sourceLocation: sourceLocation)
    click(item.frame.center, at: seconds)
  }

  /// Chooses an item of the menu behind the panel's second button.
  mutating func chooseMore(_ title: String, at seconds: Double) throws {
    click(try place(of: "parameters.more"), at: seconds)
    try choose(title, at: seconds + 0.2)
  }

  /// Folds the scroll laws in the open panel, so that the scene's own lines are at its top.
  mutating func foldLaws() {
    var seen: Set<String> = []
    for parameter in ScrollPhysics.parameters where seen.insert(parameter.group).inserted {
      let id = "group.\(parameter.group)"
      guard let heading = elements.first(where: { $0.id == id }) else { return }
      click(heading.frame.center, at: now.seconds)
    }
  }

  /// Presses, moves evenly at 1 kHz, and leaves the pointer down; returns the time of the last
  /// sample, in seconds.
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

  /// The same drag, followed by a release and by time up to `rest`, in seconds.
  @discardableResult
  mutating func flick(
    from start: Vector, by way: Vector, at seconds: Double, lasting duration: Double,
    until rest: Double? = nil
  ) -> Double {
    let end = drag(from: start, by: way, at: seconds, lasting: duration)
    pointer(.up, start + way, at: end)
    if let rest { advance(to: Instant(seconds: rest)) }
    return end
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
