internal import Feel
internal import Stage

/// A motion as a picture: the position over time above, the velocity below.
enum CurvePicture {
  static let size = Size(640, 400)
  private static let margin = 16.0

  /// Draws both plots.
  static func draw(_ plots: [Plot], on canvas: inout Canvas) {
    let half = size.height / 2
    for (index, plot) in plots.enumerated() {
      draw(
        plot,
        Rect(
          x: margin, y: 28 + half * Double(index), width: size.width - 2 * margin, height: half - 40
        ), &canvas)
    }
  }

  private static func draw(_ plot: Plot, _ frame: Rect, _ canvas: inout Canvas) {
    let end = plot.points.map(\.x).max() ?? 0
    let values = plot.points.map(\.y).filter(\.isFinite)
    let (least, greatest) = (min(0, values.min() ?? 0), max(0, values.max() ?? 0))
    let across = PlotAxis(from: 0, to: end > 0 ? end : 1, start: frame.minX, end: frame.maxX)
    let up = PlotAxis(
      from: least, to: greatest > least ? greatest : 1, start: frame.maxY, end: frame.minY)
    // The margin keeps lines at the edges from being cut in half.
    Plot(
      in: frame.inset(by: -1), across: across, up: up,
      [.level(0, Plot.Line(canvas.theme.edge))] + plot.layers
    ).draw(into: &canvas)
    let range = "\(plot.title): \(rounded(least)) … \(rounded(greatest))"
    canvas.label(range, at: Vector(frame.minX, frame.minY - 14), .caption, canvas.theme.text)
    canvas.label(
      "\(rounded(end)) s", at: Vector(frame.maxX, frame.minY - 14), .caption,
      canvas.theme.secondaryText, align: .trailing)
  }

  private static func rounded(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int64(rounded))" : "\(rounded)"
  }
}
