internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage

/// The snapping carousel with its look: cards in the colours of the wheel, a bar that says where one is.
struct CarouselPart: Part {
  static let code: [CodeLine] =
    ["var carousel = Carousel(frame: Rect(x: 0, y: 0, width: 800, height: 200))"] + [
      """
      _ = carousel.setLayout(
        CardLayout(
          count: {carousel.count}, width: {carousel.width}, spacing: {carousel.spacing},
          alignment: .{carousel.alignment}), at: .zero)
      """,
      CodeLine(
        ifChanged: "_ = carousel.setEnds(CarouselEnds(containment: .{carousel.ends}), at: .zero)"),
      "carousel.strategy = .{carousel.snap}",
      "carousel.flingLimit = .{carousel.limit}",
      "carousel.flickRule = .{carousel.flick}",
    ]

  private(set) var carousel: Carousel
  // Where motion is reduced, an order jumps; what a hand set going still moves.
  private var animatesOrders = true
  /// How brightly the pointer lights cards: the one under it, and those that it has just left.
  private var lights: [(card: Int, fade: Fade)] = []
  private var growth = 1.0
  // Below cards that end where the stage does nothing says which one it is.
  private var showsPosition = true

  init() {
    carousel = Carousel(frame: Rect(x: 0, y: 0, width: 1, height: 1))
    carousel.cardShape = .roundedRectangle(radius: Self.cornerRadius)
  }

  var hitBox: Rect { carousel.frame }
  var keyboard: KeyboardUse { KeyboardUse(takesSpace: false, flicks: [.horizontal]) }
  private static let cornerRadius = 14.0
  /// How high a card is designed to be, in points; on a higher one the number is as much larger.
  static let cardHeight = 200.0

  /// How high the cards are that have some room, in points, on a stage.
  static func cardHeight(in room: Double, on stage: Stage) -> Double {
    let settings = stage.parameters.settings(CarouselSettings())
    guard settings.size == .fill else { return min(cardHeight, room) }
    // So much of the stage's width for one card leaves its neighbours in sight.
    let widest = 0.7 * stage.frame.width / settings.width
    return min(room, max(cardHeight, cardHeight * widest))
  }

  /// The height of the lowest card below which the bar and its words have all their room, in points.
  static let leastRoomy = 100.0
  /// Where the bar lies that says which card it is, below cards in a frame.
  private static func barY(below frame: Rect) -> Double {
    frame.maxY + (frame.height < leastRoomy ? 8 : 16)
  }

