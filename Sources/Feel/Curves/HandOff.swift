/// Where something is and how fast, at one moment.
public struct MotionState: Hashable, Sendable {
  /// In points.
  public let value: Double
  /// In points per second.
  public let velocity: Double

  /// Creates a state.
  public init(value: Double, velocity: Double) { (self.value, self.velocity) = (value, velocity) }
}

/// One change of motion, and whether anyone could feel it.
public struct HandOff: Hashable, Sendable {
  /// What a change of motion amounts to.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Nothing jumps.
    case continuous
    /// The motion ends, within the thresholds of its preset.
    case rest
    /// The velocity jumps because the preset is meant so.
    case knownDeparture = "known"
    /// The value or the velocity jumps.
    case jump
  }

  /// Seconds since the start of what was checked.
  public let time: Double
  /// How it was before.
  public let before: MotionState
  /// How it was after.
  public let after: MotionState
  /// What it amounts to.
  public let verdict: Verdict

  /// Creates a change that has been judged.
  public init(time: Double, before: MotionState, after: MotionState, verdict: Verdict) {
    (self.time, self.before, self.after, self.verdict) = (time, before, after, verdict)
  }

  /// How far the value jumps, in points.
  public var valueJump: Double { after.value - before.value }

  /// How far the velocity jumps, in points per second.
  public var velocityJump: Double { after.velocity - before.velocity }
}
