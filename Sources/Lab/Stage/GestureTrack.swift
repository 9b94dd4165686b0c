public import Feel

/// How a control moved under a hand, from the press to the rest: what the Curves scene shows of another scene.
public struct GestureTrack: Hashable, Sendable {
  /// The motion at one moment.
  public struct Sample: Hashable, Sendable {
    /// Seconds since the press.
    public var time: Double
    /// Where the control is, in its unit.
    public var position: Double
    /// How fast it goes, in units a second; while it is dragged what a release would start with.
    public var velocity: Double
    /// What it is doing.
    public var state: ControlState

    /// Creates a sample.
    public init(time: Double, position: Double, velocity: Double, state: ControlState) {
      (self.time, self.position, self.velocity) = (time, position, velocity)
      self.state = state
    }
  }

  /// Which control: "carousel", "slider".
  public var control: String
  /// The unit of its position: "pt", or nothing for a share or a count.
  public var unit: String
  /// The positions it may rest between.
  public var bounds: ClosedRange<Double>?
  /// The moments, in order of time; at least two, the first at 0.
  public let samples: [Sample]

  /// Creates a track.
  ///
  /// - Precondition: there are two samples or more, the first at 0 and each later than the one before.
  public init(control: String, unit: String, bounds: ClosedRange<Double>?, samples: [Sample]) {
    precondition(samples.count >= 2 && samples[0].time == 0, "a track begins at 0 and goes on")
    precondition(
      zip(samples, samples.dropFirst()).allSatisfy { $0.time < $1.time }, "time goes on in a track")
    (self.control, self.unit, self.bounds) = (control, unit, bounds)
    self.samples = samples
  }
}
