/// A stopwatch that drives a motion: started and stopped at given moments, asked at any.
///
/// It holds no clock: the frame clock's times are handed in.
public struct ValueAnimator<Base: Projector>: Sendable {
  /// The motion that is played.
  public var motion: Base
  private var startedAt: Instant?
  private var accumulated = 0.0

  /// Creates a stopped animator at the start of a motion.
  public init(_ motion: Base) {
    self.motion = motion
  }

  /// Whether it runs; it goes on running past the end of its motion until it is stopped.
  public var isRunning: Bool { startedAt != nil }

  /// Starts from the beginning.
  public mutating func start(at now: Instant) {
    (startedAt, accumulated) = (now, 0)
  }

  /// Goes on from where it was stopped; does nothing while it runs.
  public mutating func resume(at now: Instant) {
    startedAt = startedAt ?? now
  }

  /// Stops and keeps its elapsed time; does nothing while it stands.
  public mutating func stop(at now: Instant) {
    guard startedAt != nil else { return }
    accumulated = elapsed(at: now)
    startedAt = nil
  }

  /// Seconds that it has run; a moment before its start counts as the start.
  public func elapsed(at now: Instant) -> Double {
    guard let startedAt else { return accumulated }
    return accumulated + max(0, now - startedAt)
  }

  /// The motion's value at a moment.
  public func value(at now: Instant) -> Double { motion.value(at: elapsed(at: now)) }

  /// When the motion will have ended, or `nil` if it stands or has ended.
  public func deadline(at now: Instant) -> Instant? {
    guard let startedAt, elapsed(at: now) < motion.duration else { return nil }
    return startedAt.advanced(atLeast: motion.duration - accumulated)
  }
}

extension ValueAnimator: Equatable where Base: Equatable {}
extension ValueAnimator: Hashable where Base: Hashable {}
