import FeelGeometry
import Raster
import RasterPictures
import Testing

/// Every pixel of a gradient has its own colour, to within 1/255.
@Suite struct GradientTests {
  static let stops: [[GradientStop]] = [
    [GradientStop(0, Color(rgb: 0x7C3AED)), GradientStop(1, Color(rgb: 0x06B6D4))],
    [GradientStop(0.2, Color(rgb: 0xFFFFFF)), GradientStop(0.25, Color(rgb: 0x000000))],
    [
      GradientStop(0, Color(argb: 0x20FF_0000)), GradientStop(0.31, Color(argb: 0xE000_FF40)),
      GradientStop(0.7, Color(argb: 0xFF10_2030)), GradientStop(1, Color(argb: 0x00FF_FFFF)),
    ],
    [GradientStop(0.5, Color(rgb: 0x804020))],
    [
      GradientStop(0, Color(rgb: 0xFF0000)), GradientStop(0.5, Color(rgb: 0x00FF00)),
      GradientStop(0.5, Color(rgb: 0x0000FF)), GradientStop(1, Color(rgb: 0xFFFF00)),
    ],
  ]

  /// Premultiplied red, green and blue at a position, 0…255.
  private func exact(_ stops: [GradientStop], _ place: Double) -> SIMD3<Double> {
    func color(_ color: Color) -> SIMD4<Double> {
      SIMD4(Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    }
    var mixed = color(stops[0].color)
    for (a, b) in zip(stops, stops.dropFirst()) where place >= a.offset {
      let share = b.offset > a.offset ? min(1, (place - a.offset) / (b.offset - a.offset)) : 1
      mixed = color(a.color) + (color(b.color) - color(a.color)) * share
    }
    return SIMD3(mixed.x, mixed.y, mixed.z) * (mixed.w / 255)
  }

  /// Draws a paint over black and compares; skips pixels so close to an abrupt end that they may be
  /// on either side.
  private func expect(
    _ paint: Paint, _ stops: [GradientStop], sourceLocation: SourceLocation = #_sourceLocation,
    _ place: (Double, Double) -> Double
  ) {
    var canvas = Canvas(160, 120)
    canvas.draw([.roundedRect(Rect(x: 0, y: 0, width: 160, height: 120), radius: 0, paint)])
    var worst = 0.0
    for y in 0..<120 {
      for x in 0..<160 {
        let at = place(Double(x) + 0.5, Double(y) + 0.5)
        if stops.count == 4, stops[1].offset == stops[2].offset, abs(at - 0.5) < 1e-4 { continue }
        let (pixel, color) = (canvas.pixels[y * 160 + x], exact(stops, at))
        worst = max(
          worst, abs(Double(pixel >> 16 & 255) - color.x), abs(Double(pixel >> 8 & 255) - color.y),
          abs(Double(pixel & 255) - color.z))
      }
    }
    #expect(worst <= 1, sourceLocation: sourceLocation)
  }

  @Test(
    arguments: stops,
    [
      (Vector(10, 10), Vector(150, 100)), (Vector(0, 60), Vector(160, 60)),
      (Vector(80, 3), Vector(80, 117)), (Vector(70, 50), Vector(83, 58)),
      (Vector(-400, 900), Vector(700, -200)), (Vector(150, 7), Vector(149, 90)),
    ])
  func `a linear gradient is within a 255th of the exact colour`(
    stops: [GradientStop], line: (Vector, Vector)
  ) {
    let d = line.1 - line.0
    let square = d.x * d.x + d.y * d.y
    expect(.linear(LinearGradient(from: line.0, to: line.1, stops: stops)), stops) { x, y in
      ((x - line.0.x) * d.x + (y - line.0.y) * d.y) / square
    }
  }

  @Test(arguments: stops, [Vector(80, 60), Vector(33.3, 71.9), Vector(-40, 60.5)])
  func `a radial gradient is within a 255th of the exact colour`(
    stops: [GradientStop], center: Vector
  ) {
    for radius in [19.0, 90, 400] {
      let gradient = RadialGradient(center: center, radius: radius, stops: stops)
      expect(.radial(gradient), stops) { x, y in (Vector(x, y) - center).length / radius }
    }
  }

  @Test func `a pixel's colour does not depend on where a row begins`() {
    let gradients: [Paint] = Self.stops.flatMap { stops -> [Paint] in
      [
        .linear(LinearGradient(from: Vector(10, 10), to: Vector(60, 41), stops: stops)),
        .radial(RadialGradient(center: Vector(50, 40), radius: 45, stops: stops)),
      ]
    }
    for paint in gradients {
      let command = DrawCommand.roundedRect(
        Rect(x: 3, y: 3, width: 90, height: 70), radius: 12, paint)
      var (whole, parts) = (Canvas(100, 80), Canvas(100, 80))
      whole.draw([command])
      let slices = stride(from: 0, to: 100, by: 7).map {
        PixelRect(x0: $0, y0: 0, x1: min(100, $0 + 7), y1: 80)
      }
      parts.draw([command], damage: slices)
      #expect(whole.pixels == parts.pixels)
    }
  }

  @Test(arguments: [stops[2], stops[4]], [1, 3])
  func `a cached gradient that moves is drawn as if new`(stops: [GradientStop], threads: Int) {
    let kept = Renderer.dots(threads: threads)
    // Pixel corners, the last so near the edge that it cuts the gradient; then between pixels.
    for center in [
      Vector(700, 600), Vector(701, 600), Vector(640, 590), Vector(30, 1150), Vector(640.3, 590),
    ] {
      let paint = Paint.radial(RadialGradient(center: center, radius: 210.4, stops: stops))
      let commands: [DrawCommand] = [
        .clip(Rect(x: 4, y: 4, width: 1492, height: 1190), radius: 40),
        .circle(center: center, radius: 210.4, paint), .pop,
        .roundedRect(Rect(origin: center, size: Size(90, 300)), radius: 9, paint),
      ]
      var (ours, fresh) = (Canvas(1500, 1200), Canvas(1500, 1200))
      ours.draw(commands, with: kept)
      fresh.draw(commands, with: .dots)
      #expect(ours.pixels == fresh.pixels && ours.strayWrites == 0)
    }
    #expect(kept.keptBytes > 0)
    for _ in 0..<2 { kept.trim() }
    #expect(kept.keptBytes == 0)
  }

  @Test(arguments: stops) func `single-colour rows match rows drawn singly`(stops: [GradientStop]) {
    let gradient = LinearGradient(from: Vector(0, 20), to: Vector(0, 170), stops: stops)
    let shape = DrawCommand.roundedRect(
      Rect(x: 3.4, y: 7.2, width: 280, height: 180), radius: 0, .linear(gradient))
    // A soft clip leaves some rows whole and cuts others.
    for clip in [0.0, 60] {
      let commands: [DrawCommand] = [
        .clip(Rect(x: 1, y: 2, width: 290, height: 190), radius: clip), shape, .pop,
      ]
      var (whole, parts) = (Canvas(300, 200), Canvas(300, 200))
      whole.draw(commands)
      parts.draw(
        commands, damage: (0..<200).map { PixelRect(x0: 0, y0: $0, x1: 300, y1: $0 + 1) })
      #expect(whole.pixels == parts.pixels && whole.strayWrites == 0)
    }
  }
}
