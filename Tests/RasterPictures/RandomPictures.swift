internal import FeelGeometry
public import Raster
internal import TestSupport

/// Pictures of random commands; `wildness` is the fraction of absurd numbers.
public struct RandomPictures {
  private var generator: SeededGenerator
  private let wildness: Double
  private let seed: UInt64
  private var kept = 0

  /// Creates pictures that are reproducible from the seed.
  public init(seed: UInt64, wildness: Double = 0) {
    generator = SeededGenerator(seed: seed)
    (self.wildness, self.seed) = (wildness, seed)
  }

  /// Random commands; clips and groups may be unbalanced.
  public mutating func commands(_ count: Int) -> [DrawCommand] {
    (0..<count).map { _ in command() }
  }

  private mutating func number(_ low: Double, _ high: Double) -> Double {
    if Double.random(in: 0..<1, using: &generator) < wildness {
      let absurd = [
        .nan, .infinity, -.infinity, 1e9, -1e9, 1e300, -1e300, 0, -1, 1e-300, 65_536, -16_384,
      ]
      return absurd[pick(absurd.count)]
    }
    return Double.random(in: low..<high, using: &generator)
  }

  private mutating func point() -> Vector { Vector(number(-20, 120), number(-20, 120)) }

  private mutating func rect() -> Rect {
    Rect(x: number(-20, 90), y: number(-20, 90), width: number(1, 70), height: number(1, 70))
  }

  private mutating func paint() -> Paint {
    let (a, b) = (color(), color())
    if isWild { return wildGradient() }
    switch pick(4) {
    case 0:
      return .linear(
        LinearGradient(
          from: point(), to: point(),
          stops: [GradientStop(number(0, 0.4), a), GradientStop(number(0.5, 1), b)]))
    case 1:
      return .radial(
        RadialGradient(
          center: point(), radius: number(1, 50), stops: [GradientStop(0, a), GradientStop(1, b)]))
    default: return .solid(a)
    }
  }

  private mutating func color() -> Color {
    Color(argb: UInt32.random(in: 0...UInt32.max, using: &generator))
  }

  /// A gradient with any number of stops, including none, in any order.
  private mutating func wildGradient() -> Paint {
    let stops = (0..<pick(5)).map { _ in
      GradientStop(number(-1, 2), color())
    }
    if Bool.random(using: &generator) {
      return .radial(RadialGradient(center: point(), radius: number(-9, 50), stops: stops))
    }
    return .linear(LinearGradient(from: point(), to: point(), stops: stops))
  }

  /// An integer below a bound.
  public mutating func pick(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  /// Whether the next value must be absurd.
  private var isWild: Bool {
    mutating get { Double.random(in: 0..<1, using: &generator) < wildness }
  }

  /// A path of up to 3000 lines, sometimes up to 100 000: more than a picture has pixels.
  private mutating func longPath() -> Path {
    var path = Path()
    path.move(to: point())
    for _ in 0..<pick(pick(20) == 0 ? 100_000 : 3000) {
      path.line(to: Vector(Double(pick(300)) - 90, Double(pick(2400)) / 8 - 90))
    }
    return path
  }

  /// A path of a few segments, or of very many.
  public mutating func path() -> Path {
    if wildness > 0, pick(100) == 0 { return longPath() }
    var path = Path()
    for _ in 0..<pick(9) {
      switch pick(6) {
      case 0: path.move(to: point())
      case 1: path.quad(point(), to: point())
      case 2: path.cubic(point(), point(), to: point())
      case 3: path.close()
      default: path.line(to: point())
      }
    }
    return path
  }

  /// An image drawn larger or smaller, with opaque, transparent and translucent pixels.
  private mutating func image() -> Image {
    let (width, height) = ([1, 2, 7, 40, 130][pick(5)], [1, 3, 8, 50, 200][pick(5)])
    let isOpaque = pick(2) == 0
    let pixels = (0..<width * height).map { _ -> UInt32 in
      let alpha = isOpaque ? 255 : UInt32([0, 255, 128, pick(256)][pick(4)])
      let channel = UInt32(pick(Int(alpha) + 1))
      return alpha << 24 | channel << 16 | (alpha - channel) << 8 | channel / 2
    }
    return Image(width: width, height: height, pixels: pixels)
  }

  /// A rectangle of whole points, with sides like those of the images.
  private mutating func wholeRect() -> Rect {
    let (width, height) = ([1, 2, 7, 40, 130][pick(5)], [1, 3, 8, 50, 200][pick(5)])
    return Rect(
      x: Double(pick(110) - 20), y: Double(pick(110) - 20), width: Double(width),
      height: Double(height))
  }

  private mutating func stroke() -> Stroke {
    let joins = [Stroke.Join.miter, .round, .bevel]
    if isWild {
      return Stroke(
        width: number(-2, 40), join: joins[pick(3)], cap: cap(), miterLimit: number(-1, 20),
        dash: (0..<pick(5)).map { _ in number(-1, 9) }, dashPhase: number(-99, 99),
        trimStart: number(-1, 2), trimEnd: number(-1, 2))
    }
    return Stroke(
      width: number(0.2, 12), join: joins[pick(3)], cap: cap(),
      dash: Bool.random(using: &generator) ? [number(0, 9), number(1, 9)] : [],
      dashPhase: number(-9, 9), trimStart: number(0, 0.5), trimEnd: number(0.4, 1))
  }

  private mutating func cap() -> Stroke.Cap {
    [Stroke.Cap.butt, .round, .square][pick(3)]
  }

  private mutating func command() -> DrawCommand {
    switch pick(17) {
    case 0: return .roundedRect(rect(), radius: number(0, 30), paint())
    case 1:
      return .outline(
        rect(), radius: number(0, 20), width: number(0.5, 9), from: number(0, 0.5),
        to: number(0.4, 1), cap: cap(), paint())
    case 2: return .circle(center: point(), radius: number(0.5, 40), paint())
    case 3:
      return .arc(
        center: point(), radius: number(0.5, 40), width: number(0.5, 9), start: number(-2, 2),
        sweep: number(-1.2, 1.2), cap: cap(), paint())
    case 4: return .line(point(), point(), width: number(0.5, 9), cap: cap(), paint())
    case 5, 6: return .fill(path(), Bool.random(using: &generator) ? .nonZero : .evenOdd, paint())
    case 7, 8: return .stroke(path(), stroke(), paint())
    case 9:
      let glyphs = (0..<5).map { Glyph(id: UInt32($0), offset: Vector(number(0, 50), 0)) }
      return .glyphs(
        GlyphRun(font: FontID(0), size: number(4, 30), glyphs: glyphs), at: point(), color())
    case 10:
      if isWild { return .image(Image(width: 0, height: pick(3), pixels: []), rect()) }
      return .image(image(), pick(4) == 0 ? wholeRect() : rect())
    case 11: return .shadow(rect(), radius: number(0, 20), blur: number(0, 20), color())
    case 12: return .clip(rect(), radius: number(0, 20))
    case 13: return .clipPath(path(), .nonZero)
    case 14: return .group(opacity: number(0, 1))
    case 15:
      kept += 1
      // On whole pixels at any scale with one decimal.
      func whole(_ count: Int) -> Double { 10 * Double(pick(count)) }
      let frame = Rect(
        x: whole(9) - 20, y: whole(9) - 20, width: whole(6) + 10, height: whole(6) + 10)
      return .kept("\(seed).\(kept)", isWild ? rect() : frame)
    default: return .pop
    }
  }
}
