internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Glibc
internal import Observe

extension FitReport {
  /// The measurements as dots and what was fitted to them as a line.
  ///
  /// - Parameters:
  ///   - table: the rows that were fitted.
  ///   - columns: how many letters a line may have.
  func plot(_ table: Table, columns: Int) -> String {
    let points = table.rows.map { (x: abs($0[1]), y: $0[0]) }
    let longest = points.map(\.x).max() ?? 0
    let line = (0...100).map { step in
      let distance = longest * Double(step) / 100
      return (x: distance, y: fit.duration(of: distance))
    }
    let plot = TerminalPlot(title: "duration, s", unit: "pt", line: line, points: points)
    return TerminalPlot.text([(plot, 12)], columns: columns)
  }
}

extension ObservationReport {
  /// The rows as dots, the laws of their stretches as a line, and by how much the rows differ from these.
  ///
  /// - Parameter columns: how many letters a line may have.
  func plot(columns: Int) -> String {
    let rows = observation.rows
    let fitted = analysis.segments.flatMap(\.fitted)
    let places = Dictionary(fitted.map { ($0.time, $0.offset) }) { $1 }
    let line = fitted.map { (x: $0.time, y: $0.offset) }
    let errors = rows.compactMap { row in
      places[row.time].map { (x: row.time, y: row.offset - $0) }
    }
    let unit = observation.source.unit
    let motion = TerminalPlot(
      title: "x, \(unit)", unit: "s", line: line, points: rows.map { ($0.time, $0.offset) })
    let error = TerminalPlot(title: "measured less fitted, \(unit)", unit: "s", points: errors)
    return TerminalPlot.text(
      [(motion, 10)] + (errors.isEmpty ? [] : [(error, 5)]), columns: columns)
  }
}

extension FlingFit {
  /// How long a fling takes for a distance, in seconds: ln(1 + k d / v1) / k, with the stop speed v1.
  fileprivate func duration(of distance: Double) -> Double {
    let decay = decayPerSecond.value
    return log1p(decay * distance / stopSpeed.value) / decay
  }
}
