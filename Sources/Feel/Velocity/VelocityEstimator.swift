/// How a release velocity is estimated from the last pointer samples.
public enum VelocityEstimator: String, Hashable, Sendable, CaseIterable {
  /// A parabola fitted by least squares to the last 100 ms; its slope at the newest sample.
  ///
  /// If a fast pointer stops and is released within those 100 ms, the parabola swings back: after a
  /// drag at 1500 points per second and 48 ms of rest with a point of jitter, the result is 590
  /// points per second against the drag. Systems that use it behave the same.
  case leastSquares = "lsq2"
  /// The last three pair velocities weighted 0.6, 0.35, 0.05, the newest last.
  /// Source: measurements of UIScrollView by Flutter's team (flutter/flutter#60501); Apple has
  /// published nothing.
  /// published nothing of it.
  case uikit
  /// The last three pair velocities weighted 0.15, 0.65, 0.2, the newest last.
  case macOS = "macos"
  /// The velocity of a mass pushed along by the samples, as on Android.
  case impulse
  /// The distance from the first to the last sample of the last 150 ms, over its time.
  case firstToLast = "first-last"
  /// The last pair of samples.
  case lastPair = "last-pair"
  /// The mean of the last pair velocities, three of them by default.
  case meanOfPairs = "mean-pairs"

  /// The type that implements the estimator.
  var law: any EstimatorLaw.Type {
    switch self {
    case .leastSquares: LeastSquaresParabola.self
    case .uikit: UIKitWeights.self
    case .macOS: MacOSWeights.self
    case .impulse: Impulse.self
    case .firstToLast: FirstToLast.self
    case .lastPair: LastPair.self
    case .meanOfPairs: MeanOfPairs.self
    }
  }

  /// The display name, such as "least squares".
  public var title: String { law.title }
}

/// An estimate of the velocity from the samples of a window; each type has a file in `Estimators`.
protocol EstimatorLaw {
  /// The display name.
  static var title: String { get }
  /// The default window, in seconds.
  static var window: Double { get }
  /// The default maximum number of samples.
  static var cap: Int { get }
  /// The default minimum time between samples that both count, in seconds.
  static var spacing: Double { get }
  /// The maximum number of newest samples that it uses.
  static var greatestCount: Int { get }
  /// Whether it uses every sample of the window, however many.
  static var takesAll: Bool { get }
  /// Whether samples close in time would only add noise and are left out.
  static var thins: Bool { get }
  /// Whether the tracker combines the samples into pairs first.
  static var isPairwise: Bool { get }
  /// The velocity in points per second; the window has at least two samples.
  static func velocity(_ window: VelocityWindow) -> Vector
  /// A description of the estimate, in words.
  static func words(_ settings: VelocityTracker.Settings) -> String
}

extension EstimatorLaw {
  static var window: Double { 0.1 }
  static var cap: Int { VelocityWindow.capacity }
  static var spacing: Double { 0.0015 }
  static var greatestCount: Int { .max }
  static var takesAll: Bool { false }
  static var thins: Bool { false }
  static var isPairwise: Bool { false }

  /// The window in whole milliseconds, for `words`.
  static func milliseconds(_ settings: VelocityTracker.Settings) -> String {
    let milliseconds = (settings.window * 1000).rounded()
    return abs(milliseconds) < 1e15 ? "\(Int64(milliseconds))" : "\(milliseconds)"
  }
}
