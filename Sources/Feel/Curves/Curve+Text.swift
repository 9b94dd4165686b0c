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

  /// What stands beside values: "x, pt".
  package static func valueLabel(_ unit: String) -> String { unit.isEmpty ? "x" : "x, \(unit)" }

  /// What stands beside velocities: "v, pt/s".
  package static func velocityLabel(_ unit: String) -> String {
    unit.isEmpty ? "v, 1/s" : "v, \(unit)/s"
  }
}
