/// A point or a displacement in the plane, in points (logical pixels); x grows right, y grows down.
public struct Vector: Hashable, Sendable {
  /// Horizontal component, in points.
  public var x: Double
  /// Vertical component, in points, growing downwards.
  public var y: Double

  /// The origin.
  public static let zero = Vector(0, 0)

  /// Creates a vector from its components, in points.
  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// Euclidean length, in points.
  public var length: Double { (x * x + y * y).squareRoot() }

  /// Whether both components are finite.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// Component-wise sum.
  public static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y) }
  /// Component-wise difference.
  public static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y) }
  /// The opposite vector.
  public static prefix func - (a: Vector) -> Vector { Vector(-a.x, -a.y) }
  /// The vector scaled by a factor.
  public static func * (a: Vector, factor: Double) -> Vector { Vector(a.x * factor, a.y * factor) }
  /// Adds component by component.
  public static func += (a: inout Vector, b: Vector) { a = a + b }
  /// Subtracts component by component.
  public static func -= (a: inout Vector, b: Vector) { a = a - b }
}
