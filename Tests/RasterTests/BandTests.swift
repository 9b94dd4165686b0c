import FeelGeometry
import Raster
import RasterPictures
import Testing

/// A large frame looks the same, however many threads draw it.
@Suite struct BandTests {
  /// Random commands all over a large picture; from 1.5 million pixels on, it is drawn in bands.
  private func draw(_ seed: Int, damage: [PixelRect]? = nil, with renderer: Renderer) -> Canvas {
    var pictures = RandomPictures(seed: UInt64(seed))
    var canvas = Canvas(1601, 1203, stride: 1607)
    canvas.draw(
      pictures.commands(40), scale: 13.7, background: Color(rgb: 0x1E1E24), damage: damage,
      with: renderer)
    return canvas
  }

  @Test(arguments: 1...4)
  func `any number of threads draws the same pixels`(seed: Int) {
    let one = draw(seed, with: Renderer.dots(threads: 1))
    #expect(one.strayWrites == 0)
    for threads in [2, 5] {
      let renderer = Renderer.dots(threads: threads)
      // The second time with the caches of the first.
      for _ in 0..<2 { #expect(draw(seed, with: renderer).pixels == one.pixels) }
    }
  }

  @Test(arguments: 1...2)
  func `any number of threads draws several damaged parts the same`(seed: Int) {
    let damage = [
      PixelRect(x0: 5, y0: 3, x1: 1590, y1: 700), PixelRect(x0: 900, y0: 650, x1: 1601, y1: 1203),
      PixelRect(x0: 0, y0: 900, x1: 700, y1: 1200),
    ]
    let one = draw(seed, damage: damage, with: Renderer.dots(threads: 1))
    for threads in [3, 64] {
      #expect(
        draw(seed, damage: damage, with: Renderer.dots(threads: threads)).pixels == one.pixels)
    }
  }

  @Test func `several renderers with threads coexist and draw the same`() {
    for count in 2...3 {
      let renderers = (0..<3).map { _ in Renderer.dots(threads: count) }
      let pictures = renderers.map { draw(count, with: $0).pixels }
      #expect(pictures[0] == pictures[1] && pictures[1] == pictures[2])
    }
  }
}
