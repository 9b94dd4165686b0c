internal import Feel
internal import Stage
internal import TextLayout

/// The snapping carousel alone, with every order it takes.
struct CarouselScene: Scene {
  static let id = "carousel"
  static let title = "Carousel"
  static let hint =
    "Drag, flick or click the cards · wheel = one card · ← → Page Up, Page Down, Home, End"
  static let parameters = CarouselPart.parameters + PhysicsParameters.all
  static let code =
    CarouselPart.code + [.physics, "_ = carousel.setPhysics(physics, at: .zero)"]

  /// The orders' buttons: how many cards each goes on.
  private static let orders: [(label: String, name: String, command: Command)] = [
    ("First", "The first card", Command("go-to", 1)),
    ("−10", "Ten cards back", Command("cards", -10)),
    ("‹", "The card before", Command("cards", -1)), ("›", "The next card", Command("cards", 1)),
    ("+10", "Ten cards on", Command("cards", 10)), ("Last", "The last card", Command("last")),
  ]

  var parts: [any Part]
  var focus = Focus()

  init(_ stage: Stage) {
    parts = [CarouselPart()]
    parts += Self.orders.map { ButtonPart($0.label, named: $0.name, .order($0.command)) }
    parts += [
      FieldPart("Card", command: "go-to", count: "carousel.count"), ButtonPart("Go", .commit),
    ]
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    let cards = Rect(x: frame.minX, y: frame.midY - 140, width: frame.width, height: 200)
    parts[0].place(in: cards, stage, at: now)
    let y = cards.maxY + 72
    // Six buttons, a wider gap, the field and its button: 640 points, about the middle.
    var x = (frame.midX - 320).rounded()
    for index in 1...6 {
      parts[index].place(in: Rect(x: x, y: y, width: 72, height: 32), stage, at: now)
      x += 80
    }
    parts[7].place(in: Rect(x: x + 24, y: y, width: 72, height: 32), stage, at: now)
    parts[8].place(in: Rect(x: x + 104, y: y, width: 56, height: 32), stage, at: now)
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {}
}
