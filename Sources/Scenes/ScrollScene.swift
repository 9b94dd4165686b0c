internal import Feel
internal import Stage
internal import TextLayout

/// The rubber-band scroll view alone, with its read-outs, the table of its flings and orders.
struct ScrollScene: Scene {
  static let id = "scroll-view"
  static let title = "Scroll"
  static let hint =
    "Drag or flick the list, past its ends too · wheel · Page Up, Page Down, Home, End"
  static let parameters = ScrollPart.parameters + PhysicsParameters.all
  static let code = ScrollPart.code + [.physics, "_ = view.setPhysics(physics, at: .zero)"]

  /// The orders' buttons, two in a row; the flick is the same each time, to compare one feel with another.
  private static let orders: [(label: String, command: Command)] = [
    ("Copy CSV", Command("copy-csv")), ("Save CSV", Command("save-csv")),
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
    let column = ScrollPart.columnWidth
    let width = min(420, frame.width - column - 80)
    let list = Rect(
      x: (frame.midX - (width + 32 + column) / 2).rounded(), y: frame.minY + 24, width: width,
      height: frame.height - 48)
    parts[0].place(in: list, stage, at: now)
    let button = Size((column - 8) / 2, 32)
    for index in Self.orders.indices {
      let (row, side) = (Double(index / 2), Double(index % 2))
      parts[index + 1].place(
        in: Rect(
          x: list.maxX + 32 + side * (button.width + 8), y: list.maxY - 112 + row * 40,
          width: button.width, height: button.height), stage, at: now)
    }
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {}
}
