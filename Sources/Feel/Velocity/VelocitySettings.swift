extension VelocityTracker {
  /// What an estimator looks at: how systems differ in reading a velocity off the same samples.
  public struct Settings: Hashable, Sendable {
    /// Whether a press counts as a sample of the motion.
    public enum Press: String, Hashable, Sendable, CaseIterable {
      /// It counts while fewer than three samples of the motion do: a finger may rest before it
      /// flicks.
      case spare
      /// It counts like any other sample, as in Chromium and Qt.
      case always
      /// It never counts, as in GTK and Firefox.
      case never
    }

    /// Which estimator.
    public var estimator: VelocityEstimator
    /// How far back it looks, in seconds: from the newest sample, or from the release.
    public var window: Double
    /// Whether the window ends at the release instead of at the newest sample.
    public var windowEndsAtRelease = false
    /// Whether the newest sample that is older than the window counts too, as in GTK.
    public var reachesBeforeWindow = false
    /// How many samples it takes at most, 2…64; for `meanOfPairs` one more than pairs.
    public var cap: Int {
      didSet { cap = min(max(2, cap), VelocityWindow.capacity) }
    }
    /// How many samples have to count for there to be a velocity at all, 2…64: with fewer it is 0.
    ///
    /// The release is one of them where it counts; an estimator that takes fewer never has a
    /// velocity then. 3 in Flutter and Compose, so that no velocity is read off a single pair.
    public var minimumSamples = 2 {
      didSet { minimumSamples = min(max(2, minimumSamples), VelocityWindow.capacity) }
    }
    /// How far apart samples have to be to count both, in seconds; for `leastSquares`, `impulse`,
    /// `uikit` and `meanOfPairs`.
    public var minimumSpacing: Double
    /// A rest so long between two samples cuts off what was before it, in seconds.
    public var gap: Double
    /// A rest so long before the release leaves no velocity at all, in seconds.
    public var releaseGap: Double
    /// Whether the release counts as a sample, at the place of the newest.
    public var countsRelease = false
    /// Whether the press counts.
    public var press = Press.spare
    /// Samples that come sooner after the first of a group replace each other, in seconds; for
    /// `meanOfPairs`.
    ///
    /// As where a toolkit takes what has come in only every few milliseconds: Qt 5 with touch,
    /// every 5.
    public var grouping = 0.0
    /// How much of a new pair's velocity counts, 0…1, and the rest is that of the pairs before; for
    /// `meanOfPairs`.
    ///
    /// 0.7 in Qt 6, which calls it a Kalman filter; 1 counts only the pair itself.
    public var smoothing = 1.0
    /// The greatest speed that a pair counts with, in points per second; for `meanOfPairs`.
    public var pairLimit = Double.infinity
    /// Whether places count in whole points only, cut down, a place on a whole point as the one
    /// before it.
    ///
    /// GTK keeps them as integers, and the X server's scaling makes a finger's whole coordinate a
    /// trifle less. It breaks the symmetry of mirror images by up to a point in the window's time.
    public var countsWholePoints = false

    /// Whether no time and no limit is negative and the smoothing lies in 0…1.
    var isValid: Bool {
      [window, minimumSpacing, gap, releaseGap, grouping, pairLimit].allSatisfy(
        LawRange.limit.contains) && (0...1).contains(smoothing)
    }

    /// Creates settings.
    ///
    /// Without a window given it is 150 ms for `firstToLast` and 100 ms for the others. `cap` is
    /// held to 2…64; without one it is 4 for `meanOfPairs` and 64 for the others. Without a
    /// `minimumSpacing` it is 6 ms for `uikit`, whose weights were measured on touches and would
    /// read a mouse with 1000 reports a second off 3 ms, and 1.5 ms for the others. `gap` is also
    /// the `releaseGap`.
    public init(
      estimator: VelocityEstimator = .leastSquares, window: Double? = nil, cap: Int? = nil,
      minimumSpacing: Double? = nil, gap: Double = 0.04
    ) {
      self.estimator = estimator
      let law = estimator.law
      self.window = window ?? law.window
      self.cap = min(max(2, cap ?? law.cap), VelocityWindow.capacity)
      self.minimumSpacing = minimumSpacing ?? law.spacing
      (self.gap, releaseGap) = (gap, gap)
    }

    /// What the estimator makes of the samples, in words: a parabola through the last 100 ms.
    public var words: String { estimator.law.words(self) }

    /// Whether the estimator is set otherwise than it is by itself, as by most presets that go by
    /// one: then it makes something else of the same samples.
    package var isAdjusted: Bool { self != Self(estimator: estimator) }

    /// What estimates are told under: "first-last", or "first-last, adjusted".
    package var name: String { estimator.rawValue + (isAdjusted ? ", adjusted" : "") }

    mutating func walk(_ walk: inout Walk) {
      walk.choice(
        "physics.estimator", "Estimator", &estimator,
        doc: "How the release velocity is estimated from the last samples. A parabola (lsq2) "
          + "throws content back when a fast finger rests for less than 0.1 s; uikit does not.")
      walk.number(
        "physics.estimator.window", "Window", unit: "s", 0.01...1, &window,
        doc: "How far back the estimator looks, from the newest sample or the release.")
      walk.flag(
        "physics.estimator.fromRelease", "From release", &windowEndsAtRelease,
        title: "Window from the release",
        doc: "The window ends at the release, not at the newest sample.")
      walk.flag(
        "physics.estimator.before", "One older", &reachesBeforeWindow,
        title: "One older than the window",
        doc: "The newest sample older than the window counts too.")
      walk.integer(
        "physics.estimator.cap", "Samples", 2...64, &cap,
        doc: "Most samples that the estimator uses.")
      walk.integer(
        "physics.estimator.minimumSamples", "Minimum samples", 2...64, &minimumSamples,
        doc: "Fewer samples give no velocity. Set 3 so that a single pair cannot fling.")
      walk.number(
        "physics.estimator.spacing", "Spacing", unit: "s", 0...0.02, &minimumSpacing,
        doc: "Minimum time between samples that both count (lsq2, impulse, uikit, mean-pairs).")
      walk.limit(
        "physics.estimator.gap", "Gap", unit: "s", 0.001...0.5, &gap,
        doc: "A pause this long between two samples drops everything before it.")
      walk.limit(
        "physics.estimator.releaseGap", "Hold", unit: "s", 0.001...0.5, &releaseGap,
        doc: "A pause this long before the release leaves no velocity.")
      walk.flag(
        "physics.estimator.release", "Count release", &countsRelease,
        doc: "The release counts as a sample, at the place of the newest.")
      walk.choice(
        "physics.estimator.press", "Count press", &press,
        doc: "The press counts as a sample: when there are few others, always, or never.")
      walk.flag(
        "physics.estimator.wholePoints", "Whole points", &countsWholePoints,
        doc: "Places are cut to whole points.")
      walk.number(
        "physics.estimator.grouping", "Grouping", unit: "s", 0...0.05, &grouping,
        doc: "Samples sooner than this after the first of a group replace each other: for the "
          + "beginning of a drag, and in the mean of pairs.")
      walk.number(
        "physics.estimator.smoothing", "Smoothing", 0...1, &smoothing,
        doc: "Weight of a new pair’s velocity in the mean of pairs; the rest is that of "
          + "the pairs before.")
      walk.limit(
        "physics.estimator.pairLimit", "Pair maximum", unit: "pt/s", 0...100_000, &pairLimit,
        doc: "Highest speed with which a pair counts in the mean of pairs.")
    }
  }
}
