internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The poster on a card of rich content, the same in every theme: a print does not get darker at
/// night.
struct Cover {
  /// Its number, which selects its text, and modulo ten its picture.
  let number: Int

  /// For each picture, the dark tone of its hue under the title, and the ink of its number.
  private static let tones: [(foot: UInt32, ink: UInt32)] = [
    (0x2E2045, 0x3B2340), (0x140B38, 0xFFFFFF), (0x5E1836, 0x5E1836), (0x12336F, 0x0F3570),
    (0x3A1518, 0x5A2418), (0x560A44, 0xFFFFFF), (0x070C2B, 0xFFFFFF), (0x7A2A08, 0x5A2400),
    (0x032C3A, 0x5A2418), (0x102A73, 0x0B2E6B),
  ]

  /// Draws the cover with as much text as fits; the caller clips it to the card, which must be on
  /// whole device pixels.
  func draw(into canvas: inout Canvas, in card: Rect) {
    // Titles depend on the language.
    canvas.kept(as: "\(number) \(title)", in: card) { drawWhole(into: &$0, in: card) }
  }

  private var title: String { translated(Words.covers[number % Words.covers.count]) }

  private func drawWhole(into canvas: inout Canvas, in card: Rect) {
    let (foot, ink) = Self.tones[number % Self.tones.count]
    drawPicture(into: &canvas, in: card)
    let height = min(card.height * 0.52, 170)
    let shade = Rect(x: card.minX, y: card.maxY - height, width: card.width, height: height)
    let dark = Color(rgb: foot)
    let stops = [0, 0.62, 0.94].enumerated().map { (Double($0) / 2, dark.opacity($1)) }
    canvas.draw(
      .roundedRect(shade, radius: 0, canvas.vertical(shade.minY, shade.maxY, stops)))
    drawWords(into: &canvas, in: card, Color(rgb: ink))
  }

  private func drawWords(into canvas: inout Canvas, in card: Rect, _ ink: Color) {
    // Enlarge the text on a tall card, which is viewed from further away.
    let growth = max(1, card.height / 464)
    func label(_ words: String, _ x: Double, _ y: Double, _ style: TextStyle, _ color: Color) {
      canvas.label(
        words, at: Vector(card.minX + x, y), style, color, maximumWidth: card.width - 2 * x,
        snapsX: false)
    }
    let numberStyle =
      card.height > 300
      ? TextStyle.cardNumber.grown(growth)
      : card.height > 150 ? .cardNumber.grown(30 / 44) : .heading
    guard card.width >= 120 else {
      let place = Vector(card.midX, card.minY + 20)
      return canvas.label("\(number)", at: place, .strong, ink, align: .center, snapsX: false)
    }
    let isSmall = card.height < 150
    let y =
      card.height < 48
      ? card.midY : card.minY + (isSmall ? 20 : 14 + numberStyle.size * 0.42)
    label("\(number)", isSmall ? 14 : 20, y, card.height < 48 ? .strong : numberStyle, ink)
    guard card.height >= 120 else { return }
    let (title, remark) =
      card.height > 300
      ? (TextStyle(size: 22, weight: .semibold).grown(growth), TextStyle.body.grown(growth))
      : (card.height > 190 ? .heading : .title, .small)
    let margin = card.height > 190 ? 20.0 : 14
    let white = Color(rgb: 0xFFFFFF)
    let words = Words.songs(
      translated(Words.records[number % Words.records.count]), 4 + number * 7 % 13)
    label(
      self.title, margin,
      card.maxY - margin - remark.size - title.size * 0.52, title, white)
    label(words, margin, card.maxY - margin - 3, remark, white.opacity(0.87))
  }

  /// Draws the picture without text over a rectangle and beyond.
  func drawPicture(into canvas: inout Canvas, in frame: Rect) {
    var art = CoverArt(frame: frame)
    art.paint(number)
    for command in art.commands { canvas.draw(command) }
  }
}

