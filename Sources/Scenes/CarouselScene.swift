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

  var parts: PartList = [
    "cards": CarouselPart(),
    "first": ButtonPart("First", named: "The first card", .order(Command("go-to", 1))),
    "ten back": ButtonPart("−10", named: "Ten cards back", .order(Command("cards", -10))),
    "previous": ButtonPart("‹", named: "The card before", .order(Command("cards", -1))),
    "next": ButtonPart("›", named: "The next card", .order(Command("cards", 1))),
    "ten on": ButtonPart("+10", named: "Ten cards on", .order(Command("cards", 10))),
    "last": ButtonPart("Last", named: "The last card", .order(Command("last"))),
    "number": FieldPart("Card", command: "go-to", count: "carousel.count"),
    "go": ButtonPart("Go", .commit),
  ]
  var focus = Focus()

  init(_ stage: Stage) {
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    let cards = Rect(x: frame.minX, y: frame.midY - 140, width: frame.width, height: 200)
    parts["cards"].place(in: cards, stage, at: now)
    let y = cards.maxY + 72
    // Six buttons, a wider gap, the field and its button: 640 points, about the middle.
    var x = (frame.midX - 320).rounded()
    for name in ["first", "ten back", "previous", "next", "ten on", "last"] {
      parts[name].place(in: Rect(x: x, y: y, width: 72, height: 32), stage, at: now)
      x += 80
    }
    parts["number"].place(in: Rect(x: x + 24, y: y, width: 72, height: 32), stage, at: now)
    parts["go"].place(in: Rect(x: x + 104, y: y, width: 56, height: 32), stage, at: now)
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {}
}
