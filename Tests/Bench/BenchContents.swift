internal import Feel
internal import Glibc
internal import Raster

/// Pictures of what programs beyond the lab draw, each with one expensive feature; a reference
/// program draws the same under the same names with other libraries.
///
/// E1 10,000 discs · E2a, E2b a dense and a smooth line of 20,001 points · E3 200 translucent cards
/// · E4 a radial gradient · E5 5000 glyphs of 32 sizes · E6 16 nested rounded clips · E8 an
/// enlarged image · E9 a translucent group · E10 a self-intersecting star · F1 40 dashed curves ·
/// F2 1000 gradients · F3 500 round clips · F4 60 large glyphs · F5 1000 long curves · F6 an image
/// at its own size · F7 a reduced image · F8 a translucent gradient · F9 200 small groups · F10 400
/// lines across · shadow a large soft one · shadows 20 similar ones; first is drawn by a newly
/// created renderer.
struct BenchContents {
  static let names =
    ["E1", "E2a", "E2b", "E3", "E4", "E5", "E6", "E8", "E9", "E10"] + (1...10).map { "F\($0)" }
    + ["shadow", "shadow first", "shadows", "shadows first"]

  let scenes: BenchScenes

  /// The commands of a scene, to be drawn over existing content.
  func commands(_ name: String) -> [DrawCommand] {
    switch name {
    case "E1", "E3", "E4", "E5", "E6", "E9", "E10": shapes(name)
    case "E2a", "E2b", "F1", "F5", "F10": lines(name)
    default: contents(name)
    }
  }

  func measure(
    _ name: String, _ renderer: Renderer, _ fresh: () -> Renderer, seconds: Double
  ) -> BenchResult {
    var canvas = BenchCanvas(width: BenchScenes.width, height: BenchScenes.height)
    var list = DisplayList(background: Color(argb: 0))
    list.commands = commands(name)
    let isFirst = name.hasSuffix("first")
    return BenchTimer.measure(name, seconds: seconds) {
      canvas.draw(list, with: isFirst ? fresh() : renderer)
    }
  }

  private static let whole = Rect(x: 0, y: 0, width: 1280, height: 800)
  private static let violet = Color(rgb: 0x7C3AED)
  private static let cyan = Color(rgb: 0x06B6D4)
  private static let line = Paint.solid(Color(rgb: 0x60A5FA))

  private func shapes(_ name: String) -> [DrawCommand] {
    var random = Noise(1)
    switch name {
    case "E1":
      return (0..<10_000).map { _ in
        let (x, y) = (10 + 1260 * random.share(), 10 + 780 * random.share())
        return .circle(center: Vector(x, y), radius: 3, .solid(Color(rgb: 0x34D399)))
      }
    case "E3":
      random = Noise(3)
      return (0..<200).map { _ in
        let (x, y) = (680 * random.share(), 400 * random.share())
        return .roundedRect(
          Rect(x: x, y: y, width: 600, height: 400), radius: 24,
          .solid(Color(argb: 0x4000_0000 | random.next() & 0xFF_FFFF)))
      }
    case "E4":
      let stops = [GradientStop(0, Self.violet), GradientStop(1, Self.cyan)]
      let gradient = RadialGradient(center: Vector(640, 400), radius: 760, stops: stops)
      return [.roundedRect(Self.whole, radius: 0, .radial(gradient))]
    case "E5":
      return (0..<32).map { size in
        scenes.glyphs(Array(stride(from: size, to: 5000, by: 32)), size: 8 + Double(size) * 0.97) {
          Vector(10 + Double($0 % 100) * 12.37, 30 + Double($0 / 100) * 15.13)
        }
      }
    case "E6":
      let clips = (0..<16).map { index in
        let inset = 12.3 * Double(index)
        return DrawCommand.clip(
          Rect(x: inset, y: inset, width: 1280 - 2 * inset, height: 800 - 2 * inset), radius: 40)
      }
      return clips
        + (0..<5).map {
          .roundedRect(
            Self.whole, radius: 0, .solid(Color(argb: 0x6000_0000 | BenchScenes.cardColors[$0])))
        }
    case "E9":
      return [.group(opacity: 0.5)]
        + (0..<6).map { index in
          let (x, y) = (40.3 + 130 * Double(index), 80.7 + 10 * Double(index))
          return .roundedRect(
            Rect(x: x, y: y, width: 500, height: 600), radius: 24, Self.card(index))
        } + [.pop]
    default:
      let corners = (0..<1001).map { index in
        let angle = 2 * Double.pi * Double(index * 467 % 1001) / 1001
        return Vector(640 + 600 * cos(angle), 400 + 380 * sin(angle))
      }
      return [.fill(Self.polygon(corners), .evenOdd, Self.line)]
    }
  }

  private func lines(_ name: String) -> [DrawCommand] {
    var random = Noise(7)
    switch name {
    case "E2a":
      return Self.chart { index in
        let height = 400 + 160 * sin(2 * .pi * Double(index) / 5000)
        return Vector(40 + Double(index) * (1200 / 20_000), height + 24 * (random.share() - 0.5))
      }
    case "E2b":
      return Self.chart { index in
        let turn = 2 * Double.pi * Double(index) / 20_000
        return Vector(640 + 600 * sin(13 * turn), 400 + 380 * sin(17 * turn + 0.3))
      }
    case "F1":
      var path = Path()
      for index in 0..<40 {
        let y = Double(index) * 19
        path.move(to: Vector(20, 20 + y))
        path.cubic(Vector(400, y - 200), Vector(800, y + 300), to: Vector(1260, 20 + y))
      }
      return [.stroke(path, Stroke(width: 2, join: .miter, dash: [6, 4]), Self.line)]
    case "F5":
      random = Noise(8)
      return (0..<1000).map { _ in
        let points = (0..<4).map { _ in
          let x = 1280 * random.share()
          return Vector(x, 800 * random.share())
        }
        var path = Path()
        path.move(to: points[0])
        path.cubic(points[1], points[2], to: points[3])
        return .stroke(path, Stroke(width: 2, join: .miter), Self.line)
      }
    default:
      return (0..<400).map { index in
        let x = 3.3 * Double(index)
        return .line(Vector(x, 0), Vector(1280 - x, 800), width: 1, cap: .butt, Self.line)
      }
    }
  }

