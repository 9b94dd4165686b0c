internal import Feel
internal import Stage
internal import TextLayout

/// The rubber-band scroll view alone, with its read-outs and orders.
struct ScrollScene: Scene {
  static let id = "scroll-view"
  static let title = "Scroll"
  static let hint =
    "Drag or flick the list, past its ends too · wheel · Page Up, Page Down, Home, End"
  static let parameters = ScrollPart.parameters + PhysicsParameters.all
  static let code = ScrollPart.code + PhysicsParameters.code(for: "view")

  /// The orders' buttons; the flick is the same each time, to compare one feel with another.
  private static let orders: [(label: String, command: Command)] = [
    ("To top", Command("scroll-to", 0)), ("To 2500", Command("scroll-to", 2500)),
    ("To end", Command("scroll-to", 1e9)), ("Flick 2000 pt/s", Command("flick", 2000)),
  ]

  var parts: [any Part]
  var focus = Focus()

  init(_ stage: Stage) {
    parts = [ScrollPart()] + Self.orders.map { ButtonPart($0.label, .order($0.command)) }
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    let width = min(420, frame.width - 320)
    let list = Rect(
      x: (frame.midX - (width + 232) / 2).rounded(), y: frame.minY + 24, width: width,
      height: frame.height - 48)
    parts[0].place(in: list, stage, at: now)
    for index in 1...4 {
      parts[index].place(
        in: Rect(
          x: list.maxX + 32, y: list.maxY - 160 + Double(index - 1) * 40, width: 200, height: 32),
        stage, at: now)
    }
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {}
}
