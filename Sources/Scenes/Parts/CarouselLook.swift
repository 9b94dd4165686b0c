internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

extension CarouselPart {
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    if hasPapers { drawPapers(into: &canvas, at: now) }
    if let top = dialTop(canvas.content) { drawDial(into: &canvas, under: top, at: now) }
    let cards = cardsInSight(of: carousel, at: now)
    for index in cards { drawShadow(of: index, into: &canvas, at: now) }
    for index in cards { draw(index, into: &canvas, at: now) }
    drawShadowOnNeighbors(among: cards, into: &canvas, at: now)
    guard focus == .ring else { return }
    let shown = face(of: carousel.shownCard(at: now), canvas.content, carousel, at: now)
    canvas.focusRing(around: shown, radius: Self.cornerRadius)
  }

  // MARK: Cards

  /// The drawn frame of a card: plain ones are lower than the strip that takes the pointer.
  func face(
    of index: Int, _ content: Content, _ carousel: Carousel, at now: Instant
  ) -> Rect {
    let card = carousel.cardFrame(index, at: now)
    guard content == .plain else { return card }
    return Rect(center: card.center, size: Size(card.width, plainHeight))
  }

  /// The distance of a card from the rest position, in cards.
  private func distance(of index: Int, at now: Instant) -> Double {
    let layout = carousel.layout
    let place = carousel.contentOffset(at: now) + carousel.anchor
    return (layout.snapPoint(of: index) - place) / (layout.width(of: index) + layout.spacing)
  }

  /// The opacity of the ground's colour over a card at a distance: neighbours are veiled, cards
  /// further off even more.
  private func veil(at distance: Double, in theme: Theme) -> Double {
    // If cards rest at the edges, the middle of the stage has no meaning.
    guard theme.name != .contrast, carousel.ends.containment == .none else { return 0 }
    func smooth(_ share: Double) -> Double {
      let share = min(1, max(0, share))
      return share * share * (3 - 2 * share)
    }
    let far = abs(distance)
    return (0.12 * smooth(far) + 0.16 * smooth((far - 1) / 1.2)) * (theme.name == .dark ? 0.8 : 1)
  }

  /// The lift of a card, 0…1: none halfway to the next, so that the shadow does not jump from card
  /// to card.
  private func prominence(of index: Int, at now: Instant) -> Double {
    let share = max(0, 1 - 2 * abs(distance(of: index, at: now)))
    return share * share * (3 - 2 * share)
  }

  /// Draws a card's shadow on the ground, blended between two lifts.
  private func drawShadow(of index: Int, into canvas: inout Canvas, at now: Instant) {
    let ground = canvas.onPixels(face(of: index, canvas.content, carousel, at: now))
    let strength = 1 - 0.6 * veil(at: distance(of: index, at: now), in: canvas.theme)
    func draw(_ lift: Lift, _ share: Double) {
      guard share > 0 else { return }
      canvas.shadow(of: ground, radius: Self.cornerRadius, lift, share: share * strength)
    }
    guard carousel.pressedCard(at: now) != index else { return draw(.pressed, 1) }
    let (isMoving, lifted) = (carousel.isMoving(at: now), prominence(of: index, at: now))
    draw(isMoving ? .near : .rest, 1 - lifted)
    draw(isMoving ? .flying : .near, lifted)
  }

  /// Draws the shadow that the middle card casts on its neighbours.
  private func drawShadowOnNeighbors(
    among cards: Range<Int>, into canvas: inout Canvas, at now: Instant
  ) {
    let index = carousel.nearest(at: now)
    let lifted = prominence(of: index, at: now)
    guard lifted > 0, cards.contains(index), carousel.pressedCard(at: now) != index,
      canvas.theme.name != .contrast
    else { return }
    func ground(_ index: Int) -> Rect {
      canvas.onPixels(face(of: index, canvas.content, carousel, at: now))
    }
    let beside = [index - 1, index + 1].filter(cards.contains).map(ground)
    guard !beside.isEmpty else { return }
    canvas.draw(.clipPath(.cards(beside), .nonZero))
    canvas.shadow(
      of: ground(index), radius: Self.cornerRadius,
      carousel.isMoving(at: now) ? .flying : .near, share: lifted)
    canvas.draw(.pop)
  }

  private func draw(_ index: Int, into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    var card = face(of: index, canvas.content, carousel, at: now)
    let veil = veil(at: distance(of: index, at: now), in: theme)
    // Snap to device pixels, so that a moving card is rendered once.
    if canvas.content == .rich { card = canvas.onPixels(card) }
    let tone =
      carousel.pressedCard(at: now) == index ? 0.12 : 0.06 * light(of: index, at: now)
    let layers = [theme.text.opacity(tone), theme.veil.opacity(veil)]
    let rim: [(Double, Color)]
    if canvas.content == .rich {
      canvas.clipped(to: card, radius: Self.cornerRadius) { canvas in
        Cover(number: index + 1).draw(into: &canvas, in: card)
        for layer in layers { canvas.fill(card, layer) }
      }
      rim = [
        (0, Self.white.opacity(0.28)), (0.35, Self.white.opacity(0.06)), (1, Self.white.opacity(0)),
      ]
    } else {
      drawPlain(index + 1, in: card, into: &canvas)
      for layer in layers { canvas.fill(card, radius: Self.cornerRadius, layer) }
      rim = [
        (0, Self.white.opacity(0.56)), (0.4, Self.white.opacity(0.13)),
        (1, Theme.light.text.opacity(0.09)),
      ]
    }
    guard theme.name != .contrast else {
      return canvas.edge(card, radius: Self.cornerRadius, theme.edge)
    }
    let width = canvas.snapped(1)
    canvas.draw(
      .outline(
        card.inset(by: width / 2), radius: Self.cornerRadius - width / 2, width: width, from: 0,
        to: 1, cap: .butt, canvas.vertical(card.minY, card.maxY, rim)))
  }

  private static let white = Color(rgb: 0xFFFFFF)

  /// Draws a card of plain content, the same in every theme: its own hue and its number.
  private func drawPlain(_ number: Int, in card: Rect, into canvas: inout Canvas) {
    let hue = Color(hue: Double(number * 11 % 100) / 100, saturation: 0.5, brightness: 1)
    let sheen = canvas.vertical(
      card.minY, card.maxY, [(0, hue.mixed(with: Self.white, 0.18)), (1, hue)])
    canvas.draw(.roundedRect(card, radius: Self.cornerRadius, sheen))
    canvas.label(
      "\(number)", at: card.center,
      card.height < 48
        ? .strong : .cardNumber.grown(0.32 * card.height / TextStyle.cardNumber.size),
      Theme.light.text, align: .center, snapsX: false)
  }

  /// Draws the cover of the card at a position, dimmed, under its number.
  static func drawTile(
    of control: String, restingAt position: Double, _ parameters: ParameterSet, in tile: Rect,
    into canvas: inout Canvas
  ) -> Bool {
    let settings = parameters.settings(CarouselSettings())
    guard control == "carousel", canvas.content == .rich, settings.size == .fixed,
      settings.ends == .none
    else { return false }
    let pitch = max(1, settings.width + settings.spacing)
    let card = min(max(0, (position / pitch).rounded()), Double(settings.count - 1))
    canvas.clipped(to: tile, radius: 6) { canvas in
      Cover(number: Int(card) + 1).drawPicture(into: &canvas, in: tile)
      canvas.fill(tile, Theme.light.text.opacity(0.55))
    }
    canvas.strongEdge(tile, radius: 6)
    let number = "\(Int(card) + 1)"
    canvas.label(
      number, at: tile.center,
      number.count > 3 ? .smallStrong : TextStyle(size: 18, weight: .semibold),
      white, align: .center)
    return true
  }

  // MARK: Dial

  /// Draws the content's scale, which moves under a fixed needle that ends at a height.
  private func drawDial(into canvas: inout Canvas, under y: Double, at now: Instant) {
    let theme = canvas.theme
    let (frame, layout) = (carousel.frame, carousel.layout)
    let shown = carousel.shownCard(at: now)
    let pitch = layout.width(of: 0) + layout.spacing
    let needle = self.needle ?? frame.midX
    func place(_ index: Double) -> Double {
      carousel.cardFrame(shown, at: now).midX + (index - Double(shown)) * pitch
    }
    let style = TextStyle.small.grown(growth)
    let widest = canvas.fonts.layout("\(layout.count)", style).width + 16
    let stride = max(1, Int((widest / pitch).rounded(.up)))
    func fade(_ x: Double) -> Double { max(0.25, 1 - abs(x - needle) / (0.56 * frame.width)) }
    func tick(_ x: Double, _ length: Double, _ width: Double, _ opacity: Double) {
      let width = canvas.snapped(width)
      canvas.fill(
        Rect(x: x - width / 2, y: y, width: width, height: length * growth),
        theme.edge.opacity(opacity * fade(x)))
    }
    for index in carousel.visibleRange(at: now) where index.isMultiple(of: stride) {
      let x = place(Double(index))
      tick(x, 9, 1.5, 1)
      if pitch > 80 {
        for part in [-0.5, -0.25, 0.25] {
          let place = Double(index) + part
          guard place >= 0, place <= Double(layout.count - 1) else { continue }
          tick(x + part * pitch, 5, 1, 0.6)
        }
      }
      guard x > frame.minX + 14, x < frame.maxX - 14 else { continue }
      let isShown = index == shown
      canvas.label(
        "\(index + 1)", at: Vector(x, y + Self.dialNumbers * growth),
        isShown ? .smallStrong.grown(growth) : style,
        isShown ? theme.text : theme.secondaryText.opacity(max(0.82, fade(x))), align: .center,
        snapsX: false)
    }
    guard self.needle != nil else { return }
    let tip = Path(
      through: [Vector(-5.5, -8), Vector(5.5, -8), .zero].map {
        Vector(needle, y) + $0 * growth
      }, isClosed: true)
    canvas.draw(.fill(tip, .nonZero, .solid(theme.accent)))
  }

  // MARK: End-papers

  /// Draws the text on the ground before the first card and after the last, which moves with them.
  private func drawPapers(into canvas: inout Canvas, at now: Instant) {
    let (frame, layout) = (carousel.frame, carousel.layout)
    let position = carousel.position(at: now)
    let way = carousel.snapOffset(of: layout.count - 1) - carousel.snapOffset(of: 0)
    // The width of the ground beside the first and the last card at rest.
    let (first, last) = (carousel.snapOffset(of: 0), carousel.snapOffset(of: layout.count - 1))
    let before = layout.leadingEdge(of: 0) - first
    let after = frame.width - (layout.length - last)
    draw(
      canvas.paper ?? Words.frontPaper, in: before, isLast: false, offset: -position, into: &canvas)
    draw(Words.endPaper, in: after, isLast: true, offset: way - position, into: &canvas)
  }

  private func draw(
    _ words: Canvas.Paper, in room: Double, isLast: Bool, offset: Double,
    into canvas: inout Canvas
  ) {
    let frame = carousel.frame
    let isWide = room >= 280
    let (margin, gap) = isWide ? (56.0, 24.0) : (24, 16)
    let style = (isWide ? TextStyle.loneVerb : .verb).grown(growth)
    let verbWidth = canvas.fonts.layout(words.verb, style).width
    let width = max(verbWidth, min(250 * growth, room - margin - gap))
    let x = isLast ? frame.maxX - margin - width + offset : frame.minX + margin + offset
    guard verbWidth <= room - margin - gap, x < frame.maxX, x + width > frame.minX else { return }
    let leading = 20 * growth
    let paragraphs = words.sentences.map { canvas.lines(of: $0, width: width, .body.grown(growth)) }
    let lines = paragraphs.reduce(0) { $0 + $1.count }
    let height = style.size + 16 + Double(lines) * leading
    let isFitting = height <= frame.height
    // Beside the middle of the cards, raised by what the text below needs.
    var y = frame.midY - (isFitting ? 44 * growth : 0)
    canvas.label(words.verb, at: Vector(x, y), style, canvas.theme.text, snapsX: false)
    guard isFitting else { return }
    y += style.size / 2 + 16
    for (index, paragraph) in paragraphs.enumerated() {
      let number = index == 0 ? words.number : nil
      let indent = number == nil ? 0 : 25 * growth
      if let number {
        canvas.number(
          number, at: Vector(x + 9 * growth, y), radius: 9 * growth, canvas.theme.accent,
          ink: canvas.theme.onAccent)
      }
      for line in paragraph {
        canvas.label(
          line, at: Vector(x + indent, y),
          (number == nil ? TextStyle.body : .title).grown(growth),
          number == nil ? canvas.theme.secondaryText : canvas.theme.text, snapsX: false)
        y += leading
      }
      y += 6
    }
  }
}
