/// A value that moves over time: its position, velocity and end, available for any moment.
///
/// Elapsed times are seconds since the motion's start. Before 0 a projector holds its initial value
/// and after `duration` its final one, both with velocity 0; NaN counts as before the start.
/// Queries have no side effects, so times may be queried in any order.
public protocol Projector: Sendable {
  /// Seconds until the motion ends; never negative, 0 for a motion that has ended at its start.
  var duration: Double { get }

  /// The value `elapsed` seconds after the start, in the motion's unit (points, for a scroll).
  ///
  /// Exactly the initial value at 0 and exactly the final one at `duration`; if `duration` is 0,
  /// the final one.
  func value(at elapsed: Double) -> Double

  /// The derivative of the value `elapsed` seconds after the start, per second.
  ///
  /// At 0 it is the initial velocity, from `duration` on 0.
  func velocity(at elapsed: Double) -> Double

  /// Value and velocity `elapsed` seconds after the start, evaluated together; their last bits may
  /// differ from separate queries.
  func state(at elapsed: Double) -> MotionState

  /// The velocity just before the end, per second, for a motion that continues it.
  var finalVelocity: Double { get }
}

extension Projector {
  /// Value and velocity from separate queries, where a joint evaluation would save nothing.
  public func state(at elapsed: Double) -> MotionState {
    MotionState(value: value(at: elapsed), velocity: velocity(at: elapsed))
  }

  /// Whether the motion is over `elapsed` seconds after its start.
  public func isFinished(at elapsed: Double) -> Bool { elapsed >= duration }

  /// The value at the start.
  public var initialValue: Double { value(at: 0) }

  /// The value at the end and after it.
  public var finalValue: Double { value(at: duration) }
}
