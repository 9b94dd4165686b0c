internal import Feel
internal import Glibc

extension FitReport {
  /// The measurements as dots and what was fitted to them as a line; of one motion also by how much its positions differ from the line.
  ///
  /// - Parameters:
  ///   - table: the rows that were fitted.
  ///   - columns: how many letters a line may have.
  func plot(_ table: Table, columns: Int) -> String {
    switch self {
    case .flings(let fit):
      let points = table.rows.map { (x: abs($0[1]), y: $0[0]) }
      let longest = points.map(\.x).max() ?? 0
      let line = (0...100).map { step in
        let distance = longest * Double(step) / 100
        return (x: distance, y: fit.duration(of: distance))
      }
      let plot = TerminalPlot(title: "duration, s", unit: "pt", line: line, points: points)
      return TerminalPlot.text([(plot, 12)], columns: columns)
    case .trajectory(let fit):
      let points = table.rows.map { (x: $0[0], y: $0[1]) }
      let law = fit.motion
      func fitted(_ time: Double) -> Double { law.value(at: time - fit.startTime) }
      let (first, last) = (points[0].x, points[points.count - 1].x)
      let line = (0...300).map { step in
        let time = first + (last - first) * Double(step) / 300
        return (x: time, y: fitted(time))
      }
      let motion = TerminalPlot(title: "x, pt", unit: "s", line: line, points: points)
      let error = TerminalPlot(
        title: "measured less fitted, pt", unit: "s",
        points: points.map { ($0.x, $0.y - fitted($0.x)) })
      return TerminalPlot.text([(motion, 10), (error, 5)], columns: columns)
    case .unknownColumns: return ""
    }
  }
}

extension FlingFit {
  /// How long a fling takes for a distance, in seconds: ln(1 + k d / v1) / k, with the stop speed v1.
  fileprivate func duration(of distance: Double) -> Double {
    let decay = decayPerSecond.value
    return log1p(decay * distance / stopSpeed.value) / decay
  }
}

extension TrajectoryFit {
  /// The motion that was fitted, from the first row on.
  fileprivate var motion: ScrollMotion {
    // No fitted run gets as far as this, so it is no edge.
    let far = 1e13
    let spring = edge.map {
      Spring(angularFrequency: $0.angularFrequency.value, dampingRatio: dampingRatio)
    }
    let physics = ScrollPhysics(
      decay: .exponential(DecelerationRate(decayPerSecond: decayPerSecond.value)),
      stop: .speed(stopSpeed), bounce: .spring(EdgeSpring(spring ?? .edge)), pixelLanding: .none)
    let isForward = velocity.value > 0
    let extent = ScrollExtent(
      minimum: isForward ? -far : edge?.position.value ?? -far,
      maximum: isForward ? edge?.position.value ?? far : far, viewport: 600)
    return physics.release(from: start.value, velocity: velocity.value, in: extent)
  }
}
