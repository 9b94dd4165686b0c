/// A rectangle of device pixels; half-open, `x0 ..< x1` by `y0 ..< y1`.
public struct PixelRect: Hashable, Sendable {
  /// First column inside.
  public var x0: Int
  /// First row inside.
  public var y0: Int
  /// First column past the right edge.
  public var x1: Int
  /// First row past the bottom edge.
  public var y1: Int

  /// An empty rectangle at the origin.
  public static let empty = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)

  /// Creates a rectangle from its edges, in device pixels.
  public init(x0: Int, y0: Int, x1: Int, y1: Int) {
    (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
  }

  /// Creates a rectangle from its top-left pixel and its size, in device pixels.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(x0: x, y0: y, x1: x + width, y1: y + height)
  }

  /// Width, in pixels; 0 if the edges are out of order.
  public var width: Int { max(0, x1 - x0) }
  /// Height, in pixels; 0 if the edges are out of order.
  public var height: Int { max(0, y1 - y0) }
  /// Number of pixels.
  public var area: Int { width * height }
  /// Whether it contains no pixel.
  public var isEmpty: Bool { x1 <= x0 || y1 <= y0 }

  /// The intersection; empty if the two do not overlap.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let common = PixelRect(
      x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
    return common.isEmpty ? .empty : common
  }

  /// The smallest rectangle that contains both; empty ones are ignored.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
  }

  /// Whether the other rectangle's edges lie within this one's, even if it is empty.
  public func contains(_ other: PixelRect) -> Bool {
    other.x0 >= x0 && other.y0 >= y0 && other.x1 <= x1 && other.y1 <= y1
  }
}
