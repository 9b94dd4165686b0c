internal import Feel
internal import Raster

/// The pixels a benchmark draws into, opaque and not all alike.
struct BenchCanvas {
  let width: Int
  let height: Int
  var pixels: [UInt32]

  /// Creates pixels of a soft gradient.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = (0..<(width * height)).map { index in
      let (x, y) = (index % width, index / width)
      let (r, g) = (20 + 60 * x / width, 24 + 80 * y / height)
      let b = 60 + 100 * (x + y) / (width + height)
      return 0xFF00_0000 | UInt32(r << 16 | g << 8 | b)
    }
  }

  /// Draws a picture.
  mutating func draw(_ list: DisplayList, with renderer: Renderer) {
    let (width, height) = (width, height)
    var span = pixels.mutableSpan
    renderer.draw(list, into: &span, width: width, height: height, stride: width)
  }

  /// Draws the damaged part of a picture.
  mutating func draw(_ list: DisplayList, with renderer: Renderer, damage: [PixelRect]) {
    let (width, height) = (width, height)
    var span = pixels.mutableSpan
    renderer.draw(
      list, into: &span, width: width, height: height, stride: width, damage: damage)
  }
}
