internal import Feel
internal import Stage

/// How often something is said at most: twice in any second, so that a drag or a held key is no flood.
struct Pace: Hashable, Sendable {
  private static let interval = 1.0
  private var last: [Instant] = []

  /// When the next line may come, if that is not now.
  func wait(at now: Instant) -> Instant? {
    // Times that lie ahead are those of a session that was begun afresh since.
    guard last.count == 2, last[1] <= now else { return nil }
    let next = last[0].advanced(by: Self.interval)
    return next > now ? next : nil
  }

  /// Takes note of a line.
  mutating func count(at now: Instant) {
    last = last.suffix(1).filter { $0 <= now } + [now]
  }
}
