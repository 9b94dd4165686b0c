public import Feel
public import Raster

/// The shape that tells one trace from another, besides its colour.
public enum TraceMarker: String, Hashable, Sendable, CaseIterable {
  /// A position.
  case circle
  /// A velocity.
  case triangle
  /// Where a motion will rest.
  case diamond

  /// The shape about a centre, as large to the eye as a circle of a radius in points.
  package func path(at center: Vector, radius: Double) -> Path {
    var path = Path()
    switch self {
    case .circle:
      path.arc(center: center, radius: radius, from: 0, sweep: 2 * Double.pi)
    case .triangle:
      // Its centre of mass is the point; the same area as the circle would look smaller.
      path.move(to: center + Vector(0, -radius * 1.4))
      path.line(to: center + Vector(radius * 1.25, radius * 0.8))
      path.line(to: center + Vector(-radius * 1.25, radius * 0.8))
    case .diamond:
      path.move(to: center + Vector(0, -radius * 1.35))
      path.line(to: center + Vector(radius * 1.35, 0))
      path.line(to: center + Vector(0, radius * 1.35))
      path.line(to: center + Vector(-radius * 1.35, 0))
    }
    path.close()
    return path
  }
}

extension Canvas {
  /// Draws a trace's marker, with an edge that sets it off from what it lies on; a hollow one is all edge.
  public mutating func marker(
    _ marker: TraceMarker, at center: Vector, radius: Double = 4, _ color: Color,
    on ground: Color, isHollow: Bool = false
  ) {
    let path = marker.path(at: center, radius: radius)
    let edge = Stroke(width: isHollow ? 3.5 : 3, join: .round)
    draw(.stroke(path, edge, .solid(ground)))
    if isHollow {
      draw(.fill(path, .nonZero, .solid(ground)))
      draw(.stroke(path, Stroke(width: 1.5, join: .round), .solid(color)))
    } else {
      draw(.fill(path, .nonZero, .solid(color)))
    }
  }
}
