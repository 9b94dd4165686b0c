import FeelGeometry
import Raster
import RasterPictures
import Testing

struct TrimTests {
  @Test func `a renderer that released its large memory draws the same again`() {
    let side = 700
    var list = DisplayList(scale: 1, background: Color(rgb: 0x1E1E24))
    let all = Rect(x: 0, y: 0, width: Double(side), height: Double(side))
    // A fade over everything, and in it a clip to a slanted band, most of whose rows are outside:
    // more than either cache keeps.
    var band = Path()
    band.move(to: .zero)
    for corner in [Vector(40, 0), Vector(700, 700), Vector(660, 700)] { band.line(to: corner) }
    band.close()
    list.append(.group(opacity: 0.6))
    list.append(.clipPath(band, .nonZero))
    list.append(.roundedRect(all, radius: 0, .solid(Color(rgb: 0x3B82F6))))
    list.append(.roundedRect(all, radius: 120, .solid(Color(argb: 0x80FF_FFFF))))
    list.append(.pop)
    list.append(.pop)
    let renderer = Renderer.dots
    func drawn() -> [UInt32] {
      var pixels = [UInt32](repeating: 0, count: side * side)
      var span = pixels.mutableSpan
      renderer.draw(list, into: &span, width: side, height: side, stride: side)
      return pixels
    }
    #expect(!renderer.holdsLargeGroup)
    let first = drawn()
    #expect(renderer.holdsLargeGroup)
    renderer.trim()
    #expect(!renderer.holdsLargeGroup)
    #expect(drawn() == first)
  }

  @Test func `a cached shadow is released once it is no longer drawn`() {
    let renderer = Renderer.dots
    let shadow = DrawCommand.shadow(
      Rect(x: 30.3, y: 25.6, width: 60, height: 40), radius: 8, blur: 12, Color(rgb: 0xFFFFFF))
    func draw() -> [UInt32] {
      var canvas = Canvas(120, 100)
      canvas.draw([shadow], with: renderer)
      return canvas.pixels
    }
    let first = draw()
    #expect(draw() == first && renderer.keptBytes > 0)
    renderer.trim()
    #expect(draw() == first && renderer.keptBytes > 0)
    renderer.trim()
    #expect(renderer.keptBytes > 0)
    renderer.trim()
    #expect(renderer.keptBytes == 0)
    #expect(draw() == first)
  }

  @Test func `cached glyphs are released once no longer drawn, and the others stay`() {
    let renderer = Renderer.dots
    func text(sizes: [Double]) -> [UInt32] {
      var canvas = Canvas(320, 200)
      let glyphs = (0..<12).map { Glyph(id: UInt32($0), offset: Vector(Double($0) * 24.3, 0)) }
      let lines = sizes.enumerated().map { index, size in
        DrawCommand.glyphs(
          GlyphRun(font: FontID(0), size: size, glyphs: glyphs),
          at: Vector(8, 40 + Double(index) * 30), Color(rgb: 0x1E1E24))
      }
      canvas.draw(lines, with: renderer)
      return canvas.pixels
    }
    let first = text(sizes: [20, 31, 14])
    let alone = renderer.glyphBytes
    for size in stride(from: 8.0, to: 60, by: 0.5) { _ = text(sizes: [size]) }
    let all = renderer.glyphBytes
    #expect(all > 4 * alone && alone > 0)
    renderer.trim()
    #expect(renderer.glyphBytes == all)
    #expect(text(sizes: [20, 31, 14]) == first)
    renderer.trim()
    #expect(renderer.glyphBytes == alone)
    #expect(text(sizes: [20, 31, 14]) == first)
    #expect(renderer.glyphBytes == alone)
    renderer.trim()
    renderer.trim()
    #expect(renderer.glyphBytes == 0)
  }
}
