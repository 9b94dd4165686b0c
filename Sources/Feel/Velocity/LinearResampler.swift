/// A pointer's location at the time of a frame, interpolated between samples or extrapolated
/// slightly.
///
/// The location is that `latency` before the frame, usually between two samples. Past the newest
/// sample it is extrapolated linearly, by at most `maximumPrediction` and at most half the last gap
/// between samples.
///
/// Source: Chromium's LinearResampling.
public struct LinearResampler: Hashable, Sendable {
  /// How long before the frame the location is taken, in seconds.
  public var latency: Double
  /// Samples closer than this are not extrapolated, in seconds.
  public var minimumGap: Double
  /// Samples further apart than this are not extrapolated, in seconds.
  public var maximumGap: Double
  /// The maximum extrapolation past the newest sample, in seconds.
  public var maximumPrediction: Double

  /// Creates a resampler; all times in seconds.
  public init(
    latency: Double = 0.005, minimumGap: Double = 0.002, maximumGap: Double = 0.02,
    maximumPrediction: Double = 0.008
  ) {
    (self.latency, self.minimumGap) = (latency, minimumGap)
    (self.maximumGap, self.maximumPrediction) = (maximumGap, maximumPrediction)
  }

  /// Whether the gap between the last two samples allows extrapolation.
  public func canPredict(from tracker: VelocityTracker) -> Bool {
    guard tracker.count > 1 else { return false }
    let gap = tracker.sample(0).time - tracker.sample(1).time
    return gap >= minimumGap && gap <= maximumGap
  }

  /// The pointer's location for a frame, or `nil` without samples.
  ///
  /// Before the oldest sample it is the oldest location, and without extrapolation the newest.
  public func location(at frame: Instant, in tracker: VelocityTracker) -> Vector? {
    guard tracker.count > 0 else { return nil }
    let wanted = frame.advanced(by: -latency)
    var newer = tracker.sample(0)
    guard wanted < newer.time else {
      guard canPredict(from: tracker) else { return newer.location }
      let older = tracker.sample(1)
      let gap = newer.time - older.time
      let reach = min(wanted - newer.time, maximumPrediction, gap / 2)
      return newer.location + (newer.location - older.location) * (reach / gap)
    }
    for age in 1..<max(1, tracker.count) {
      let older = tracker.sample(age)
      if older.time <= wanted {
        let share = (wanted - older.time) / (newer.time - older.time)
        return older.location + (newer.location - older.location) * share
      }
      newer = older
    }
    return newer.location
  }
}
