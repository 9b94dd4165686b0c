internal import Feel
internal import Raster

extension Canvas {
  /// Draws a line 2 pt wide with a thin ground along it, so that it can be told from what it crosses.
  mutating func casedLine(
    from start: Vector, to end: Vector, width: Double = 2, dash: [Double] = [], _ color: Color
  ) {
    let path = Path(through: [start, end])
    draw(
      .stroke(path, Stroke(width: width + 3, dash: dash), .solid(theme.stage.opacity(0.85))))
    draw(.stroke(path, Stroke(width: width, dash: dash), .solid(color)))
  }

  /// Draws an arrow's head with its tip at a point; a hollow one says that what it tells is an estimate.
  mutating func arrowHead(
    tip: Vector, along way: Vector, length: Double, _ color: Color, isHollow: Bool
  ) {
    let across = Vector(-way.y, way.x) * (length * 0.5)
    let base = tip - way * length
    let path = Path(corners: [tip, base + across, base - across])
    let ground = theme.stage
    draw(
      .stroke(path, Stroke(width: isHollow ? 4.5 : 3, join: .round), .solid(ground.opacity(0.85))))
    draw(.fill(path, .nonZero, .solid(isHollow ? ground : color)))
    if isHollow { draw(.stroke(path, Stroke(width: 1.5, join: .round), .solid(color))) }
  }
}
