internal import Feel
internal import Stage

/// The page that the window opens with: the slider, three ways to show a hold, and the carousel, all live at once.
struct Overview: Scene {
  static let id = "overview"
  static let title = Words.overview.title
  static let hint = Words.overview.hint
  static let parameters =
    ScrubberSettings().parameters + HoldControl.parameters(of: buttons)
    + CarouselSettings().parameters
    + ScrollPhysics.parameters
  static let code =
    ScrubberPart.code + HoldPart.code + HoldPart.shapeCode + CarouselPart.code
    + [.physics, "_ = carousel.setPhysics(physics, at: .zero)"]

  private static let buttons = [HoldControl.ring, .container, .level].map { control in
    var control = control
    control.leastCaptioned = Rows.captioned
    return control
  }

  var parts: PartList = [
    "slider": ScrubberPart(),
    "ring": buttons[0].part, "container": buttons[1].part, "level": buttons[2].part,
    "cards": CarouselPart(),
    "previous": ButtonPart(Words.previous, .order(Command("cards", -1))),
    "next": ButtonPart(Words.next, .order(Command("cards", 1))),
    "number": FieldPart(Words.cardField, command: "go-to", count: "carousel.count"),
    "go": ButtonPart(Words.go, .commit),
  ]
  var focus = Focus()
  private var rows = Rows(Rect(x: 0, y: 0, width: 1200, height: 732), growth: 1)
  private var pressDuration = 0.0

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    pressDuration = stage.parameters.settings(HoldSettings()).duration
    rows = Rows(frame, growth: stage.growth)
    let column = rows.column
    func put(_ name: String, _ frame: Rect) { parts[name].place(in: frame, stage, at: now) }
    put(
      "slider", Rect(x: column.minX, y: rows.slider, width: column.width, height: 44 * rows.growth))
    for (name, x) in zip(["ring", "container", "level"], holdCenters(on: stage)) {
      put(name, Rect(center: Vector(x, rows.hold), size: Size(rows.ring, rows.ring)))
    }
    let card = CarouselPart.cardHeight(in: rows.card, on: stage)
    let cards = Rect(x: frame.minX, y: rows.cards - card / 2, width: frame.width, height: card)
    put("cards", cards)
    let bar = CarouselPart.countY(below: cards, stage.growth)
    func put(_ name: String, x: Double, width: Double) {
      let frame = Rect(x: x, y: bar - rows.button / 2, width: width, height: rows.button)
      put(name, rows.hasButtons ? frame : .zero)
    }
    let gap = 56 * min(2, rows.growth)
    put("previous", x: column.midX - gap - 40, width: 40)
    put("next", x: column.midX + gap, width: 40)
    // On a narrow stage they follow what is beside them.
    let isNarrow = column.width < 480
    let number = isNarrow ? column.midX + 104 : column.maxX - 136
    put("number", x: number, width: isNarrow ? 56 : 72)
    let go = isNarrow ? 44.0 : 56
    put("go", x: isNarrow ? number + 60 : column.maxX - go, width: go)
  }

  /// Where the middles of the buttons to hold are: each in its third of the column, or, where that is narrow, with the same room between them.
  private func holdCenters(on stage: Stage) -> [Double] {
    let (column, third) = (rows.column, rows.column.width / 3)
    let wide = min(160 * stage.growth, HoldPart.widest(on: stage))
    let gap = (column.width - rows.ring - 2 * wide) / 3
    guard gap < 48 else { return [-third, 0, third].map { column.midX + $0 } }
    let first = column.minX + (gap + rows.ring) / 2
    let second = first + (rows.ring + wide) / 2 + gap
    return [first, second, second + wide + gap]
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {
    guard rows.hasHeadings else { return }
    let theme = canvas.theme
    for (y, title, hint) in [
      (rows.sliderHeading, ScrubScene.title, Words.sliderHeading),
      (rows.holdHeading, HoldScene.title, Words.holdHeading(for: pressDuration)),
      (rows.cardsHeading, CarouselScene.title, Words.cardsHeading),
    ] {
      let place = Vector(rows.column.minX, y)
      canvas.label(title, at: place, .strong.grown(rows.growth), theme.text)
      canvas.label(
        hint, at: place + Vector(Self.titleWidth * rows.growth, 0), .body.grown(rows.growth),
        theme.secondaryText)
    }
  }

  /// How wide the column of titles is, in points.
  private static let titleWidth = 96.0

  /// Where the three rows lie: the slider high, so that there is room below it to go fine.
  private struct Rows {
    let column: Rect
    /// How many times as large as designed everything is.
    let growth: Double
    /// Whether there is room for a line of words above each row.
    let hasHeadings: Bool
    /// Whether there is room below the cards for the buttons that move them.
    let hasButtons: Bool
    let sliderHeading, slider, holdHeading, hold, cardsHeading, cards: Double
    /// How high the ring, a card and a button are, in points.
    let ring, card, button: Double

    /// The stage's height in a small window, and in the smallest in which the rows have their headings, and the cards the buttons that move them, in points.
    private static let (small, least, buttoned) = (532.0, 420.0, 232.0)
    /// The height of the lowest stage on which the buttons to hold have captions, in points.
    static let captioned = 258.0

    init(_ frame: Rect, growth: Double) {
      self.growth = growth
      let width = min(960 * max(1, frame.width / 1200), frame.width - 96)
      column = Rect(
        x: frame.midX - width / 2, y: frame.minY, width: width, height: frame.height)
      // The rows stand as close as the smallest window needs; what is left over is shared out between them. Where a panel takes from that window, ring and cards become smaller.
      let height = frame.height / growth
      let spare = min(400, max(0, height - Self.small))
      let lack = min(1, max(0, (Self.small - height) / (Self.small - Self.least)))
      hasHeadings = height >= Self.least
      guard hasHeadings else {
        // Below that the controls without headings, then without captions and buttons, and the cards as high as is left; the last to give way is the room between them.
        let (buttonHeight, ringHeight) = (28.0, 56.0)
        let isButtoned = height >= Self.buttoned
        // How high the times above the slider are, the slider with them, and a caption.
        let (times, slider) = (31.0, 51.0)
        let caption = height >= Self.captioned ? 27.0 : 0
        let others = frame.height - slider - ringHeight - caption
        // Below high cards the bar and its words have more room than below low ones.
        func below(_ card: Double) -> Double {
          let card = Rect(x: 0, y: 0, width: 0, height: card)
          return isButtoned
            ? CarouselPart.countY(below: card, growth) - card.maxY + buttonHeight / 2 : 0
        }
        let isRoomy = others - below(CarouselPart.leastRoomy) - 40 >= CarouselPart.leastRoomy
        let rest = others - below(isRoomy ? CarouselPart.leastRoomy : 0)
        let most = isRoomy ? CarouselPart.cardHeight : CarouselPart.leastRoomy - 1
        let cardHeight = max(24, min(most, (rest - 40).rounded()))
        let gap = min(12, max(0, (rest - cardHeight) * 0.3))
        let top = frame.minY + gap * 2 / 3
        let middle = (top + slider + gap + ringHeight / 2).rounded()
        (hasButtons, button, ring, card) = (isButtoned, buttonHeight, ringHeight, cardHeight)
        self.slider = (top + times - 22).rounded()
        hold = middle
        cards = middle + ringHeight / 2 + caption + gap + cardHeight / 2
        (sliderHeading, holdHeading, cardsHeading) = (frame.minY, frame.minY, frame.minY)
        return
      }
      hasButtons = true
      // Where little is left over the cards are lower, so that the lines above have air.
      let tight = max(0, 1 - spare / 80)
      func row(_ least: Double, _ small: Double, _ air: Double, _ share: Double) -> Double {
        let small = small + air * tight
        return small + (least - small) * lack + share * spare
      }
      // What a stage has that is higher still lies around the rows; on an ordinary one, more of it is below them.
      let most = row(309, 350, 16, 0.68) + 158
      let shift = max(0, (height - most - row(16, 10, 4, 0.12)) / 2 - 27)
      func place(_ y: Double) -> Double { (frame.minY + growth * (y + shift)).rounded() }
      sliderHeading = place(row(16, 18, 4, 0.12))
      slider = place(row(40, 38, 10, 0.14))
      holdHeading = place(row(108, 100, 18, 0.32))
      hold = place(row(160, 154, 18, 0.38))
      cardsHeading = place(row(245, 234, 28, 0.62))
      cards = place(row(309, 350, 16, 0.68))
      ring = ((80 - 16 * lack) * growth).rounded()
      card = ((200 - 32 * tight - 80 * lack) * min(2, growth)).rounded()
      button = 32
    }
  }
}
