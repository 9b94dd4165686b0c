internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// Two decks of one carousel: the shown one and, raised behind it, the other set's at its own true
/// offset, so that they slide against each other in flight.
extension CarouselProbe {
  func drawOther(behind shown: any Part, _ sets: ComparedSets, into canvas: inout Canvas) -> Bool {
    guard let part = shown as? CarouselPart else { return false }
    let content = canvas.content
    let growth = part.growth
    func face(_ index: Int, of carousel: Carousel) -> Rect {
      part.face(of: index, content, carousel, at: now)
    }
    let holes = part.cardsInSight(of: part.carousel, at: now).map { face($0, of: part.carousel) }
    let strip = part.carousel.frame
    let height = content == .plain ? part.plainHeight : strip.height
    let top = strip.midY - height / 2
    let peek = max(8, min(46 * growth, top - part.room.minY - 4))
    let tab = part.tabHeight
    // Extend to the edges of the visible area, wherever the stage ends.
    let all = Rect(
      x: strip.minX - 40, y: part.room.minY, width: strip.width + 80,
      height: top + height + tab + 4 - part.room.minY)
    // Clip to the gaps between the shown deck's cards, as if it were behind them.
    let beside = Path(
      Path.roundedRect(all, radius: 0).elements + Path.cards(holes).elements)
    canvas.draw(.clip(all, radius: 0))
    canvas.draw(.clipPath(beside, .evenOdd))
    let (own, other) = DeckLook.pair(sets, canvas.theme)
    let landing = Landing(carousel, at: now)
    var raised: [Rect] = []
    for index in part.cardsInSight(of: carousel, at: now) {
      let card = face(index, of: carousel).offset(by: Vector(0, -peek))
      raised.append(card)
      let isLanding = landing?.card == index
      canvas.shadow(of: card, radius: CarouselPart.cornerRadius, .rest, share: 0.6)
      canvas.fill(card, radius: CarouselPart.cornerRadius, isLanding ? other.fill : other.soft)
      canvas.edge(
        card, radius: CarouselPart.cornerRadius, width: 2,
        other.fill.opacity(isLanding ? 1 : 0.75))
      guard peek >= 20 else { continue }
      let y = card.minY + peek / 2 - 1
      if isLanding, let landing {
        other.drawTab(landing, card, y, in: strip, growth, into: &canvas)
      } else {
        canvas.label(
          "\(index + 1)", at: Vector(card.midX, y), .heading.grown(growth), other.words,
          align: .center, snapsX: false)
      }
    }
    // The shown deck's shadows fall on the deck behind.
    canvas.draw(.clipPath(.cards(raised), .nonZero))
    for hole in holes { canvas.shadow(of: hole, radius: CarouselPart.cornerRadius, .near) }
    canvas.draw(.pop)
    if let landing = Landing(part.carousel, at: now), tab > 0,
      part.carousel.visibleRange(at: now).contains(landing.card)
    {
      let card = face(landing.card, of: part.carousel)
      canvas.hangTab(from: card, tab, own.fill)
      own.drawTab(landing, card, card.maxY + tab / 2 + 1, in: strip, growth, into: &canvas)
    }
    canvas.draw(.pop)
    canvas.draw(.pop)
    return true
  }
}

extension CarouselProbe {
  /// Hangs a tab from the card where it will land, behind the deck, if that is visible.
  func drawLanding(
    _ reading: MotionReading, of shown: any Part, isCompared: Bool, into canvas: inout Canvas
  ) -> Bool {
    guard let part = shown as? CarouselPart, part.tabHeight > 0 else { return false }
    let isHeld = carousel.isPressed
    guard !isCompared, isHeld || reading.restTime != nil else { return true }
    let visible = carousel.visibleRange(at: now)
    let places = visible.map { carousel.snapOffset(of: $0) - carousel.snapOffset(of: 0) }
    guard let found = places.firstIndex(where: { abs($0 - reading.rest) < 0.5 }) else {
      return false
    }
    let faces = visible.map { part.face(of: $0, canvas.content, carousel, at: now) }
    let (card, strip, theme) = (faces[found], carousel.frame, canvas.theme)
    let words = Words.landsHere(in: reading.restTime.flatMap { $0 > now ? $0 - now : nil })
    let style = TextStyle.smallStrong.grown(part.growth)
    let (left, right) = (max(card.minX, strip.minX + 2) + 18, min(card.maxX, strip.maxX - 2) - 12)
    guard canvas.fonts.layout(words, style).width <= right - left else { return false }
    let tab = part.tabHeight
    let under = Rect(
      x: strip.minX, y: card.midY, width: strip.width, height: card.height / 2 + tab + 8)
    canvas.draw(.clip(under, radius: 0))
    canvas.draw(
      .clipPath(
        Path(Path.roundedRect(under, radius: 0).elements + Path.cards(faces).elements), .evenOdd))
    // Paler while it is an estimate that the hand can still change.
    canvas.hangTab(from: card, tab, isHeld ? theme.accentSoft : theme.accent)
    canvas.draw(.pop)
    canvas.draw(.pop)
    canvas.label(
      words, at: Vector(left, card.maxY + tab / 2 + 1), style,
      isHeld ? theme.accent : theme.onAccent, snapsX: false)
    return true
  }

