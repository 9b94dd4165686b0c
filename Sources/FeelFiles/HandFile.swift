package import Feel
internal import Stage

/// A hand from a CSV file with the columns t_ms, phase, x and y.
package struct HandFile {
  package let hand: RecordedHand

  /// Whether bytes are a table with a hand's columns.
  package static func isHand(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.prefix(4096).split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let first = lines.first { $0.first != UInt8(ascii: "#") && !$0.allSatisfy { $0 <= 0x20 } }
    let names = (first ?? []).split(separator: UInt8(ascii: ",")).map {
      String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace && $0 != "\u{FEFF}" }
    }
    return names.contains("phase") && names.contains("t_ms")
  }

  /// Reads a hand: times in milliseconds, 0 at the release; the phases begin, update and end; places in points.
  ///
  /// - Throws: `CommandFailure` with the line of what is not so.
  package init(_ bytes: [UInt8], path: String) throws(CommandFailure) {
    try FileKind.checkHand(bytes, path: path)
    let text = String(decoding: bytes, as: UTF8.self)
    var columns: [String: Int] = [:]
    var samples: [RecordedHand.Sample] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      if line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") { continue }
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map {
        String($0.filter { !$0.isWhitespace && $0 != "\u{FEFF}" })
      }
      if columns.isEmpty {
        columns = Dictionary(zip(cells, cells.indices)) { first, _ in first }
        for name in ["t_ms", "phase", "x", "y"] where columns[name] == nil {
          throw CommandFailure(
            .badFile,
            "\(path):\(index + 1): the column \(name) is missing; a hand has t_ms,phase,x,y.")
        }
        continue
      }
      samples.append(try Self.sample(cells, columns, at: "\(path):\(index + 1)"))
      if samples.count > 1, samples[samples.count - 2].time > samples[samples.count - 1].time {
        throw CommandFailure(.badFile, "\(path):\(index + 1): the time goes back.")
      }
    }
    guard samples.contains(where: { $0.phase == .begin }), samples.last?.phase == .end else {
      throw CommandFailure(
        .badFile, "\(path): a hand begins with the phase begin and ends with the phase end.")
    }
    let gaps = zip(samples, samples.dropFirst()).map { $1.time - $0.time }.sorted()
    if samples.count >= 4, let gap = gaps.last, gap > 0, gaps[gaps.count / 2] < Self.shortestGap {
      let shortest = (gaps[gaps.count / 2] * 1000).text(decimals: 4)
      throw CommandFailure(
        .badFile,
        "\(path): its samples are \(shortest) ms apart, as if t_ms were in seconds: "
          + "multiply it by 1000.")
    }
    hand = RecordedHand(samples)
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
        throw CommandFailure(
          .badFile, "\(place): \(name) is a finite number, not \(quoted(cell(name))).")
      }
      return number
    }
    guard let phase = RecordedHand.Phase(rawValue: cell("phase")) else {
      throw CommandFailure(
        .badFile, "\(place): a phase is begin, update or end, not \(quoted(cell("phase"))).")
    }
    return RecordedHand.Sample(
      time: try number("t_ms") / 1000, phase: phase,
      location: Vector(try number("x"), try number("y")))
  }
}
