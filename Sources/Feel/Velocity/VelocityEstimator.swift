/// How a release velocity is read off the last pointer samples.
public enum VelocityEstimator: String, Hashable, Sendable, CaseIterable {
  /// A parabola fitted by least squares to the last 100 ms; its slope at the newest sample.
  ///
  /// Where a fast pointer comes to rest and is let go within those 100 ms, the parabola swings back: after a drag at 1500 points a second and 48 ms of rest with a point of jitter, 590 points a second against the drag. Systems that use it do the same.
  case leastSquares = "lsq2"
  /// The last three pair velocities weighted 0.6, 0.35, 0.05, the newest last.
  ///
  /// Source: what Flutter's team measured of UIScrollView (flutter/flutter#60501); Apple has published nothing of it.
  case uikit
  /// The last three pair velocities weighted 0.15, 0.65, 0.2, the newest last.
  case macOS = "macos"
  /// The velocity of a mass pushed along by the samples, as on Android.
  case impulse
  /// The way from the first to the last sample of the last 150 ms, over its time.
  case firstToLast = "first-last"
  /// The last pair of samples.
  case lastPair = "last-pair"
  /// The plain mean of the last pair velocities, three of them unless the cap says otherwise.
  case meanOfPairs = "mean-pairs"
}

extension VelocityEstimator {
  /// How many of the newest samples it looks at.
  var greatestCount: Int {
    switch self {
    case .leastSquares, .impulse, .firstToLast, .meanOfPairs: .max
    case .uikit, .macOS: 4
    case .lastPair: 2
    }
  }

  /// Whether it looks at every sample of the window, however many.
  var takesAll: Bool { self == .firstToLast || self == .meanOfPairs }

  /// Whether samples close in time would only add noise to it.
  var thins: Bool {
    switch self {
    case .leastSquares, .impulse, .uikit: true
    case .macOS, .firstToLast, .lastPair, .meanOfPairs: false
    }
  }
}
