/// A width and a height in device pixels.
public struct PixelSize: Hashable, Sendable {
  /// Width in device pixels.
  public var width: Int
  /// Height in device pixels.
  public var height: Int

  /// Creates a size in device pixels.
  public init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
  }

  /// The largest picture that is kept for a window, in pixels: 268 MB a buffer, eight times a 4K screen.
  static let largestArea = 1 << 26

  /// The part from the top left that a picture may have: as wide, and as high as `largestArea` allows.
  var drawn: PixelSize {
    PixelSize(width, min(height, max(Self.largestArea / max(width, 1), 1)))
  }
}

/// A rectangle of device pixels, half-open: `x ..< x + width` by `y ..< y + height`.
public struct PixelRect: Hashable, Sendable {
  /// Left edge, inclusive.
  public var x: Int
  /// Top edge, inclusive.
  public var y: Int
  /// Width in device pixels.
  public var width: Int
  /// Height in device pixels.
  public var height: Int

  /// Creates a rectangle of device pixels.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Creates the rectangle that covers a size from the origin.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Whether it holds no pixel.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// Its number of pixels.
  public var area: Int { isEmpty ? 0 : width * height }

  /// The part inside a window of the given size; empty where there is none.
  public func clipped(to size: PixelSize) -> PixelRect {
    let (left, top) = (max(x, 0), max(y, 0))
    let (right, bottom) = (min(x + width, size.width), min(y + height, size.height))
    return PixelRect(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))
  }

  /// The smallest rectangle around both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    let (right, bottom) = (
      max(x + width, other.x + other.width), max(y + height, other.y + other.height)
    )
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether every pixel of the other rectangle lies inside.
  public func contains(_ other: PixelRect) -> Bool {
    other.x >= x && other.y >= y && other.x + other.width <= x + width
      && other.y + other.height <= y + height
  }
}
