internal import Feel

/// How a pointer's samples are processed before a frame shows them.
public enum PointerFilter: String, Hashable, Sendable, CaseIterable {
  /// The newest sample is shown.
  case none
  /// The pointer's position is interpolated to a little before the frame, or extrapolated a little
  /// past the last sample.
  case linear
  /// Samples are smoothed, less so the faster they move.
  case oneEuro
}

/// How evenly and how late content follows a pointer if samples and frames come at different rates.
///
/// The pointer moves steadily, so that all unevenness comes from the rates, then stops at once.
/// This is repeated for many phase shifts between the two clocks.
public struct RateStudy: Hashable, Sendable {
  /// The sample rates studied, in samples a second, from touchscreens to gaming mice.
  public static let inputRates: [Double] = [60, 90, 120, 240, 1000]
  /// The frame rates studied, in frames a second.
  public static let frameRates: [Double] = [60, 90, 120, 144]

  /// Samples a second.
  public let inputRate: Double
  /// Frames a second.
  public let frameRate: Double
  /// The processing of the samples.
  public let filter: PointerFilter
  /// The rms deviation of a step between frames from an even one, in milliseconds of the pointer's
  /// motion.
  public let jitter: Double
  /// The mean age of the pointer position that a frame shows, in milliseconds.
  public let lag: Double
  /// The greatest distance of content past a pointer that stops at once, in milliseconds of its
  /// motion.
  public let overshoot: Double

  /// In points a second.
  private static let speed = 1000.0
  private static let shifts = 16
  /// When the pointer stops, and the last frame, in seconds.
  private static let (stop, end) = (2.0, 2.3)
  /// Frames before this time are still affected by the pointer's start, in seconds.
  private static let begin = 1.2

  /// Studies one pair of rates, both positive.
  public init(inputRate: Double, frameRate: Double, filter: PointerFilter) {
    (self.inputRate, self.frameRate, self.filter) = (inputRate, frameRate, filter)
    var (squares, steps, late, frames, over) = (0.0, 0, 0.0, 0, 0.0)
    for shift in 0..<Self.shifts {
      let share = (Double(shift) + 0.5) / Double(Self.shifts)
      let shown = Self.shown(inputRate, frameRate, filter, shift: share)
      let steady = shown.filter { $0.time >= Self.begin && $0.time < Self.stop }
      for (a, b) in zip(steady, steady.dropFirst()) {
        let uneven = b.place - a.place - Self.speed / frameRate
        squares += uneven * uneven
        steps += 1
      }
      late += steady.reduce(0) { $0 + Self.speed * $1.time - $1.place }
      frames += steady.count
      over = max(over, (shown.map(\.place).max() ?? 0) - Self.speed * Self.stop)
    }
    let unit = Self.speed / 1000
    jitter = (squares / Double(max(1, steps))).squareRoot() / unit
    lag = late / Double(max(1, frames)) / unit
    overshoot = max(0, over) / unit
  }

  /// The frames, each with the position it shows.
  ///
  /// - Parameter shift: when the first sample comes, as a share of the interval between two.
  private static func shown(
    _ inputRate: Double, _ frameRate: Double, _ filter: PointerFilter, shift: Double
  ) -> [(time: Double, place: Double)] {
    var tracker = VelocityTracker()
    var smooth = OneEuroFilter()
    var smoothed = 0.0
    let resampler = LinearResampler()
    var next = 0
    return (1...Int(end * frameRate)).map { frame in
      let time = Double(frame) / frameRate
      while true {
        let sample = (Double(next) + shift) / inputRate
        guard sample <= time else { break }
        let place = speed * min(sample, stop)
        tracker.add(at: Instant(seconds: sample), location: Vector(0, place))
        smoothed = smooth.value(place, at: sample)
        next += 1
      }
      let newest = tracker.count > 0 ? tracker.sample(0).location.y : 0
      switch filter {
      case .none: return (time, newest)
      case .linear:
        return (time, resampler.location(at: Instant(seconds: time), in: tracker)?.y ?? newest)
      case .oneEuro: return (time, smoothed)
      }
    }
  }
}
