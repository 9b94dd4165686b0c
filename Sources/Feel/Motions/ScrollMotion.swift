/// The complete free motion of a scroll, known from its start: run, bounce, return, landing.
public struct ScrollMotion: Projector, Hashable {
  /// What the content is doing.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// It coasts.
    case decelerating
    /// It is past an edge, on its way out or back.
    case bouncing
    /// It moves to a snap point or a device pixel.
    case snapping
    /// It moves to a target set by the program, a key or the wheel.
    case programmatic
  }

  /// The segments of the motion.
  public private(set) var sequence: MotionSequence
  /// The release velocity, in points per second, after the limits.
  public let releaseVelocity: Double

  private struct Label: Hashable {
    var phase: Phase
    var isKnownDeparture: Bool
  }

  private var first: Label
  private var second: Label?
  private var third: Label?
  private var fourth: Label?

  /// Creates a motion of one part.
  ///
  /// `isKnownDeparture`: whether it is designed to start with a velocity other than that of the
  /// release.
  public init(
    _ motion: Motion, phase: Phase, releaseVelocity: Double? = nil, isKnownDeparture: Bool = false
  ) {
    sequence = MotionSequence(motion)
    self.releaseVelocity = releaseVelocity ?? motion.velocity(at: 0)
    first = Label(phase: phase, isKnownDeparture: isKnownDeparture)
  }

  /// Adds a part that takes over at the end of the last one, or after `cut` seconds of it.
  ///
  /// - Precondition: fewer than `MotionSequence.capacity` parts so far.
  public mutating func append(
    _ motion: Motion, phase: Phase, after cut: Double? = nil, isKnownDeparture: Bool = false
  ) {
    let label = Label(phase: phase, isKnownDeparture: isKnownDeparture)
    sequence.append(motion, after: cut)
    switch sequence.count {
    case 2: second = label
    case 3: third = label
    default: fourth = label
    }
  }

  /// Where the content comes to rest, in points: known at the release, and exactly the motion's
  /// end.
  public var restPosition: Double { @inline(__always) get { sequence.finalValue } }

  /// What the content is doing `elapsed` seconds after the start; after the end, what it did last.
  @inline(__always)
  public func phase(at elapsed: Double) -> Phase { label(sequence.index(at: elapsed)).phase }

  /// Whether a part is designed to start with a velocity other than that of the part before it.
  ///
  /// - Precondition: `index` lies in 0..<`sequence.count`.
  public func isKnownDeparture(_ index: Int) -> Bool {
    precondition(index >= 0 && index < sequence.count, "index lies in 0..<count")
    return label(index).isKnownDeparture
  }

  /// Seconds until the content is at rest.
  public var duration: Double { sequence.duration }

  /// The offset after `elapsed` seconds, in points.
  @inline(__always)
  public func value(at elapsed: Double) -> Double { sequence.value(at: elapsed) }

  /// The velocity after `elapsed` seconds, in points per second.
  @inline(__always)
  public func velocity(at elapsed: Double) -> Double { sequence.velocity(at: elapsed) }

  /// Offset and velocity after `elapsed` seconds.
  public func state(at elapsed: Double) -> MotionState { sequence.state(at: elapsed) }

  /// The velocity just before the rest, in points per second.
  public var finalVelocity: Double { sequence.finalVelocity }

  @inline(__always)
  private func label(_ index: Int) -> Label {
    switch index {
    case 1: second ?? first
    case 2: third ?? first
    case 3: fourth ?? first
    default: first
    }
  }
}
