public import FeelGeometry

/// The direction in which something is dragged.
public enum DragAxis: String, Hashable, Sendable, CaseIterable {
  /// Left and right.
  case horizontal
  /// Up and down.
  case vertical
  /// Any direction.
  case free

  /// The component of a displacement along the axis, in the displacement's unit.
  public func part(of displacement: Vector) -> Vector {
    switch self {
    case .horizontal: Vector(displacement.x, 0)
    case .vertical: Vector(0, displacement.y)
    case .free: displacement
    }
  }

  /// The signed length of a displacement along the axis; for `free` its horizontal component.
  public func length(of displacement: Vector) -> Double {
    self == .vertical ? displacement.y : displacement.x
  }
}
