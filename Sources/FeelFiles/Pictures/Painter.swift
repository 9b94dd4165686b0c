package import Feel
package import Raster
package import TextLayout

/// Draws successive display lists into its own buffer, redrawing only what has changed.
package final class Painter {
  /// Width, in device pixels.
  package let width: Int
  /// Height, in device pixels.
  package let height: Int
  /// 0xAARRGGBB, row-major, `width` pixels per row.
  package private(set) var pixels: [UInt32]
  private let renderer: Renderer
  private var last: DisplayList?

  /// Creates a painter for pictures of one size.
  package init(size: Size, scale: Double, fonts: FontBook) {
    width = Painter.pixels(size.width, scale)
    height = Painter.pixels(size.height, scale)
    pixels = [UInt32](repeating: 0, count: width * height)
    renderer = Renderer(outline: fonts.outline)
  }

  /// A length in device pixels; at least one.
  static func pixels(_ length: Double, _ scale: Double) -> Int {
    max(1, Int((length * scale).rounded()))
  }

  /// Draws a picture.
  package func draw(_ list: DisplayList) {
    guard list != last else { return }
    var span = pixels.mutableSpan
    renderer.draw(list, into: &span, width: width, height: height, stride: width)
    last = list
  }
}
