/// A shadow's shape and softness, seen from the whole pixel at its top left: shadows that are equal have the same coverage, wherever they lie.
struct ShadowShape: Hashable {
  /// The edges and the radius of the rounded rectangle, in pixels.
  var x0: Double
  var y0: Double
  var x1: Double
  var y1: Double
  var radius: Double
  /// The Gaussian's standard deviation, in pixels.
  var deviation: Double

  /// Deviations beyond which nothing is drawn; the 0.27 % of the Gaussian that lie there are spread over the rest.
  static let reach = 3.0

  /// Pixels from an edge to where the shadow ends.
  var margin: Double { deviation * Self.reach }

  /// The pixels of one direction: which there are, and which of them are all alike.
  struct Axis {
    /// The first pixel and the one past the last.
    var start: Int
    var end: Int
    /// Those that see neither a corner nor an end; empty, at the start, where there are none.
    var calm: Range<Int>

    /// Pixels of which coverage is kept: of those that are alike one.
    var kept: Int { end - start - max(0, calm.count - 1) }

    /// A pixel's place among those that are kept.
    @inline(__always) func place(_ pixel: Int) -> Int {
      if pixel < calm.lowerBound || calm.isEmpty { return pixel - start }
      return (pixel < calm.upperBound ? calm.lowerBound : pixel - calm.count + 1) - start
    }

    /// A pixel whose coverage is kept at a place.
    @inline(__always) func pixel(_ place: Int) -> Int {
      let pixel = place + start
      return pixel <= calm.lowerBound || calm.isEmpty ? pixel : pixel + calm.count - 1
    }
  }

  var across: Axis { axis(x0, x1) }
  var down: Axis { axis(y0, y1) }

  private func axis(_ low: Double, _ high: Double) -> Axis {
    // Held to what no picture reaches before they become whole numbers.
    func held(_ value: Double) -> Int { Int(max(-1e6, min(1e6, value.rounded(.down)))) }
    let (start, end) = (held(low - margin), held(high + margin) + 1)
    // A pixel's centre lies half a pixel on.
    let first = held(low + radius + margin) + 1
    let last = held(high - radius - margin - 1)
    return Axis(
      start: start, end: end, calm: last > first && first > start ? first..<last : start..<start)
  }
}
