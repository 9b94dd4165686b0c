/// Where a pointer was, or is about to be, at the time of a frame: between samples, or a little
/// past the last one.
///
/// The frame is shown the pointer `latency` earlier, so that mostly two samples enclose it. Past
/// the newest sample it goes on in a straight line, at most `maximumPrediction` and at most half
/// the last gap between samples.
///
/// Source: Chromium's LinearResampling.
public struct LinearResampler: Hashable, Sendable {
  /// How much earlier than the frame the pointer is shown, in seconds.
  public var latency: Double
  /// Samples nearer than this foretell nothing, in seconds.
  public var minimumGap: Double
  /// Samples further apart than this foretell nothing, in seconds.
  public var maximumGap: Double
  /// How far past the newest sample it goes on at most, in seconds.
  public var maximumPrediction: Double

  /// Creates a resampler; all times in seconds.
  public init(
    latency: Double = 0.005, minimumGap: Double = 0.002, maximumGap: Double = 0.02,
    maximumPrediction: Double = 0.008
  ) {
    (self.latency, self.minimumGap) = (latency, minimumGap)
    (self.maximumGap, self.maximumPrediction) = (maximumGap, maximumPrediction)
  }

  /// Whether the last two samples foretell the next.
  public func canPredict(from tracker: VelocityTracker) -> Bool {
    guard tracker.count > 1 else { return false }
    let gap = tracker.sample(0).time - tracker.sample(1).time
    return gap >= minimumGap && gap <= maximumGap
  }

  /// Where the pointer counts as being at a frame, or `nil` without samples.
  ///
  /// Before the oldest sample it holds the oldest, and where nothing can be foretold the newest.
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
