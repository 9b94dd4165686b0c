/// A value that moves in time: where it is, how fast, and when it ends, each asked for any moment.
///
/// Elapsed times count seconds from the motion's start. Before 0 a projector holds its first value
/// and after `duration` its last, both with velocity 0; NaN counts as before the start. Asking is
/// free of side effects, so any order of times gives the same answers.
public protocol Projector: Sendable {
  /// Seconds until the motion ends; never negative, 0 for one that is over at its start.
  var duration: Double { get }

  /// The value `elapsed` seconds after the start, in the motion's unit (points, for a scroll).
  ///
  /// Exactly the first value at 0 and exactly the last at `duration`; where `duration` is 0 the
  /// last one wins.
  func value(at elapsed: Double) -> Double

  /// The derivative of the value `elapsed` seconds after the start, per second.
  ///
  /// At 0 the velocity with which the motion sets out, from `duration` on 0.
  func velocity(at elapsed: Double) -> Double

  /// Value and velocity `elapsed` seconds after the start, evaluated together; they may differ from
  /// the two alone in their last bits.
  func state(at elapsed: Double) -> MotionState

  /// The velocity just before the end, per second: what a motion that takes over starts with.
  var finalVelocity: Double { get }
}

extension Projector {
  /// Value and velocity, one after the other, where nothing is saved by asking for both.
  public func state(at elapsed: Double) -> MotionState {
    MotionState(value: value(at: elapsed), velocity: velocity(at: elapsed))
  }

  /// Whether the motion is over `elapsed` seconds after its start.
  public func isFinished(at elapsed: Double) -> Bool { elapsed >= duration }

  /// The value at the start.
  public var initialValue: Double { value(at: 0) }

  /// The value at the end, and for ever after.
  public var finalValue: Double { value(at: duration) }
}
