/// How several takes of one program chose among equidistant rests, such as cards, and which of them
/// deviate.
///
/// Most programs rest nearest to where the release velocity would lead within a certain time, which
/// is inferred from the takes. A take that rests elsewhere is not necessarily a fault, as a program
/// may have another rule for slow releases, but a skipped card looks like this.
public struct SnapRule: Hashable, Sendable {
  /// Where a take was released, and where it came to rest, in its unit.
  public struct Release: Hashable, Sendable {
    /// The position before the press.
    public let start: Double
    /// The position at the release.
    public let place: Double
    /// The velocity after the release, in units a second.
    public let velocity: Double
    /// The rest.
    public let rest: Double

    /// Creates a release.
    public init(start: Double, place: Double, velocity: Double, rest: Double) {
      (self.start, self.place, self.velocity, self.rest) = (start, place, velocity, rest)
    }

    /// Reads the release of a take; `nil` if nothing was released, no law follows it, or the
    /// content has not come to rest.
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

  /// A take that rests elsewhere than the rule predicts.
  public struct Stray: Hashable, Sendable {
    /// The index of its release.
    public let index: Int
    /// The number of rests it went too far in the direction of its velocity, or if negative, not
    /// far enough.
    public let places: Int
  }

  /// The distance between neighbouring rests, in the takes' unit.
  public let spacing: Double
  /// How long the release velocity counts, in seconds: any value in this range explains the takes
  /// that agree.
  public let reach: ClosedRange<Double>
  /// The takes that deviate.
  public let strays: [Stray]

  /// Content slower than this is at rest, in units a second.
  static let atRest = 10.0
  /// Rests closer than this are not rests to choose among, in the takes' unit.
  private static let leastSpacing = 24.0
  /// How far rests may deviate from even distances, in the takes' unit.
  private static let slack = 1.5
  /// How far a rest may be from the projected position, in rest distances: slightly over half, as
  /// the exact middle is unknown.
  private static let near = 0.55
  /// The longest time for which a velocity may count, in seconds.
  private static let longest = 1.0

  /// Finds the rule; `nil` if there are too few takes for one, or no single rule explains most of
  /// them.
  ///
  /// - Parameters:
  ///   - releases: one per take, `nil` for a take that has none.
  ///   - ends: the known ends of the content: whatever would lead further rests there.
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
    // Takes that any time explains are no evidence.
    let telling = takes.compactMap(\.reach).filter { $0 != 0...Self.longest }
    func missed(_ start: Double) -> [Int] {
      takes.indices.filter { !(takes[$0].reach?.contains(start) ?? false) }
    }
    let starts = telling.map(\.lowerBound)
    guard let start = starts.min(by: { missed($0).count < missed($1).count }) else { return nil }
    // If another time explains as many takes, but different ones, the strays are ambiguous.
    let fewest = missed(start)
    guard starts.allSatisfy({ missed($0) == fewest || missed($0).count > fewest.count })
    else { return nil }
    let agreeing = telling.filter { $0.contains(start) }
    let end = agreeing.map(\.upperBound).min() ?? start
    let others = fewest.map { takes[$0] }
    // If no take moves further than to the next rest, the drag distance alone may have decided.
    let goesFar = takes.contains {
      $0.reach?.contains(start) ?? false
        && abs($0.release.rest - $0.release.start) > 1.5 * spacing
    }
    guard agreeing.count >= 3, 4 * others.count <= takes.count, goesFar else { return nil }
    (self.spacing, reach) = (spacing, start...end)
    strays = others.map { take in
      // Of the times the rule leaves open, use the one that projects nearest to the rest.
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

  /// The largest distance of which all differences between rests are multiples, if there are three
  /// rests or more.
  private static func spacing(_ rests: [Double]) -> Double? {
    let sorted = rests.sorted()
    guard let first = sorted.first else { return nil }
    let ways = sorted.map { $0 - first }
    let steps = zip(ways.dropFirst(), ways).map { $0 - $1 }.filter { $0 > slack }
    guard steps.count >= 2, let least = steps.min() else { return nil }
    let whole = ways.last ?? 0
    // The longest difference determines the distance best.
    return (1...4).lazy.map { whole / (whole / least * Double($0)).rounded() }.first { spacing in
      spacing >= leastSpacing
        && ways.allSatisfy { abs($0 - ($0 / spacing).rounded() * spacing) <= slack }
    }
  }

  /// How long a release's velocity may count for it to rest where it does; `nil` if no time
  /// explains it.
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
