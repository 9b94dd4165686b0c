/// A stopwatch for playing motions: started and stopped at given times, read at any time.
///
/// It counts from 0 at each start until it is stopped, whether or not a motion is played by it and
/// however long that lasts. It has no clock: times come from the caller's frame clock.
public struct ValueAnimator: Hashable, Sendable {
  private var startedAt: Instant?
  private var counted = 0.0

  /// Creates a stopped animator at 0.
  public init() {}

  /// Whether it is running.
  public var isRunning: Bool { startedAt != nil }

  /// Starts from 0, even if already running.
  public mutating func start(at now: Instant) { (startedAt, counted) = (now, 0) }

  /// Stops and keeps its elapsed time; does nothing if already stopped.
  public mutating func stop(at now: Instant) {
    counted = elapsed(at: now)
    startedAt = nil
  }

  /// Seconds from the start to a moment, or to the stop; a moment before the start counts as the
  /// start.
  public func elapsed(at now: Instant) -> Double { startedAt.map { max(0, now - $0) } ?? counted }

  /// The value at a moment of a motion that began at the start; its final value after its end.
  public func value(of motion: some Projector, at now: Instant) -> Double {
    motion.value(at: elapsed(at: now))
  }

  /// When a motion that began at the start ends, or `nil` if stopped.
  public func end(of motion: some Projector) -> Instant? {
    startedAt.map { $0.advanced(atLeast: motion.duration) }
  }
}
