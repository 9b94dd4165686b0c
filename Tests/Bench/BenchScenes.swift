internal import Feel
internal import Glibc
internal import Raster
internal import TextLayout

/// Pictures typical of a touch interface, each with one expensive feature.
///
/// S1 a capsule slider · S2 100 progress rings · S3 100 partial outlines · S4 six cards · S5 a
/// chart of 1,200 points · S6 400 glyphs · S7 a whole frame · S8 a gradient card. All except S7
/// draw over existing content.
struct BenchScenes {
  /// Width of the pictures, in points.
  static let width = 1280
  /// Height of the pictures, in points.
  static let height = 800

  private let letters: [(font: FontID, glyph: UInt32)]

  /// Uses the glyphs of letters and digits from DejaVu Sans, or its replacement.
  init(_ fonts: FontBook) {
    let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    letters = text.compactMap { letter in
      let line = fonts.layout(String(letter), TextStyle(size: 14))
      return line.runs.first.flatMap { run in run.glyphs.first.map { (run.font, $0.id) } }
    }
  }

  /// The picture of a scene S1 … S8 at a scale, in device pixels per point.
  func list(_ name: String, scale: Double = 1) -> DisplayList {
    var list = DisplayList(scale: scale, background: Color(argb: 0))
    switch name {
    case "S1": addSlider(to: &list)
    case "S2":
      for index in 0..<100 { list.append(Self.ring(Self.gridCenter(index))) }
    case "S3":
      for index in 0..<100 { list.append(Self.dash(Self.gridCenter(index))) }
    case "S4":
      for index in 0..<6 { list.append(Self.card(index)) }
    case "S5": list.append(Self.chart)
    case "S6":
      addGlyphs(400, to: &list) { Vector(40 + Double($0 % 40) * 29.37, 60 + Double($0 / 40 * 22)) }
    case "S7":
      list.background = Color(rgb: 0x1E1E24)
      addSlider(to: &list)
      for index in 0..<2 { list.append(Self.ring(Vector(1100 + Double(index) * 100.3, 100))) }
      for index in 0..<6 { list.append(Self.card(index)) }
      list.append(Self.chart)
      addGlyphs(60, to: &list) { Vector(40 + Double($0) * 9.37, 760) }
    default: list.append(Self.gradientCard)
    }
    return list
  }

  private func addSlider(to list: inout DisplayList) {
    let capsule = Rect(x: 140, y: 380, width: 1000, height: 40)
    list.append(.roundedRect(capsule, radius: 20, .solid(Color(argb: 0x80FF_FFFF))))
    list.append(.clip(Rect(x: 140, y: 380, width: 637, height: 40), radius: 0))
    list.append(.roundedRect(capsule, radius: 20, .solid(Color(rgb: 0x3B82F6))))
    list.append(.pop)
  }

  private func addGlyphs(_ count: Int, to list: inout DisplayList, at place: (Int) -> Vector) {
    list.append(glyphs(Array(0..<count), size: 14, at: place))
  }

  /// White glyphs by number: letters and digits in sequence.
  func glyphs(_ numbers: [Int], size: Double, at place: (Int) -> Vector) -> DrawCommand {
    let glyphs =
      letters.isEmpty
      ? [] : numbers.map { Glyph(id: letters[$0 % letters.count].glyph, offset: place($0)) }
    let run = GlyphRun(font: letters.first?.font ?? FontID(0), size: size, glyphs: glyphs)
    return .glyphs(run, at: .zero, Color(rgb: 0xFFFFFF))
  }

  private static func gridCenter(_ index: Int) -> Vector {
    Vector(60.3 + 128 * Double(index % 10), 42 + 79.5 * Double(index / 10))
  }

  /// A progress ring, by default 0.73 of a turn.
  static func ring(_ center: Vector, sweep: Double = 0.73) -> DrawCommand {
    .arc(
      center: center, radius: 40, width: 3, start: 0, sweep: sweep, cap: .round,
      .solid(Color(rgb: 0x34D399)))
  }

  private static func dash(_ center: Vector) -> DrawCommand {
    .outline(
      Rect(x: center.x - 40, y: center.y - 40, width: 80, height: 80), radius: 6, width: 3,
      from: 0, to: 0.73, cap: .butt, .solid(Color(rgb: 0xF59E0B)))
  }

  /// The colours of six cards, 0xRRGGBB.
  static let cardColors: [UInt32] = [0x2D3748, 0x553C9A, 0x285E61, 0x744210, 0x702459, 0x22543D]

  /// A card, shifted to the right by some points.
  static func card(_ index: Int, by shift: Double = 0) -> DrawCommand {
    let place = Rect(x: 12.37 + 195.21 * Double(index) + shift, y: 220, width: 280, height: 200)
    return .roundedRect(place, radius: 16, .solid(Color(rgb: cardColors[index])))
  }

  private static let chart: DrawCommand = {
    var random = Noise(12345)
    var path = Path()
    for index in 0..<1200 {
      let noise = random.share() - 0.5
      let x = 40 + Double(index) * (1200.0 / 1199)
      let point = Vector(x, 400 + 160 * sin(2 * .pi * Double(index) / 300) + 24 * noise)
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    return .stroke(path, Stroke(width: 2, join: .round), .solid(Color(rgb: 0x60A5FA)))
  }()

  private static let gradientCard = DrawCommand.roundedRect(
    Rect(x: 140, y: 100, width: 1000, height: 600), radius: 24,
    .linear(
      LinearGradient(
        from: Vector(140, 100), to: Vector(1140, 700),
        stops: [GradientStop(0, Color(rgb: 0x7C3AED)), GradientStop(1, Color(rgb: 0x06B6D4))])))
}
