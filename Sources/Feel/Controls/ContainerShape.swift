public import FeelGeometry

/// The shape of what a label stands in, for an indicator that follows it.
public enum ContainerShape: Hashable, Sendable {
  /// Sharp corners.
  case rectangle
  /// Corners of a radius in points, at most half the shorter side; a negative one or NaN counts as 0.
  case roundedRectangle(radius: Double)
  /// The shorter sides are half circles.
  case capsule
  /// The largest circle about the frame's centre.
  case circle

  /// Where a shape lies, and how round its corners are.
  public struct Outline: Hashable, Sendable {
    /// The smallest rectangle around it, in points.
    public let frame: Rect
    /// The radius of its corners, in points, at most half the shorter side.
    public let cornerRadius: Double
  }

  /// The outline in a frame, with its edge moved inwards by so many points.
  ///
  /// Corners keep their centres, so that what is drawn along it is equally far from the shape's own edge everywhere.
  public func outline(in frame: Rect, inset: Double = 0) -> Outline {
    let shorter = min(frame.width, frame.height)
    let radius: Double
    var outer = frame
    switch self {
    case .rectangle: radius = 0
    case .roundedRectangle(let corner): radius = corner > 0 ? min(corner, shorter / 2) : 0
    case .capsule: radius = shorter / 2
    case .circle:
      radius = shorter / 2
      outer = Rect(center: frame.center, size: Size(shorter, shorter))
    }
    return Outline(frame: outer.inset(by: inset), cornerRadius: max(0, radius - inset))
  }
}
