import FeelGeometry
import Raster
import RasterPictures
import Testing

/// Cached pictures are drawn as if they were not cached.
struct KeptTests {
  private let size = Size(120, 90)

  /// A background with a round-cornered picture at a position, half hidden by later commands.
  private func commands(at origin: Vector, isKept: Bool) -> [DrawCommand] {
    let frame = Rect(origin: origin, size: size)
    // Relative to its corner, the drawing is the same wherever it is.
    let ground = LinearGradient(
      from: frame.origin, to: frame.origin + Vector(64, 32),
      stops: [GradientStop(0, Color(rgb: 0xFF8F70)), GradientStop(1, Color(rgb: 0x063F57))])
    var inner: [DrawCommand] = [.roundedRect(frame, radius: 0, .linear(ground))]
    for index in 0..<6 {
      inner.append(
        .circle(
          center: origin + Vector(18 * Double(index) + 4, 45), radius: 16,
          .solid(Color(argb: 0x80C0_4020 + UInt32(index) * 0x0813_2511))))
    }
    let scope: DrawCommand = isKept ? .kept("one", frame) : .clip(frame, radius: 0)
    let cover = Rect(x: 100, y: 20, width: 90, height: 300)
    return [.roundedRect(Rect(x: 0, y: 0, width: 400, height: 300), radius: 9, .white)]
      + [.clip(frame, radius: 16), scope] + inner + [.pop, .pop]
      + [.roundedRect(cover, radius: 0, .solid(Color(rgb: 0x14110F)))]
  }

  private static let damages: [[PixelRect]] = [
    [PixelRect(x0: 0, y0: 0, x1: 1500, y1: 1200)],
    [PixelRect(x0: 90, y0: 0, x1: 131, y1: 77), PixelRect(x0: 150, y0: 77, x1: 171, y1: 300)],
  ]

  @Test(arguments: [1, 3], damages)
  func `a cached picture is drawn as without the cache, moving, in parts and in bands`(
    threads: Int, damage: [PixelRect]
  ) {
    let renderer = Renderer.dots(threads: threads)
    // From where it is partly hidden to beyond the left edge.
    for x in stride(from: 120, through: -60, by: -20) {
      for scale in [1.0, 3] {
        let place = Vector(Double(x), 37)
        var (kept, plain) = (Canvas(1500, 1200), Canvas(1500, 1200))
        kept.draw(
          commands(at: place, isKept: true), scale: scale, damage: damage, with: renderer)
        plain.draw(commands(at: place, isKept: false), scale: scale, damage: damage, with: .dots)
        #expect(kept.pixels == plain.pixels && kept.strayWrites == 0)
      }
    }
    #expect(renderer.keptBytes >= 4 * 120 * 90)
    for _ in 0..<2 { renderer.trim() }
    #expect(renderer.keptBytes == 0)
  }

  @Test func `a picture at a fraction of a pixel is not cached`() {
    let renderer = Renderer.dots
    for _ in 0..<3 {
      var canvas = Canvas(300, 200)
      canvas.draw(commands(at: Vector(20.5, 30), isKept: true), with: renderer)
    }
    #expect(renderer.keptBytes == 0)
  }

  @Test func `a picture is cached once, wherever the scale puts it`() {
    let renderer = Renderer.dots
    for x in 20..<60 {
      var canvas = Canvas(400, 300)
      let place = Vector(Double(x) / 1.5, 30)
      canvas.draw(
        [.kept("one", Rect(origin: place, size: Size(100, 80))), .pop], scale: 1.5,
        with: renderer)
    }
    #expect(renderer.keptBytes == 4 * 150 * 120)
  }

  @Test func `a hidden picture is not cached`() {
    let (renderer, frame) = (Renderer.dots, Rect(x: 10, y: 10, width: 200, height: 150))
    let hidden: [DrawCommand] = [
      .kept("hidden", frame), .roundedRect(frame, radius: 0, .white), .pop,
      .roundedRect(frame.inset(by: -4), radius: 0, .white),
    ]
    for _ in 0..<3 {
      var canvas = Canvas(300, 200)
      canvas.draw(hidden, with: renderer)
    }
    #expect(renderer.keptBytes == 0)
  }
}
