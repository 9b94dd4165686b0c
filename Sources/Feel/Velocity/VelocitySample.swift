/// A pointer's location at a moment.
public struct VelocitySample: Hashable, Sendable {
  /// The time, on the clock of the event's source.
  public let time: Instant
  /// The location, in points.
  public let location: Vector

  /// Creates a sample.
  public init(time: Instant, location: Vector) { (self.time, self.location) = (time, location) }

  /// What an estimator did with a sample.
  public enum Fate: String, Hashable, Sendable, CaseIterable {
    /// It was used.
    case used
    /// It is older than the window.
    case old
    /// The pointer paused between it and the newer ones.
    case beforeGap = "before-gap"
    /// A newer sample is so close in time that this one would only add noise.
    case thinned
    /// As many newer samples as the cap allows are used.
    case overCap = "over-cap"
    /// It is the press, and there are enough samples of the motion itself, or the press never
    /// counts.
    case press
    /// The estimator uses fewer samples.
    case unneeded
    /// The pointer paused before the release: no sample counts.
    case rested
    /// There are fewer samples than the minimum for a velocity: none counts.
    case tooFew = "too-few"
  }
}

/// A release velocity, and the samples it was estimated from.
public struct VelocityEstimate: Hashable, Sendable {
  /// A sample and its fate.
  public struct Entry: Hashable, Sendable {
    /// The sample.
    public let sample: VelocitySample
    /// What the estimator did with it.
    public let fate: VelocitySample.Fate
  }

  /// The velocity, in points per second.
  public let velocity: Vector
  /// Every stored sample, oldest first.
  public let entries: [Entry]

  /// The samples used, oldest first.
  public var used: [VelocitySample] { entries.filter { $0.fate == .used }.map(\.sample) }

  /// The other samples, oldest first, each with its reason.
  public var dropped: [Entry] { entries.filter { $0.fate != .used } }
}
