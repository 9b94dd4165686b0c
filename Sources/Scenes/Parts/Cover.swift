internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The picture on a card of rich content: a gradient, a motif, a title, all made from the card's number.
struct Cover {
  /// Which one: each number has its own.
  let number: Int

  /// A colour of it: its own hue or one further on, by day bright and by night deep.
  private func color(_ turn: Double, _ brightness: Double, in theme: Theme) -> Color {
    let hue = (Double(number * 61 % 100) / 100 + turn).truncatingRemainder(dividingBy: 1)
    let isDark = theme.name == .dark
    return Color(
      hue: hue, saturation: isDark ? 0.55 : 0.5, brightness: brightness * (isDark ? 0.5 : 1))
  }

  /// Draws it with its words, as far as the card has room for them.
  func draw(into canvas: inout Canvas, in card: Rect) {
    let theme = canvas.theme
    canvas.draw(
      .shadow(
        card.offset(by: Vector(0, 4)), radius: 14, blur: 16, theme.shadow.opacity(0.6)))
    drawPicture(into: &canvas, in: card, radius: 14)
    guard card.height >= 96 else {
      return label("\(number)", at: card.center, .strong, &canvas, align: .center)
    }
    let shade = Rect(x: card.minX, y: card.maxY - 72, width: card.width, height: 72)
    canvas.clipped(to: card, radius: 14) { canvas in
      let fading = LinearGradient(
        from: Vector(0, shade.minY), to: Vector(0, shade.maxY),
        stops: [
          GradientStop(0, Self.night.opacity(0)), GradientStop(0.5, Self.night.opacity(0.5)),
          GradientStop(1, Self.night.opacity(0.75)),
        ])
      canvas.draw(.roundedRect(shade, radius: 0, .linear(fading)))
    }
    let title = Words.covers[number % Words.covers.count]
    let remark = Words.songs(Words.records[number % Words.records.count], 4 + number * 7 % 13)
    label(title, at: Vector(card.minX + 16, card.maxY - 36), .title, &canvas, in: card)
    label(remark, at: Vector(card.minX + 16, card.maxY - 16), .small, &canvas, in: card)
    let chip = Rect(x: card.minX + 12, y: card.minY + 12, width: 40, height: 24)
    canvas.fill(chip, radius: 12, Self.night.opacity(0.6))
    label("\(number)", at: chip.center, .strong, &canvas, align: .center)
  }

  private static let night = Color(rgb: 0x101018)

  private func label(
    _ words: String, at point: Vector, _ style: TextStyle, _ canvas: inout Canvas,
    align: Canvas.Alignment = .leading, in card: Rect? = nil
  ) {
    canvas.label(
      words, at: point, style, Color(rgb: 0xFFFFFF), align: align,
      maximumWidth: card.map { $0.width - 32 } ?? .infinity, snapsX: false)
  }

  // MARK: The picture

  /// Draws the picture alone, without words.
  func drawPicture(into canvas: inout Canvas, in frame: Rect, radius: Double) {
    let theme = canvas.theme
    let sky = LinearGradient(
      from: frame.origin, to: Vector(frame.minX + frame.width * 0.4, frame.maxY),
      stops: [
        GradientStop(0, color(0, 0.95, in: theme)), GradientStop(1, color(0.14, 0.72, in: theme)),
      ])
    canvas.draw(.roundedRect(frame, radius: radius, .linear(sky)))
    canvas.clipped(to: frame, radius: radius) { canvas in
      switch number % 4 {
      case 0: drawHills(into: &canvas, in: frame)
      case 1: drawRings(into: &canvas, in: frame)
      case 2: drawBlinds(into: &canvas, in: frame)
      default: drawSeeds(into: &canvas, in: frame)
      }
    }
  }

  private func drawHills(into canvas: inout Canvas, in frame: Rect) {
    let theme = canvas.theme
    let (width, height) = (frame.width, frame.height)
    canvas.draw(
      .circle(
        center: frame.origin + Vector(width * 0.72, height * 0.32), radius: height * 0.16,
        .solid(color(0.1, 1, in: theme).mixed(with: Color(rgb: 0xFFFFFF), 0.5))))
    for (index, top) in [0.55, 0.72].enumerated() {
      let crest = frame.minY + height * top
      var hill = Path()
      hill.move(to: Vector(frame.minX, frame.maxY))
      hill.line(to: Vector(frame.minX, crest))
      let swing = height * (index == 0 ? -0.18 : 0.14)
      hill.cubic(
        Vector(frame.minX + width * 0.35, crest + swing),
        Vector(frame.minX + width * 0.65, crest - swing), to: Vector(frame.maxX, crest))
      hill.line(to: Vector(frame.maxX, frame.maxY))
      hill.close()
      let shade = color(0.2 + 0.06 * Double(index), 0.62 - 0.14 * Double(index), in: theme)
      canvas.draw(.fill(hill, .nonZero, .solid(shade)))
    }
  }

  private func drawRings(into canvas: inout Canvas, in frame: Rect) {
    let center = frame.origin + Vector(frame.width * 0.28, frame.height * 0.42)
    for ring in 1...5 {
      canvas.draw(
        .arc(
          center: center, radius: frame.height * 0.13 * Double(ring), width: frame.height * 0.035,
          start: 0, sweep: 1, cap: .butt,
          .solid(color(0.3, 1, in: canvas.theme).opacity(0.7 - 0.11 * Double(ring)))))
    }
  }

  private func drawBlinds(into canvas: inout Canvas, in frame: Rect) {
    for stripe in 0..<6 {
      let x = frame.minX + frame.width * (Double(stripe) * 0.22 - 0.1)
      let (lean, width) = (frame.height * 0.5, frame.width * 0.09)
      let path = Path(
        through: [
          Vector(x, frame.maxY), Vector(x + lean, frame.minY),
          Vector(x + lean + width, frame.minY), Vector(x + width, frame.maxY),
        ], isClosed: true)
      let shade = color(0.08 * Double(stripe), 0.9, in: canvas.theme)
      canvas.draw(.fill(path, .nonZero, .solid(shade.opacity(0.55))))
    }
  }

  private func drawSeeds(into canvas: inout Canvas, in frame: Rect) {
    // Steps of the golden section, of which no two lie close together.
    for seed in 1...14 {
      let turn = Double(seed * (number % 7 + 3)) * 0.618_034
      let place = Vector(
        turn.truncatingRemainder(dividingBy: 1), (Double(seed) + 0.5) / 15)
      canvas.draw(
        .circle(
          center: frame.origin + Vector(place.x * frame.width, place.y * frame.height),
          radius: frame.height * (0.03 + 0.05 * Double(seed % 4) / 3),
          .solid(color(0.05 * Double(seed), 1, in: canvas.theme).opacity(0.6))))
    }
  }
}
