internal import Feel
internal import Raster
internal import Stage

/// A toggle button that sends a command and shows its state.
struct CheckPart: PushPart {
  let label: String
  let command: Command
  private(set) var isOn = false
  var push = PushButton(touchMargin: ContainerShape.touchMargin)

  init(_ label: String, _ command: Command) { (self.label, self.command) = (label, command) }

  mutating func handle(_ event: InputEvent) -> Response {
    switch event {
    case .pointer(let sample):
      if push.handle(sample) { return Response(command: command) }
    case .key(let sample) where [.space, .return].contains(sample.key):
      if sample.phase == .down, !sample.isRepeat { return Response(command: command) }
    case .cancel:
      push.cancel()
    case .key, .wheel:
      break
    }
    return Response()
  }

  mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    if command == self.command { isOn.toggle() }
    return []
  }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    [
      AccessibilityElement(
        .switch, id: "switch.\(label)", name: label, value: isOn ? Words.on : Words.off,
        states: isOn ? [.checked] : [], actions: Words.turned, frame: push.frame)
    ]
  }

  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    let frame = push.frame
    canvas.tone(of: push, at: now)
    let box = Rect(x: frame.minX + 10, y: frame.midY - 7, width: 14, height: 14)
    if isOn {
      canvas.fill(box, radius: 3, theme.accent)
      StageIcon.check.draw(at: box.center, size: 12, theme.onAccent, into: &canvas)
    } else {
      canvas.edge(box, radius: 3, width: 1.5, theme.edge)
    }
    canvas.label(
      label, at: Vector(box.maxX + 8, frame.midY), .body, theme.text,
      maximumWidth: frame.maxX - box.maxX - 12)
    if focus == .ring { canvas.focusRing(around: frame, radius: 9) }
  }
}
