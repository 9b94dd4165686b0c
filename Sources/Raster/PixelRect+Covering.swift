internal import FeelGeometry

extension PixelRect {
  /// The same columns, but other rows.
  func rows(_ top: Int, _ bottom: Int) -> PixelRect {
    PixelRect(x0: x0, y0: top, x1: x1, y1: bottom)
  }

  /// The pixels touched by a rectangle of real coordinates, clipped to `limit`; empty for NaN.
  init(
    covering minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double, within limit: PixelRect
  ) {
    guard maxX >= minX, maxY >= minY else {
      self = .empty
      return
    }
    func clamped(_ value: Double, _ low: Int, _ high: Int) -> Int {
      Int(Swift.max(Double(low), Swift.min(Double(high), value)))
    }
    self.init(
      x0: clamped(minX.rounded(.down), limit.x0, limit.x1),
      y0: clamped(minY.rounded(.down), limit.y0, limit.y1),
      x1: clamped(maxX.rounded(.up), limit.x0, limit.x1),
      y1: clamped(maxY.rounded(.up), limit.y0, limit.y1))
    if isEmpty { self = .empty }
  }

  /// The pixels touched by a rectangle in points.
  init(covering rect: Rect, scale: Double, within limit: PixelRect) {
    self.init(
      covering: rect.minX * scale, rect.minY * scale, rect.maxX * scale, rect.maxY * scale,
      within: limit)
  }
}
