internal import Feel
internal import Raster
internal import Stage

/// A motion as a picture: the position over time above, the velocity below.
enum CurvePicture {
  static let size = Size(640, 400)
  private static let margin = 16.0

  static func draw(_ curve: Curve, _ unit: String, on canvas: inout Canvas) {
    let end = curve.points.map(\.time).max() ?? 0
    let half = size.height / 2
    let upper = Rect(x: margin, y: 28, width: size.width - 2 * margin, height: half - 40)
    plot(
      curve.points.map { ($0.time, $0.value) }, end, Curve.valueLabel(unit), canvas.theme.accent,
      upper, &canvas)
    let lower = upper.offset(by: Vector(0, half))
    plot(
      curve.points.map { ($0.time, $0.velocity) }, end, Curve.velocityLabel(unit),
      canvas.theme.velocity, lower, &canvas)
  }

  private static func plot(
    _ points: [(time: Double, value: Double)], _ end: Double, _ label: String, _ color: Color,
    _ frame: Rect, _ canvas: inout Canvas
  ) {
    let values = points.map(\.value).filter(\.isFinite)
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
    for (index, point) in points.enumerated() {
      let place = place(point.time, point.value)
      if index == 0 { path.move(to: place) } else { path.line(to: place) }
    }
    canvas.draw(.stroke(path, Stroke(width: 2, join: .round, cap: .round), .solid(color)))
    let range = "\(label): \(rounded(least)) … \(rounded(greatest))"
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
