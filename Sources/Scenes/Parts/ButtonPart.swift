internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage

/// A part that is pressed and let go, of which time alone changes no more than its light.
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

  // Time alone changes no more than its light.
  mutating func advance(to now: Instant) -> [Effect] { [] }
  var deadline: Instant? { nil }
  func state(at now: Instant) -> [StateField] { [] }
  var hold: Hold { push.isHeld ? .pressed : .none }
  func isMoving(at now: Instant) -> Bool { push.isMoving(at: now) }

  func cursor(at location: Vector) -> Cursor? {
    push.isHit(at: location, by: .mouse) ? .arrow : nil
  }
}

/// A button that orders the scene's other parts to do something.
struct ButtonPart: PushPart {
  enum Action: Hashable, Sendable {
    /// Gives the parts an order.
    case order(Command)
    /// Commits what stands in the scene's text field.
    case commit
  }

  let label: String
  /// What it is called where its label cannot be seen.
  let name: String
  let action: Action
  var push = PushButton(touchMargin: ContainerShape.touchMargin)

  init(_ words: (label: String, name: String), _ action: Action) {
    (label, name, self.action) = (words.label, words.name, action)
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
    let theme = canvas.theme
    let lit = theme.surface.mixed(with: theme.hover, push.light(at: now))
    canvas.fill(push.frame, radius: 8, push.isPressed ? theme.pressed : lit)
    canvas.edge(push.frame, radius: 8, theme.controlBorder)
    canvas.label(label, at: push.frame.center, .body, theme.text, align: .center)
    if focus == .ring { canvas.focusRing(around: push.frame, radius: 8) }
  }
}
