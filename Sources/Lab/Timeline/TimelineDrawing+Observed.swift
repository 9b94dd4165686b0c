internal import Feel
internal import FeelGeometry
internal import Raster
internal import Stage
internal import TextLayout

/// The lanes that only a program that is watched has.
extension TimelineDrawing {
  /// Draws how even the program's frames were, what is wrong, and beside it the numbers.
  func drawSmoothness(into canvas: inout Canvas) {
    guard layout.has(.smoothness) else { return }
    let (theme, lane) = (canvas.theme, layout.frame(of: .smoothness))
    let isFolded = timeline.view.folded.contains(.smoothness)
    drawName(.smoothness, theme.ghost, into: &canvas)
    guard let judgement else {
      let words = content.isOver ? "is being judged" : "judged once it rests"
      return canvas.label(
        words, at: Vector(lane.minX + 4, lane.midY), .caption, theme.secondaryText,
        maximumWidth: lane.width - 8)
    }
    SmoothnessLane(judgement: judgement, time: content.axis, frame: lane, isFolded: isFolded)
      .draw(into: &canvas)
    guard !isFolded else { return }
    let room = ((lane.maxY - layout.name(of: .smoothness).midY - 6) / 13).rounded(.down)
    for (index, figures) in judgement.figures.prefix(Int(max(0, room))).enumerated() {
      canvas.label(
        figures,
        at: Vector(
          layout.frame.minX + 16, layout.name(of: .smoothness).midY + 13 * Double(index + 1)),
        .caption, theme.secondaryText, maximumWidth: TimelineLayout.gutter - 20)
    }
  }
}
