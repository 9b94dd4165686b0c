internal import FeelGeometry

/// A rounded rectangle in device pixels: finite, not empty, with a radius of at most half the
/// shorter side.
struct DeviceRect {
  var x0: Double
  var y0: Double
  var x1: Double
  var y1: Double
  var radius: Double

  /// The rectangle in device pixels, or `nil` if it is empty or not finite.
  init?(_ rect: Rect, radius: Double, scale: Double) {
    self.init(
      x0: rect.minX * scale, y0: rect.minY * scale, x1: rect.maxX * scale, y1: rect.maxY * scale,
      radius: radius * scale)
  }

  init?(x0: Double, y0: Double, x1: Double, y1: Double, radius: Double) {
    guard x1 > x0, y1 > y0, x0.isFinite, y0.isFinite, x1.isFinite, y1.isFinite else { return nil }
    (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
    // Written so that NaN counts as 0.
    self.radius = radius > 0 ? min(radius, (x1 - x0) / 2, (y1 - y0) / 2) : 0
  }

  /// The rectangle with every edge moved outwards, or `nil` if nothing is left; sharp corners stay
  /// sharp.
  func outset(by amount: Double) -> DeviceRect? {
    DeviceRect(
      x0: x0 - amount, y0: y0 - amount, x1: x1 + amount, y1: y1 + amount,
      radius: radius > 0 ? max(0, radius + amount) : 0)
  }

  /// The sum of two pixel rows that mirror each other about the middle; `nil` if there is no such
  /// symmetry, or no round corner.
  var fold: Int? {
    let sum = y0 + y1
    guard radius > 0, y0 >= 0, y1 < 32768, sum == sum.rounded() else { return nil }
    return Int(sum) - 1
  }

  /// The pixels it touches.
  func pixels(within limit: PixelRect) -> PixelRect {
    PixelRect(covering: x0, y0, x1, y1, within: limit)
  }

  /// Whether every pixel of `limit` lies wholly inside or wholly outside.
  func isWholePixels(within limit: PixelRect) -> Bool {
    guard radius == 0 else { return false }
    func isWhole(_ edge: Double, _ low: Int, _ high: Int) -> Bool {
      edge == edge.rounded() || edge <= Double(low) || edge >= Double(high)
    }
    return isWhole(x0, limit.x0, limit.x1) && isWhole(x1, limit.x0, limit.x1)
      && isWhole(y0, limit.y0, limit.y1) && isWhole(y1, limit.y0, limit.y1)
  }

  /// The largest of three rectangles of whole pixels inside it: full width, full height, or in
  /// between.
  func core(within limit: PixelRect) -> PixelRect {
    func inner(_ dx: Double, _ dy: Double) -> PixelRect {
      func clamped(_ value: Double, _ low: Int, _ high: Int) -> Int {
        Int(max(Double(low), min(Double(high), value)))
      }
      return PixelRect(
        x0: clamped((x0 + dx).rounded(.up), limit.x0, limit.x1),
        y0: clamped((y0 + dy).rounded(.up), limit.y0, limit.y1),
        x1: clamped((x1 - dx).rounded(.down), limit.x0, limit.x1),
        y1: clamped((y1 - dy).rounded(.down), limit.y0, limit.y1))
    }
    guard radius > 0 else { return inner(0, 0) }
    // The diagonal of a corner lies 1 − √½ of the radius inside; for its polygon, a little more.
    let diagonal = radius * 0.2929 + 0.05
    let candidates = (inner(0, radius), inner(radius, 0), inner(diagonal, diagonal))
    var best = candidates.0
    if candidates.1.area > best.area { best = candidates.1 }
    if candidates.2.area > best.area { best = candidates.2 }
    return best.isEmpty ? .empty : best
  }
}
