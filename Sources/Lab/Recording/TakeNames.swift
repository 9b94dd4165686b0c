internal import Feel
internal import Stage

/// The takes of a session that is being recorded, each under a name of its own.
public struct TakeNames: Sendable {
  // By their numbers.
  private var told: [Int: RecordedTake] = [:]

  /// Creates a list of no takes.
  public init() {}

  /// The takes that have come to rest, or gone on to another rest, since the last call.
  public mutating func news(of session: Session) -> [RecordedTake] {
    let player = session.player
    let finished = player.finishedTakes.map { (number: $0.number, span: $0.span) }
    let open = player.openTake.map { [$0] } ?? []
    return (finished + open).compactMap { number, span in
      guard let rest = span.rest, rest >= span.release else { return nil }
      let take = RecordedTake(
        "Take \(number)", start: span.start, release: span.release, rest: rest)
      guard told[number] != take else { return nil }
      told[number] = take
      return take
    }
  }
}
