extension Observation {
  /// How the content's steps go along with those of the hand that is said to have moved it.
  public enum HandAgreement: Hashable, Sendable {
    /// It moves along with most of the hand's way, or too little moved to tell.
    case follows
    /// It moves in the opposite direction.
    case opposes
    /// It has little to do with the hand.
    case none
  }

  /// A hand that goes less far tells too little, in the motion's unit: a slop hides most of it.
  private static let leastWay = 40.0
  /// Content may show a hand so many frames late.
  private static let latest = 5

  /// Whether the content moves as its hand does while that is pressed.
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
