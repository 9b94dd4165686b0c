/// How an outline is drawn.
public struct Stroke: Hashable, Sendable {
  /// What joins two pieces of an outline.
  public enum Join: String, Hashable, Sendable { case miter, round, bevel }
  /// What ends an open outline.
  public enum Cap: String, Hashable, Sendable { case butt, round, square }

  /// Width, in points.
  public var width: Double
  /// What joins two pieces.
  public var join: Join
  /// What ends an open outline, and every dash.
  public var cap: Cap
  /// The longest miter, in widths, before it is bevelled.
  public var miterLimit: Double
  /// Lengths drawn and skipped in turn, in points; empty draws all.
  public var dash: [Double]
  /// Where in the dash pattern the outline starts, in points.
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
