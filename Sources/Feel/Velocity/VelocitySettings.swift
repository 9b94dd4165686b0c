extension VelocityTracker {
  /// Settings of an estimator: how systems differ in estimating a velocity from the same samples.
  public struct Settings: Hashable, Sendable {
    /// Whether a press counts as a sample of the motion.
    public enum Press: String, Hashable, Sendable, CaseIterable {
      /// It counts while fewer than three other samples do: a finger may pause before it flicks.
      case spare
      /// It counts like any other sample, as in Chromium and Qt.
      case always
      /// It never counts, as in GTK and Firefox.
      case never
    }

    /// The estimator.
    public var estimator: VelocityEstimator
    /// The time window, in seconds: up to the newest sample, or up to the release.
    public var window: Double
    /// Whether the window ends at the release instead of at the newest sample.
    public var windowEndsAtRelease = false
    /// Whether the newest sample before the window counts too, as in GTK.
    public var reachesBeforeWindow = false
    /// The maximum number of samples, 2…64; for `meanOfPairs` one more than pairs.
    public var cap: Int {
      didSet { cap = min(max(2, cap), VelocityWindow.capacity) }
    }
    /// The minimum number of samples for a velocity, 2…64: with fewer it is 0.
    ///
    /// It includes the release if that counts; an estimator that uses fewer samples then never
    /// gives a velocity. 3 in Flutter and Compose, so that a single pair gives no velocity.
    public var minimumSamples = 2 {
      didSet { minimumSamples = min(max(2, minimumSamples), VelocityWindow.capacity) }
    }
    /// The minimum time between samples that both count, in seconds; for `leastSquares`, `impulse`,
    /// `uikit` and `meanOfPairs`.
    public var minimumSpacing: Double
    /// A pause between two samples longer than this (in seconds) excludes those before it.
    public var gap: Double
    /// A pause before the release longer than this (in seconds) leaves no velocity.
    public var releaseGap: Double
    /// Whether the release counts as a sample, at the newest location.
    public var countsRelease = false
    /// Whether the press counts.
    public var press = Press.spare
    /// Samples within this time of the first of a group replace each other, in seconds; for
    /// `meanOfPairs`.
    ///
    /// Models a toolkit that processes input only every few milliseconds: Qt 5 with touch, every 5.
    public var grouping = 0.0
    /// The weight of a new pair's velocity, 0…1, the rest being that of the pairs before; for
    /// `meanOfPairs`.
    ///
    /// 0.7 in Qt 6, which calls it a Kalman filter; 1 counts only the pair itself.
    public var smoothing = 1.0
    /// The maximum speed with which a pair counts, in points per second; for `meanOfPairs`.
    public var pairLimit = Double.infinity
    /// Whether coordinates are truncated to whole points, a whole coordinate to the one below.
    ///
    /// GTK stores integers, and the X server's scaling makes a finger's whole coordinate slightly
    /// smaller. This breaks mirror symmetry by up to a point within the window.
    public var countsWholePoints = false

    /// Whether no time and no limit is negative and the smoothing lies in 0…1.
    var isValid: Bool {
      [window, minimumSpacing, gap, releaseGap, grouping, pairLimit].allSatisfy(
        LawRange.limit.contains) && (0...1).contains(smoothing)
    }

    /// Creates settings.
    ///
    /// `window` is by default 150 ms for `firstToLast` and 100 ms for the others. `cap` is clamped
    /// to 2…64; by default it is 4 for `meanOfPairs` and 64 for the others. `minimumSpacing` is by
    /// default 6 ms for `uikit`, whose weights were measured on touches and would span only 3 ms of
    /// a mouse with 1000 reports per second, and 1.5 ms for the others. `gap` also sets
    /// `releaseGap`.
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

    /// A description of the estimate, such as "a parabola through the last 100 ms".
    public var words: String { estimator.law.words(self) }

    /// Whether any setting differs from the estimator's defaults, as in most presets: the same
    /// samples may then give another velocity.
    package var isAdjusted: Bool { self != Self(estimator: estimator) }

    /// The name of the estimate in reports: "first-last", or "first-last, adjusted".
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
