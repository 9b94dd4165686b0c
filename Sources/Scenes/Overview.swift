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
  private var frame = Rect.zero
  private var pressDuration = 0.0

  init(_ stage: Stage) {
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    frame = stage.frame
    pressDuration = stage.parameters.number("hold.duration")
    let rows = Rows(frame)
    let column = rows.column
    func put(_ name: String, _ frame: Rect) {
      parts[name].place(in: frame, stage, at: now)
    }
    put("slider", Rect(x: column.minX, y: rows.slider, width: column.width, height: 44))
    let third = column.width / 3
    for (name, x) in [("ring", -third), ("container", 0), ("level", third)] {
      let center = Vector(column.midX + x, rows.hold)
      put(name, Rect(center: center, size: Size(rows.ring, rows.ring)))
    }
    let cards = Rect(
      x: frame.minX, y: rows.cards - rows.card / 2, width: frame.width, height: rows.card)
    put("cards", cards)
    let bar = cards.maxY + (rows.hasHeadings ? 42 : 40)
    put("previous", Rect(x: column.midX - 96, y: bar - 16, width: 40, height: 32))
    put("next", Rect(x: column.midX + 56, y: bar - 16, width: 40, height: 32))
    // On a narrow stage they follow what is beside them.
    let isNarrow = column.width < 480
    let number = isNarrow ? column.midX + 104 : column.maxX - 136
    put("number", Rect(x: number, y: bar - 16, width: isNarrow ? 56 : 72, height: 32))
    let go = isNarrow ? 44.0 : 56
    put(
      "go", Rect(x: isNarrow ? number + 60 : column.maxX - go, y: bar - 16, width: go, height: 32))
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {
    let rows = Rows(frame)
    guard rows.hasHeadings else { return }
    let theme = canvas.theme
    let headings = [
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
    for (y, title, hint) in headings {
      canvas.label(title, at: Vector(rows.column.minX, y), .strong, theme.text)
      canvas.label(hint, at: Vector(rows.column.minX + 132, y), .body, theme.secondaryText)
    }
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
    /// Whether there is room for a line of words above each row.
    let hasHeadings: Bool
    let sliderHeading, slider, holdHeading, hold, cardsHeading, cards: Double
    /// How high the ring and a card are, in points.
    let ring, card: Double

    /// The stage's height in a small window, and in the smallest in which the rows have their headings, in points.
    private static let (small, least) = (532.0, 356.0)

    init(_ frame: Rect) {
      let width = min(960, frame.width - 96)
      column = Rect(
        x: frame.midX - width / 2, y: frame.minY, width: width, height: frame.height)
      // The rows stand as close as the smallest window needs; what is left over is shared out between them. Where a panel takes from that window, ring and cards become smaller.
      let spare = min(400, max(0, frame.height - Self.small))
      let lack = min(1, max(0, (Self.small - frame.height) / (Self.small - Self.least)))
      hasHeadings = frame.height >= Self.least
      guard hasHeadings else {
        // Below that the controls alone, as close as they can stand.
        (sliderHeading, holdHeading, cardsHeading) = (frame.minY, frame.minY, frame.minY)
        (slider, hold, ring) = (frame.minY + 14, frame.minY + 94, 56)
        card = max(24, min(84, (frame.height - 208).rounded()))
        cards = frame.minY + 152 + card / 2
        return
      }
      // Where little is left over the cards are lower, so that the lines above have air.
      let tight = max(0, 1 - spare / 80)
      func row(_ least: Double, _ small: Double, _ air: Double, _ share: Double) -> Double {
        let small = small + air * tight
        return (frame.minY + small + (least - small) * lack + share * spare).rounded()
      }
      sliderHeading = row(10, 18, 4, 0.12)
      slider = row(30, 38, 10, 0.14)
      holdHeading = row(86, 100, 18, 0.32)
      hold = row(130, 154, 18, 0.38)
      cardsHeading = row(198, 234, 28, 0.62)
      cards = row(250, 350, 16, 0.68)
      ring = (80 - 16 * lack).rounded()
      card = (200 - 32 * tight - 84 * lack).rounded()
    }
  }
}