/// Builds the picture of a cover; positions and lengths are fractions of its width and height.
private struct CoverArt {
  let frame: Rect
  private(set) var commands: [DrawCommand] = []

  init(frame: Rect) { self.frame = frame }

  mutating func paint(_ number: Int) {
    switch number % 10 {
    case 0: paintLowTide()
    case 1: paintNightBus()
    case 2: paintPaperMoon()
    case 3: paintFirstFrost()
    case 4: paintSaltRoad()
    case 5: paintSlowTrain()
    case 6: paintBlueHour()
    case 7: paintLongShadows()
    case 8: paintStillWater()
    default: paintKites()
    }
  }

  // MARK: Shapes

  private var width: Double { frame.width }
  private var height: Double { frame.height }

  private func at(_ x: Double, _ y: Double) -> Vector {
    frame.origin + Vector(x * width, y * height)
  }

  /// A colour from 0xRRGGBB.
  private func tint(_ rgb: UInt32, _ opacity: Double = 1) -> Color {
    Color(rgb: rgb).opacity(opacity)
  }

  private func fading(_ from: Vector, _ to: Vector, _ stops: [(Double, Color)]) -> Paint {
    .linear(LinearGradient(from: from, to: to, stops: stops.map { GradientStop($0, $1) }))
  }

  private func fading(down from: Double, _ to: Double, _ stops: [(Double, Color)]) -> Paint {
    fading(at(0, from), at(0, to), stops)
  }

  /// The background, with its gradient leaning right by `lean`.
  private mutating func ground(lean: Double = 0, _ stops: [(Double, UInt32)]) {
    bar(0, 0, 1, 1, fading(at(0, 0), at(lean, 1), stops.map { ($0, tint($1)) }))
  }

  private mutating func bar(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0, _ paint: Paint
  ) {
    let bar = Rect(
      origin: at(x, y), size: Size(width * self.width, height * self.height))
    commands.append(.roundedRect(bar, radius: radius, paint))
  }

  private mutating func circle(_ center: Vector, _ radius: Double, _ paint: Paint) {
    commands.append(.circle(center: center, radius: radius, paint))
  }

  private mutating func circle(_ center: Vector, _ radius: Double, _ color: Color) {
    circle(center, radius, .solid(color))
  }

  private mutating func fill(_ places: [(Double, Double)], _ paint: Paint) {
    fill(places.map { at($0.0, $0.1) }, paint)
  }

  private mutating func fill(_ points: [Vector], _ paint: Paint) {
    commands.append(.fill(Path(through: points, isClosed: true), .nonZero, paint))
  }

  private mutating func fill(below line: Path, _ color: Color) {
    var area = line
    area.line(to: at(1, 1))
    area.line(to: at(0, 1))
    area.close()
    commands.append(.fill(area, .nonZero, .solid(color)))
  }

  // MARK: Pictures

  private mutating func paintLowTide() {
    ground([(0, 0xF7D9C4), (0.5, 0xE8A598), (1, 0x8E5B7A)])
    circle(at(0.5, 0.4), 0.24 * width, tint(0xFFF3E4))
    let swing = Vector(0, 0.06 * width)
    for wave in 0..<5 {
      let y = 0.56 + 0.1 * Double(wave)
      var line = Path()
      line.move(to: at(0, y))
      line.cubic(at(0.25, y) - swing, at(0.25, y) + swing, to: at(0.5, y))
      line.cubic(at(0.75, y) - swing, at(0.75, y) + swing, to: at(1, y))
      let color = tint(0x7B4B78).mixed(with: tint(0x2B2350), Double(wave) / 4)
      fill(below: line, color.opacity(0.55))
    }
  }

