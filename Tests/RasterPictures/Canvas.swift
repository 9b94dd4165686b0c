public import FeelGeometry
public import Raster

/// Pixels to draw into, with a border that must stay untouched.
public struct Canvas {
  /// The value of the border's pixels.
  public static let untouched: UInt32 = 0xFF12_3456
  /// Width, in pixels.
  public let width: Int
  /// Height, in pixels.
  public let height: Int
  /// Pixels from one row to the next.
  public let stride: Int
  /// Rows of `stride` pixels, and eight more pixels; those outside `width` and `height` are the
  /// border.
  public var pixels: [UInt32]

  /// Creates pixels of a single colour.
  public init(_ width: Int, _ height: Int, stride: Int? = nil, fill: UInt32 = 0xFF00_0000) {
    (self.width, self.height, self.stride) = (width, height, stride ?? width)
    pixels = Array(repeating: Self.untouched, count: self.stride * height + 8)
    for y in 0..<height {
      for x in 0..<width { pixels[y * self.stride + x] = fill }
    }
  }

  /// Draws commands over the existing pixels, or over an opaque background; in `damage`, or
  /// everywhere.
  public mutating func draw(
    _ commands: [DrawCommand], scale: Double = 1, background: Color = Color(argb: 0),
    damage: [PixelRect]? = nil, with renderer: Renderer = .dots
  ) {
    var list = DisplayList(scale: scale, background: background)
    list.commands = commands
    let (width, height, stride) = (width, height, stride)
    let whole = [PixelRect(x0: 0, y0: 0, x1: width, y1: height)]
    var span = pixels.mutableSpan
    renderer.draw(
      list, into: &span, width: width, height: height, stride: stride, damage: damage ?? whole)
  }

  /// A pixel's green, 0…255: the coverage of white on black.
  public func coverage(_ x: Int, _ y: Int) -> Int { Int(pixels[y * stride + x] >> 8 & 255) }

  /// The area covered by white on black, in pixels.
  public var area: Double {
    var sum = 0
    for y in 0..<height {
      for x in 0..<width { sum += coverage(x, y) }
    }
    return Double(sum) / 255
  }

  /// Number of border pixels that were written.
  public var strayWrites: Int {
    pixels.indices.count { index in
      let isInside = index < stride * height && index % stride < width
      return !isInside && pixels[index] != Self.untouched
    }
  }
}

extension Renderer {
  /// A renderer that draws every glyph as a disc on the baseline.
  public static var dots: Renderer { .dots(threads: 1) }

  /// The same, with a number of threads for large pictures.
  public static func dots(threads: Int) -> Renderer {
    Renderer(threads: threads) { _, _, size in
      var path = Path()
      path.arc(
        center: Vector(size * 0.3, -size * 0.35), radius: size * 0.3, from: 0, sweep: 2 * .pi)
      path.close()
      return path
    }
  }
}

extension Paint {
  /// White.
  public static let white = Paint.solid(Color(rgb: 0xFFFFFF))
}
