/// Where a scroll axis may rest, and the lengths that its physics depends on.
public struct ScrollExtent: Hashable, Sendable {
  /// The least offset at which it rests, in points.
  public let minimum: Double
  /// The greatest offset at which it rests, in points; equals `minimum` when there is nothing to
  /// scroll.
  public let maximum: Double
  /// The viewport's length along the axis, in points; the rubber band's dimension.
  public let viewport: Double
  /// Device pixels per point: rests are rounded to 1/scale.
  public let scale: Double

  /// The scales that an axis may have, in device pixels a unit; far up because a pager's unit is a
  /// page.
  public static let scaleRange = 1e-6...1e15

  static func check(scale: Double) {
    precondition(scaleRange.contains(scale), "scale lies in 1e-6...1e15")
  }

  /// Creates an extent.
  ///
  /// - Precondition: all are finite, `minimum <= maximum`, `viewport >= 0`, `scale` lies in
  ///   `scaleRange`.
  public init(minimum: Double = 0, maximum: Double, viewport: Double, scale: Double = 1) {
    precondition(minimum.isFinite && maximum.isFinite, "minimum and maximum are finite")
    precondition(minimum <= maximum, "minimum is not above maximum")
    precondition(viewport >= 0 && viewport.isFinite, "viewport is finite and not negative")
    Self.check(scale: scale)
    (self.minimum, self.maximum) = (minimum, maximum)
    (self.viewport, self.scale) = (viewport, scale)
  }

  /// The nearest offset at which the axis may rest, in points.
  public func clamped(_ offset: Double) -> Double { min(max(offset, minimum), maximum) }

  /// How far an offset lies past the edges, in points: negative before the minimum, 0 inside.
  public func overscroll(of offset: Double) -> Double { offset - clamped(offset) }

  /// The offset on a whole device pixel nearest to a given one, held inside the extent.
  public func roundedToPixel(_ offset: Double) -> Double {
    clamped((offset * scale).rounded() / scale)
  }
}
