internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage

/// The snapping carousel with its look: covers or cards in the colours of the wheel, words before
/// the first and after the last, and a dial that says where one is.
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
  /// Whether words are printed on the ground before the first card and after the last one.
  let hasPapers: Bool
  private(set) var growth = 1.0
  /// The stage that it lies on.
  private(set) var room = Rect.zero
  /// How high the cards of plain content are, in points: they lie in the middle of the strip.
  private(set) var plainHeight = Self.cardHeight
  /// How far below the cards the needle of the dial ends, in points; none where there is no room.
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
  /// How high a card of plain content is designed to be, in points.
  static let cardHeight = 200.0

  /// How high the strip of cards is that has some room, in points, on a stage.
  static func cardHeight(in room: Double, on stage: Stage) -> Double {
    let settings = stage.parameters.settings(CarouselSettings())
    guard settings.size == .fill else {
      return min(room, stage.isAlone ? 600 : min(600, 420 * stage.growth))
    }
    // So much of the stage's width for one card leaves its neighbours in sight.
    let widest = 0.7 * stage.frame.width / settings.width
    return min(room, max(cardHeight, cardHeight * widest))
  }

  /// How far below the cards the needle of the dial ends where there is so much room below them, in
  /// points.
  private static func dialGap(in room: Double) -> Double { min(22, max(11, (room - 46) / 4)) }

  /// From there to the middle of the dial's numbers, in points.
  static let dialNumbers = 19.0

  /// How high a tab is that hangs from a card, so that it covers the dial, in points; 0 where there
  /// is no room for one.
  var tabHeight: Double { dialGap.map { $0 + (Self.dialNumbers + 7) * growth } ?? 0 }

  /// The cards in sight of its carousel, or of another at its place: one more at either end where
  /// the stage is alone, and seen beyond its frame to the edges of the screen.
  func cardsInSight(of carousel: Carousel, at now: Instant) -> Range<Int> {
    let range = carousel.visibleRange(at: now)
    guard isAlone, !range.isEmpty else { return range }
    return max(0, range.lowerBound - 1)..<min(carousel.layout.count, range.upperBound + 1)
  }

  /// Where the dial begins and its needle ends, in points down the stage.
  func dialTop(_ content: Content) -> Double? {
    guard !isAlone else { return nil }
    let height = content == .plain ? plainHeight : carousel.frame.height
    return dialGap.map { carousel.frame.midY + height / 2 + $0 }
  }

  /// Where the needle of the dial is: over the middle of the card that rests there, whichever part
  /// of it is aligned; none where cards rest at the edges, for no one place tells which it is.
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

  /// Lights the card under the pointer; while the cards pass under it by themselves none.
  private mutating func turnLights(at now: Instant) {
    let lit = carousel.isMoving(at: now) ? nil : carousel.hoveredCard(at: now)
    lights.removeAll { $0.card != lit && $0.fade.target == 0 && !$0.fade.isMoving(at: now) }
    if let lit, !lights.contains(where: { $0.card == lit }) { lights.append((lit, Fade(0))) }
    for index in lights.indices {
      lights[index].fade.light(lights[index].card == lit, at: now)
    }
  }

  /// How brightly the pointer lights a card, 0…1.
  func light(of card: Int, at now: Instant) -> Double {
    lights.first { $0.card == card }?.fade.value(at: now) ?? 0
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
    reading.bounds = 0...(carousel.snapOffset(of: layout.count - 1) - origin)
    reading.run = carousel.motion.map { MotionRun($0.law, start: $0.start, carousel.physics) }
    reading.snapPositions = carousel.visibleRange(at: now).map {
      carousel.snapOffset(of: $0) - origin
    }
    return reading
  }

  /// A mark on the cards, of whichever content: whole ones would lie over each other.
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
    // Where the strip begins while the first card rests, and ends while the last one does.
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