  /// The middle of the words that say which card it is, below cards in a frame: low ones leave little room.
  static func countY(below frame: Rect, _ growth: Double) -> Double {
    barY(below: frame) + (frame.height < leastRoomy ? 22 : 26 * min(2, growth))
  }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    let settings = stage.parameters.settings(CarouselSettings())
    animatesOrders = !stage.reducedMotion
    (carousel.strategy, carousel.flingLimit) = (settings.snap, settings.limit)
    carousel.flickRule = settings.flick
    let ends = CarouselEnds(containment: settings.ends)
    if ends != carousel.ends { _ = carousel.setEnds(ends, at: now) }
    let width = settings.width
    let layout = CardLayout(
      count: settings.count,
      width: settings.size == .fill ? max(1, width * frame.height / Self.cardHeight) : width,
      spacing: settings.spacing, alignment: settings.alignment)
    if layout != carousel.layout {
      _ = carousel.setLayout(layout, at: now)
    }
    let physics = stage.parameters.physics
    if physics != carousel.physics {
      _ = carousel.setPhysics(physics, at: now)
    }
    growth = stage.growth
    showsPosition = Self.countY(below: frame, growth) <= stage.frame.maxY
    carousel.cardHeight = max(1, frame.height)
    _ = carousel.layout(frame: frame, scale: stage.scale, at: now)
    turnLights(at: now)
  }

  mutating func handle(_ event: InputEvent) -> Response {
    let response = Response(effects(carousel.handle(event), at: event.time))
    turnLights(at: event.time)
    return response
  }

  mutating func advance(to now: Instant) -> [Effect] {
    defer { turnLights(at: now) }
    return effects(carousel.advance(to: now), at: now)
  }

  /// Lights the card under the pointer; while the cards pass under it by themselves none.
  private mutating func turnLights(at now: Instant) {
    let lit = carousel.isMoving(at: now) ? nil : carousel.hoveredCard(at: now)
    lights.removeAll { $0.card != lit && $0.fade.target == 0 && !$0.fade.isMoving(at: now) }
    if let lit, !lights.contains(where: { $0.card == lit }) { lights.append((lit, Fade(0))) }
    for index in lights.indices {
      lights[index].fade.light(lights[index].card == lit, at: now)
    }
  }

  /// How much of the text's colour lies over a card: some under the pointer, more while it is pressed.
  private func shade(of card: Int, at now: Instant) -> Double {
    if carousel.pressedCard(at: now) == card { return 0.12 }
    return 0.06 * (lights.first { $0.card == card }?.fade.value(at: now) ?? 0)
  }

  /// Follows `go-to N`, cards counted from 1, `last`, and `cards N`, so many on.
  mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    if command.name == "last" {
      return effects(show(carousel.layout.count - 1, at: now), at: now)
    }
    guard let number = command.number, abs(number) <= 1e9 else { return [] }
    switch command.name {
    case "go-to":
      return effects(show(Int(number) - 1, at: now), at: now)
    case "cards":
      let index = carousel.restIndex(at: now) + Int(number)
      let held = min(max(index, 0), carousel.layout.count - 1)
      return effects(show(held, at: now), at: now)
    default:
      return []
    }
  }

  private mutating func show(_ index: Int, at now: Instant) -> Effects<Carousel.Effect> {
    // Cards that share a place are gone to by the one that stands for them.
    let indices = carousel.indices
    let shown =
      (0..<carousel.layout.count).contains(index)
      ? min(max(index, indices.lowerBound), indices.upperBound - 1) : index
    return carousel.scroll(to: shown, animated: animatesOrders, at: now)
  }

  private func effects(_ effects: Effects<Carousel.Effect>, at now: Instant) -> [Effect] {
    effects.compactMap { effect in
      switch effect {
      // What moves is drawn; a list of every offset would say nothing.
      case .offsetChanged: nil
      case .dragBegan: Effect(time: now, control: "carousel", name: "dragBegan")
      case .dragEnded: Effect(time: now, control: "carousel", name: "dragEnded")
      case .cancelled: Effect(time: now, control: "carousel", name: "cancelled")
      case .clicked(let index):
        Effect(time: now, control: "carousel", name: "clicked", value: Double(index + 1))
      case .settled(let index):
        Effect(time: now, control: "carousel", name: "settled", value: Double(index + 1))
      }
    }
  }

  var deadline: Instant? { carousel.deadline }
  var hold: Hold { carousel.isPressed ? .tracked : .none }
  func isMoving(at now: Instant) -> Bool {
    carousel.isMoving(at: now) || lights.contains { $0.fade.isMoving(at: now) }
  }

  func cursor(at location: Vector) -> Cursor? {
    if carousel.isPressed, !carousel.isHeldByFingers { return .grabbing }
    return carousel.frame.contains(location) ? .grab : nil
  }

  func state(at now: Instant) -> [StateField] {
    let nearest = carousel.shownCard(at: now)
    let card = carousel.cardFrame(nearest, at: now)
    return [
      StateField("carousel.nearest", .integer(nearest + 1)),
      StateField("carousel.offset", .number(carousel.position(at: now))),
      StateField("carousel.overscroll", .number(carousel.overscroll(at: now))),
      StateField("carousel.center", .number(card.midX - carousel.frame.midX)),
      StateField("carousel.state", .text(carousel.state(at: now).rawValue)),
    ]
  }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let (place, count) = (carousel.shownCard(at: now) + 1, carousel.layout.count)
    let isBusy = carousel.isPressed || carousel.isMoving(at: now)
    return [
      AccessibilityElement(
        .carousel, id: "carousel", name: Words.cards, value: Words.card(place, of: count),
        number: Double(place), in: 1...Double(max(1, count)),
        states: Set([.busy: isBusy, .pressed: carousel.isPressed]),
        actions: Words.cardsMoved, frame: carousel.frame)
    ]
  }

  func probe(at now: Instant) -> (any MotionProbe)? { CarouselProbe(carousel: carousel, now: now) }
}

