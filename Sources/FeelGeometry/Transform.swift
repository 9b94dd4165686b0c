/// An affine map of the plane: (x, y) → (a·x + c·y + tx, b·x + d·y + ty).
public struct Transform: Hashable, Sendable {
  /// Factor of x in x′.
  public var a: Double
  /// Factor of x in y′.
  public var b: Double
  /// Factor of y in x′.
  public var c: Double
  /// Factor of y in y′.
  public var d: Double
  /// Horizontal translation.
  public var tx: Double
  /// Vertical translation.
  public var ty: Double

  /// Creates a map from its six coefficients.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// A uniform scaling about the origin.
  public static func scale(_ factor: Double) -> Transform {
    Transform(a: factor, b: 0, c: 0, d: factor, tx: 0, ty: 0)
  }

  /// A translation by a displacement.
  public static func translation(_ delta: Vector) -> Transform {
    Transform(a: 1, b: 0, c: 0, d: 1, tx: delta.x, ty: delta.y)
  }

  /// The image of a point.
  public func callAsFunction(_ p: Vector) -> Vector {
    Vector(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty)
  }

  /// The map that applies `self` first, then `next`.
  public func then(_ next: Transform) -> Transform {
    Transform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }
}
