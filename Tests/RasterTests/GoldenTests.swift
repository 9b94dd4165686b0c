import FeelGeometry
import Glibc
import Raster
import TestSupport
import Testing

/// Small pictures compared with their goldens, one per family of commands.
///
/// A missing golden fails. To renew one: delete it, run these tests with `--attachments-path
/// FOLDER`, look at the picture and copy it back.
@Suite struct GoldenTests {
  /// Allowed difference per channel, in 255ths: coverage may be rounded differently.
  private static let tolerance = 2

  static let pictures: [(name: String, commands: [DrawCommand])] = [
    (
      "shapes",
      [
        .roundedRect(Rect(x: 4.3, y: 4.6, width: 50, height: 24), radius: 7, .solid(blue)),
        .roundedRect(Rect(x: 60, y: 5, width: 32, height: 12.5), radius: 6.25, .solid(green)),
        .circle(center: Vector(76.2, 34.7), radius: 12.4, .solid(red.opacity(0.6))),
        .arc(
          center: Vector(28, 64), radius: 20, width: 3, start: 0.05, sweep: 0.73, cap: .round,
          .solid(blue)),
        .outline(
          Rect(x: 58.5, y: 54.5, width: 32, height: 30), radius: 6, width: 3, from: 0, to: 0.73,
          cap: .butt, .solid(red)),
        .line(Vector(4, 91), Vector(92, 88), width: 1.5, cap: .square, .solid(green)),
      ]
    ),
    (
      "paths",
      [
        .fill(star(Vector(26, 28), 22), .nonZero, .solid(blue)),
        .fill(star(Vector(70, 28), 22), .evenOdd, .solid(red)),
        .stroke(zigzag, Stroke(width: 5, join: .miter), .solid(green)),
        .stroke(
          zigzag.transformed(by: .translation(Vector(0, 16))),
          Stroke(width: 5, join: .round, cap: .round), .solid(blue)),
        .stroke(
          zigzag.transformed(by: .translation(Vector(0, 30))),
          Stroke(width: 2, join: .bevel, dash: [6, 4]), .solid(red)),
      ]
    ),
    (
      "paints",
      [
        .roundedRect(
          Rect(x: 4, y: 4, width: 88, height: 26), radius: 8,
          .linear(
            LinearGradient(
              from: Vector(4, 4), to: Vector(92, 30),
              stops: [GradientStop(0, blue), GradientStop(0.5, red), GradientStop(1, green)]))),
        .circle(
          center: Vector(28, 62), radius: 24,
          .radial(
            RadialGradient(
              center: Vector(22, 56), radius: 28,
              stops: [GradientStop(0, Color(rgb: 0xFFFFFF)), GradientStop(1, blue)]))),
        .shadow(Rect(x: 60, y: 50, width: 28, height: 24), radius: 6, blur: 10, black),
        .roundedRect(
          Rect(x: 60, y: 46, width: 28, height: 24), radius: 6, .solid(Color(rgb: 0xFFFFFF))),
      ]
    ),
    (
      "clips",
      [
        .clip(Rect(x: 6.5, y: 6.5, width: 40, height: 84), radius: 14),
        .roundedRect(Rect(x: 0, y: 0, width: 96, height: 96), radius: 0, .solid(blue)),
        .circle(center: Vector(44, 40), radius: 20, .solid(red)), .pop,
        .clipPath(star(Vector(70, 26), 22), .nonZero),
        .roundedRect(Rect(x: 48, y: 0, width: 48, height: 30), radius: 0, .solid(green)), .pop,
        .group(opacity: 0.5), .circle(center: Vector(64, 72), radius: 14, .solid(red)),
        .circle(center: Vector(78, 72), radius: 14, .solid(green)), .pop,
      ]
    ),
  ]

  @Test(arguments: pictures.indices, [1.0, 1.5])
  func `a picture matches its golden`(index: Int, scale: Double) throws {
    let (name, commands) = Self.pictures[index]
    var list = DisplayList(scale: scale, background: Color(rgb: 0xF3F3F5))
    list.commands = commands
    let side = Int(96 * scale)
    var pixels = [UInt32](repeating: 0, count: side * side)
    var span = pixels.mutableSpan
    Renderer { _, _, _ in Path() }.draw(list, into: &span, width: side, height: side, stride: side)
    let file = "\(name)-\(scale == 1 ? "1" : "1.5").png"

    let golden = Golden(
      file, in: Self.folder(), width: side, height: side, pixels: pixels, tolerance: Self.tolerance)
    let isSame = golden.isSame
    if !isSame {
      Attachment.record(golden.drawn, named: file)
      if let difference = golden.difference {
        Attachment.record(difference, named: "difference-\(file)")
      }
    }
    #expect(isSame, "\(file) is kept, and no channel differs by more than \(Self.tolerance)")
  }

  private static let blue = Color(rgb: 0x1A5FB4)
  private static let red = Color(rgb: 0xA51D2D)
  private static let green = Color(rgb: 0x00785A)
  private static let black = Color(argb: 0x8000_0000)

  private static let zigzag: Path = {
    var path = Path()
    path.move(to: Vector(8, 62))
    for step in 1...5 {
      path.line(to: Vector(8 + 16 * Double(step), step.isMultiple(of: 2) ? 62 : 54))
    }
    return path
  }()

  /// A five-pointed star drawn in one stroke, so that its middle has winding number 2.
  private static func star(_ center: Vector, _ radius: Double) -> Path {
    var path = Path()
    for step in 0..<5 {
      let angle = Double(step) * 0.8 * Double.pi - Double.pi / 2
      let point = center + Vector(cos(angle), sin(angle)) * radius
      if step == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }

  private static func folder(sourceFile: String = #filePath) -> String {
    "/" + sourceFile.split(separator: "/").dropLast().joined(separator: "/") + "/Golden"
  }
}
