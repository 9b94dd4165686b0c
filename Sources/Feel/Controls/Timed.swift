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

  func value(at time: Instant) -> Double { law.value(at: time - start) }

  func velocity(at time: Instant) -> Double { law.velocity(at: time - start) }
}
