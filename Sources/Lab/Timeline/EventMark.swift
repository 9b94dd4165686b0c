internal import Feel
internal import Raster
internal import Stage

extension Canvas {
  /// Draws the mark of something that happened to the stage; each kind has a shape of its own.
  mutating func eventMark(
    _ kind: MotionLog.Mark.Kind, at center: Vector, _ color: Color
  ) {
    let path = Self.path(of: kind, at: center)
    if kind == .cancel {
      draw(.stroke(path, Stroke(width: 2, cap: .round), .solid(color)))
    } else {
      draw(.fill(path, .nonZero, .solid(color)))
    }
  }

  private static func path(of kind: MotionLog.Mark.Kind, at center: Vector) -> Path {
    switch kind {
    case .press:
      polygon(center, [(-4.5, -4), (4.5, -4), (0, 4)])
    case .release:
      polygon(center, [(-4.5, 4), (4.5, 4), (0, -4)])
    case .cancel:
      cross(center)
    case .caught:
      // A square: stop.
      polygon(center, [(-4, -4), (4, -4), (4, 4), (-4, 4)])
    case .wheel:
      // Up and down: a wheel.
      polygon(center, [(0, -5), (3.5, -1), (3.5, 1), (0, 5), (-3.5, 1), (-3.5, -1)])
    case .key:
      polygon(center, [(-1.5, -4.5), (1.5, -4.5), (1.5, 4.5), (-1.5, 4.5)])
    case .change:
      polygon(center, [(0, -4.5), (4.5, 0), (0, 4.5), (-4.5, 0)])
    case .order:
      polygon(center, [(-3.5, -4.5), (4.5, 0), (-3.5, 4.5)])
    }
  }

  private static func polygon(_ center: Vector, _ corners: [(Double, Double)]) -> Path {
    var path = Path()
    for (index, corner) in corners.enumerated() {
      let point = center + Vector(corner.0, corner.1)
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }

  private static func cross(_ center: Vector) -> Path {
    var path = Path()
    for side in [-1.0, 1] {
      path.move(to: center + Vector(-3.5 * side, -3.5))
      path.line(to: center + Vector(3.5 * side, 3.5))
    }
    return path
  }
}

extension MotionLog.Mark.Kind {
  /// What it is, in a word.
  var word: String {
    switch self {
    case .press: "press"
    case .caught: "caught"
    case .release: "release"
    case .cancel: "cancel"
    case .wheel: "wheel"
    case .key: "key"
    case .change: "change"
    case .order: "order"
    }
  }
}
