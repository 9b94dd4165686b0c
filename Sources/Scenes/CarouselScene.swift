internal import Feel
internal import Stage

/// The snapping carousel alone, with every order it takes.
struct CarouselScene: Scene {
  static let id = "carousel"
  static let title = Words.carousel.title
  static let hint = Words.carousel.hint
  static let parameters = CarouselSettings().parameters + ScrollPhysics.parameters
  static let code =
    CarouselPart.code + [.physics, "_ = carousel.setPhysics(physics, at: .zero)"]

  var parts: PartList = [
    "cards": CarouselPart(),
    "first": ButtonPart(Words.first, .order(Command("go-to", 1))),
    "ten back": ButtonPart(Words.tenBack, .order(Command("cards", -10))),
    "previous": ButtonPart(Words.previous, .order(Command("cards", -1))),
    "next": ButtonPart(Words.next, .order(Command("cards", 1))),
    "ten on": ButtonPart(Words.tenOn, .order(Command("cards", 10))),
    "last": ButtonPart(Words.last, .order(Command("last"))),
    "number": FieldPart(Words.cardField, command: "go-to", count: "carousel.count"),
    "go": ButtonPart(Words.go, .commit),
  ]
  var focus = Focus()

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    // Where a panel leaves a low stage, the cards are lower, and the row of buttons is closer to them.
    let isLow = frame.height < 240
    let (gap, row) = isLow ? (56.0, 28.0) : (46 + 26 * stage.growth, 32)
    let room = max(24, frame.height - gap - row - (isLow ? 20 : 24))
    let card = CarouselPart.cardHeight(in: room, on: stage)
    let spare = max(0, frame.height - card - gap - row)
    let top = (frame.midY - (card + gap + row) / 2 + max(0, min(12, spare / 4, spare / 2 - 10)))
      .rounded()
    let cards = Rect(x: frame.minX, y: top, width: frame.width, height: card)
    parts["cards"].place(in: cards, stage, at: now)
    let y = cards.maxY + gap
    // Six buttons about the middle, then a wider gap, the field and its button; on a narrow stage all of them about the middle.
    let width = min(72, max(36, ((frame.width - 32 - 208) / 6).rounded(.down)))
    let (buttons, others) = (6 * width + 40, 168.0)
    let isCentred = buttons / 2 + others <= frame.width / 2 - 16
    var x = (frame.midX - (isCentred ? buttons : buttons + others) / 2).rounded()
    for name in ["first", "ten back", "previous", "next", "ten on", "last"] {
      parts[name].place(in: Rect(x: x, y: y, width: width, height: row), stage, at: now)
      x += width + 8
    }
    parts["number"].place(in: Rect(x: x + 24, y: y, width: 72, height: row), stage, at: now)
    parts["go"].place(in: Rect(x: x + 104, y: y, width: 56, height: row), stage, at: now)
  }
}
