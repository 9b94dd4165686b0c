package import Feel
package import FeelFiles
internal import FeelTrace
package import Observe

/// A measured motion: the columns t, in seconds, and shown, x or offset of a table.
package struct MotionTable {
  /// The names over columns that hold offsets, the most telling first: of other programs' motions what was shown counts.
  private static let offsets = ["shown", "x", "offset"]
  /// Fewer rows than these show no law.
  private static let leastRows = 6

  private let path: String
  // Where a time repeats, its last row.
  private let rows: [(time: Double, offset: Double, velocity: Double?)]

  /// Takes the columns of a table.
  ///
  /// - Throws: `CommandFailure` when they are missing, or with the line at which the time goes back.
  init(_ table: Table, path: String) throws(CommandFailure) {
    guard let time = table.names.firstIndex(of: "t"),
      let offset = Self.offsets.compactMap({ table.names.firstIndex(of: $0) }).first
    else {
      throw CommandFailure(
        .badFile,
        "\(path): expected the columns t and shown or x of a motion, t_ms,phase,x,y of a hand, or "
          + "duration_s,distance_pt of flings in its first line.")
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
  /// - Throws: `CommandFailure` where too few rows show a law.
  package func observation(hand: RecordedHand?) throws(CommandFailure) -> Observation {
    guard rows.count >= Self.leastRows else {
      throw CommandFailure(
        .badFile,
        "\(path == "-" ? "The standard input" : path) has \(counted(rows.count, "row")); a fit "
          + "needs \(Self.leastRows).")
    }
    return Observation(
      rows.map { Observation.Row(time: $0.time, offset: $0.offset) }, hand: hand,
      source: ObservedSource(axis: hand?.isVertical ?? true ? .y : .x))
  }

  /// What the scene Curves shows.
  ///
  /// - Throws: `CommandFailure` where there are too few rows or too many.
  func track(name: String) throws(CommandFailure) -> MotionTrack {
    guard rows.count >= 2 else {
      throw CommandFailure(.badFile, "\(path): a motion has two rows or more.")
    }
    guard rows.count <= Limits.trackSamples else {
      throw CommandFailure(.badFile, "\(path): a motion has \(Limits.trackSamples) rows at most.")
    }
    let samples = rows.map { row in
      MotionTrack.Sample(
        time: row.time - rows[0].time, position: row.offset, velocity: row.velocity)
    }
    guard let track = MotionTrack(name: name, samples: samples) else {
      throw CommandFailure(.badFile, "\(path): its times are too close to be told apart.")
    }
    return track
  }
}
