package import Feel
package import FeelTrace
package import Observe
internal import Stage

/// A measured motion: a table with a column of times and one of offsets, under any names.
package struct MotionTable {
  /// The minimum number of rows for a fit.
  private static let leastRows = 6

  private let path: String
  // Of rows with the same time, only the last.
  private let rows: [(time: Double, offset: Double, velocity: Double?)]
  /// The rows as samples of a pointer: times in seconds, and positions.
  package let places: [(time: Double, place: Vector)]
  /// The unit of offsets, if the table names it; else px.
  private let unit: String
  /// Whether rows without a number were left out.
  private let hasGaps: Bool
  /// Why the offset column may be the wrong one; else `nil`.
  private let doubt: String?
  /// A sentence about how the table was read, if it is not in this program's own format.
  package let sentence: String?

  /// Reads the columns of a table.
  ///
  /// Rows with an empty cell in one of them are left out, because programs leave unknown values
  /// empty.
  ///
  /// - Throws: `CommandFailure` when the columns are ambiguous, or with the line where a cell is
  ///   not a number, a number is out of range, or time goes backwards.
  package init(_ table: Table, path: String) throws(CommandFailure) {
    let columns = try TableColumns(table, path: path)
    let velocity = table.column("v")
    let offset = columns.offset
    // Time steps accumulate: a row without one would shift all the rows below, so it is an error.
    let needed = [offset] + (columns.times.isSummed ? [] : columns.times.columns)
    var rows: [(time: Double, offset: Double, velocity: Double?)] = []
    var places: [(time: Double, place: Vector)] = []
    var (start, repeated, leftOut) = (nil as Double?, 0, 0)
    for row in table.cells.indices {
      guard !needed.contains(where: { CellNumber.isMissing(table.cells[row][$0]) }) else {
        leftOut += 1
        continue
      }
      let number = try columns.time(of: row, in: table)
      // Times of day and times since 1970 are counted from the first row.
      let isFar = columns.clock == .timeOfDay || abs(columns.seconds(number)) > 1e9
      if start == nil { start = isFar ? number : 0 }
      let next = (
        time: columns.seconds(number - (start ?? 0)), offset: try table.number(row, offset),
        velocity: try velocity.map { column throws(CommandFailure) in try table.number(row, column)
        }
      )
      guard [next.time, next.offset].allSatisfy(Limits.streamNumber.contains) else {
        throw .badFile("\(table.place(row)): times and offsets must be within ±1e9.")
      }
      if let last = rows.last {
        guard next.time >= last.time else {
          throw .badFile(
            "\(table.place(row)): time goes backwards, from \(last.time.text(decimals: 3)) to "
              + "\(next.time.text(decimals: 3)) s. Put each take in its own file.")
        }
        if next.time == last.time {
          repeated += 1
          rows.removeLast()
        }
      }
      rows.append(next)
      let place =
        try columns.places.map { places throws(CommandFailure) in
          Vector(try table.number(row, places.x), try table.number(row, places.y))
        } ?? Vector(next.offset, 0)
      places.append((next.time, place))
    }
    guard repeated * 2 <= rows.count || columns.clock != .timeOfDay else {
      throw .badFile(
        "\(path): \(repeated) rows repeat the time of the row before. Write times to the millisecond, "
          + "as 09:00:12.345.")
    }
    let remark =
      leftOut == 0
      ? "" : " \(counted(leftOut, "row")) without a number \(leftOut == 1 ? "is" : "are") left out."
    sentence = columns.sentence.map { $0 + remark } ?? (leftOut == 0 ? nil : "\(path):\(remark)")
    (self.rows, self.places, self.path) = (rows, places, path)
    (unit, hasGaps) = (columns.unit ?? ObservedSource().unit, leftOut > 0)
    doubt = columns.doubt
  }

  /// The motion to analyse.
  ///
  /// - Parameter hand: the hand that made it, on the same clock, or `nil` if unknown.
  /// - Throws: `CommandFailure` if there are too few rows for a fit, or times are not in seconds.
  package func observation(hand: RecordedHand?) throws(CommandFailure) -> Observation {
    guard rows.count >= Self.leastRows else {
      throw .badFile(
        "\(subject(path)) has \(counted(rows.count, "row")); a fit needs \(Self.leastRows).")
    }
    if let doubt {
      throw .badFile(
        "\(path) cannot be read as a motion: \(doubt). Put the column names in the first line, such as "
          + "“t_ms,offset”.")
    }
    try Self.requireSeconds(rows.map(\.time), path: path)
    let offsets = rows.map(\.offset)
    let travel = (offsets.max() ?? 0) - (offsets.min() ?? 0)
    guard travel > 0 else { throw .badFile("\(path): nothing moves.") }
    guard travel >= Self.leastTravel else {
      throw .badFile(
        "\(path): offsets span only \(travel.text(decimals: 3)). Give them "
          + "in pixels or points.")
    }
    return Observation(
      rows.map { Observation.Row(time: $0.time, offset: $0.offset) }, hand: hand,
      source: ObservedSource(unit: unit, axis: hand?.isVertical ?? true ? .y : .x),
      hasGaps: hasGaps)
  }

  /// The maximum gap between a hand and the motion, in seconds.
  private static let longestGap = 0.25

  /// Rejects a hand whose time does not overlap the motion's.
  package func requireOverlap(
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
      "\(handPath) does not overlap \(path) in time: the hand runs from \(span(begin, end)), "
        + "the motion from \(span(first, last)). Give t_ms on the motion’s clock, t × 1000.")
  }

  /// Offsets that span less are in some other unit than pixels, such as fractions or metres.
  private static let leastTravel = 1.5
  /// Frames and reports are never closer together, in seconds.
  static let shortestFrame = 0.000_08
  /// Frames are never further apart, in seconds.
  private static let longestFrame = 0.9

  /// Rejects times that are not in seconds.
  package static func requireSeconds(_ times: [Double], path: String) throws(CommandFailure) {
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    guard gaps.count >= leastRows - 1 else { return }
    let gap = gaps[gaps.count / 2]
    guard gap <= longestFrame else {
      // A frame lasts between a millisecond and nearly a second.
      let (unit, factor) =
        gap < 900
        ? ("ms", "1000") : gap < 9e5 ? ("µs", "1,000,000") : ("ns", "1,000,000,000")
      throw .badFile(
        "\(path): rows are \(gap.text(decimals: 1)) s apart. t is in seconds, "
          + "and these look like \(unit). Divide t by \(factor).")
    }
    guard gap >= shortestFrame || gap == 0 else {
      throw .badFile(
        "\(path): rows are \((gap * 1e6).text(decimals: 1)) µs apart, closer than frames can be. Put the "
          + "unit of the times in the column name, such as “t_ms”.")
    }
  }

  /// The motion for the scene Curves.
  ///
  /// - Throws: `CommandFailure` if there are too few rows or too many.
  package func track(name: String) throws(CommandFailure) -> MotionTrack {
    if let sentence { StandardError.say(sentence) }
    guard rows.count >= 2 else { throw .badFile("\(path): a motion needs at least two rows.") }
    guard rows.count <= Limits.trackSamples else {
      throw .badFile("\(path): a motion can have at most \(Limits.trackSamples) rows.")
    }
    let samples = rows.map { row in
      MotionTrack.Sample(
        time: row.time - rows[0].time, position: row.offset, velocity: row.velocity)
    }
    guard let track = MotionTrack(name: name, samples: samples) else {
      throw .badFile("\(path): times are too close together.")
    }
    return track
  }
}