  private mutating func paintNightBus() {
    ground([(0, 0x120E3B), (0.55, 0x3B1F7A), (1, 0x7B2F8F)])
    let (top, high) = (0.4, 0.22)
    let size = high * height
    let glow = RadialGradient(
      center: at(0.5, top + high / 2), radius: 0.62 * width,
      stops: [GradientStop(0, tint(0xFF9D5C, 1 / 3)), GradientStop(1, tint(0xFF9D5C, 0))])
    circle(at(0.5, top + high / 2), 0.62 * width, .radial(glow))
    for lamp in 0..<3 {
      circle(at(0.36 + 0.25 * Double(lamp), 0.16), 0.012 * width, tint(0xFFE4B0))
    }
    bar(
      0.16, top, 1.2, high, radius: 0.3 * size,
      fading(down: top, top + high, [(0, tint(0x5B46D6)), (1, tint(0x3A2BA8))]))
    let pane = size / width
    let light = fading(
      down: top + 0.18 * high, top + 0.56 * high, [(0, tint(0xFFE9A8)), (1, tint(0xFFB54A))])
    for window in 0..<4 {
      bar(
        0.16 + pane * (0.26 + 0.62 * Double(window)), top + 0.18 * high, 0.5 * pane, 0.38 * high,
        radius: 0.09 * size, light)
    }
    bar(0.16, top + 0.7 * high, 1.2, 0.07 * high, .solid(tint(0xFFB54A)))
    for wheel in [0.32, 0.86] {
      circle(at(wheel, top + high), 0.2 * size, tint(0x120E3B))
      circle(at(wheel, top + high), 0.09 * size, tint(0x8F83F0))
    }
    fill(
      [(0.16, top + 0.8 * high), (-0.1, top + 1.22 * high), (-0.1, top + 0.5 * high)],
      fading(at(0.16, 0), at(-0.1, 0), [(0, tint(0xFFF0C0, 0.8)), (1, tint(0xFFF0C0, 0))]))
    bar(0, top + 1.2 * high, 1, 0.012, .solid(tint(0xFFFFFF, 0.25)))
  }

  private mutating func paintPaperMoon() {
    ground([(0, 0xFFE3C6), (1, 0xF7A489)])
    let (center, radius) = (at(0.56, 0.36), 0.33 * width)
    circle(center, radius, tint(0xFFF8EC))
    let disc = Rect(center: center, size: Size(2 * radius, 2 * radius))
    commands.append(.clip(disc, radius: radius))
    circle(center + Vector(0.46, -0.22) * radius, 1.02 * radius, tint(0xFFDDBB))
    commands.append(.pop)
    for (y, color, swing) in [
      (0.66, UInt32(0xF0785E), 0.1), (0.76, 0xD4504F, -0.08), (0.86, 0x8E2F4C, 0.06),
    ] {
      var line = Path()
      line.move(to: at(0, y))
      line.cubic(at(0.3, y - swing), at(0.55, y + swing), to: at(1, y - 0.4 * swing))
      fill(below: line, tint(color))
    }
  }

  private mutating func paintFirstFrost() {
    ground(lean: 0.4, [(0, 0xD9F2FF), (0.5, 0x8CC4F7), (1, 0x3F78D8)])
    let reach = min(0.4 * width, 0.36 * height)
    let center = at(0.5, 0.4)
    var star = Path()
    for (x, y) in [
      (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5), (0, -1), (0.866, -0.5),
    ] {
      let way = Vector(x, y)
      func point(_ along: Double, _ across: Double) -> Vector {
        center + (way * along + Vector(-way.y, way.x) * across) * reach
      }
      star.move(to: point(0.08, 0))
      star.line(to: point(1, 0))
      for (root, tip, side) in [(0.55, 0.78, 0.2), (0.3, 0.46, 0.15)] {
        star.move(to: point(tip, side))
        star.line(to: point(root, 0))
        star.line(to: point(tip, -side))
      }
    }
    let stroke = Stroke(width: 0.055 * reach, join: .round, cap: .round)
    commands.append(.stroke(star, stroke, .solid(tint(0xFFFFFF))))
    for (x, y, size) in [
      (0.3, 0.16, 0.016), (0.86, 0.2, 0.03), (0.2, 0.72, 0.025), (0.82, 0.66, 0.016),
      (0.7, 0.08, 0.014),
    ] {
      circle(at(x, y), size * width, tint(0xFFFFFF, 0.69))
    }
  }

