/// An axis-aligned rectangle, in points; half-open, `minX ..< maxX` by `minY ..< maxY`.
public struct Rect: Hashable, Sendable {
  /// The top-left corner, in points.
  public var origin: Vector
  /// The size, in points.
  public var size: Size

  /// An empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Creates a rectangle from its top-left corner and its size, in points.
  public init(origin: Vector, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its coordinates and its size, in points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Vector(x, y), size: Size(width, height))
  }

  /// Creates a rectangle of a size around a centre, in points.
  public init(center: Vector, size: Size) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2,
      width: size.width, height: size.height)
  }

  /// Left edge, inclusive.
  public var minX: Double { origin.x }
  /// Top edge, inclusive.
  public var minY: Double { origin.y }
  /// Right edge, exclusive.
  public var maxX: Double { origin.x + size.width }
  /// Bottom edge, exclusive.
  public var maxY: Double { origin.y + size.height }
  /// Horizontal centre.
  public var midX: Double { origin.x + size.width / 2 }
  /// Vertical centre.
  public var midY: Double { origin.y + size.height / 2 }
  /// Width, in points.
  public var width: Double { size.width }
  /// Height, in points.
  public var height: Double { size.height }
  /// The centre.
  public var center: Vector { Vector(midX, midY) }
  /// Whether it contains no point, as with a negative or NaN size.
  public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// Whether a point is inside; the right and bottom edges are not.
  public func contains(_ point: Vector) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The rectangle moved by a displacement.
  public func offset(by delta: Vector) -> Rect { Rect(origin: origin + delta, size: size) }

  /// The rectangle with each edge moved inwards, in points; negative values move it outwards.
  public func inset(by dx: Double, _ dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// The rectangle with every edge moved inwards by one amount, in points.
  public func inset(by amount: Double) -> Rect { inset(by: amount, amount) }

  /// The intersection, or `nil` if the two do not overlap.
  public func intersection(_ other: Rect) -> Rect? {
    let (x0, y0) = (max(minX, other.minX), max(minY, other.minY))
    let (x1, y1) = (min(maxX, other.maxX), min(maxY, other.maxY))
    guard x1 > x0, y1 > y0 else { return nil }
    return Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }

  /// The smallest rectangle that contains both.
  public func union(_ other: Rect) -> Rect {
    let (x0, y0) = (min(minX, other.minX), min(minY, other.minY))
    let (x1, y1) = (max(maxX, other.maxX), max(maxY, other.maxY))
    return Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }
}
