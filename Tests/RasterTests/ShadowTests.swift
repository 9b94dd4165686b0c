import FeelGeometry
import Glibc
import Raster
import RasterPictures
import Testing

@Suite struct ShadowTests {
  /// The coverage of a rounded rectangle blurred by a Gaussian truncated at three deviations, by
  /// summing many thin slices.
  private func exact(
    _ rect: Rect, radius: Double, deviation: Double, _ x: Double, _ y: Double
  ) -> Double {
    func step(_ t: Double) -> Double {
      let whole = erf(3 / 2.0.squareRoot())
      return 0.5 * (1 + erf(max(-3, min(3, t)) / 2.0.squareRoot()) / whole)
    }
    let slices = 4000
    var sum = 0.0
    for slice in 0..<slices {
      let low = rect.minY + rect.height * Double(slice) / Double(slices)
      let high = rect.minY + rect.height * Double(slice + 1) / Double(slices)
      let middle = (low + high) / 2
      let depth = max(rect.minY + radius - middle, middle - (rect.maxY - radius))
      let indent = depth > 0 ? radius - max(0, radius * radius - depth * depth).squareRoot() : 0
      let weight = step((high - y) / deviation) - step((low - y) / deviation)
      guard weight > 0 else { continue }
      sum +=
        weight
        * (step((x - rect.minX - indent) / deviation) + step((rect.maxX - indent - x) / deviation)
          - 1)
    }
    return sum * 255
  }

  @Test func `a clip at the rim of a shadow draws exactly its part, however edges are rounded`() {
    // Edges are rounded to 1/4096 of a pixel; a clip may contain what is beyond by less.
    var blank = Canvas(200, 200)
    blank.draw([])
    for step in stride(from: -24, through: 24, by: 3) {
      let shift = Double(step) / 65_536
      let shadow = DrawCommand.shadow(
        Rect(x: 46 + shift, y: 46 + shift, width: 100, height: 100), radius: 8, blur: 4,
        Color(rgb: 0xFFFFFF))
      var whole = Canvas(200, 200)
      whole.draw([shadow])
      for edge in [39.0, 40, 151, 152, 153] {
        for clip in [
          Rect(x: edge, y: 0, width: 1, height: 200), Rect(x: 0, y: edge, width: 200, height: 1),
        ] {
          var canvas = Canvas(200, 200)
          canvas.draw([.clip(clip, radius: 0), shadow, .pop])
          for index in canvas.pixels.indices {
            let place = Vector(Double(index % 200) + 0.5, Double(index / 200) + 0.5)
            let wanted = clip.contains(place) ? whole.pixels[index] : blank.pixels[index]
            guard canvas.pixels[index] != wanted else { continue }
            Issue.record("\(shift), \(clip): \(place)")
            return
          }
        }
      }
    }
  }

  @Test(arguments: [-1e-4, 0, 1e-4])
  func `a shadow whose edges are partly covered is drawn right, however they are rounded`(
    shift: Double
  ) {
    let shadow = DrawCommand.shadow(
      Rect(x: 46 + shift, y: 46 + shift, width: 100, height: 100), radius: 8, blur: 4,
      Color(rgb: 0xFFFFFF))
    for cover in [
      Rect(x: 0, y: 0, width: 80, height: 200), Rect(x: 110, y: 0, width: 90, height: 200),
      Rect(x: 0, y: 0, width: 200, height: 80), Rect(x: 0, y: 110, width: 200, height: 90),
    ] {
      let cover = DrawCommand.roundedRect(cover, radius: 0, .solid(Color(rgb: 0x20_4060)))
      var (together, apart) = (Canvas(200, 200), Canvas(200, 200))
      together.draw([shadow, cover])
      apart.draw([shadow])
      apart.draw([cover])
      #expect(together.pixels == apart.pixels)
    }
  }

