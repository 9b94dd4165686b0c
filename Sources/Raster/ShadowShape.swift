/// A shadow's shape and softness, relative to the whole pixel at the shape's top left: equal
/// shadows have equal coverage, wherever they are drawn.
struct ShadowShape: Hashable {
  /// The edges and the radius of the rounded rectangle, in pixels.
  var x0: Double
  var y0: Double
  var x1: Double
  var y1: Double
  var radius: Double
  /// The Gaussian's standard deviation, in pixels.
  var deviation: Double

  /// The number of deviations beyond which nothing is drawn; the 0.27 % of the Gaussian beyond are
  /// spread over the rest.
  static let reach = 3.0

  /// The distance in pixels from an edge to the end of the shadow.
  var margin: Double { deviation * Self.reach }

  /// The shadow's columns or rows: their range, and the ones that are all alike, of which one is
  /// kept.
  struct Axis {
    /// The shadow's first pixel.
    var start: Int
    /// The end of its pixels.
    var end: Int
    /// The pixels unaffected by corners and ends; empty, at `start`, if there are none.
    var calm: Range<Int>

    /// The number of pixels whose coverage is kept: one calm pixel, and all others.
    var kept: Int { end - start - max(0, calm.count - 1) }

    /// The index, among the kept pixels, of a pixel or its representative.
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
    // Clamped to the reach of any picture, so that it fits an `Int`.
    func pixel(_ value: Double) -> Int { Int(max(-1e6, min(1e6, value.rounded(.down)))) }
    let (start, end) = (pixel(low - margin), pixel(high + margin) + 1)
    // Only pixels entirely between the corners and the blurred ends.
    let first = pixel(low + radius + margin) + 1
    let last = pixel(high - radius - margin - 1)
    return Axis(
      start: start, end: end, calm: last > first && first > start ? first..<last : start..<start)
  }
}
