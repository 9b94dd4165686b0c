internal import Feel
internal import Stage

/// The takes of a session that is being recorded, each under a name of its own.
public struct TakeNames: Sendable {
  // By when they began, in stage time.
  private var names: [Instant: String] = [:]
  private var told: Set<RecordedTake> = []

  /// Creates a list of no takes.
  public init() {}

  /// The takes that have come to rest, or gone on to another rest, since the last call.
  public mutating func news(of session: Session) -> [RecordedTake] {
    let takes = session.log(at: session.now).takes(after: session.player.start).compactMap {
      span -> RecordedTake? in
      guard let rest = span.rest, rest >= span.release else { return nil }
      let name = names[span.start] ?? "Take \(names.count + 1)"
      names[span.start] = name
      return RecordedTake(name, start: span.start, release: span.release, rest: rest)
    }
    defer { told = Set(takes) }
    return takes.filter { !told.contains($0) }
  }
}
