/// How several takes of one program chose among rests at even distances, such as cards, and which
/// of them chose otherwise.
///
/// Most programs rest nearest to where the velocity at the release would lead in some time: how
/// long that is, is found from the takes themselves. A take that rests elsewhere need not be a
/// fault, as a program may have a rule of its own for slow releases, but it is what a skipped card
/// looks like.
public struct SnapRule: Hashable, Sendable {
  /// Where a take was let go, and where it came to rest, in its unit.
  public struct Release: Hashable, Sendable {
    /// Where the content lay before the hand came.
    public let start: Double
    /// Where it was when it was let go.
    public let place: Double
    /// How fast it went on from there, in units a second.
    public let velocity: Double
    /// Where it came to rest.
    public let rest: Double

    /// Creates a release.
    public init(start: Double, place: Double, velocity: Double, rest: Double) {
      (self.start, self.place, self.velocity, self.rest) = (start, place, velocity, rest)
    }

    /// Reads it off a take; `nil` where nothing was let go, no law is known from there on, or it
    /// has not come to rest.
    public init?(_ observation: Observation, _ analysis: MotionAnalysis) {
      guard let press = observation.presses.last, let first = observation.rows.first,
        let last = observation.rows.last,
        let release = analysis.segments.first(where: {
          $0.law != nil && $0.start >= press.upperBound
        })?.release,
        analysis.segments.last?.kind == .rest
          || abs(analysis.segments.last?.law?.finalVelocity ?? .infinity) < SnapRule.atRest
      else { return nil }
      self.init(
        start: first.offset, place: release.place, velocity: release.velocity.value,
        rest: last.offset)
    }
  }

  /// A take that rests elsewhere than the others would.
  public struct Stray: Hashable, Sendable {
    /// Which of the releases it is.
    public let index: Int
    /// By how many rests it went too far, or with a minus not far enough, in the direction of its
    /// velocity.
    public let places: Int
  }

  /// How far one rest is from the next, in the takes' unit.
  public let spacing: Double
  /// For how long the velocity at the release counts, in seconds: any of these explains the takes
  /// that agree.
  public let reach: ClosedRange<Double>
  /// The takes that rest elsewhere than that leads.
  public let strays: [Stray]

  /// What creeps by less than this is at rest, in units a second.
  static let atRest = 10.0
  /// Rests that are nearer to each other are none that anybody chose among, in the takes' unit.
  private static let leastSpacing = 24.0
  /// How far rests may be off their even distances, in the takes' unit.
  private static let slack = 1.5
  /// How far from what is nearest a rest may be, in distances of rests: nobody sees on which side
  /// of the middle something was.
  private static let near = 0.55
  /// No velocity counts for longer, in seconds.
  private static let longest = 1.0

  /// Finds the rule; `nil` where the takes are too few for one, or no one rule explains most of
  /// them.
  ///
  /// - Parameters:
  ///   - releases: one a take, `nil` for a take that has none.
  ///   - ends: the ends of what scrolls, as far as they are known: whatever leads further rests
  ///     there.
  public init?(_ releases: [Release?], ends: (minimum: Double?, maximum: Double?) = (nil, nil)) {
    let known = releases.enumerated().compactMap { index, release in
      release.map { (index: index, release: $0) }
    }
    let rests = known.map(\.release.rest)
    guard let spacing = Self.spacing(rests), let least = rests.min(), let most = rests.max()
    else { return nil }
    let (low, high) = (ends.minimum ?? least, ends.maximum ?? most)
    let takes = known.map { take in
      (
        index: take.index, release: take.release,
        reach: Self.reach(of: take.release, spacing, low: low, high: high)
      )
    }
    // Those that any time explains speak for none.
    let telling = takes.compactMap(\.reach).filter { $0 != 0...Self.longest }
    func missed(_ start: Double) -> [Int] {
      takes.indices.filter { !(takes[$0].reach?.contains(start) ?? false) }
    }
    let starts = telling.map(\.lowerBound)
    guard let start = starts.min(by: { missed($0).count < missed($1).count }) else { return nil }
    // Where another time explains as many, but others of them, nobody knows which are the strays.
    let fewest = missed(start)
    guard starts.allSatisfy({ missed($0) == fewest || missed($0).count > fewest.count })
    else { return nil }
    let agreeing = telling.filter { $0.contains(start) }
    let end = agreeing.map(\.upperBound).min() ?? start
    let others = fewest.map { takes[$0] }
    // Where no take goes further than to the next rest, the way it was dragged may have decided
    // alone.
    let goesFar = takes.contains {
      $0.reach?.contains(start) ?? false
        && abs($0.release.rest - $0.release.start) > 1.5 * spacing
    }
    guard agreeing.count >= 3, 4 * others.count <= takes.count, goesFar else { return nil }
    (self.spacing, reach) = (spacing, start...end)
    strays = others.map { take in
      // Of what the rule leaves open, what is nearest to the rest is taken.
      let ways = [start, end].map { reach in
        let led = take.release.place + reach * take.release.velocity
        return (take.release.rest - min(max(led, low), high)) / spacing
      }
      let way = ways.min { abs($0) < abs($1) } ?? 0
      let places = max(1, Int((abs(way) - Self.near).rounded(.up)))
      return Stray(
        index: take.index, places: (way < 0) == (take.release.velocity < 0) ? places : -places)
    }
  }

  /// The largest distance of which all rests are multiples from each other, if there are three of
  /// them or more.
  private static func spacing(_ rests: [Double]) -> Double? {
    let sorted = rests.sorted()
    guard let first = sorted.first else { return nil }
    let ways = sorted.map { $0 - first }
    let steps = zip(ways.dropFirst(), ways).map { $0 - $1 }.filter { $0 > slack }
    guard steps.count >= 2, let least = steps.min() else { return nil }
    let whole = ways.last ?? 0
    // The longest way tells the distance best.
    return (1...4).lazy.map { whole / (whole / least * Double($0)).rounded() }.first { spacing in
      spacing >= leastSpacing
        && ways.allSatisfy { abs($0 - ($0 / spacing).rounded() * spacing) <= slack }
    }
  }

  /// The times for which a release's velocity may count so that it rests where it does; `nil` for
  /// none.
  private static func reach(
    of release: Release, _ spacing: Double, low: Double, high: Double
  ) -> ClosedRange<Double>? {
    let half = near * spacing
    let isLowest = release.rest < low + half
    let isHighest = release.rest > high - half
    let first = isLowest ? -.infinity : release.rest - half
    let last = isHighest ? .infinity : release.rest + half
    guard abs(release.velocity) > atRest else {
      return (first...last).contains(release.place) ? 0...longest : nil
    }
    let times = [first, last].map { ($0 - release.place) / release.velocity }
    let (begin, end) = (max(0, min(times[0], times[1])), min(longest, max(times[0], times[1])))
    return begin <= end ? begin...end : nil
  }
}
