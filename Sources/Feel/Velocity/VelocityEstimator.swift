/// How a release velocity is read off the last pointer samples.
public enum VelocityEstimator: String, Hashable, Sendable, CaseIterable {
  /// A parabola fitted by least squares to the last 100 ms; its slope at the newest sample.
  ///
  /// Where a fast pointer comes to rest and is let go within those 100 ms, the parabola swings
  /// back: after a drag at 1500 points a second and 48 ms of rest with a point of jitter, 590
  /// points a second against the drag. Systems that use it do the same.
  case leastSquares = "lsq2"
  /// The last three pair velocities weighted 0.6, 0.35, 0.05, the newest last.
  ///
  /// Source: what Flutter's team measured of UIScrollView (flutter/flutter#60501); Apple has
  /// published nothing of it.
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

  /// What it is made of.
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

  /// Its name on screen: least squares.
  public var title: String { law.title }
}

/// A way to read a velocity off the samples of a window; a type each in `Estimators`.
protocol EstimatorLaw {
  /// Its name on screen.
  static var title: String { get }
  /// How far back it looks unless told otherwise, in seconds.
  static var window: Double { get }
  /// How many samples it takes unless told otherwise.
  static var cap: Int { get }
  /// How far apart samples are to count both unless told otherwise, in seconds.
  static var spacing: Double { get }
  /// How many of the newest samples it looks at.
  static var greatestCount: Int { get }
  /// Whether it looks at every sample of the window, however many.
  static var takesAll: Bool { get }
  /// Whether samples close in time would only add noise to it.
  static var thins: Bool { get }
  /// Whether the tracker makes pairs of the samples first.
  static var isPairwise: Bool { get }
  /// The velocity, in points per second, of two samples at least.
  static func velocity(_ window: VelocityWindow) -> Vector
  /// What it makes of the samples, in words.
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

  /// The window in whole milliseconds, for words.
  static func milliseconds(_ settings: VelocityTracker.Settings) -> String {
    let milliseconds = (settings.window * 1000).rounded()
    return abs(milliseconds) < 1e15 ? "\(Int64(milliseconds))" : "\(milliseconds)"
  }
}
