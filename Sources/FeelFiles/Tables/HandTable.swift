package import Feel
internal import Stage

/// Hands: tables with the columns t_ms, phase, x and y.
///
/// Times are in milliseconds; the phases are begin, update and end; places are in points.
package enum HandTable {
  package static func read(_ bytes: [UInt8], path: String) throws(CommandFailure) -> RecordedHand {
    let table = try Table(bytes, path: path)
    var columns: [Int] = []
    for name in ["t_ms", "phase", "x", "y"] {
      guard let column = table.column(name) else {
        throw .badFile("\(path): the column \(name) is missing. A hand has t_ms,phase,x,y.")
      }
      columns.append(column)
    }
    var samples: [RecordedHand.Sample] = []
    for row in table.cells.indices {
      samples.append(try sample(table, row, columns))
      if samples.count > 1, samples[samples.count - 2].time > samples[samples.count - 1].time {
        throw .badFile("\(table.place(row)): time goes backwards.")
      }
    }
    guard samples.contains(where: { $0.phase == .begin }), samples.last?.phase == .end else {
      throw .badFile("\(path): a hand must start with phase begin and end with phase end.")
    }
    let gaps = zip(samples, samples.dropFirst()).map { $1.time - $0.time }.sorted()
    if samples.count >= 4, let gap = gaps.last, gap > 0,
      gaps[gaps.count / 2] < MotionTable.shortestFrame
    {
      let shortest = (gaps[gaps.count / 2] * 1000).text(decimals: 4)
      throw .badFile(
        "\(path): samples are \(shortest) ms apart; t_ms seems to be in seconds. "
          + "Multiply it by 1000.")
    }
    return RecordedHand(samples)
  }

  /// What other systems call the phases.
  private static let synonyms = [
    "down": "begin", "press": "begin", "touchstart": "begin", "pointerdown": "begin",
    "move": "update", "touchmove": "update", "pointermove": "update",
    "up": "end", "release": "end", "touchend": "end", "pointerup": "end",
  ]

  private static func sample(
    _ table: Table, _ row: Int, _ columns: [Int]
  ) throws(CommandFailure) -> RecordedHand.Sample {
    let word = table.cells[row][columns[1]]
    let name = synonyms[word.lowercased()] ?? word
    guard let phase = RecordedHand.Phase(rawValue: name) else {
      throw .badFile(
        "\(table.place(row)): the phase \(quoted(word)) is not begin, update or end.")
    }
    return RecordedHand.Sample(
      time: try table.number(row, columns[0]) / 1000, phase: phase,
      location: Vector(try table.number(row, columns[2]), try table.number(row, columns[3])))
  }
}
