/// The rest offsets of a scroll axis, and the lengths on which its physics depends.
public struct ScrollExtent: Hashable, Sendable {
  /// The minimum offset at rest, in points.
  public let minimum: Double
  /// The maximum offset at rest, in points; equals `minimum` if there is nothing to scroll.
  public let maximum: Double
  /// The viewport's length along the axis, in points; the rubber band's dimension.
  public let viewport: Double
  /// Device pixels per point: rest offsets are rounded to 1/scale.
  public let scale: Double

  /// The valid scales, in device pixels per unit; the upper end is so high because a pager's unit
  /// is a page.
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

  /// The distance of an offset past the edges, in points: negative before the minimum, 0 inside.
  public func overscroll(of offset: Double) -> Double { offset - clamped(offset) }

  /// The nearest offset on a whole device pixel, clamped to the extent.
  public func roundedToPixel(_ offset: Double) -> Double {
    clamped((offset * scale).rounded() / scale)
  }
}
