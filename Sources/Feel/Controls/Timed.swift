/// A motion that began at a moment: the same projector, asked by the clock instead of by elapsed seconds.
struct Timed<Law: Projector & Hashable>: Hashable {
  let law: Law
  let start: Instant
  /// The first microsecond at which the motion has ended; kept, since every frame asks for it.
  let end: Instant

  init(_ law: Law, start: Instant) {
    (self.law, self.start) = (law, start)
    end = start.advanced(atLeast: law.duration)
  }

  // From `end` on it rests, also where time itself ends before the motion would.
  func value(at time: Instant) -> Double {
    law.value(at: time >= end ? .infinity : time - start)
  }

  func velocity(at time: Instant) -> Double {
    time >= end ? 0 : law.velocity(at: time - start)
  }
}

extension Timed<ScrollMotion> {
  /// The first microsecond after a time, up to the end, whose value meets a condition that the value at that time does not; `nil` if none does.
  ///
  /// Between two turns the condition may change once only, as "beyond a place" does.
  func firstInstant(after time: Instant, where holds: (Double) -> Bool) -> Instant? {
    var low = max(time, start)
    while low < end {
      let turn = start.advanced(atLeast: law.sequence.nextTurn(after: low - start))
      var high = min(end, max(turn, Instant(microseconds: low.microseconds + 1)))
      if holds(value(at: high)) {
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
