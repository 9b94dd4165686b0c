package import Feel
package import FeelFiles
internal import FeelTrace
package import Observe
internal import Stage

/// A measured motion: the columns t, in seconds, and shown, x or offset of a table.
package struct MotionTable {
  /// The names of columns that hold offsets, the preferred one first: what the program showed counts
  /// before what it computed.
  private static let offsets = ["shown", "x", "offset"]
  /// Fewer rows than these show no law.
  private static let leastRows = 6

  private let path: String
  // Where a time repeats, its last row.
  private let rows: [(time: Double, offset: Double, velocity: Double?)]

  /// Takes the columns of a table.
  ///
  /// - Throws: `CommandFailure` when they are missing, or with the line where a number is out of range
  ///   or the time goes back.
  init(_ table: Table, path: String) throws(CommandFailure) {
    guard let time = table.names.firstIndex(of: "t"),
      let offset = Self.offsets.compactMap({ table.names.firstIndex(of: $0) }).first
    else {
      throw .badFile(
        "\(path): expected the columns t and shown or x of a motion, t_ms,phase,x,y of a hand, or "
          + "duration_s,distance_pt of flings in its first line.")
    }
    for (row, line) in zip(table.rows, table.lines)
    where ![row[time], row[offset]].allSatisfy(Limits.streamNumber.contains) {
      throw .badFile("\(path):\(line): times and offsets are within ±1e9.")
    }
    let velocity = table.names.firstIndex(of: "v")
    try table.requireOrder(of: time, path: path)
    rows = table.rows.reduce(into: []) { rows, row in
      if rows.last?.time == row[time] { rows.removeLast() }
      rows.append((row[time], row[offset], velocity.map { row[$0] }))
    }
    self.path = path
  }

  /// What is analysed.
  ///
  /// - Parameter hand: the hand that made it, on the same clock, or `nil` if it is not known.
  /// - Throws: `CommandFailure` where too few rows show a law, or times are not in seconds.
  package func observation(hand: RecordedHand?) throws(CommandFailure) -> Observation {
    guard rows.count >= Self.leastRows else {
      throw .badFile(
        "\(path == "-" ? "The standard input" : path) has \(counted(rows.count, "row")); a fit "
          + "needs \(Self.leastRows).")
    }
    try Self.requireSeconds(rows.map(\.time), path: path)
    return Observation(
      rows.map { Observation.Row(time: $0.time, offset: $0.offset) }, hand: hand,
      source: ObservedSource(axis: hand?.isVertical ?? true ? .y : .x))
  }

  /// A hand may end so long before the first row, or begin so long after the last, in seconds.
  private static let longestGap = 0.25

  /// Refuses a hand that was not there while the content moved.
  func requireOverlap(
    with hand: RecordedHand, called handPath: String
  ) throws(CommandFailure) {
    guard let first = rows.first?.time, let last = rows.last?.time,
      let begin = hand.samples.first?.time, let end = hand.samples.last?.time,
      end < first - Self.longestGap || begin > last + Self.longestGap
    else { return }
    func span(_ start: Double, _ end: Double) -> String {
      "\(start.text(decimals: 3)) to \(end.text(decimals: 3)) s"
    }
    throw .badFile(
      "\(handPath) does not overlap \(path) in time: the hand goes from \(span(begin, end)), "
        + "the motion from \(span(first, last)). Give t_ms on the motion's clock, as t × 1000.")
  }

  /// Frames are never so far apart, in seconds.
  private static let longestFrame = 0.9

  /// Refuses times that are not in seconds.
  static func requireSeconds(_ times: [Double], path: String) throws(CommandFailure) {
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    guard gaps.count >= leastRows - 1, gaps[gaps.count / 2] > longestFrame else { return }
    throw .badFile(
      "\(path): its rows are \(gaps[gaps.count / 2].text(decimals: 1)) s apart: t is in seconds, "
        + "and these look like milliseconds. Divide t by 1000.")
  }

  /// What the scene Curves shows.
  ///
  /// - Throws: `CommandFailure` where there are too few rows or too many.
  func track(name: String) throws(CommandFailure) -> MotionTrack {
    guard rows.count >= 2 else { throw .badFile("\(path): a motion has two rows or more.") }
    guard rows.count <= Limits.trackSamples else {
      throw .badFile("\(path): a motion has \(Limits.trackSamples) rows at most.")
    }
    let samples = rows.map { row in
      MotionTrack.Sample(
        time: row.time - rows[0].time, position: row.offset, velocity: row.velocity)
    }
    guard let track = MotionTrack(name: name, samples: samples) else {
      throw .badFile("\(path): its times are too close to be told apart.")
    }
    return track
  }
}
