internal import Feel
internal import Stage
internal import TextLayout

/// The opening page of the window: the carousel, the slider, and three hold buttons, all live at
/// once.
struct Overview: Scene {
  static let id = "overview"
  static var title: String { Words.overview.title }
  static var hint: String { Words.overview.hint }
  static let parameters =
    ScrubberSettings().parameters + HoldControl.parameters(of: buttons)
    + CarouselSettings().parameters
    + ScrollPhysics.parameters
  static let code =
    ScrubberPart.code + HoldPart.code + HoldPart.shapeCode + CarouselPart.code
    + [.physics, "_ = carousel.setPhysics(physics, at: .zero)"]

  private static let buttons: [HoldControl] = [.ring, .container, .level]

  var parts: PartList = [
    "cards": CarouselPart(),
    "slider": ScrubberPart(.row),
    "ring": buttons[0].part, "container": buttons[1].part, "level": buttons[2].part,
  ]
  var focus = Focus()
  private var rows = Rows(Rect(x: 0, y: 0, width: 1200, height: 732), growth: 1)
  private var pressDuration = 0.0

  static func drawTile(
    of control: String, restingAt position: Double, _ parameters: ParameterSet, in tile: Rect,
    into canvas: inout Canvas
  ) -> Bool {
    CarouselPart.drawTile(
      of: control, restingAt: position, parameters, in: tile, into: &canvas)
  }

  init(_ stage: Stage) { place(on: stage, at: .zero) }

  mutating func place(on stage: Stage, at now: Instant) {
    pressDuration = stage.parameters.settings(HoldSettings()).duration
    rows = Rows(stage.frame, growth: stage.growth)
    func put(_ name: String, _ frame: Rect) { parts[name].place(in: frame, stage, at: now) }
    let height = CarouselPart.cardHeight(in: rows.cards.height, on: stage)
    var above = stage
    if rows.slider.minY - rows.cards.maxY < 36 {
      // If the slider follows immediately, there is no room for the dial.
      above.frame = Rect(
        x: stage.frame.minX, y: stage.frame.minY, width: stage.frame.width,
        height: rows.cards.maxY - stage.frame.minY)
    }
    let cards = Rect(center: rows.cards.center, size: Size(rows.cards.width, height))
    parts["cards"].place(in: cards, above, at: now)
    put("slider", rows.slider)
    for (name, frame) in zip(["ring", "container", "level"], rows.hold) {
      put(name, rows.hasHold ? frame : .zero)
    }
  }

  func drawBehind(into canvas: inout Canvas, at now: Instant) {
    guard rows.hasHeadings else { return }
    let growth = rows.growth
    // The first heading is printed on the cards' ground and scrolls away with them.
    let offset = (parts["cards"] as? CarouselPart)?.carousel.position(at: now) ?? 0
    for (y, shift, word, words) in [
      (rows.cards.minY + 0.36 * rows.cards.height, offset, Words.flickVerb, Words.flickHeading),
      (rows.slider.midY - 16 * growth, 0, Words.scrubVerb, Words.sliderHeading),
      (
        rows.hold[0].midY - 16 * growth, 0, Words.holdVerb,
        Words.holdHeading(for: pressDuration)
      ),
    ] where shift < rows.slider.minX {
      canvas.verb(
        word, words, at: Vector(rows.left - shift, y), width: rows.words, growth: growth)
    }
  }

  /// The layout of the three rows, from the top: cards, slider, hold buttons.
  private struct Rows {
    /// The scale relative to the design.
    let growth: Double
    /// Whether there is room at the left for the rows' headings.
    let hasHeadings: Bool
    let hasHold: Bool
    /// The left edge of the headings, and their maximum width, in points.
    let left, words: Double
    let cards, slider: Rect
    let hold: [Rect]

    /// The minimum height and width of a stage with headings, in points: on a lower one, a row's
    /// sentences would overlap the next heading.
    private static let (leastHeaded, leastWide) = (500.0, 760.0)
    /// The minimum height of a stage with space between the rows, in points.
    private static let leastTall = 420.0
    /// The minimum height of a stage with all rows, in points; below, cards would be a strip.
    private static let leastHolding = 200.0

    init(_ frame: Rect, growth: Double) {
      self.growth = growth
      let height = frame.height / growth
      let isTall = height >= Self.leastTall
      hasHold = frame.height >= Self.leastHolding
      hasHeadings = height >= Self.leastHeaded && frame.width >= Self.leastWide
      let margin = (0.047 * frame.width).rounded()
      left = frame.minX + margin
      let column = hasHeadings ? (frame.width < 1100 ? 236 : 260) * growth : 0
      words = column - 48 * growth
      let (start, right) = (left + column, frame.maxX - margin)
      let (ring, bar, low): (Double, Double, Double)
      let (cardsY, cardsHeight, barY, ringY): (Double, Double, Double, Double)
      if isTall {
        let share = min(1, height / 540) * growth
        (ring, bar, low) = ((112 * share).rounded(), (84 * share).rounded(), 80 * share)
        cardsY = (0.05 * frame.height).rounded()
        cardsHeight = (0.405 * frame.height).rounded()
        barY = (0.655 * frame.height).rounded()
        ringY = (0.865 * frame.height).rounded()
      } else {
        // On lower stages, rows are as close as possible and the cards get the remaining height;
        // the space between rows shrinks last.
        bar = 44
        ring = hasHold ? max(56, min(87, 0.2 * frame.height)).rounded() : 0
        low = (0.75 * ring).rounded()
        let dial = frame.height >= 280 ? 46.0 : 0
        let rest = frame.height - ring - bar - dial
        cardsHeight = max(24, (rest - 40).rounded())
        let gap = max(0, rest - cardsHeight) / 40
        cardsY = (8 * gap).rounded()
        barY = (cardsY + cardsHeight + dial + 12 * gap + bar / 2).rounded()
        ringY = (barY + bar / 2 + 12 * gap + ring / 2).rounded()
      }
      cards = Rect(
        x: frame.minX, y: frame.minY + cardsY, width: frame.width, height: cardsHeight)
      slider = Rect(
        x: start, y: frame.minY + barY - bar / 2, width: right - start, height: bar)
      let gap = min(40 * growth, 0.034 * frame.width)
      let wide = (right - start - ring - 2 * gap) / 2
      let y = frame.minY + ringY
      hold = [
        Rect(x: start, y: y - ring / 2, width: ring, height: ring),
        Rect(x: start + ring + gap, y: y - low / 2, width: wide, height: low),
        Rect(x: right - wide, y: y - low / 2, width: wide, height: low),
      ]
    }
  }
}
