internal import Feel
internal import Lab
internal import TextLayout

/// Every way to show a hold, side by side, and one that cannot be pressed.
struct HoldScene: Scene {
  static let id = "long-press"
  static let title = "Hold"
  static let hint =
    "Hold a button until its ring is full · move off or press Esc to take it back · Space holds"
  static let parameters = HoldPart.parameters
  static let code = HoldPart.code

  private static let sizes = [
    Size(80, 80), Size(160, 56), Size(176, 44), Size(160, 56), Size(160, 56),
  ]

  var parts: [any Part] = [
    HoldPart("hold.circle", label: "Delete", caption: "A ring", .circle),
    HoldPart("hold.outline", label: "Erase all", caption: "Its own outline", .roundedRect),
    HoldPart("hold.container", label: "Empty the bin", caption: "Its container's", .capsule),
    HoldPart("hold.custom", label: "Send now", caption: "Whatever you draw", .fill),
    HoldPart(
      "hold.disabled", label: "Format disk", caption: "Cannot be pressed", .roundedRect,
      isEnabled: false),
  ]
  var focus = Focus()

  init(_ stage: Stage) {
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let center = stage.frame.center
    let pitch = min(260, (stage.frame.width - 64) / 3)
    for (index, size) in Self.sizes.enumerated() {
      let row = index / 3
      let column = Double(index % 3) - (row == 0 ? 1 : 0.5)
      let place = center + Vector(column * pitch, row == 0 ? -80 : 80)
      parts[index].place(in: Rect(center: place, size: size), stage, at: now)
    }
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {}
}
