public import Feel

/// A motion of which moments are known: a gesture that was made, or rows that were measured elsewhere.
public struct MotionTrack: Hashable, Sendable {
  /// The motion at one moment.
  public struct Sample: Hashable, Sendable {
    /// Seconds since the first moment.
    public let time: Double
    /// Where it is, in the track's unit.
    public let position: Double
    /// How fast it goes, in units a second, if that is known; while a hand drags, what a release would start with.
    public let velocity: Double?
    /// What the control is doing, if that is known.
    public let state: ControlState?

    /// Creates a sample.
    public init(
      time: Double, position: Double, velocity: Double? = nil, state: ControlState? = nil
    ) {
      (self.time, self.position, self.velocity) = (time, position, velocity)
      self.state = state
    }
  }

  /// What moves, or where its rows come from: "carousel", "fling.csv".
  public let name: String
  /// The unit of its positions: "pt", or nothing for a share or a count.
  public let unit: String
  /// The positions it may rest between.
  public let bounds: ClosedRange<Double>?
  /// The moments, in order of time; at least two, the first at 0.
  public let samples: [Sample]

  /// Creates a track, or nothing unless there are two samples or more, the first at 0 and each later than the one before, and every number is finite.
  public init?(
    name: String, unit: String = "pt", bounds: ClosedRange<Double>? = nil, samples: [Sample]
  ) {
    guard samples.count >= 2, samples[0].time == 0,
      zip(samples, samples.dropFirst()).allSatisfy({ $0.time < $1.time }),
      samples.allSatisfy({
        $0.time.isFinite && $0.position.isFinite && $0.velocity?.isFinite ?? true
      }),
      bounds.map({ $0.lowerBound.isFinite && $0.upperBound.isFinite }) ?? true
    else { return nil }
    (self.name, self.unit, self.bounds, self.samples) = (name, unit, bounds, samples)
  }
}