  private mutating func paintSaltRoad() {
    ground([(0, 0xF9E7C9), (0.5, 0xF3C08F), (1, 0xE09060)])
    circle(at(0.5, 0.4), 0.2 * width, tint(0xF0502F))
    fill(
      [(0, 0.46), (0.3, 0.36), (0.52, 0.46), (0.78, 0.32), (1, 0.44), (1, 0.52), (0, 0.52)],
      .solid(tint(0xB85A3A)))
    bar(0, 0.5, 1, 0.5, fading(down: 0.5, 1, [(0, tint(0xF6E8D2)), (1, tint(0xD8A47A))]))
    fill([(0.485, 0.5), (0.515, 0.5), (0.98, 1), (0.02, 1)], .solid(tint(0x5A2B2A)))
    // The dashes grow towards the viewer: start and end of each, as fractions from the horizon.
    for (from, to) in [
      (0, 0.016), (0.055, 0.115), (0.192, 0.287), (0.399, 0.526), (0.669, 0.827),
    ] {
      let (top, bottom) = (0.51 + 0.49 * from, 0.51 + 0.49 * to)
      let (thin, thick) = (0.004 + 0.014 * from, 0.004 + 0.014 * to)
      fill(
        [
          (0.5 - thin, top), (0.5 + thin, top), (0.5 + thick, bottom), (0.5 - thick, bottom),
        ], .solid(tint(0xF6E8D2)))
    }
  }

  private mutating func paintSlowTrain() {
    ground(lean: 0.3, [(0, 0xE4392F), (0.5, 0xDA2357), (1, 0x930E5C)])
    circle(at(0.72, 0.24), 0.17 * width, tint(0xFFE1B8))
    for (x, y, length, color) in [
      (0.3, 0.34, 1.1, UInt32(0xFFC49A)), (0.08, 0.415, 0.64, 0xFFFFFF),
      (0.42, 0.49, 0.9, 0xFF9C7A), (-0.1, 0.565, 0.74, 0x7A0D55), (0.5, 0.64, 0.9, 0xFFC49A),
    ] {
      bar(x, y, length, 0.052, radius: 0.026 * height, .solid(tint(color)))
    }
  }

  private mutating func paintBlueHour() {
    ground([(0, 0x0B1E6B), (0.5, 0x2557D6), (0.8, 0x7FA8FF), (1, 0xFFC9B0)])
    circle(at(0.74, 0.18), 0.075 * width, tint(0xFFF4D6))
    circle(at(0.7, 0.165), 0.068 * width, tint(0x1636A0))
    let towers = [
      (0, 0.56, 0.2), (0.17, 0.42, 0.16), (0.35, 0.62, 0.18), (0.5, 0.34, 0.15), (0.67, 0.5, 0.14),
      (0.83, 0.44, 0.2),
    ]
    // The lit windows, as one path per colour.
    var (amber, blue) = (Path(), Path())
    for (place, (x, top, wide)) in towers.enumerated() {
      bar(
        x, top, wide, 1.02 - top, radius: 0.012 * width,
        fading(
          down: top, top + 1,
          [(0, tint(place.isMultiple(of: 2) ? 0x0D1A52 : 0x12256E)), (1, tint(0x080E30))]))
      for row in 0..<9 where top + 0.03 + 0.042 * Double(row) < 1 {
        for column in 0..<3 where (row * 7 + column * 5 + place * 3) % 4 < 2 {
          let corner = at(
            x + wide * (0.16 + 0.26 * Double(column)), top + 0.03 + 0.042 * Double(row))
          let window = Rect(
            origin: corner, size: Size(0.14 * wide * width, 0.017 * height))
          if (row + column + place).isMultiple(of: 3) {
            blue.add(window)
          } else {
            amber.add(window)
          }
        }
      }
    }
    commands.append(.fill(amber, .nonZero, .solid(tint(0xFFD98A))))
    commands.append(.fill(blue, .nonZero, .solid(tint(0x8FB2FF))))
  }

