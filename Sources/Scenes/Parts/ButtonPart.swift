internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage

/// A part that is pressed and released, whose look time alone changes only by its light.
protocol PushPart: Part {
  var push: PushButton { get set }
}

extension PushPart {
  var hitBox: Rect { push.frame }
  func isHit(at location: Vector, by device: PointerSample.Device) -> Bool {
    push.isHit(at: location, by: device)
  }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    push.place(in: frame, at: now)
  }

  // Time alone changes only its light.
  mutating func advance(to now: Instant) -> [Effect] { [] }
  var deadline: Instant? { nil }
  func state(at now: Instant) -> [StateField] { [] }
  var hold: Hold { push.isHeld ? .pressed : .none }
  func isMoving(at now: Instant) -> Bool { push.isMoving(at: now) }

  func cursor(at location: Vector) -> Cursor? {
    push.isHit(at: location, by: .mouse) ? .arrow : nil
  }
}

/// A button that sends a command to the scene's parts.
struct ButtonPart: PushPart {
  enum Action: Hashable, Sendable {
    /// Sends a command to the parts.
    case order(Command)
    /// Commits the scene's text field.
    case commit
  }

  let label: String
  /// Its name where the label is not visible.
  let name: String
  let action: Action
  /// Whether it lies over a film if content is rich.
  let isOverFilm: Bool
  var push = PushButton(touchMargin: ContainerShape.touchMargin)

  init(
    _ words: (label: String, name: String), _ action: Action, isOverFilm: Bool = false
  ) {
    (label, name, self.action) = (words.label, words.name, action)
    self.isOverFilm = isOverFilm
  }

  init(_ label: String, _ action: Action) { self.init((label, label), action) }

  mutating func handle(_ event: InputEvent) -> Response {
    switch event {
    case .pointer(let sample):
      if push.handle(sample) { return click(at: sample.time) }
    case .key(let sample) where sample.phase == .down && [.space, .return].contains(sample.key):
      return click(at: sample.time)
    case .cancel: push.cancel()
    case .key, .wheel: break
    }
    return Response()
  }

  private func click(at now: Instant) -> Response {
    switch action {
    case .order(let command): Response(command: command)
    case .commit: Response([Effect(time: now, control: label, name: Effect.commit)])
    }
  }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let element = AccessibilityElement(
      .button, id: "button.\(name)", name: name, states: push.isHeld ? [.pressed] : [],
      actions: Words.pressed, frame: push.frame)
    return [element.announcing(nil)]
  }

  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    canvas.tone(of: push, at: now, isOverFilm: isOverFilm && canvas.content == .rich)
    canvas.label(label, at: push.frame.center, .body, canvas.theme.text, align: .center)
    if focus == .ring { canvas.focusRing(around: push.frame, radius: 9) }
  }
}

extension Canvas {
  /// Draws the background of a button: a tone, with a slab over a film and an edge in the contrast
  /// theme.
  mutating func tone(of push: PushButton, at now: Instant, isOverFilm: Bool = false) {
    let frame = push.frame
    if isOverFilm { slab(frame, radius: 9, .chip) }
    let light = push.light(at: now)
    fill(
      frame, radius: 9,
      push.isPressed ? theme.pressed : theme.restTone.mixed(with: theme.hover, light))
    if theme.name == .contrast { edge(frame, radius: 9, theme.edge) }
  }
}