  @Test(arguments: [
    (Rect(x: 30.3, y: 25.6, width: 60, height: 40), 8.0, 12.0),
    (Rect(x: 30.3, y: 25.6, width: 60, height: 40), 20, 3),
    (Rect(x: 22, y: 21, width: 76, height: 48), 0, 9),
    (Rect(x: 40, y: 30, width: 40, height: 40), 20, 24),
    (Rect(x: 15.1, y: 12.9, width: 90, height: 70), 30, 1.4),
  ])
  func `a shadow is within a 255th of the exact one, and the same from the cache`(
    rect: Rect, radius: Double, blur: Double
  ) {
    let renderer = Renderer.dots
    var first: [UInt32] = []
    for round in 0..<3 {
      var canvas = Canvas(120, 100)
      canvas.draw([.shadow(rect, radius: radius, blur: blur, Color(rgb: 0xFFFFFF))], with: renderer)
      if round == 0 { first = canvas.pixels }
      #expect(canvas.pixels == first)
      #expect((renderer.keptBytes > 0) == (round > 0))
    }
    var worst = 0.0
    for y in stride(from: 0, to: 100, by: 3) {
      for x in stride(from: 0, to: 120, by: 3) {
        let wanted = exact(
          rect, radius: radius, deviation: blur / 2, Double(x) + 0.5, Double(y) + 0.5)
        worst = max(worst, abs(Double(first[y * 120 + x] & 255) - wanted))
      }
    }
    #expect(worst <= 1)
  }

  @Test func `shadows that differ only in position share one cached mask`() {
    let renderer = Renderer.dots
    func draw(_ count: Int) {
      var canvas = Canvas(900, 90)
      canvas.draw(
        (0..<count).map {
          .shadow(
            Rect(x: 20.3 + 80.25 * Double($0 * 4), y: 20.1, width: 50, height: 30), radius: 6,
            blur: 12, .init(argb: 0x8000_0000))
        }, with: renderer)
    }
    for _ in 0..<2 { draw(2) }
    let one = renderer.keptBytes
    draw(3)
    #expect(one > 0)
    #expect(renderer.keptBytes == one)
  }

  @Test func `cached shadows stay within 8 MiB, and the last one is drawn right`() {
    let renderer = Renderer.dots
    func shadow(_ index: Int) -> DrawCommand {
      .shadow(
        Rect(x: 100, y: 100, width: 400 + Double(index), height: 300), radius: 9, blur: 120,
        Color(argb: 0x80FF_FFFF))
    }
    var most = 0
    for index in 0..<60 {
      for _ in 0..<2 {
        var canvas = Canvas(640, 40)
        canvas.draw([shadow(index)], with: renderer)
      }
      most = max(most, renderer.keptBytes)
    }
    #expect(most > 4 << 20)
    #expect(most <= 8 << 20)
    var (kept, fresh) = (Canvas(640, 480), Canvas(640, 480))
    kept.draw([shadow(59)], with: renderer)
    fresh.draw([shadow(59)])
    #expect(kept.pixels == fresh.pixels)
  }

  @Test func `a shadow that moves by fractions of a pixel is not cached`() {
    let renderer = Renderer.dots
    for step in 0..<50 {
      var canvas = Canvas(120, 100)
      canvas.draw(
        [
          .shadow(
            Rect(x: 20 + Double(step) * 0.37, y: 20, width: 40, height: 40), radius: 6, blur: 12,
            Color(rgb: 0xFFFFFF))
        ], with: renderer)
    }
    #expect(renderer.keptBytes == 0)
  }

  @Test func `drawing a shadow under its opaque card equals drawing the two in turn`() {
    let card = Rect(x: 40.4, y: 30.6, width: 160, height: 120)
    let shadow = DrawCommand.shadow(card, radius: 12, blur: 30, Color(argb: 0xA0FF_FFFF))
    let top = DrawCommand.roundedRect(card, radius: 12, .solid(Color(rgb: 0x304050)))
    var (together, apart) = (Canvas(260, 200), Canvas(260, 200))
    together.draw([shadow, top])
    apart.draw([shadow])
    apart.draw([top])
    #expect(together.pixels == apart.pixels)
  }
}
