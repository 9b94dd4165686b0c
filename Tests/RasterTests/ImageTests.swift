import FeelGeometry
import Raster
import RasterPictures
import TestSupport
import Testing

@Suite struct ImageTests {
  private func noise(_ width: Int, _ height: Int, isOpaque: Bool = true) -> Image {
    var random = SeededGenerator(seed: UInt64(width * 1000 + height))
    let pixels = (0..<width * height).map { _ -> UInt32 in
      let alpha = isOpaque ? 255 : UInt32.random(in: 0...255, using: &random)
      func channel() -> UInt32 { UInt32.random(in: 0...alpha, using: &random) }
      return alpha << 24 | channel() << 16 | channel() << 8 | channel()
    }
    return Image(width: width, height: height, pixels: pixels)
  }

  private func channels(_ pixel: UInt32) -> SIMD3<Double> {
    SIMD3(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
  }

  /// The greatest channel difference, over the pixels wholly inside the rectangle.
  private func error(
    _ image: Image, in rect: Rect, _ exact: (_ x: Int, _ y: Int) -> SIMD3<Double>
  ) -> Double {
    var canvas = Canvas(120, 110)
    canvas.draw([.image(image, rect)])
    var worst = 0.0
    for y in max(0, Int(rect.minY.rounded(.up)))..<min(110, Int(rect.maxY.rounded(.down))) {
      for x in max(0, Int(rect.minX.rounded(.up)))..<min(120, Int(rect.maxX.rounded(.down))) {
        let d = channels(canvas.pixels[y * 120 + x]) - exact(x, y)
        worst = max(worst, abs(d.x), abs(d.y), abs(d.z))
      }
    }
    return worst
  }

  @Test(arguments: [0, 3, -17, 90])
  func `an image on whole pixels is drawn exactly`(shift: Int) {
    let image = noise(61, 47)
    let rect = Rect(x: Double(shift), y: Double(2 - shift / 2), width: 61, height: 47)
    let worst = error(image, in: rect) { x, y in
      channels(image.pixels[(y - 2 + shift / 2) * 61 + x - shift])
    }
    #expect(worst == 0)
  }

  @Test func `a translucent image on whole pixels is blended over the background`() {
    let image = noise(40, 30, isOpaque: false)
    var canvas = Canvas(60, 40, fill: 0xFF64_6464)
    canvas.draw([.image(image, Rect(x: 5, y: 6, width: 40, height: 30))])
    var worst = 0.0
    for y in 0..<30 {
      for x in 0..<40 {
        let source = image.pixels[y * 40 + x]
        let keep = 1 - Double(source >> 24) / 255
        let d = channels(canvas.pixels[(y + 6) * 60 + x + 5]) - (channels(source) + 100 * keep)
        worst = max(worst, abs(d.x), abs(d.y), abs(d.z))
      }
    }
    #expect(worst <= 0.51)
  }

  @Test(arguments: [(1.0, 1.0), (1.7, 2.3), (3.31, 1.09), (1, 2.6)])
  func `an enlarged image is within a 255th of exact interpolation`(grow: (Double, Double)) {
    let image = noise(37, 29)
    for shift in [0.0, 0.31, 0.5, -0.77] {
      let rect = Rect(x: 4 + shift, y: 3 - shift, width: 37 * grow.0, height: 29 * grow.1)
      let worst = error(image, in: rect) { x, y in
        let u = max(0, min(36, (Double(x) + 0.5 - rect.minX) / grow.0 - 0.5))
        let v = max(0, min(28, (Double(y) + 0.5 - rect.minY) / grow.1 - 0.5))
        let (left, top) = (Int(u), Int(v))
        let (right, bottom) = (min(36, left + 1), min(28, top + 1))
        func row(_ y: Int) -> SIMD3<Double> {
          let (a, b) = (
            channels(image.pixels[y * 37 + left]), channels(image.pixels[y * 37 + right])
          )
          return a + (b - a) * (u - Double(left))
        }
        return row(top) + (row(bottom) - row(top)) * (v - Double(top))
      }
      #expect(worst <= 1)
    }
  }

  @Test(arguments: [(30, 20), (37, 7), (1, 1), (5, 59), (80, 11)])
  func `a reduced image shows the mean of what each pixel covers`(sides: (Int, Int)) {
    let image = noise(80, 60)
    let rect = Rect(x: 7, y: 9, width: Double(sides.0), height: Double(sides.1))
    let (across, down) = (80 / Double(sides.0), 60 / Double(sides.1))
    func share(_ pixel: Int, _ index: Int, _ per: Double) -> Double {
      let (low, high) = (Double(index) * per, Double(index + 1) * per)
      return max(0, min(high, Double(pixel + 1)) - max(low, Double(pixel))) / per
    }
    let worst = error(image, in: rect) { x, y in
      var sum = SIMD3<Double>.zero
      for row in 0..<60 where share(row, y - 9, down) > 0 {
        for column in 0..<80 {
          let weight = share(row, y - 9, down) * share(column, x - 7, across)
          sum += channels(image.pixels[row * 80 + column]) * weight
        }
      }
      return sum
    }
    #expect(worst <= 1)
  }

  /// Fine lines are the worst case: sampled at every third pixel, they would appear and disappear.
  @Test(arguments: [2.0, 3.3, 4, 7.1])
  func `a reduced image does not shimmer while it moves slowly`(times: Double) {
    let (white, black): (UInt32, UInt32) = (0xFFFF_FFFF, 0xFF00_0000)
    let pixels = (0..<40_000).map { (index: Int) -> UInt32 in
      let (column, row): (Int, Int) = (index % 200, index / 200)
      return (column / 3 + row / 3) % 3 == 0 ? white : black
    }
    let image = Image(width: 200, height: 200, pixels: pixels)
    let side = 200 / times
    let renderer = Renderer.dots
    func drawn(_ shift: Double) -> Canvas {
      var canvas = Canvas(120, 120)
      let corner = Vector(5 + shift, 5 + shift / 2)
      let place = Rect(origin: corner, size: Size(side, side))
      canvas.draw([.image(image, place)], with: renderer)
      return canvas
    }
    var last = drawn(0)
    let whole = last.area
    for step in 1...48 {
      let next = drawn(Double(step) / 32)
      let change = zip(last.pixels, next.pixels).map { (old: UInt32, new: UInt32) -> Int in
        abs(Int(old & 255) - Int(new & 255))
      }.max()
      // A step of 1/32 across and half that down lets in at most that much of a neighbour.
      let most: Double = 255 * 1.5 / 32 + 2
      #expect(Double(change ?? 255) <= most)
      #expect(abs(next.area - whole) < whole * 0.01)
      last = next
    }
  }

  @Test func `a reduced image is the same drawn whole, in parts and from the cache`() {
    let image = noise(150, 130, isOpaque: false)
    let commands = [
      DrawCommand.image(image, Rect(x: 3.3, y: 4.8, width: 44.7, height: 30.2)),
      .image(image, Rect(x: 50.1, y: 9.6, width: 44.7, height: 30.2)),
    ]
    var once = Canvas(100, 50)
    once.draw(commands, with: .dots)
    let renderer = Renderer.dots
    for _ in 0..<3 {
      var again = Canvas(100, 50)
      again.draw(commands, damage: [PixelRect(x0: 0, y0: 0, x1: 61, y1: 17)], with: renderer)
      let rest = [
        PixelRect(x0: 61, y0: 0, x1: 100, y1: 17), PixelRect(x0: 0, y0: 17, x1: 100, y1: 50),
      ]
      again.draw(commands, damage: rest, with: renderer)
      #expect(again.pixels == once.pixels)
    }
    #expect(renderer.keptBytes > 0)
  }

  @Test func `drawing a shape under an opaque image equals drawing the two in turn`() {
    let image = noise(80, 60)
    let rect = Rect(x: 10.5, y: 8.25, width: 80, height: 60)
    let under = DrawCommand.roundedRect(
      Rect(x: 0, y: 0, width: 200, height: 200), radius: 40, .solid(Color(argb: 0x80FF_0000)))
    var (together, apart) = (Canvas(200, 180), Canvas(200, 180))
    together.draw([under, .image(image, rect)])
    apart.draw([under])
    apart.draw([.image(image, rect)])
    #expect(together.pixels == apart.pixels)
  }
}
