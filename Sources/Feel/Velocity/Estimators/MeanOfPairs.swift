/// The estimator `meanOfPairs`: the tracker pairs, merges and smooths the samples first.
enum MeanOfPairs: EstimatorLaw {
  static let title = "mean of pairs"
  static let (cap, takesAll, isPairwise) = (4, true, true)

  static func velocity(_ window: VelocityWindow) -> Vector {
    (1..<window.count).reduce(.zero) { $0 + window.pair($1) } * (1 / Double(window.count - 1))
  }

  static func words(_ settings: VelocityTracker.Settings) -> String {
    "the mean of the last \(settings.cap - 1) pairs"
  }
}
