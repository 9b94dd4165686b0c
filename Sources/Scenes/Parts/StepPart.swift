internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage

/// A step button on a shared background, whose icon the scene draws; with Shift, it steps ten times
/// as far.
struct StepPart: PushPart {
  let name: String
  let command: Command
  var push = PushButton(shape: .capsule, touchMargin: ContainerShape.touchMargin)

  init(_ name: String, _ command: Command) { (self.name, self.command) = (name, command) }

  mutating func handle(_ event: InputEvent) -> Response {
    switch event {
    case .pointer(let sample):
      if push.handle(sample) { return click(sample.modifiers) }
    case .key(let sample) where sample.phase == .down && [.space, .return].contains(sample.key):
      return click(sample.modifiers)
    case .cancel: push.cancel()
    case .key, .wheel: break
    }
    return Response()
  }

  private var isFar: Bool { command.name == "cards" }

  private func click(_ modifiers: Modifiers) -> Response {
    var command = command
    if isFar, modifiers.contains(.shift) { command.number = command.number.map { $0 * 10 } }
    return Response(command: command)
  }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let element = AccessibilityElement(
      .button, id: "button.\(name)", name: name, states: push.isHeld ? [.pressed] : [],
      actions: isFar ? Words.stepPressed : Words.pressed, frame: push.frame)
    return [element.announcing(nil)]
  }

  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    drawTone(into: &canvas, at: now)
    if focus == .ring {
      canvas.focusRing(around: push.frame.inset(by: 4), radius: push.frame.height / 2 - 4)
    }
  }
}

extension PushPart {
  /// Draws the hover light and the press on top of the background.
  fileprivate func drawTone(into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    let color = push.isPressed ? theme.pressed : theme.hover.opacity(push.light(at: now))
    let face = push.frame.inset(by: 4)
    canvas.fill(face, radius: face.height / 2, color)
  }
}

/// The number in such a row, drawn by the scene: click it to type another.
struct CountPart: PushPart {
  private var field: FieldPart

  init(_ field: FieldPart) { self.field = field }

  var push: PushButton {
    get { field.push }
    set { field.push = newValue }
  }
  var textField: TextField? {
    get { field.textField }
    set { field.textField = newValue }
  }
  var hold: Hold { field.hold }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    field.place(in: frame, stage, at: now)
  }
  mutating func handle(_ event: InputEvent) -> Response { field.handle(event) }
  func cursor(at location: Vector) -> Cursor? { field.cursor(at: location) }
  func accessibility(at now: Instant) -> [AccessibilityElement] { field.accessibility(at: now) }

  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    if focus == .none {
      drawTone(into: &canvas, at: now)
    } else {
      field.draw(into: &canvas, at: now, focus: focus)
    }
  }
}
