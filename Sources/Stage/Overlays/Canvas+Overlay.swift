internal import Feel
internal import Raster
internal import TextLayout

extension Canvas {
  /// Draws a line 2 pt wide, cased in the ground's colour to stand out from what it crosses.
  mutating func casedLine(
    from start: Vector, to end: Vector, width: Double = 2, dash: [Double] = [], _ color: Color
  ) {
    let path = Path(through: [start, end])
    draw(
      .stroke(path, Stroke(width: width + 3, dash: dash), .solid(theme.stage.opacity(0.85))))
    draw(.stroke(path, Stroke(width: width, dash: dash), .solid(color)))
  }

  /// Draws a tab of one of two sets, sized to its text but within a frame: letter, name, and what
  /// its outline represents.
  ///
  /// It ends before `end` or, without enough room there, starts at the point.
  mutating func tab(
    isB: Bool, _ name: String, _ words: String, at start: Vector, orBefore end: Double,
    in frame: Rect
  ) {
    let (fill, ink) = isB ? (theme.bFill, theme.onB) : (theme.accent, theme.onAccent)
    let (first, second) = (
      fonts.layout(name, .small).width, fonts.layout(words, .smallStrong).width
    )
    let width = 26 + first + 8 + second + 10
    let before = end - 8 - width
    let x =
      before >= frame.minX + 4 ? before : max(frame.minX + 4, min(start.x, frame.maxX - 4 - width))
    let box = Rect(x: x, y: start.y - 11, width: width, height: 22)
    shadow(of: box, radius: 7, .chip)
    self.fill(box, radius: 7, fill)
    let badge = Rect(x: x + 4, y: start.y - 8, width: 16, height: 16)
    self.fill(badge, radius: 5, ink)
    label(
      isB ? Words.setB : Words.setA, at: badge.center, TextStyle(size: 10, weight: .semibold), fill,
      align: .center)
    label(name, at: Vector(x + 26, start.y), .small, ink)
    label(words, at: Vector(x + 34 + first, start.y), .smallStrong, ink)
  }

  /// Draws an arrowhead with its tip at a point; a hollow one marks an estimate.
  mutating func arrowHead(
    tip: Vector, along way: Vector, length: Double, _ color: Color, isHollow: Bool
  ) {
    let across = Vector(-way.y, way.x) * (length * 0.5)
    let base = tip - way * length
    let path = Path(through: [tip, base + across, base - across], isClosed: true)
    let ground = theme.stage
    draw(
      .stroke(path, Stroke(width: isHollow ? 4.5 : 3, join: .round), .solid(ground.opacity(0.85))))
    draw(.fill(path, .nonZero, .solid(isHollow ? ground : color)))
    if isHollow { draw(.stroke(path, Stroke(width: 1.5, join: .round), .solid(color))) }
  }
}
