/// The style of a stroked path.
public struct Stroke: Hashable, Sendable {
  /// The shape of a corner, where two segments meet.
  public enum Join: String, Hashable, Sendable { case miter, round, bevel }
  /// The shape of a line's ends.
  public enum Cap: String, Hashable, Sendable { case butt, round, square }

  /// Width, in points.
  public var width: Double
  /// The shape of corners.
  public var join: Join
  /// The shape of the ends of open contours and of every dash.
  public var cap: Cap
  /// The maximum length of a miter, from inner to outer corner, in widths; longer ones are
  /// bevelled.
  public var miterLimit: Double
  /// Alternating lengths of dashes and gaps, in points; empty for a solid line.
  public var dash: [Double]
  /// The position in the dash pattern at which a contour starts, in points.
  public var dashPhase: Double
  /// The share of each contour's length at which drawing starts, 0…1.
  public var trimStart: Double
  /// The share of each contour's length at which drawing ends, 0…1.
  public var trimEnd: Double

  /// Creates a stroke.
  public init(
    width: Double, join: Join = .miter, cap: Cap = .butt, miterLimit: Double = 10,
    dash: [Double] = [], dashPhase: Double = 0, trimStart: Double = 0, trimEnd: Double = 1
  ) {
    (self.width, self.join, self.cap, self.miterLimit) = (width, join, cap, miterLimit)
    (self.dash, self.dashPhase) = (dash, dashPhase)
    (self.trimStart, self.trimEnd) = (trimStart, trimEnd)
  }
}
