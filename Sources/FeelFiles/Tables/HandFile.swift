package import Feel
package import Observe
internal import Stage

/// A hand: a table with the columns t_ms, phase, x and y, or a recording of a touch device.
package struct HandFile: Sendable {
  /// The whole hand; of several fingers, the first one down until it is lifted, then the next one
  /// down.
  package let hand: RecordedHand
  /// Its presses; for a touch device, those of all fingers.
  package let presses: [RecordedHand]
  /// The unit of positions: “pt”, “px” of the screen, or “units” of the device.
  package let unit: String
  /// Points per unit; `nil` if the device does not report its resolution.
  package let pointsPerUnit: Double?
  /// A sentence about how a touch recording was read.
  private let sentence: String?

  /// Reads a file.
  ///
  /// - Throws: `CommandFailure` with the line of the error, or when nothing is pressed.
  package init(_ bytes: [UInt8], path: String) throws(CommandFailure) {
    if TouchRecording.matches(FileBeginning(bytes).text) {
      let touches = try TouchRecording(bytes, path: path)
      (hand, presses) = (touches.hand, touches.contacts.map { RecordedHand($0.samples) })
      (unit, pointsPerUnit, sentence) = (touches.unit, touches.pointsPerUnit, touches.sentence)
    } else {
      hand = try Self.table(bytes, path: path)
      (presses, unit, pointsPerUnit, sentence) = ([hand], "pt", 1, nil)
    }
  }

  /// The hand's path, as the motion of content that follows it; reports how the file was read.
  package var observation: Observation {
    reportReading()
    return Observation(travelOf: hand)
  }

  /// Reports how a touch recording was read.
  package func reportReading() {
    if let sentence { StandardError.say(sentence) }
  }

  /// Reads a table: times in milliseconds; the phases begin, update and end; positions in points.
  private static func table(
    _ bytes: [UInt8], path: String
  ) throws(CommandFailure) -> RecordedHand {
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

  /// Other systems' names for the phases.
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
