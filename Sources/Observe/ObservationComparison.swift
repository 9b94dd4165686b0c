/// The difference between two observed motions.
///
/// Offsets count from each motion's first row, and times from its zero: the last release if both
/// have a released hand, else the row before the first that moves. A lag of at most 50 ms is
/// subtracted, chosen to bring the motions closest up to 0.1 s after the zero, so that it does not
/// hide later differences.
public struct ObservationComparison: Hashable, Sendable {
  /// One motion; lengths are in the motion's unit.
  public struct Side: Hashable, Sendable {
    /// The zero of its times, in seconds on the motion's own clock.
    public let zero: Double
    /// The signed distance from its first row to its rest.
    public let rest: Double
    /// The time from the zero until it stays within a unit of its rest, in seconds.
    public let duration: Double
    /// The greatest distance beyond its rest, 0 or more.
    public let overshoot: Double
  }

  /// The first motion.
  public let a: Side
  /// The second motion.
  public let b: Side
  /// Whether the zero is the release rather than the start.
  public let isFromRelease: Bool
  /// How much later the second motion is, in seconds.
  public let lag: Double
  /// The root of the mean squared distance, over the rows of the motion with fewer a second.
  public let rms: Double
  /// The greatest distance, second minus first, with its sign.
  public let greatest: Double
  /// When that distance occurs, in seconds from the zero of the first.
  public let greatestTime: Double
  /// The greatest distance from a frame after the zero on, with its sign: before, it depends on
  /// when frames were shown.
  public let runGreatest: Double
  /// When that distance occurs, in seconds from the zero of the first.
  public let runGreatestTime: Double
  /// The speed of the second as a multiple of the first's, up to 0.1 s after the zero; `nil` if the
  /// first hardly moves then.
  public let earlySpeed: Double?
  /// When they are first more than a unit apart, in seconds from the zero of the first, or `nil` if
  /// never.
  public let parting: Double?

  /// Motions further apart than this differ, in their unit.
  public static let tolerance = 1.0
  /// The greatest lag considered, in seconds.
  public static let greatestLag = 0.05
  /// Only rows up to this time are used to find the lag, in seconds from the zero.
  private static let beginning = 0.1

  /// Compares two motions; `nil` if one of them has no rows.
  public init?(_ first: Observation, _ second: Observation) {
    guard !first.rows.isEmpty, !second.rows.isEmpty else { return nil }
    let releases = [first, second].compactMap { $0.hand == nil ? nil : $0.presses.last?.upperBound }
    isFromRelease = releases.count == 2
    let (one, other) = (
      Course(first, zero: releases.count == 2 ? releases[0] : nil),
      Course(second, zero: releases.count == 2 ? releases[1] : nil)
    )
    func squares(_ lag: Double) -> Double {
      var sum = 0.0
      for time in one.times where time <= Self.beginning {
        let apart = other.offset(at: time + lag) - one.offset(at: time)
        sum += apart * apart
      }
      return sum
    }
    let steps = (-50...50).map { Double($0) / 1000 }
    var best =
      steps.map { ($0, squares($0)) }
      .min { ($0.1, abs($0.0)) < ($1.1, abs($1.0)) } ?? (0, 0)
    for step in [0.0005, 0.00025, 0.0001, 0.00005] {
      for lag in [best.0 - step, best.0 + step] where abs(lag) <= Self.greatestLag + 1e-9 {
        let sum = squares(lag)
        if sum < best.1 { best = (lag, sum) }
      }
    }
    let lag = best.0
    // Compare at the rows of the sparser motion, which is unknown between them.
    let times =
      one.interval >= other.interval ? one.times : other.times.map { $0 - lag }
    let apart = times.map { (time: $0, by: other.offset(at: $0 + lag) - one.offset(at: $0)) }
    let most = apart.max { abs($0.by) < abs($1.by) }
    (self.lag, greatest, greatestTime) = (lag, most?.by ?? 0, most?.time ?? 0)
    let frame = max(one.interval, other.interval)
    let run = apart.filter { $0.time > frame }.max { abs($0.by) < abs($1.by) }
    (runGreatest, runGreatestTime) = (run?.by ?? 0, run?.time ?? 0)
    let (start, end) = (1.5 * frame, max(0.1, 4 * frame))
    let way = one.offset(at: end) - one.offset(at: start)
    earlySpeed =
      abs(way) < 5
      ? nil : (other.offset(at: end + lag) - other.offset(at: start + lag)) / way
    rms = (apart.reduce(0) { $0 + $1.by * $1.by } / Double(max(1, apart.count))).squareRoot()
    parting = apart.first { abs($0.by) > Self.tolerance }?.time
    (a, b) = (one.side, other.side)
  }

  /// A motion interpolated linearly between its rows.
  private struct Course {
    let times: [Double]
    private let offsets: [Double]
    let interval: Double
    private let zero: Double

    init(_ observation: Observation, zero: Double?) {
      let rows = observation.rows
      let origin = rows[0].offset
      let moved = rows.firstIndex { $0.offset != origin } ?? 0
      let start = zero ?? rows[max(0, moved - 1)].time
      times = rows.map { $0.time - start }
      offsets = rows.map { $0.offset - origin }
      (interval, self.zero) = (observation.interval, start)
    }

    func offset(at time: Double) -> Double {
      let next = times.firstIndex(after: time) { $0 }
      guard next < times.count else { return offsets[times.count - 1] }
      guard next > 0 else { return offsets[0] }
      // If nothing was shown for long, nothing moved until the last moment.
      let start = max(times[next - 1], times[next] - 2 * interval)
      guard time > start else { return offsets[next - 1] }
      let share = (time - start) / (times[next] - start)
      return offsets[next - 1] + share * (offsets[next] - offsets[next - 1])
    }

    var side: Side {
      let rest = offsets[offsets.count - 1]
      let last = offsets.lastIndex { abs($0 - rest) > 1.05 }
      let end = last.map { times[min($0 + 1, times.count - 1)] } ?? 0
      let past = offsets.map { rest < 0 ? rest - $0 : $0 - rest }.max() ?? 0
      return Side(zero: zero, rest: rest, duration: max(0, end), overshoot: max(0, past))
    }
  }
}