extension CarouselPart {
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    let growth = max(1, carousel.frame.height / Self.cardHeight)
    for index in carousel.visibleRange(at: now) {
      let card = carousel.cardFrame(index, at: now)
      let shade = shade(of: index, at: now)
      func drawShade(into canvas: inout Canvas) {
        guard shade > 0 else { return }
        canvas.fill(card, radius: Self.cornerRadius, theme.text.opacity(shade))
      }
      guard canvas.content == .plain else {
        Cover(number: index + 1).draw(into: &canvas, in: card)
        drawShade(into: &canvas)
        continue
      }
      let hue = Double((index + 1) * 11 % 100) / 100
      // By night the same hues, as dark as the letters on them are light.
      let isDark = theme.name == .dark
      canvas.fill(
        card, radius: Self.cornerRadius,
        Color(hue: hue, saturation: isDark ? 0.6 : 0.5, brightness: isDark ? 0.45 : 1))
      drawShade(into: &canvas)
      if !isDark {
        canvas.edge(card, radius: Self.cornerRadius, theme.controlBorder)
      }
      // On a low card in smaller digits.
      canvas.label(
        "\(index + 1)", at: card.center, card.height < 48 ? .strong : .cardNumber.grown(growth),
        isDark ? theme.text : Theme.light.text, align: .center, snapsX: false)
    }
    if focus == .ring {
      canvas.focusRing(
        around: carousel.cardFrame(carousel.shownCard(at: now), at: now),
        radius: Self.cornerRadius)
    }
    if showsPosition { drawPosition(into: &canvas, at: now) }
  }

  private func drawPosition(into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    let frame = carousel.frame
    let y = Self.barY(below: frame)
    let bar = Rect(x: frame.midX - 120, y: y, width: 240, height: canvas.snapped(4))
    canvas.fill(bar, radius: 2, theme.track)
    canvas.edge(bar, radius: 2, theme.controlBorder)
    let share = min(1, max(0, carousel.progress(at: now)))
    let length = max(12, bar.width / Double(carousel.layout.count))
    canvas.fill(
      Rect(
        x: bar.minX + share * (bar.width - length), y: y, width: length, height: bar.height),
      radius: 2, theme.accent)
    canvas.label(
      Words.count(carousel.shownCard(at: now) + 1, of: carousel.layout.count),
      at: Vector(frame.midX, Self.countY(below: frame, growth)),
      .strong.grown(frame.height < Self.leastRoomy ? 1 : min(2, growth)), theme.text, align: .center
    )
  }
}

struct CarouselSettings: Law {
  enum CardSize: String, CaseIterable {
    case fixed, fill
  }

  private(set) var (count, width, spacing) = (100, 280.0, 16.0)
  private(set) var alignment = CardLayout.Alignment.center
  private(set) var ends = CarouselEnds.Containment.none
  private(set) var size = CardSize.fixed
  private(set) var snap = Carousel.SnapStrategy.projected
  private(set) var limit = Carousel.FlingLimit.unlimited
  private(set) var flick = Carousel.FlickRule.atLeastNext

  mutating func walk(_ walk: inout Walk) {
    walk.integer(
      "carousel.count", "Cards", 1...10_000_000, &count,
      doc: "How many cards there are; a frame costs the same for any number.")
    walk.number(
      "carousel.width", "Card width", unit: "pt", 40...1000, &width, doc: "How wide a card is.")
    walk.number(
      "carousel.spacing", "Spacing", unit: "pt", 0...200, &spacing,
      doc: "The gap between two cards.")
    walk.choice(
      "carousel.alignment", "Alignment", &alignment,
      doc: "Where a card comes to rest: its center on the stage's center, or its start or end on "
        + "the same edge of the stage.")
    walk.choice(
      "carousel.ends", "End cards", &ends,
      names: ["none": "like the others", "keep": "at the edges", "trim": "one stop per edge"],
      doc: "Where the first and last cards rest: like the others, with room beside them, or at the "
        + "edges, as in a scroll view. One stop per edge counts cards that stop together as one.")
    walk.choice(
      "carousel.size", "Card size", &size, names: ["fixed": "as set", "fill": "fills the stage"],
      doc: "Whether a card is as wide as set and 200 pt high, or fills the stage in those "
        + "proportions. On a low stage either is lower.")
    walk.choice(
      "carousel.snap", "Snap", &snap,
      names: [
        "projected": "at the release", "afterDeceleration": "after the fling",
        "whenOffsetRests": "when it rests",
      ],
      tradeOffs: [
        "projected": "one motion, own scroller", "afterDeceleration": "two motions, later",
        "whenOffsetRests": "slips under a finger",
      ],
      doc: "When the card to rest on is chosen. At the release: one motion lands on it. After the "
        + "fling: a second motion follows the first. When it rests: whenever the offset stands "
        + "still, even under a finger.")
    walk.choice(
      "carousel.limit", "Cards per fling", &limit, names: ["unlimited": "any number"],
      doc: "How many cards one fling may pass.")
    walk.choice(
      "carousel.flick", "Flick leaves card", &flick, title: "A flick always leaves its card",
      names: ["atLeastNext": "yes", "nearestOnly": "no"],
      doc: "Whether a flick faster than 100 pt/s always leaves its card, however short it is.")
  }
}