  /// Draws the needle's trail on the dial, one dot per moment, so that their spacing shows the
  /// speed.
  func drawTrail(
    _ trail: [(way: Vector, opacity: Double)], of shown: any Part, into canvas: inout Canvas
  ) -> Bool {
    guard let part = shown as? CarouselPart, let dial = part.dialTop(canvas.content),
      let needle = part.needle
    else { return false }
    for point in trail where abs(point.way.x) < carousel.frame.width {
      canvas.draw(
        .circle(
          center: Vector(needle - point.way.x, dial + 3 * part.growth),
          radius: 2.2 * part.growth, .solid(canvas.theme.accent.opacity(point.opacity))))
    }
    return true
  }
}

extension Canvas {
  /// Draws a tab hanging from a card, its upper end behind it.
  fileprivate mutating func hangTab(from card: Rect, _ height: Double, _ color: Color) {
    let hanging = Rect(x: card.minX, y: card.maxY - 40, width: card.width, height: 40 + height)
    shadow(of: hanging, radius: CarouselPart.cornerRadius, .chip)
    fill(hanging, radius: CarouselPart.cornerRadius, color)
  }
}

/// The card where a carousel lands or has landed, with its text; `nil` while a hand holds it.
private struct Landing {
  let card: Int
  let words: String

  init?(_ carousel: Carousel, at now: Instant) {
    guard !carousel.isPressed else { return nil }
    card = carousel.restCard(at: now)
    let end = carousel.motion.map { $0.start.advanced(atLeast: $0.law.duration) }
    words = Words.landing(in: end.flatMap { $0 > now ? $0 - now : nil })
  }
}

/// The look of one set's deck and tab.
struct DeckLook {
  enum Letter: String {
    case a = "A"
    case b = "B"
  }

  let set: Letter
  let name: String
  /// Its colour and text on it, its pale background and text on that.
  let fill, onFill, soft, words: Color

  /// The looks of the shown set and the other one.
  static func pair(_ sets: ComparedSets, _ theme: Theme) -> (own: DeckLook, other: DeckLook) {
    (
      DeckLook(set: sets.isFlipped ? .b : .a, name: sets.shown, theme),
      DeckLook(set: sets.isFlipped ? .a : .b, name: sets.other, theme)
    )
  }

  private init(set: Letter, name: String, _ theme: Theme) {
    (self.set, self.name) = (set, name)
    (fill, onFill, soft, words) =
      set == .a
      ? (theme.accent, theme.onAccent, theme.accentSoft, theme.accent)
      : (theme.bFill, theme.onB, theme.bSoft, theme.b)
  }

  /// Draws a small tab with the letter and some text, anchored at the middle of its left edge.
  func drawTag(_ words: String, at left: Vector, into canvas: inout Canvas) {
    let width = canvas.fonts.layout(words, .caption).width + 27
    let tag = Rect(x: left.x, y: left.y - 9, width: width, height: 18)
    canvas.fill(tag, radius: 6, fill)
    let badge = Rect(x: tag.minX + 2, y: tag.minY + 2, width: 14, height: 14)
    canvas.fill(badge, radius: 4, onFill)
    canvas.label(set.rawValue, at: badge.center, .smallStrong.grown(10 / 12), fill, align: .center)
    canvas.label(words, at: Vector(badge.maxX + 5, left.y), .caption, onFill, snapsX: false)
  }

  /// Draws a tab's text on its visible part, as far as it fits: letter, name, card number, and when
  /// it lands there.
  fileprivate func drawTab(
    _ landing: Landing, _ card: Rect, _ y: Double, in strip: Rect, _ growth: Double,
    into canvas: inout Canvas
  ) {
    let (small, big) = (TextStyle.small.grown(growth), TextStyle.heading.grown(growth))
    let number = "\(landing.card + 1)"
    let left = max(card.minX, strip.minX + 2) + 16 * growth
    let right = min(card.maxX, strip.maxX - 2) - 16 * growth
    guard right - left >= 30 * growth else { return }
    func width(_ words: String, _ style: TextStyle) -> Double {
      canvas.fonts.layout(words, style).width
    }
    func label(
      _ words: String, _ x: Double, _ style: TextStyle, _ align: Canvas.Alignment,
      _ color: Color
    ) {
      canvas.label(words, at: Vector(x, y), style, color, align: align, snapsX: false)
    }
    let badge = Rect(
      x: left, y: y - 9 * growth, width: 18 * growth, height: 18 * growth)
    canvas.fill(badge, radius: 5.4 * growth, onFill)
    label(set.rawValue, badge.midX, .smallStrong.grown(growth * 11 / 12), .center, fill)
    let half = width(number, big) / 2
    var end = left + 18 * growth
    let hasNumber = card.midX - half > end + 6 && card.midX + half < right
    // The number is more important than the name.
    let nameEnd = end + 8 * growth + width(name, small)
    if nameEnd < (hasNumber ? card.midX - half - 6 : right) {
      label(name, end + 8 * growth, small, .leading, onFill)
      end = nameEnd
    }
    if hasNumber {
      label(number, card.midX, big, .center, onFill)
      end = card.midX + half
    }
    if right - width(landing.words, small) > end + 10 {
      label(landing.words, right, small, .trailing, onFill)
    }
  }
}

extension Path {
  /// The outlines of several cards.
  static func cards(_ frames: [Rect]) -> Path {
    Path(frames.flatMap { roundedRect($0, radius: CarouselPart.cornerRadius).elements })
  }
}
