extension Observation {
  /// How the content's steps relate to those of the hand that supposedly moved it.
  public enum HandAgreement: Hashable, Sendable {
    /// It follows most of the hand's travel, or too little moved to decide.
    case follows
    /// It follows the hand so many seconds later, or earlier if negative, that their clocks seem to
    /// differ.
    case shifted(by: Double)
    /// It moves in the opposite direction.
    case opposes
    /// It is mostly unrelated to the hand.
    case none
  }

  /// Minimum travel of the hand, in the motion's unit: slop hides most of less.
  private static let leastWay = 40.0
  /// The longest delay with which content shows a hand, in frames.
  private static let latest = 5

  /// Clocks are compared at shifts up to this, in seconds.
  private static let farthest = 1.0
  /// At a shift that fits, this share of the motion at most is unlike the hand's; at every
  /// plausible lag it is this many times as much, and this much at least.
  private static let unlike = (fitting: 0.05, factor: 5.0, least: 0.02)
  /// The content must stand still for this long before a press, in seconds.
  private static let still = 0.1

  /// The shift of the hand's times, in seconds, at which the content follows it if it does so at no
  /// plausible lag.
  private var clockShift: Double? {
    guard let begin = presses.first?.lowerBound, let end = presses.last?.upperBound,
      let first = rows.first?.time, let last = rows.last?.time,
      first <= begin + interval, end <= last
    else { return nil }
    let samples = handPlaces
    func unlike(_ shift: Double) -> Double {
      var (left, all) = (0.0, 0.0)
      for (before, row) in zip(rows, rows.dropFirst())
      where presses.contains(where: {
        $0.lowerBound - Self.still <= before.time - shift && row.time - shift <= $0.upperBound
      }) {
        let pulled =
          HandFollowing.place(samples, at: before.time - shift)
          - HandFollowing.place(samples, at: row.time - shift)
        let moved = row.offset - before.offset
        left += (moved - pulled) * (moved - pulled)
        all += moved * moved + pulled * pulled
      }
      return all >= Self.leastWay ? left / all : 1
    }
    let shifts = stride(from: -Self.farthest, through: Self.farthest, by: 0.005)
      // The rows must show all that the hand did.
      .filter { first <= begin + $0 + interval && end + $0 <= last }
      .map { (shift: $0, unlike: unlike($0)) }
    guard let best = shifts.min(by: { $0.unlike < $1.unlike }), best.unlike <= Self.unlike.fitting,
      let plausible = shifts.filter({ HandFollowing.lags.contains($0.shift) }).map(\.unlike).min(),
      plausible >= max(Self.unlike.least, Self.unlike.factor * best.unlike)
    else { return nil }
    return best.shift
  }

  /// How the content's motion relates to its hand's while that is pressed.
  public var handAgreement: HandAgreement {
    guard hand != nil, interval > 0 else { return .follows }
    if let clockShift { return .shifted(by: clockShift) }
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
