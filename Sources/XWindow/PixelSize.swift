public import FeelGeometry

/// A width and a height in device pixels.
public struct PixelSize: Hashable, Sendable {
  /// Width in device pixels.
  public var width: Int
  /// Height in device pixels.
  public var height: Int

  /// Creates a size in device pixels.
  public init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

  /// The maximum picture size in pixels: 268 MB per buffer, eight times a 4K screen.
  private static let largestArea = 1 << 26

  /// The size of the picture from the top left: full width, and as much height as `largestArea`
  /// allows.
  var drawn: PixelSize {
    PixelSize(width, min(height, max(Self.largestArea / max(width, 1), 1)))
  }
}

extension PixelRect {
  /// Creates a rectangle of this size at the origin.
  public init(_ size: PixelSize) { self.init(x0: 0, y0: 0, x1: size.width, y1: size.height) }
}
