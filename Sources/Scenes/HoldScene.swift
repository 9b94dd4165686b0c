internal import Feel
internal import Stage
internal import TextLayout

/// Every way to show a hold, side by side, and one that cannot be pressed.
struct HoldScene: Scene {
  static let id = "long-press"
  static let title = "Hold"
  static let hint =
    "Hold a button until its ring is full · move off or press Esc to take it back · Space holds"
  static let parameters = HoldControl.parameters(of: buttons)
  static let code = HoldPart.code + HoldPart.shapeCode

  private static let buttons: [HoldControl] = [.ring, .outline, .container, .level, .disabled]

  var parts: [any Part] = Self.buttons.map(\.part)
  var focus = Focus()

  init(_ stage: Stage) {
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let center = stage.frame.center
    let pitch = min(260, (stage.frame.width - 64) / 3)
    for index in parts.indices {
      let row = index / 3
      let column = Double(index % 3) - (row == 0 ? 1 : 0.5)
      let place = center + Vector(column * pitch, row == 0 ? -80 : 80)
      parts[index].place(
        in: Rect(center: place, size: Size(80, row == 0 ? 80 : 56)), stage, at: now)
    }
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {}
}