  private func contents(_ name: String) -> [DrawCommand] {
    var random = Noise(name == "F2" ? 5 : name == "F3" ? 6 : 9)
    switch name {
    case "F2":
      return (0..<1000).map { _ in
        let (x, y) = (10 + 1200 * random.share(), 10 + 740 * random.share())
        let color = random.next() & 0xFF_FFFF
        let stops = [
          GradientStop(0, Color(rgb: color)), GradientStop(1, Color(rgb: color ^ 0xFF_FFFF)),
        ]
        let gradient = LinearGradient(from: Vector(x, y), to: Vector(x + 60, y + 40), stops: stops)
        return .roundedRect(Rect(x: x, y: y, width: 60, height: 40), radius: 6, .linear(gradient))
      }
    case "F3":
      return (0..<500).flatMap { index in
        let (x, y) = (10 + 1200 * random.share(), 10 + 740 * random.share())
        return [
          DrawCommand.clip(Rect(x: x, y: y, width: 48, height: 48), radius: 24),
          .roundedRect(Rect(x: x - 5, y: y, width: 60, height: 40), radius: 0, Self.card(index)),
          .roundedRect(
            Rect(x: x - 5, y: y + 20, width: 60, height: 40), radius: 0, Self.card(index + 1)),
          .pop,
        ]
      }
    case "F4":
      return [
        scenes.glyphs(Array(0..<60), size: 140) {
          Vector(10 + Double($0 % 10) * 125.3, 130 + Double($0 / 10) * 130.7)
        }
      ]
    case "F6": return [.image(Self.image, Rect(x: 100, y: 50, width: 512, height: 512))]
    case "F7": return [.image(Self.image, Rect(x: 100.3, y: 50.2, width: 128, height: 128))]
    case "E8": return [.image(Self.image, Rect(x: 100.4, y: 50.3, width: 1000, height: 700))]
    case "F8":
      let stops = [
        GradientStop(0, Color(argb: 0x807C_3AED)), GradientStop(1, Color(argb: 0x4006_B6D4)),
      ]
      let gradient = LinearGradient(from: .zero, to: Vector(1280, 800), stops: stops)
      return [.roundedRect(Self.whole, radius: 0, .linear(gradient))]
    case "F9":
      return (0..<200).flatMap { index in
        let (x, y) = (10 + 1100 * random.share(), 10 + 700 * random.share())
        return [
          DrawCommand.clip(Rect(x: x, y: y, width: 120, height: 80), radius: 0),
          .group(opacity: 0.6),
          .roundedRect(Rect(x: x, y: y, width: 100, height: 60), radius: 8, Self.card(index)),
          .roundedRect(
            Rect(x: x + 20, y: y + 20, width: 100, height: 60), radius: 8, Self.card(index + 1)),
          .pop, .pop,
        ]
      }
    case "shadow", "shadow first":
      return [
        .shadow(
          Rect(x: 190.3, y: 150.6, width: 900, height: 500), radius: 24, blur: 80,
          Color(argb: 0x8000_0000))
      ]
    default:
      return (0..<20).map { index in
        let (x, y) = (60.3 + 250 * Double(index % 5), 40.6 + 190 * Double(index / 5))
        return .shadow(
          Rect(x: x, y: y, width: 160, height: 120), radius: 12, blur: 24, Color(argb: 0x8000_0000))
      }
    }
  }

  private static func card(_ index: Int) -> Paint {
    .solid(Color(rgb: BenchScenes.cardColors[index % 6]))
  }

  private static func polygon(_ corners: [Vector]) -> Path {
    var path = Path()
    path.move(to: corners[0])
    for corner in corners.dropFirst() { path.line(to: corner) }
    path.close()
    return path
  }

  private static func chart(_ point: (Int) -> Vector) -> [DrawCommand] {
    var path = Path()
    path.move(to: point(0))
    for index in 1...20_000 { path.line(to: point(index)) }
    return [.stroke(path, Stroke(width: 1.5, join: .round), line)]
  }

  private static let image = {
    let pixels = (0..<512 * 512).map { index -> UInt32 in
      let (x, y) = (UInt32(index % 512), UInt32(index / 512))
      let blue: UInt32 = ((x >> 4) ^ (y >> 4)) & 1 == 1 ? 255 : 40
      return 0xFF00_0000 | (x * 255 / 511) << 16 | (y * 255 / 511) << 8 | blue
    }
    return Image(width: 512, height: 512, pixels: pixels)
  }()
}

/// Reproducible pseudo-random numbers.
///
/// Source: Numerical Recipes' quick generator.
struct Noise {
  private var state: UInt32

  init(_ seed: UInt32) { state = seed }

  mutating func next() -> UInt32 {
    state = state &* 1_664_525 &+ 1_013_904_223
    return state >> 8
  }

  /// A number in 0 ..< 1.
  mutating func share() -> Double { Double(next()) / 16_777_216 }
}
