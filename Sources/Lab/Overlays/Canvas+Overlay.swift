internal import Feel
internal import Raster
internal import TextLayout

extension Canvas {
  /// The height of a tag, in points.
  static let tagHeight = 20.0

  /// How wide a tag for some words is, in points: in steps, so that it does not tremble with its digits.
  func tagWidth(_ words: String) -> Double {
    ((fonts.layout(words, .small).width + 12) / 8).rounded(.up) * 8
  }

  /// Draws words on a ground of their own, as near to a centre as the bounds allow.
  mutating func tag(_ words: String, at center: Vector, _ color: Color, within bounds: Rect) {
    let size = Size(tagWidth(words), Self.tagHeight)
    func held(_ place: Double, _ from: Double, _ to: Double) -> Double {
      max(from, min(place, to)).rounded()
    }
    let box = Rect(
      x: held(center.x - size.width / 2, bounds.minX + 4, bounds.maxX - 4 - size.width),
      y: held(center.y - size.height / 2, bounds.minY + 4, bounds.maxY - 4 - size.height),
      width: size.width, height: size.height)
    fill(box, radius: 6, theme.surface.opacity(0.94))
    edge(box, radius: 6, theme.border)
    label(words, at: box.center, .small, color, align: .center)
  }

  /// Draws a line 2 pt wide with a thin ground along it, so that it can be told from what it crosses.
  mutating func casedLine(
    from start: Vector, to end: Vector, width: Double = 2, dash: [Double] = [], _ color: Color
  ) {
    var path = Path()
    path.move(to: start)
    path.line(to: end)
    draw(
      .stroke(path, Stroke(width: width + 2, dash: dash), .solid(theme.stage.opacity(0.75))))
    draw(.stroke(path, Stroke(width: width, dash: dash), .solid(color)))
  }

  /// Draws an arrow's head with its tip at a point; a hollow one says that what it tells is an estimate.
  mutating func arrowHead(
    tip: Vector, along way: Vector, length: Double, _ color: Color, isHollow: Bool
  ) {
    let across = Vector(-way.y, way.x) * (length * 0.5)
    let base = tip - way * length
    var path = Path()
    path.move(to: tip)
    path.line(to: base + across)
    path.line(to: base - across)
    path.close()
    let ground = theme.stage
    draw(.stroke(path, Stroke(width: isHollow ? 4 : 2, join: .round), .solid(ground.opacity(0.75))))
    draw(.fill(path, .nonZero, .solid(isHollow ? ground : color)))
    if isHollow { draw(.stroke(path, Stroke(width: 1.5, join: .round), .solid(color))) }
  }
}

extension Double {
  /// The number with so many decimals, its thousands apart: 1 284.0.
  func grouped(decimals: Int) -> String {
    let text = text(decimals: decimals)
    let whole = text.prefix { $0 != "." }
    guard whole.count > 3, whole.allSatisfy({ $0.isWholeNumber || $0 == "−" }) else { return text }
    var grouped = ""
    for (index, character) in whole.enumerated() {
      let left = whole.count - index
      if left.isMultiple(of: 3), index > 0, grouped != "−" { grouped += " " }
      grouped.append(character)
    }
    return grouped + text.dropFirst(whole.count)
  }
}
