internal import Feel
internal import FeelTrace
internal import Stage
internal import TextLayout

/// A field for a number that becomes a command on Return or a click of the button in it.
struct FieldPart: PushPart {
  let label: String
  private(set) var field: TextField
  var push = PushButton(touchMargin: ContainerShape.touchMargin)

  private var room = Rect.zero
  private let range: @Sendable (Stage) -> ClosedRange<Double>

  /// A field for a number from 1 up to a parameter's value.
  init(_ label: String, command: String, count key: String) {
    self.label = label
    range = { 1...max(1, $0.parameters.number(key)) }
    field = TextField(command: command, range: 1...1)
  }

  /// A field for any number in a range that depends on the stage.
  init(
    _ label: String, command: String, in range: @escaping @Sendable (Stage) -> ClosedRange<Double>
  ) {
    (self.label, self.range) = (label, range)
    field = TextField(command: command, range: 0...0, isWhole: false)
  }

  var textField: TextField? {
    get { field }
    set { if let newValue { field = newValue } }
  }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    push.place(in: frame, at: now)
    room = stage.frame
    field.range = range(stage)
  }

  mutating func handle(_ event: InputEvent) -> Response {
    switch event {
    case .pointer(let sample): _ = push.handle(sample)
    case .cancel: push.cancel()
    case .key, .wheel: break
    }
    return Response()
  }

  // A press moves the caret; there is nothing to abandon.
  var hold: Hold { .none }
  func cursor(at location: Vector) -> Cursor? { push.isHit(at: location, by: .mouse) ? .text : nil }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let element = AccessibilityElement(
      .textField, id: "field.\(label)", name: label, value: field.message ?? field.text,
      in: field.range,
      states: field.message == nil ? [] : [.invalid],
      actions: Words.typed, frame: push.frame)
    return [element.announcing(element.value.isEmpty ? nil : element.spoken)]
  }

  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    let frame = push.frame
    canvas.tone(of: push, at: now)
    // An error is only shown while focused.
    let message = focus == .none ? nil : field.message
    if focus != .none {
      canvas.edge(frame, radius: 9, width: 2, message == nil ? theme.accent : theme.danger)
    }
    let inside = frame.inset(by: TextField.margin, 0)
    if field.text.isEmpty && focus == .none {
      canvas.label(
        label, at: Vector(inside.minX, frame.midY), .body, theme.secondaryText,
        maximumWidth: inside.width)
    } else {
      canvas.line(field.line, in: inside, hasKeyboard: focus != .none)
    }
    if let message {
      // Above the field if the stage ends below it; text never extends past the stage on the right.
      let y = frame.maxY + 24 <= room.maxY ? frame.maxY + 14 : frame.minY - 14
      let width = canvas.fonts.layout(message, .caption).width
      let x = min(frame.minX, room.maxX - 8 - width)
      canvas.label(message, at: Vector(x, y), .caption, theme.danger)
    }
  }
}
