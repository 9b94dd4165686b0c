internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage

/// The snapping carousel with its look: covers or coloured cards, text before the first and after
/// the last, and a dial that shows the position.
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
  // With reduced motion, a command jumps; a motion that a hand started continues.
  private var animatesOrders = true
  /// The hover lights of cards: the one under the pointer, and those it has just left.
  private var lights: [(card: Int, fade: Fade)] = []
  /// Whether text is printed on the ground before the first card and after the last.
  let hasPapers: Bool
  private(set) var growth = 1.0
  /// The stage's frame.
  private(set) var room = Rect.zero
  /// The height of plain cards, in points; they are centred in the strip.
  private(set) var plainHeight = Self.cardHeight
  /// The distance from the cards to the end of the dial's needle, in points; `nil` without room.
  private(set) var dialGap: Double?
  /// Whether the stage is shown alone, without a dial.
  private(set) var isAlone = false

  init(hasPapers: Bool = false) {
    self.hasPapers = hasPapers
    carousel = Carousel(frame: Rect(x: 0, y: 0, width: 1, height: 1))
    carousel.cardShape = .roundedRectangle(radius: Self.cornerRadius)
  }

  var hitBox: Rect { carousel.frame }
  var keyboard: KeyboardUse { KeyboardUse(takesSpace: false, flicks: [.horizontal]) }
  static let cornerRadius = 16.0
  /// The design height of a plain card, in points.
  static let cardHeight = 200.0

  /// The height of the card strip in the available room, in points.
  static func cardHeight(in room: Double, on stage: Stage) -> Double {
    let settings = stage.parameters.settings(CarouselSettings())
    guard settings.size == .fill else {
      return min(room, stage.isAlone ? 600 : min(600, 420 * stage.growth))
    }
    // This fraction of the stage's width per card leaves its neighbours visible.
    let widest = 0.7 * stage.frame.width / settings.width
    return min(room, max(cardHeight, cardHeight * widest))
  }

  /// The distance from the cards to the end of the dial's needle for some room below them, in
  /// points.
  private static func dialGap(in room: Double) -> Double { min(22, max(11, (room - 46) / 4)) }

  /// The distance from there to the middle of the dial's numbers, in points.
  static let dialNumbers = 19.0

  /// The height of a tab hanging from a card, so that it covers the dial, in points; 0 without
  /// room.
  var tabHeight: Double { dialGap.map { $0 + (Self.dialNumbers + 7) * growth } ?? 0 }

  /// The visible cards of its carousel, or of another in its place: one more at either end if the
  /// stage is alone, and visible to the edges of the screen.
  func cardsInSight(of carousel: Carousel, at now: Instant) -> Range<Int> {
    let range = carousel.visibleRange(at: now)
    guard isAlone, !range.isEmpty else { return range }
    return max(0, range.lowerBound - 1)..<min(carousel.layout.count, range.upperBound + 1)
  }

  /// The y at which the needle ends and the dial begins, in points on the stage.
  func dialTop(_ content: Content) -> Double? {
    guard !isAlone else { return nil }
    let height = content == .plain ? plainHeight : carousel.frame.height
    return dialGap.map { carousel.frame.midY + height / 2 + $0 }
  }

  /// The x of the dial's needle: the middle of the card that rests there, whatever the alignment;
  /// `nil` if cards rest at the edges, as no single place then marks one.
  var needle: Double? {
    guard carousel.ends.containment == .none else { return nil }
    let layout = carousel.layout
    return carousel.frame.minX + carousel.anchor
      + (0.5 - layout.alignment.share) * layout.width(of: 0)
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
    (growth, room, isAlone) = (min(1.5, stage.growth), stage.frame, stage.isAlone)
    plainHeight = settings.size == .fill ? frame.height : min(Self.cardHeight, frame.height)
    let below = stage.frame.maxY - frame.maxY
    let gap = Self.dialGap(in: below)
    dialGap = gap + (Self.dialNumbers + 6) * growth <= below ? gap : nil
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

  /// Lights the card under the pointer; none while cards move past it on their own.
  private mutating func turnLights(at now: Instant) {
    let lit = carousel.isMoving(at: now) ? nil : carousel.hoveredCard(at: now)
    lights.removeAll { $0.card != lit && $0.fade.target == 0 && !$0.fade.isMoving(at: now) }
    if let lit, !lights.contains(where: { $0.card == lit }) { lights.append((lit, Fade(0))) }
    for index in lights.indices {
      lights[index].fade.light(lights[index].card == lit, at: now)
    }
  }

  /// The brightness of a card's hover light, 0…1.
  func light(of card: Int, at now: Instant) -> Double {
    lights.first { $0.card == card }?.fade.value(at: now) ?? 0
  }

  /// Performs `go-to N`, with cards counted from 1, `last`, and `cards N`, relative.
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
    // Cards that share a place are represented by one of them.
    let indices = carousel.indices
    let shown =
      (0..<carousel.layout.count).contains(index)
      ? min(max(index, indices.lowerBound), indices.upperBound - 1) : index
    return carousel.scroll(to: shown, animated: animatesOrders, at: now)
  }

  private func effects(_ effects: Effects<Carousel.Effect>, at now: Instant) -> [Effect] {
    effects.compactMap { effect in
      switch effect {
      // Motion is drawn; logging every offset would be noise.
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

  func probe(at now: Instant) -> (any MotionProbe)? { CarouselProbe(part: self, now: now) }
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
      doc: "Where a card comes to rest: its center on the stage’s center, or its start or end on "
        + "the same edge of the stage.")
    walk.choice(
      "carousel.ends", "End cards", &ends,
      names: ["none": "like the others", "keep": "at the edges", "trim": "one stop per edge"],
      doc: "Where the first and last cards rest: like the others, with room beside them, or at the "
        + "edges, as in a scroll view. One stop per edge counts cards that stop together as one.")
    walk.choice(
      "carousel.size", "Card size", &size, names: ["fixed": "as set", "fill": "fills the stage"],
      doc: "Whether a card is as wide as set, or fills the stage, 1.4 times as wide as high where "
        + "it is set to 280 pt. On a low stage either is lower.")
    walk.choice(
      "carousel.snap", "Snap", &snap,
      names: [
        "projected": "at the release", "afterDeceleration": "after the fling",
        "whenOffsetRests": "when it rests",
      ],
      tradeOffs: [
        "projected": "one motion", "afterDeceleration": "two motions, later",
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
  let part: CarouselPart
  let now: Instant

  var carousel: Carousel { part.carousel }
  var state: ControlState { carousel.state(at: now) }

  var reading: MotionReading {
    let layout = carousel.layout
    // The position of a card's snap point while the card rests.
    let anchor = carousel.frame.minX + carousel.anchor
    let (origin, position) = (carousel.snapOffset(of: 0), carousel.position(at: now))
    var reading = MotionReading(
      "carousel", position: position, velocity: carousel.velocity(at: now),
      state: state, anchor: Vector(anchor, carousel.frame.midY),
      direction: Vector(-1, 0), isContent: true,
      rest: carousel.isPressed ? position : carousel.restOffset(at: now) - origin,
      restTime: carousel.motion.map { $0.start.advanced(atLeast: $0.law.duration) })
    if !carousel.isPressed { reading.restName = Words.card(carousel.restCard(at: now) + 1) }
    reading.bounds = 0...(carousel.snapOffset(of: layout.count - 1) - origin)
    reading.run = carousel.motion.map { MotionRun($0.law, start: $0.start, carousel.physics) }
    reading.snapPositions = carousel.visibleRange(at: now).map {
      carousel.snapOffset(of: $0) - origin
    }
    return reading
  }

  /// A mark on the cards, whatever their content: ghosts of whole cards would overlap.
  var shape: MovingShape? {
    let (frame, share) = (carousel.frame, carousel.layout.alignment.share)
    let y = frame.midY + min(frame.height, CarouselPart.cardHeight) / 2 - 48
    return MovingShape(
      Rect(x: frame.minX + share * frame.width - 3, y: y, width: 6, height: 36), radius: 3)
  }

  var limits: MotionLimits? {
    let (frame, layout) = (carousel.frame, carousel.layout)
    let start = carousel.cardFrame(0, at: now).minX
    let reach = carousel.physics.band.reach(viewport: frame.width)
    // The start of the strip while the first card rests, and its end while the last one does.
    let first = frame.minX - carousel.snapOffset(of: 0)
    let last = frame.minX + layout.length - carousel.snapOffset(of: layout.count - 1)
    return MotionLimits(
      edges: [start, start + layout.length],
      reach: [first + reach, last - reach],
      slops: [Slop.scrolling.mouse])
  }

  var releaseEstimate: VelocityEstimate? { carousel.releaseEstimate(at: now) }

  func choices(of sample: PointerSample) -> ReleaseChoices? { carousel.choices(of: sample) }

  func explanation(of sample: PointerSample) -> ReleaseExplanation? {
    carousel.explanation(of: sample)?.counted(from: carousel.snapOffset(of: 0))
  }
}

extension Carousel {
  /// The card to name at the current position: the outermost at an end where several share a place,
  /// otherwise the nearest.
  func shownCard(at now: Instant) -> Int {
    outermost(at: contentOffset(at: now)) ?? nearest(at: now)
  }

  /// The card to name at the rest position.
  func restCard(at now: Instant) -> Int { outermost(at: restOffset(at: now)) ?? restIndex(at: now) }

  private func outermost(at offset: Double) -> Int? {
    guard ends.containment != .none else { return nil }
    if offset <= snapOffset(of: 0) { return 0 }
    return offset >= snapOffset(of: layout.count - 1) ? layout.count - 1 : nil
  }

  /// The content's distance from the first card's rest position, in points; independent of the
  /// stage's width.
  func position(at now: Instant) -> Double { contentOffset(at: now) - snapOffset(of: 0) }
}