  private mutating func paintLongShadows() {
    ground(lean: 0.2, [(0, 0xFFD84A), (1, 0xFF9E1B)])
    let (center, radius) = (at(0.34, 0.34), 0.2 * width)
    let side = Vector(1, -1) * (radius * 0.7071)
    let cast = Vector(1, 1) * (1.1 * width)
    fill(
      [center + side, center + side + cast, center - side + cast, center - side],
      fading(
        center, center + Vector(1, 1) * (0.7 * width),
        [(0, tint(0xC2410C, 0.69)), (1, tint(0xC2410C, 0.06))]))
    let shine = RadialGradient(
      center: center - Vector(0.35, 0.4) * radius, radius: 1.6 * radius,
      stops: [GradientStop(0, tint(0xFF7A52)), GradientStop(1, tint(0xD92B1C))])
    circle(center, radius, .radial(shine))
    let (corner, edge) = (at(0.7, 0.22), 0.11 * width)
    let far = Vector(1, 1) * width
    fill(
      [
        corner, corner + Vector(edge, 0), corner + Vector(edge, 0) + far,
        corner + Vector(0, edge) + far, corner + Vector(0, edge),
      ], .solid(tint(0xC2410C, 0.28)))
    commands.append(
      .roundedRect(
        Rect(origin: corner, size: Size(edge, edge)), radius: 2, .solid(tint(0x1F2A6B))))
  }

  private mutating func paintStillWater() {
    let radius = 0.3 * width
    bar(0, 0, 1, 0.5, fading(down: 0, 0.5, [(0, tint(0xFFD7A8)), (1, tint(0xFF8F70))]))
    commands.append(
      .clip(Rect(origin: frame.origin, size: Size(width, height / 2)), radius: 0))
    circle(at(0.5, 0.5), radius, tint(0xFFF3DC))
    commands.append(.pop)
    bar(0, 0.5, 1, 0.5, fading(down: 0.5, 1, [(0, tint(0x0F8C94)), (1, tint(0x063F57))]))
    for wave in 0..<7 {
      let isOdd = !wave.isMultiple(of: 2)
      let long = 0.6 * (1 - 0.09 * Double(wave)) * (isOdd ? 0.72 : 1)
      bar(
        0.5 - long / 2 + (isOdd ? 0.05 : 0), 0.52 + 0.046 * Double(wave), long, 0.014,
        radius: 0.007 * height, .solid(tint(0xFFE6C4, 0.95 - 0.11 * Double(wave))))
    }
  }

  private mutating func paintKites() {
    ground([(0, 0x5FC8FF), (1, 0x2F6BE8)])
    for (x, y, share, right, left) in [
      (0.36, 0.34, 0.26, UInt32(0xFF5A4E), UInt32(0xFFD24A)),
      (0.74, 0.22, 0.13, 0xFFFFFF, 0xFFE08A), (0.78, 0.56, 0.09, 0x1B2C8F, 0xFF8A5C),
    ] {
      let (place, size) = (at(x, y), share * width)
      func point(_ x: Double, _ y: Double) -> Vector { place + Vector(x, y) * size }
      var tail = Path()
      tail.move(to: point(0, 1))
      tail.cubic(point(-1, 1.8), point(0.6, 2.2), to: point(-0.2, 3.4))
      commands.append(
        .stroke(
          tail, Stroke(width: 0.008 * width, join: .round, cap: .round),
          .solid(tint(0xFFFFFF, 0.69))))
      fill([point(0, -0.8), point(0.62, 0), point(0, 1)], .solid(tint(right)))
      fill([point(0, -0.8), point(-0.62, 0), point(0, 1)], .solid(tint(left)))
    }
  }
}

extension Path {
  fileprivate mutating func add(_ rect: Rect) {
    move(to: rect.origin)
    line(to: Vector(rect.maxX, rect.minY))
    line(to: Vector(rect.maxX, rect.maxY))
    line(to: Vector(rect.minX, rect.maxY))
    close()
  }
}
