internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

extension TimelineDrawing {
  /// Draws the measuring cursors, what is between them, and what that amounts to in words.
  func drawMeasure(into canvas: inout Canvas) {
    guard let measure = timeline.measure else { return }
    let (theme, plot) = (canvas.theme, layout.plot)
    let line = canvas.snapped(1.5)
    let places = [measure.first, measure.second].compactMap { $0 }.map { column($0, canvas) }
    canvas.clipped(to: plot) { canvas in
      if let left = places.min(), let right = places.max(), right > left {
        canvas.fill(
          Rect(x: left, y: plot.minY, width: right - left, height: plot.height),
          theme.accent.opacity(0.12))
      }
      for x in places {
        canvas.fill(
          Rect(x: x - line / 2, y: plot.minY, width: line, height: plot.height), theme.accent)
        // A handle, which a hand takes it by.
        canvas.fill(
          Rect(center: Vector(x, plot.minY + 4), size: Size(8, 8)), radius: 2, theme.accent)
      }
    }
    guard let measured, let last = places.last else { return }
    let width = (canvas.fonts.layout(measured, .small).width + 20).rounded(.up)
    let beside = last + 8 + width <= plot.maxX ? last + 8 : last - 8 - width
    let lane = layout.frame(of: .position)
    let chip = Rect(
      x: max(plot.minX, beside).rounded(), y: lane.minY + 2, width: min(width, plot.width),
      height: 22)
    canvas.fill(chip, radius: 6, theme.surface)
    canvas.edge(chip, radius: 6, theme.accent)
    canvas.label(
      measured, at: Vector(chip.minX + 10, chip.midY), .small, theme.text,
      maximumWidth: chip.width - 16)
  }
}
