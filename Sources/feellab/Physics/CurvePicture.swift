internal import Feel
internal import Raster
internal import Stage

/// A motion as a picture: the position over time above, the velocity below.
enum CurvePicture {
  static let size = Size(640, 400)
  private static let margin = 16.0

  /// Draws both.
  static func draw(_ plots: [Plot], on canvas: inout Canvas) {
    let half = size.height / 2
    let frame = Rect(x: margin, y: 28, width: size.width - 2 * margin, height: half - 40)
    let colors = [canvas.theme.accent, canvas.theme.velocity]
    for (index, (plot, color)) in zip(plots, colors).enumerated() {
      draw(plot, color, frame.offset(by: Vector(0, Double(index) * half)), &canvas)
    }
  }

  private static func draw(
    _ plot: Plot, _ color: Color, _ frame: Rect, _ canvas: inout Canvas
  ) {
    let end = plot.line.map(\.x).max() ?? 0
    let values = plot.line.map(\.y).filter(\.isFinite)
    let (least, greatest) = (min(0, values.min() ?? 0), max(0, values.max() ?? 0))
    let span = greatest > least ? greatest - least : 1
    func place(_ time: Double, _ value: Double) -> Vector {
      Vector(
        frame.minX + (end > 0 ? time / end : 0) * frame.width,
        frame.maxY - (value - least) / span * frame.height)
    }
    let zero = place(0, 0)
    canvas.draw(
      .line(
        zero, Vector(frame.maxX, zero.y), width: 1, cap: .butt,
        .solid(canvas.theme.controlBorder)))
    var path = Path()
    for (index, point) in plot.line.enumerated() {
      let place = place(point.x, point.y)
      if index == 0 { path.move(to: place) } else { path.line(to: place) }
    }
    canvas.draw(.stroke(path, Stroke(width: 2, join: .round, cap: .round), .solid(color)))
    let range = "\(plot.title): \(rounded(least)) … \(rounded(greatest))"
    canvas.label(range, at: Vector(frame.minX, frame.minY - 14), .caption, canvas.theme.text)
    let last = "\(rounded(end)) s"
    canvas.label(
      last, at: Vector(frame.maxX, frame.minY - 14), .caption, canvas.theme.secondaryText,
      align: .trailing)
  }

  private static func rounded(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int64(rounded))" : "\(rounded)"
  }
}
