internal import Feel
internal import FeelFiles
internal import Stage

/// Hands: tables with the columns t_ms, phase, x and y.
///
/// Times are in milliseconds; the phases are begin, update and end; places are in points.
enum HandTable {
  /// Reads a hand.
  static func read(_ bytes: [UInt8], path: String) throws(CommandFailure) -> RecordedHand {
    let text = String(decoding: bytes, as: UTF8.self)
    var columns: [String: Int] = [:]
    var samples: [RecordedHand.Sample] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      guard let cells = Table.cells(of: line) else { continue }
      if columns.isEmpty {
        columns = Dictionary(zip(cells, cells.indices)) { first, _ in first }
        for name in ["t_ms", "phase", "x", "y"] where columns[name] == nil {
          throw .badFile(
            "\(path):\(index + 1): the column \(name) is missing; a hand has t_ms,phase,x,y.")
        }
        continue
      }
      samples.append(try sample(cells, columns, at: "\(path):\(index + 1)"))
      if samples.count > 1, samples[samples.count - 2].time > samples[samples.count - 1].time {
        throw .badFile("\(path):\(index + 1): the time goes back.")
      }
    }
    guard samples.contains(where: { $0.phase == .begin }), samples.last?.phase == .end else {
      throw .badFile("\(path): a hand begins with the phase begin and ends with the phase end.")
    }
    let gaps = zip(samples, samples.dropFirst()).map { $1.time - $0.time }.sorted()
    if samples.count >= 4, let gap = gaps.last, gap > 0, gaps[gaps.count / 2] < shortestGap {
      let shortest = (gaps[gaps.count / 2] * 1000).text(decimals: 4)
      throw .badFile(
        "\(path): its samples are \(shortest) ms apart, as if t_ms were in seconds: "
          + "multiply it by 1000.")
    }
    return RecordedHand(samples)
  }

  /// No device reports more often, in seconds.
  private static let shortestGap = 0.00008

  private static func sample(
    _ cells: [String], _ columns: [String: Int], at place: String
  ) throws(CommandFailure) -> RecordedHand.Sample {
    func cell(_ name: String) -> String {
      columns[name].flatMap { cells.indices.contains($0) ? cells[$0] : nil } ?? ""
    }
    func number(_ name: String) throws(CommandFailure) -> Double {
      guard let number = Double(cell(name)), number.isFinite else {
        throw .badFile("\(place): \(name) is a finite number, not \(quoted(cell(name))).")
      }
      return number
    }
    guard let phase = RecordedHand.Phase(rawValue: cell("phase")) else {
      throw .badFile("\(place): a phase is begin, update or end, not \(quoted(cell("phase"))).")
    }
    return RecordedHand.Sample(
      time: try number("t_ms") / 1000, phase: phase,
      location: Vector(try number("x"), try number("y")))
  }
}
