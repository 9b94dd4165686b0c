/// A stopwatch by which any motion is played: started and stopped at given moments, asked at any.
///
/// It counts from 0 at each start until it is stopped, whether or not a motion is played by it and
/// however long that lasts. It holds no clock: the frame clock's times are handed in.
public struct ValueAnimator: Hashable, Sendable {
  private var startedAt: Instant?
  private var counted = 0.0

  /// Creates a stopped animator at 0.
  public init() {}

  /// Whether it runs.
  public var isRunning: Bool { startedAt != nil }

  /// Starts from 0, also while it runs.
  public mutating func start(at now: Instant) { (startedAt, counted) = (now, 0) }

  /// Stops and keeps its elapsed time; does nothing while it stands.
  public mutating func stop(at now: Instant) {
    counted = elapsed(at: now)
    startedAt = nil
  }

  /// Seconds from the start to a moment, or to the stop; a moment before the start counts as the
  /// start.
  public func elapsed(at now: Instant) -> Double { startedAt.map { max(0, now - $0) } ?? counted }

  /// The value of a motion that set out with the start, at a moment; past the motion's end its last
  /// one.
  public func value(of motion: some Projector, at now: Instant) -> Double {
    motion.value(at: elapsed(at: now))
  }

  /// When a motion that set out with the start ends, or `nil` while nothing runs.
  public func end(of motion: some Projector) -> Instant? {
    startedAt.map { $0.advanced(atLeast: motion.duration) }
  }
}
