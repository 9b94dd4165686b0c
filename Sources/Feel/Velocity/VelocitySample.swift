/// Where a pointer was at a moment.
public struct VelocitySample: Hashable, Sendable {
  /// When, on the clock of the event's source.
  public let time: Instant
  /// Where, in points.
  public let location: Vector

  /// Creates a sample.
  public init(time: Instant, location: Vector) { (self.time, self.location) = (time, location) }

  /// What an estimator did with a sample.
  public enum Fate: String, Hashable, Sendable, CaseIterable {
    /// It counts.
    case used
    /// It is older than the window.
    case old
    /// The pointer rested between it and the newer ones.
    case beforeGap = "before-gap"
    /// A newer sample is so near in time that it would only add noise.
    case thinned
    /// There are more samples than the cap allows.
    case overCap = "over-cap"
    /// It is the press, and there are enough samples of the motion itself.
    case press
    /// The estimator looks at fewer samples.
    case unneeded
    /// The pointer rested before the release: nothing counts.
    case rested
    /// There are fewer samples than the least that a velocity is read from: nothing counts.
    case tooFew = "too-few"
  }
}

/// A release velocity, and what it was made from.
public struct VelocityEstimate: Hashable, Sendable {
  /// A sample and what became of it.
  public struct Entry: Hashable, Sendable {
    /// The sample.
    public let sample: VelocitySample
    /// What the estimator did with it.
    public let fate: VelocitySample.Fate
  }

  /// The velocity, in points per second.
  public let velocity: Vector
  /// Every sample still held, oldest first.
  public let entries: [Entry]

  /// The samples that count, oldest first.
  public var used: [VelocitySample] { entries.filter { $0.fate == .used }.map(\.sample) }

  /// The samples that do not, oldest first, each with its reason.
  public var dropped: [Entry] { entries.filter { $0.fate != .used } }
}
