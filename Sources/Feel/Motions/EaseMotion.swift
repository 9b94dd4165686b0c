/// A motion between two values over a given duration, along a timing curve.
public struct EaseMotion: Projector, Hashable {
  /// The initial value.
  public let start: Double
  /// The final value.
  public let end: Double
  /// The duration, in seconds; 0 jumps.
  public let duration: Double
  /// The timing curve.
  public let ease: Ease

  /// Creates a motion.
  ///
  /// - Precondition: `start` and `end` are finite, `duration` is finite and not negative.
  public init(from start: Double, to end: Double, duration: Double, ease: Ease = .easeInOut) {
    precondition(start.isFinite && end.isFinite, "start and end are finite")
    precondition(duration >= 0 && duration.isFinite, "duration is finite and not negative")
    (self.start, self.end, self.duration, self.ease) = (start, end, duration, ease)
  }

  /// The value after `elapsed` seconds.
  public func value(at elapsed: Double) -> Double {
    if elapsed >= duration { return end }
    guard elapsed > 0 else { return start }
    return start + (end - start) * ease.progress(at: elapsed / duration)
  }

  /// The velocity after `elapsed` seconds, per second.
  public func velocity(at elapsed: Double) -> Double {
    guard elapsed >= 0, elapsed < duration else { return 0 }
    return (end - start) / duration * ease.slope(at: elapsed / duration)
  }

  /// The velocity just before the end, per second.
  public var finalVelocity: Double {
    guard duration > 0 else { return 0 }
    return (end - start) / duration * ease.slope(at: 1)
  }

  /// When a value between start and end is reached, in seconds, or `nil` if it lies elsewhere.
  ///
  /// Requires a curve whose progress never decreases.
  public func crossingTime(of value: Double) -> Double? {
    guard end != start, let fraction = ease.fraction(atProgress: (value - start) / (end - start))
    else { return nil }
    return fraction * duration
  }
}
