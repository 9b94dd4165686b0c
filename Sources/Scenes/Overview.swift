internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// The page that the window opens with: the slider, three ways to show a hold, and the carousel, all live at once.
struct Overview: Scene {
  static let id = "overview"
  static let title = "Overview"
  static let hint =
    "Drag the bar, up or down to go finer · hold a button · flick the cards · F1 keys"
  static let parameters =
    ScrubberPart.parameters + HoldControl.parameters(of: buttons) + CarouselPart.parameters
    + PhysicsParameters.all
  static let code =
    ScrubberPart.code + HoldPart.code + HoldPart.shapeCode + CarouselPart.code
    + [.physics, "_ = carousel.setPhysics(physics, at: .zero)"]

  private static let buttons: [HoldControl] = [.ring, .container, .level]

  var parts: PartList = [
    "slider": ScrubberPart(),
    "ring": HoldControl.ring.part, "container": HoldControl.container.part,
    "level": HoldControl.level.part,
    "cards": CarouselPart(),
    "previous": ButtonPart("‹", named: "The card before", .order(Command("cards", -1))),
    "next": ButtonPart("›", named: "The next card", .order(Command("cards", 1))),
    "number": FieldPart("Card", command: "go-to", count: "carousel.count"),
    "go": ButtonPart("Go", .commit),
  ]
  var focus = Focus()
  private var rows = Rows(Rect(x: 0, y: 0, width: 1200, height: 732), growth: 1)
  private var pressDuration = 0.0

  init(_ stage: Stage) {
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    pressDuration = stage.parameters.number("hold.duration")
    rows = Rows(frame, growth: stage.growth)
    let column = rows.column
    func put(_ name: String, _ frame: Rect) {
      parts[name].place(in: frame, stage, at: now)
    }
    put(
      "slider", Rect(x: column.minX, y: rows.slider, width: column.width, height: 44 * rows.growth))
    let third = column.width / 3
    for (name, x) in [("ring", -third), ("container", 0), ("level", third)] {
      let center = Vector(column.midX + x, rows.hold)
      put(name, Rect(center: center, size: Size(rows.ring, rows.ring)))
    }
    let cards = Rect(
      x: frame.minX, y: rows.cards - rows.card / 2, width: frame.width, height: rows.card)
    put("cards", cards)
    let bar = CarouselPart.countY(below: cards) - (rows.hasHeadings ? 0 : 2)
    func put(_ name: String, x: Double, width: Double) {
      put(name, Rect(x: x, y: bar - rows.button / 2, width: width, height: rows.button))
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

  func drawBehind(into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    for (y, title, hint) in words {
      let place = Vector(rows.column.minX, y)
      canvas.label(title, at: place, .strong.grown(rows.growth), theme.text)
      canvas.label(
        hint, at: place + Vector(Self.titleWidth * rows.growth, 0), .body.grown(rows.growth),
        theme.secondaryText)
    }
  }

  /// How wide the column of titles is, and about how wide the sentences beside them are, in points.
  private static let (titleWidth, sentenceWidth) = (132.0, 380.0)

  var headings: [Rect] {
    words.map { y, _, _ in
      Rect(
        x: rows.column.minX, y: y - 10 * rows.growth,
        width: (Self.titleWidth + Self.sentenceWidth) * rows.growth, height: 20 * rows.growth)
    }
  }

  /// What stands above each row, where there is room for it: at which height, its title, and what to do.
  private var words: [(y: Double, title: String, hint: String)] {
    guard rows.hasHeadings else { return [] }
    return [
      (
        rows.sliderHeading, "Progress slider", "Drag it from anywhere. Move up or down to go finer."
      ),
      (
        rows.holdHeading, "Hold to confirm",
        "Hold for \(Self.seconds(pressDuration)). A tap does nothing."
      ),
      (
        rows.cardsHeading, "Carousel", "Drag, flick or scroll. One card always lands in the middle."
      ),
    ]
  }

  /// A number of seconds in a sentence: two seconds, 2.5 seconds.
  private static func seconds(_ number: Double) -> String {
    switch number {
    case 1: "one second"
    case 2: "two seconds"
    default: "\(ParameterValue.number(number).text) seconds"
    }
  }

  /// Where the three rows lie: the slider high, so that there is room below it to go fine.
  private struct Rows {
    let column: Rect
    /// How many times as large as designed everything is.
    let growth: Double
    /// Whether there is room for a line of words above each row.
    let hasHeadings: Bool
    let sliderHeading, slider, holdHeading, hold, cardsHeading, cards: Double
    /// How high the ring, a card and a button are, in points.
    let ring, card, button: Double

    /// The stage's height in a small window, in the smallest in which the rows have their headings, and in one in which they have room for captions, in points.
    private static let (small, least, captioned) = (532.0, 356.0, 232.0)

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
        // Below that the controls alone, as close as they can stand.
        (sliderHeading, holdHeading, cardsHeading) = (frame.minY, frame.minY, frame.minY)
        ring = 56
        guard height >= Self.captioned else {
          (slider, hold, button) = (frame.minY + 9, frame.minY + 84, 28)
          card = max(24, min(47, (frame.height - 156).rounded()))
          cards = frame.minY + 115 + card / 2
          return
        }
        (slider, hold, button) = (frame.minY + 14, frame.minY + 94, 32)
        card = max(24, min(84, (frame.height - 208).rounded()))
        cards = frame.minY + 152 + card / 2
        return
      }
      // Where little is left over the cards are lower, so that the lines above have air.
      let tight = max(0, 1 - spare / 80)
      func row(_ least: Double, _ small: Double, _ air: Double, _ share: Double) -> Double {
        let small = small + air * tight
        return small + (least - small) * lack + share * spare
      }
      // What a stage has that is higher still lies around the rows; on an ordinary one, more of it is below them.
      let most = row(250, 350, 16, 0.68) + 158
      let shift = max(0, (height - most - row(2, 10, 4, 0.12)) / 2 - 27)
      func place(_ y: Double) -> Double { (frame.minY + growth * (y + shift)).rounded() }
      sliderHeading = place(row(10, 18, 4, 0.12))
      slider = place(row(30, 38, 10, 0.14))
      holdHeading = place(row(86, 100, 18, 0.32))
      hold = place(row(130, 154, 18, 0.38))
      cardsHeading = place(row(198, 234, 28, 0.62))
      cards = place(row(250, 350, 16, 0.68))
      ring = ((80 - 16 * lack) * growth).rounded()
      card = ((200 - 32 * tight - 84 * lack) * min(2, growth)).rounded()
      button = 32
    }
  }
}
