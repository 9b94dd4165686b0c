/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// Width, in points.
  public var width: Double
  /// Height, in points.
  public var height: Double

  /// Zero width and height.
  public static let zero = Size(0, 0)

  /// Creates a size, in points.
  @inlinable public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }
}
