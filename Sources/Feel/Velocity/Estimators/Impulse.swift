/// The estimator `impulse`.
enum Impulse: EstimatorLaw {
  static let title = "impulse"
  static let thins = true

  static func velocity(_ window: VelocityWindow) -> Vector {
    Vector(window.impulse(window.xs.span), window.impulse(window.ys.span))
  }

  static func words(_ settings: VelocityTracker.Settings) -> String {
    "the work done on a mass in the last \(milliseconds(settings)) ms"
  }
}

extension VelocityWindow {
  /// √(2·work) of a mass pushed along: work = Σ (vᵢ − √(2·work))·|vᵢ|, the first term halved.
  ///
  /// Source: AOSP's ImpulseVelocityTrackerStrategy.
  fileprivate func impulse(_ positions: Span<Double>) -> Double {
    let times = times.span
    var work = 0.0
    for index in 1..<count {
      let before = Self.speed(ofWork: work)
      let pair = (positions[index] - positions[index - 1]) / (times[index] - times[index - 1])
      work += (pair - before) * abs(pair)
      if index == 1 { work /= 2 }
    }
    return Self.speed(ofWork: work)
  }

  private static func speed(ofWork work: Double) -> Double {
    let speed = (2 * abs(work)).squareRoot()
    return work < 0 ? -speed : speed
  }
}
