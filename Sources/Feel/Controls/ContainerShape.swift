public import FeelGeometry

/// The outline of a drawn element: indicators follow it, and presses are tested against it.
public enum ContainerShape: Hashable, Sendable {
  /// Sharp corners.
  case rectangle
  /// Corners of a radius in points, at most half the shorter side; a negative one or NaN counts as
  /// 0.
  case roundedRectangle(radius: Double)
  /// The shorter sides are half circles.
  case capsule
  /// The largest centred circle that fits the frame.
  case circle

  /// A shape's position and corner radius.
  public struct Outline: Hashable, Sendable {
    /// The bounding rectangle, in points.
    public let frame: Rect
    /// The radius of its corners, in points, at most half the shorter side.
    public let cornerRadius: Double
  }

  /// How far outside its shape a touch still hits a button, in points.
  public static let touchMargin = 8.0

  /// The outline in a frame, inset by a number of points.
  ///
  /// Corners keep their centres, so an outline drawn along it is equally far from the shape's edge
  /// everywhere.
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

  /// Signed distance of a point from the shape's edge in a frame, in points: negative inside, the
  /// shortest distance outside.
  public func distance(to point: Vector, in frame: Rect) -> Double {
    let outline = outline(in: frame)
    let (center, radius) = (outline.frame.center, outline.cornerRadius)
    // Distance to the rectangle spanned by the corners' centres.
    let x = abs(point.x - center.x) - (outline.frame.width / 2 - radius)
    let y = abs(point.y - center.y) - (outline.frame.height / 2 - radius)
    return Vector(max(0, x), max(0, y)).length + min(0, max(x, y)) - radius
  }

  /// Whether a point is inside the shape, or at most `margin` points outside; the right and bottom
  /// edges of sharp-cornered shapes are outside, as with `Rect`.
  public func contains(_ point: Vector, in frame: Rect, margin: Double = 0) -> Bool {
    let outline = outline(in: frame)
    return !outline.frame.isEmpty && outline.frame.inset(by: -margin).contains(point)
      && distance(to: point, in: frame) <= margin
  }

  /// Whether a press hits the shape in a frame: a mouse must be inside, a finger at most
  /// ``touchMargin`` outside.
  public func isHit(at point: Vector, by device: PointerSample.Device, in frame: Rect) -> Bool {
    contains(point, in: frame, margin: device == .touch ? Self.touchMargin : 0)
  }
}
