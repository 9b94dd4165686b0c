internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The snapping carousel alone, with all its commands.
struct CarouselScene: Scene {
  static let id = "carousel"
  static var title: String { Words.carousel.title }
  static var hint: String { Words.carousel.hint }
  static let parameters = CarouselSettings().parameters + ScrollPhysics.parameters
  static let code =
    CarouselPart.code + [.physics, "_ = carousel.setPhysics(physics, at: .zero)"]

  var parts: PartList = [
    "cards": CarouselPart(hasPapers: true),
    "first": StepPart(Words.first, Command("go-to", 1)),
    "previous": StepPart(Words.previous, Command("cards", -1)),
    "number": CountPart(FieldPart(Words.cardField, command: "go-to", count: "carousel.count")),
    "next": StepPart(Words.next, Command("cards", 1)),
    "last": StepPart(Words.last, Command("last")),
  ]
  var focus = Focus()
  /// The background of the step buttons and the number.
  private var pill = Rect.zero

  static func drawTile(
    of control: String, restingAt position: Double, _ parameters: ParameterSet, in tile: Rect,
    into canvas: inout Canvas
  ) -> Bool {
    CarouselPart.drawTile(
      of: control, restingAt: position, parameters, in: tile, into: &canvas)
  }

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    let (frame, growth) = (stage.frame, min(1.5, stage.growth))
    // The cards shrink first, then the pill is dropped, then the dial.
    let hasPill = frame.height >= 264 && !stage.isAlone
    // On a low, wide stage they get more, as what is below them does not grow.
    let share = min(0.73, max(0.65, frame.width / frame.height / 3))
    // Leave room for another set's deck above them, unless that would make them lower than 200.
    let roomy = max(min(share * frame.height, frame.height - 144), min(200, frame.height - 118))
    let low = frame.height - (frame.height < 150 ? 24 : 62 + min(12, max(0, frame.height - 182)))
    let settings = stage.parameters.settings(CarouselSettings())
    let fills = settings.size == .fill
    let spared = fills ? frame.height - 104 - min(42, max(0, frame.height - 300)) : roomy
    let alone = frame.height - 120 * growth
    let most = stage.isAlone ? alone : hasPill ? spared : low
    let card = CarouselPart.cardHeight(in: max(24, most), on: stage).rounded()
    // The amount of spare room, 0…1, and the height of what is below the cards.
    let air = hasPill ? min(1, max(0, (frame.height - card - 142) / 60)) : 0
    let pillHeight = hasPill ? ((32 + 8 * air) * growth).rounded() : 0
    let pillTop = hasPill ? ((46 + 34 * air) * growth).rounded() : 0
    let below = hasPill ? pillTop + pillHeight : 46
    // Divide the spare room above and below; the less there is, the more goes above, where another
    // set's deck shows.
    let spare = frame.height - card - below
    let beside = hasPill ? min(spare - 12, max(58 * air, 54, spare / 2 - 4 * air)) : spare
    let above = stage.isAlone ? (frame.height - card) / 2 : beside
    let top = frame.minY + max(8, above).rounded()
    let cards = Rect(x: frame.minX, y: top, width: frame.width, height: card)
    parts["cards"].place(in: cards, stage, at: now)
    // Wide enough for twice the number of the last card.
    let digits = Double(max(3, "\(settings.count)".count))
    let size = Size(((193 + 17 * digits) * growth).rounded(), pillHeight)
    pill =
      hasPill
      ? Rect(
        origin: Vector((frame.midX - size.width / 2).rounded(), cards.maxY + pillTop), size: size)
      : .zero
    let step = (36 * growth).rounded()
    var x = pill.minX + 6
    for name in ["first", "previous", "number", "next", "last"] {
      let width = name == "number" ? pill.width - 12 - 4 * step : step
      let place = Rect(x: x, y: pill.minY, width: width, height: pill.height)
      parts[name].place(
        in: hasPill ? (name == "number" ? place.inset(by: 4) : place) : .zero, stage, at: now)
      x += width
    }
  }

  /// The icons of the steps, in a 20-point box.
  private static let signs = [
    ("first", "M13.4 6.2L9.8 10l3.6 3.8M6.4 5.6v8.8"), ("previous", "M11.8 6.2L8.2 10l3.6 3.8"),
    ("next", "M8.2 6.2l3.6 3.8-3.6 3.8"), ("last", "M6.6 6.2l3.6 3.8-3.6 3.8M13.6 5.6v8.8"),
  ].map { ($0, Path($1)) }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {
    guard !pill.isEmpty, let carousel = (parts["cards"] as? CarouselPart)?.carousel else { return }
    let theme = canvas.theme
    canvas.slab(
      pill, radius: pill.height / 2, .chip,
      .solid(theme.name == .dark ? theme.raised : theme.card))
    let (shown, count) = (carousel.shownCard(at: now), carousel.layout.count)
    for (name, sign) in Self.signs {
      let box = parts[name].hitBox
      let isLast = ["first", "previous"].contains(name) ? shown == 0 : shown == count - 1
      let scale = box.width / 36
      let corner = box.center - Vector(10, 10) * scale
      canvas.draw(
        .stroke(
          sign.transformed(by: .scale(scale).then(.translation(corner))),
          Stroke(width: 1.6 * scale, join: .round, cap: .round),
          .solid(isLast ? theme.disabledText : theme.text)))
    }
    guard focus.part != "number" else { return }
    let (number, rest) = (Words.number(shown + 1), Words.ofCards(count))
    let scale = parts["first"].hitBox.width / 36
    let (title, body) = (TextStyle.title.grown(scale), TextStyle.body.grown(scale))
    let width = canvas.fonts.layout(number, title).width
    let gap = 8 * scale
    let all = width + gap + canvas.fonts.layout(rest, body).width
    let place = Vector(pill.midX - all / 2, pill.midY)
    canvas.label(number, at: place, title, theme.text)
    canvas.label(rest, at: place + Vector(width + gap, 0), body, theme.secondaryText)
  }
}
