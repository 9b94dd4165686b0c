/// The estimator `uikit`.
enum UIKitWeights: EstimatorLaw {
  static let title = "UIKit's weights"
  static let (greatestCount, thins) = (4, true)
  /// The weights were measured on touches, and would span only 3 ms of a mouse with 1000 reports
  /// per second.
  static let spacing = 0.006

  static func velocity(_ window: VelocityWindow) -> Vector { window.weighted(0.05, 0.35, 0.6) }

  static func words(_ settings: VelocityTracker.Settings) -> String {
    "the last three pairs, weighted 0.6, 0.35 and 0.05 from oldest to newest"
  }
}

/// The estimator `macOS`.
enum MacOSWeights: EstimatorLaw {
  static let title = "macOS's weights"
  static let greatestCount = 4

  static func velocity(_ window: VelocityWindow) -> Vector { window.weighted(0.2, 0.65, 0.15) }

  static func words(_ settings: VelocityTracker.Settings) -> String {
    "the last three pairs, weighted 0.15, 0.65 and 0.2 from oldest to newest"
  }
}

extension VelocityWindow {
  /// The weighted mean of the last three pair velocities, newest first; with fewer pairs the
  /// remaining weights are normalised.
  func weighted(_ newest: Double, _ middle: Double, _ oldest: Double) -> Vector {
    var sum = pair(count - 1) * newest
    var weight = newest
    if count > 2 {
      sum += pair(count - 2) * middle
      weight += middle
    }
    if count > 3 {
      sum += pair(count - 3) * oldest
      weight += oldest
    }
    return count > 3 ? sum : sum * (1 / weight)
  }
}
