/// Position and velocity at one moment.
public struct MotionState: Hashable, Sendable {
  /// In points.
  public let value: Double
  /// In points per second.
  public let velocity: Double

  /// Creates a state.
  public init(value: Double, velocity: Double) { (self.value, self.velocity) = (value, velocity) }
}

/// One change of motion, and whether a user could feel it.
public struct HandOff: Hashable, Sendable {
  /// The classification of a change of motion.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Nothing jumps.
    case continuous
    /// The motion ends, within the thresholds of its preset.
    case rest
    /// The velocity jumps because the preset is designed that way.
    case knownDeparture = "known"
    /// The value or the velocity jumps.
    case jump
  }

  /// Seconds since the start of the checked motion.
  public let time: Double
  /// The state just before the change.
  public let before: MotionState
  /// The state just after the change.
  public let after: MotionState
  /// How the change was classified.
  public let verdict: Verdict

  /// Creates a classified change.
  public init(time: Double, before: MotionState, after: MotionState, verdict: Verdict) {
    (self.time, self.before, self.after, self.verdict) = (time, before, after, verdict)
  }

  /// The jump of the value, in points.
  public var valueJump: Double { after.value - before.value }

  /// The jump of the velocity, in points per second.
  public var velocityJump: Double { after.velocity - before.velocity }
}
