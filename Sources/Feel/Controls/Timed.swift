/// A projector with its start time, so it can be evaluated at an instant instead of elapsed
/// seconds.
struct Timed<Law: Projector & Hashable>: Hashable {
  let law: Law
  let start: Instant
  /// The first microsecond at which the motion has ended; stored because every frame reads it.
  let end: Instant

  init(_ law: Law, start: Instant) {
    (self.law, self.start) = (law, start)
    end = start.advanced(atLeast: law.duration)
  }

  // At rest from `end` on, even if `end` is the last instant and the motion would continue.
  @inline(__always)
  func value(at time: Instant) -> Double {
    law.value(at: time >= end ? .infinity : time - start)
  }

  @inline(__always)
  func velocity(at time: Instant) -> Double { time >= end ? 0 : law.velocity(at: time - start) }
}

extension Timed<ScrollMotion> {
  /// The first microsecond after `time`, and no later than `end`, at which the value meets a
  /// condition; `nil` if there is none.
  ///
  /// - Precondition: the value at `time` does not meet it. While the value is monotone the
  ///   condition changes at most once, like "beyond 100".
  func firstInstant(after time: Instant, where holds: (Double) -> Bool) -> Instant? {
    var low = max(time, start)
    while low < end {
      let turn = start.advanced(atLeast: law.sequence.nextTurn(after: low - start))
      var high = min(end, max(turn, Instant(microseconds: low.microseconds + 1)))
      if holds(value(at: high)) {
        // Bisect: the condition is false at `low` and true at `high`.
        while high.microseconds - low.microseconds > 1 {
          let middle = Instant(
            microseconds: low.microseconds + (high.microseconds - low.microseconds) / 2)
          if holds(value(at: middle)) { high = middle } else { low = middle }
        }
        return high
      }
      low = high
    }
    return nil
  }
}
