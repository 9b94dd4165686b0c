extension Curve {
  /// The points as comma-separated values under the heading `t,x,v`: seconds, points, points per second.
  ///
  /// Every number has the fewest digits that read back as the same number.
  public var csv: String {
    var text = "t,x,v\n"
    for point in points {
      text += "\(point.time),\(point.value),\(point.velocity)\n"
    }
    return text
  }

  /// The curve as a JSON object: `duration` in seconds, `distance` and `rest` in points, and `samples` of `t`, `x` and `v` as in `csv`.
  public var json: String {
    let samples = points.map { "{\"t\":\($0.time),\"x\":\($0.value),\"v\":\($0.velocity)}" }
    return """
      {"duration":\(duration),"distance":\(distance),"rest":\(rest),"samples":[\
      \(samples.joined(separator: ","))]}
      """
  }

  /// The curve as a picture: the value over time above, the velocity over time below, each with a line at zero and its range in words.
  ///
  /// - Parameters:
  ///   - width: the picture's, in pixels; positive.
  ///   - height: the picture's, in pixels; positive.
  ///   - unit: the value's, empty for a share or a count.
  public func svg(width: Double = 640, height: Double = 400, unit: String = "pt") -> String {
    let half = height / 2
    let end = points.map(\.time).max() ?? 0
    let upper = CurvePlot(
      values: points.map { ($0.time, $0.value) }, end: end, top: 12, width: width, height: half - 24
    )
    let lower = CurvePlot(
      values: points.map { ($0.time, $0.velocity) }, end: end, top: half + 12, width: width,
      height: half - 24)
    let size = "\(CurvePlot.text(width)) \(CurvePlot.text(height))"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)">
      <rect width="100%" height="100%" fill="#ffffff"/>
      \(upper.markup(color: "#0b62c4", label: Curve.valueLabel(unit)))
      \(lower.markup(color: "#b34700", label: Curve.velocityLabel(unit)))
      </svg>

      """
  }
}

extension Curve {
  /// What stands beside values: "x, pt".
  package static func valueLabel(_ unit: String) -> String { unit.isEmpty ? "x" : "x, \(unit)" }

  /// What stands beside velocities: "v, pt/s".
  package static func velocityLabel(_ unit: String) -> String {
    unit.isEmpty ? "v, 1/s" : "v, \(unit)/s"
  }
}

/// One of the two plots of a curve's picture; lengths are pixels.
private struct CurvePlot {
  let values: [(time: Double, value: Double)]
  /// The time at the right end, in seconds; the left end is 0.
  let end: Double
  /// Where the label's baseline lies, `labelGap` above the plot itself.
  let top: Double
  let width: Double
  let height: Double
  /// The range of the values, which zero is always part of.
  let least: Double
  let greatest: Double

  private static let margin = 12.0
  private static let labelGap = 4.0

  init(
    values: [(time: Double, value: Double)], end: Double, top: Double, width: Double,
    height: Double
  ) {
    (self.values, self.end, self.top) = (values, end, top)
    (self.width, self.height) = (width, height)
    var (least, greatest) = (0.0, 0.0)
    for (_, value) in values where value.isFinite {
      (least, greatest) = (min(least, value), max(greatest, value))
    }
    (self.least, self.greatest) = (least, greatest)
  }

  func markup(color: String, label: String) -> String {
    let zero = CurvePlot.text(y(0))
    let left = CurvePlot.text(CurvePlot.margin)
    let right = CurvePlot.text(width - CurvePlot.margin)
    let line = values.map { "\(CurvePlot.text(x($0.time))),\(CurvePlot.text(y($0.value)))" }
    let range = "\(label): \(CurvePlot.text(least)) … \(CurvePlot.text(greatest))"
    return """
      <path d="M\(left) \(zero)H\(right)" stroke="#8a8a8a" stroke-width="1" fill="none"/>
      <polyline points="\(line.joined(separator: " "))" stroke="\(color)" stroke-width="2" \
      stroke-linejoin="round" fill="none"/>
      <text x="\(left)" y="\(CurvePlot.text(top))" font-family="sans-serif" font-size="11" \
      fill="#333333">\(range)</text>
      """
  }

  private func x(_ time: Double) -> Double {
    let share = end > 0 ? time / end : 0
    return CurvePlot.margin + share * (width - 2 * CurvePlot.margin)
  }

  private func y(_ value: Double) -> Double {
    let span = greatest - least
    let share = span > 0 ? (value - least) / span : 0.5
    return top + CurvePlot.labelGap + (1 - share) * (height - CurvePlot.labelGap)
  }

  /// A number with at most two decimals.
  static func text(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int64(rounded))" : "\(rounded)"
  }
}
