public import FeelGeometry

/// One drawing order, its coordinates and lengths in points.
public enum DrawCommand: Hashable, Sendable {
  /// A rounded rectangle, filled; radius 0 is a rectangle, half the height a capsule.
  case roundedRect(Rect, radius: Double, Paint)
  /// A part of a rounded rectangle's outline: shares `from`…`to` of its length, clockwise from the top centre. 0…1 draws it whole and closed.
  case outline(
    Rect, radius: Double, width: Double, from: Double, to: Double, cap: Stroke.Cap, Paint)
  /// A circle, filled.
  case circle(center: Vector, radius: Double, Paint)
  /// A part of a circle's outline, as turns clockwise from 12 o'clock; a sweep of 1 or more is the whole ring.
  case arc(
    center: Vector, radius: Double, width: Double, start: Double, sweep: Double, cap: Stroke.Cap,
    Paint)
  /// A straight line.
  case line(Vector, Vector, width: Double, cap: Stroke.Cap, Paint)
  /// A path, filled.
  case fill(Path, FillRule, Paint)
  /// A path, stroked.
  case stroke(Path, Stroke, Paint)
  /// Glyphs from an origin on the baseline.
  case glyphs(GlyphRun, at: Vector, Color)
  /// An image, scaled to a rectangle.
  case image(Image, Rect)
  /// The blurred shadow of a rounded rectangle; `blur` is twice the standard deviation.
  case shadow(Rect, radius: Double, blur: Double, Color)
  /// Limits what follows to a rounded rectangle, until the matching `pop`.
  case clip(Rect, radius: Double)
  /// Limits what follows to a path, until the matching `pop`.
  case clipPath(Path, FillRule)
  /// Draws what follows, until the matching `pop`, as one picture of an opacity 0…1.
  case group(opacity: Double)
  /// Ends the newest clip or group.
  case pop
}

/// Which parts of a self-crossing path are inside.
public enum FillRule: String, Hashable, Sendable {
  /// Where the winding number is not zero.
  case nonZero
  /// Where the winding number is odd.
  case evenOdd
}

/// A picture as a value: what to draw, in order, in points, and how many device pixels a point is.
///
/// Two lists that compare equal draw the same pixels; what differs between two lists is what a frame has to redraw.
public struct DisplayList: Hashable, Sendable {
  /// Device pixels per point.
  public var scale: Double
  /// What covers the whole picture first.
  public var background: Color
  /// The orders, first to last.
  public var commands: [DrawCommand] = []

  /// Creates an empty picture.
  public init(scale: Double = 1, background: Color) {
    (self.scale, self.background) = (scale, background)
  }

  /// Adds an order.
  public mutating func append(_ command: DrawCommand) {
    commands.append(command)
  }
}