/// The motion of a carousel at a moment: its content under the viewport.
struct CarouselProbe: MotionProbe {
  let carousel: Carousel
  let now: Instant

  var state: ControlState { carousel.state(at: now) }

  var reading: MotionReading {
    let layout = carousel.layout
    // Where a card's snap point lies when the card rests.
    let anchor = carousel.frame.minX + carousel.anchor
    let (origin, position) = (carousel.snapOffset(of: 0), carousel.position(at: now))
    var reading = MotionReading(
      "carousel", position: position, velocity: carousel.velocity(at: now),
      state: state, anchor: Vector(anchor, carousel.frame.midY),
      direction: Vector(-1, 0), isContent: true,
      rest: carousel.isPressed ? position : carousel.restOffset(at: now) - origin,
      restTime: carousel.motion.map { $0.start.advanced(atLeast: $0.law.duration) })
    if !carousel.isPressed { reading.restName = Words.card(carousel.restCard(at: now) + 1) }
    reading.pastEndWord = carousel.physics.band.word
    reading.bounds = 0...(carousel.snapOffset(of: layout.count - 1) - origin)
    reading.run = carousel.motion.map { MotionRun($0.law, start: $0.start, carousel.physics) }
    reading.snapPositions = carousel.visibleRange(at: now).map {
      carousel.snapOffset(of: $0) - origin
    }
    return reading
  }

  /// A mark on the cards: whole ones would lie over each other.
  var shape: MovingShape? {
    let anchor = carousel.frame.minX + carousel.layout.alignment.share * carousel.frame.width
    let card = carousel.cardFrame(carousel.nearest(at: now), at: now)
    return MovingShape(Rect(x: anchor - 3, y: card.maxY - 48, width: 6, height: 36), radius: 3)
  }

  var limits: MotionLimits? {
    let (frame, layout) = (carousel.frame, carousel.layout)
    let start = carousel.cardFrame(0, at: now).minX
    let reach = carousel.physics.band.reach(viewport: frame.width)
    // Where the strip begins while the first card rests, and ends while the last one does.
    let first = frame.minX - carousel.snapOffset(of: 0)
    let last = frame.minX + layout.length - carousel.snapOffset(of: layout.count - 1)
    return MotionLimits(
      edges: [start, start + layout.length],
      reach: [first + reach, last - reach],
      slops: [Slop.scrolling.mouse])
  }

  var outlines: [MovingShape] {
    let nearest = carousel.nearest(at: now)
    let others = carousel.visibleRange(at: now).filter { $0 != nearest }
    return ([nearest] + others).map {
      // Around the card: where two sets are whole cards apart, one's edges would lie on the
      // other's.
      MovingShape(
        carousel.cardFrame($0, at: now).inset(by: -4), radius: 18, name: Words.card($0 + 1))
    }
  }

  var releaseEstimate: VelocityEstimate? { carousel.releaseEstimate(at: now) }

  func explanation(of sample: PointerSample) -> ReleaseExplanation? {
    carousel.explanation(of: sample)?.counted(from: carousel.snapOffset(of: 0))
  }
}

extension Carousel {
  /// The card to name where the carousel is: at an end where several share a place the outermost,
  /// else the nearest.
  func shownCard(at now: Instant) -> Int {
    outermost(at: contentOffset(at: now)) ?? nearest(at: now)
  }

  /// The same where it will rest.
  func restCard(at now: Instant) -> Int { outermost(at: restOffset(at: now)) ?? restIndex(at: now) }

  private func outermost(at offset: Double) -> Int? {
    guard ends.containment != .none else { return nil }
    if offset <= snapOffset(of: 0) { return 0 }
    return offset >= snapOffset(of: layout.count - 1) ? layout.count - 1 : nil
  }

  /// How far the content is from where the first card rests, in points: it is the same in a stage
  /// of any width.
  func position(at now: Instant) -> Double { contentOffset(at: now) - snapOffset(of: 0) }
}
