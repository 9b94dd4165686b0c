/// The estimator `firstToLast`.
enum FirstToLast: EstimatorLaw {
  static let title = "first to last"
  static let (window, takesAll) = (0.15, true)

  static func velocity(_ window: VelocityWindow) -> Vector {
    let last = window.count - 1
    let duration = window.times[last] - window.times[0]
    return Vector(window.xs[last] - window.xs[0], window.ys[last] - window.ys[0]) * (1 / duration)
  }

  static func words(_ settings: VelocityTracker.Settings) -> String {
    "the mean velocity of the last \(milliseconds(settings)) ms"
  }
}

/// The estimator `lastPair`.
enum LastPair: EstimatorLaw {
  static let title = "last pair"
  static let greatestCount = 2

  static func velocity(_ window: VelocityWindow) -> Vector { window.pair(window.count - 1) }

  static func words(_ settings: VelocityTracker.Settings) -> String { "the last pair of samples" }
}
