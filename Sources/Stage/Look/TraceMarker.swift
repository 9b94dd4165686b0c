public import Feel
public import Raster

/// A marker shape that distinguishes traces, in addition to their colour.
public enum TraceMarker: String, Hashable, Sendable, CaseIterable {
  /// A position.
  case circle
  /// A velocity.
  case triangle
  /// Where a motion will rest.
  case diamond

  /// The shape around a centre, optically as large as a circle of a radius in points.
  package func path(at center: Vector, radius: Double) -> Path {
    let corners: [(Double, Double)]
    switch self {
    case .circle:
      var path = Path()
      path.arc(center: center, radius: radius, from: 0, sweep: 2 * Double.pi)
      path.close()
      return path
    case .triangle:
      // Balanced on the centre; with the same area as the circle it would look smaller.
      corners = [(0, -1.4), (1.25, 0.8), (-1.25, 0.8)]
    case .diamond:
      corners = [(0, -1.35), (1.35, 0), (0, 1.35), (-1.35, 0)]
    }
    return Path(through: corners.map { center + Vector($0.0, $0.1) * radius }, isClosed: true)
  }
}

extension Path {
  /// Adds a polygon, so that many of one colour form one shape.
  mutating func add(corners: [Vector]) {
    for (index, corner) in corners.enumerated() {
      if index == 0 { move(to: corner) } else { line(to: corner) }
    }
    close()
  }
}

extension Canvas {
  /// Draws a trace's marker with an edge that sets it off from its background; a hollow one is an
  /// outline.
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
