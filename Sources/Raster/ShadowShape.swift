/// A shadow's shape and softness, measured from the whole pixel at the shape's top left: equal
/// shadows have the same coverage, wherever they are drawn.
struct ShadowShape: Hashable {
  /// The edges and the radius of the rounded rectangle, in pixels.
  var x0: Double
  var y0: Double
  var x1: Double
  var y1: Double
  var radius: Double
  /// The Gaussian's standard deviation, in pixels.
  var deviation: Double

  /// Deviations beyond which nothing is drawn; the 0.27 % of the Gaussian that lie there are spread
  /// over the rest.
  static let reach = 3.0

  /// Pixels from an edge to where the shadow ends.
  var margin: Double { deviation * Self.reach }

  /// The shadow's columns, or its rows: which there are, and which are all alike, so that one
  /// stands for them.
  struct Axis {
    /// The shadow's first pixel.
    var start: Int
    /// The pixel past its last.
    var end: Int
    /// The pixels that see neither a corner nor an end; empty, at `start`, where there are none.
    var calm: Range<Int>

    /// Number of pixels whose coverage is kept: one of the calm ones, and all others.
    var kept: Int { end - start - max(0, calm.count - 1) }

    /// The index, among the pixels kept, of a pixel or of the one that stands for it.
    @inline(__always) func keptIndex(of pixel: Int) -> Int {
      if pixel < calm.lowerBound || calm.isEmpty { return pixel - start }
      return (pixel < calm.upperBound ? calm.lowerBound : pixel - calm.count + 1) - start
    }

    /// The pixel whose coverage is kept at an index.
    @inline(__always) func pixel(atKept index: Int) -> Int {
      let pixel = index + start
      return pixel <= calm.lowerBound || calm.isEmpty ? pixel : pixel + calm.count - 1
    }
  }

  var across: Axis { axis(x0, x1) }
  var down: Axis { axis(y0, y1) }

  private func axis(_ low: Double, _ high: Double) -> Axis {
    // Clamped to what no picture reaches, so that it fits an `Int`.
    func pixel(_ value: Double) -> Int { Int(max(-1e6, min(1e6, value.rounded(.down)))) }
    let (start, end) = (pixel(low - margin), pixel(high + margin) + 1)
    // Only pixels that lie wholly between the corners and the ends' blur.
    let first = pixel(low + radius + margin) + 1
    let last = pixel(high - radius - margin - 1)
    return Axis(
      start: start, end: end, calm: last > first && first > start ? first..<last : start..<start)
  }
}
