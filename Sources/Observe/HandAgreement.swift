extension Observation {
  /// How the content's steps relate to those of the hand that supposedly moved it.
  public enum HandAgreement: Hashable, Sendable {
    /// It follows most of the hand's travel, or too little moved to decide.
    case follows
    /// It moves in the opposite direction.
    case opposes
    /// It is mostly unrelated to the hand.
    case none
  }

  /// Minimum travel of the hand, in the motion's unit: slop hides most of less.
  private static let leastWay = 40.0
  /// The longest delay with which content shows a hand, in frames.
  private static let latest = 5

  /// How the content's motion relates to its hand's while that is pressed.
  public var handAgreement: HandAgreement {
    guard hand != nil, interval > 0 else { return .follows }
    let samples = handPlaces
    let shares = (0...Self.latest).compactMap { frames -> (along: Double, against: Double)? in
      let late = Double(frames) * interval
      var (along, against, all) = (0.0, 0.0, 0.0)
      for (before, row) in zip(rows, rows.dropFirst())
      where presses.contains(where: {
        $0.contains(before.time - late) && $0.contains(row.time - late)
      }) {
        let pulled =
          HandFollowing.place(samples, at: before.time - late)
          - HandFollowing.place(samples, at: row.time - late)
        let moved = row.offset - before.offset
        all += abs(pulled)
        if pulled * moved > 0 { along += abs(pulled) }
        if pulled * moved < 0 { against += abs(pulled) }
      }
      return all >= Self.leastWay ? (along / all, against / all) : nil
    }
    guard let along = shares.map(\.along).max(), let against = shares.map(\.against).max(),
      along < 0.3
    else { return .follows }
    return against > 0.6 ? .opposes : .none
  }
}
