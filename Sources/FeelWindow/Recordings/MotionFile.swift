internal import Feel
package import FeelFiles
internal import FeelTrace
internal import Lab
package import Observe
internal import Scenes
internal import Stage

/// Motions of other programs, from a file: a table with the columns t and shown or x, an observation stream, a recording in which a program is watched, or a hand, whose motion is its own travel.
package struct MotionFile {
  /// The names over columns that hold offsets, the most telling first.
  static let offsetColumns = ["shown", "x", "offset"]

  /// The gestures in the file, in order of time; of a table there is one.
  package let observations: [Observation]
  /// How many lines of a stream were skipped, in a sentence; `nil` where none was.
  package let skipped: String?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: "-" is the standard input.
  ///   - hand: a file with the hand of a table's motion, or none.
  /// - Throws: `CommandFailure` with the line, and in a stream the column, of the first thing that makes no sense.
  package init(_ path: String, hand: String? = nil) throws(CommandFailure) {
    try self.init(try File.read(path), path: path, hand: hand)
  }

  /// Reads a file's bytes.
  package init(_ bytes: [UInt8], path: String, hand: String? = nil) throws(CommandFailure) {
    try FileKind.check(bytes, path: path)
    let isHand = HandFile.isHand(bytes)
    guard isHand || Self.isStream(bytes) else {
      let table = try Table(bytes, path: path)
      let rows = try Self.rows(table, path: path)
      let recorded = try hand.map { path throws(CommandFailure) in
        try HandFile(try File.read(path), path: path).hand
      }
      if let recorded, let hand { try Self.check(recorded, hand, with: rows, path) }
      let source = ObservedSource(axis: recorded?.isVertical ?? true ? .y : .x)
      observations = [Observation(rows, hand: recorded, source: source)]
      skipped = nil
      return
    }
    guard hand == nil else {
      throw CommandFailure(
        .usage, "A \(isHand ? "hand" : "stream") has its own hand; leave --hand out.")
    }
    (observations, skipped) =
      isHand
      ? ([Observation(travelOf: try HandFile(bytes, path: path).hand)], nil)
      : try Self.gestures(bytes, path: path)
  }

  /// Refuses a hand where a motion is to be judged.
  package static func refuseHand(_ bytes: [UInt8], path: String) throws(CommandFailure) {
    guard HandFile.isHand(bytes) else { return }
    throw CommandFailure(
      .usage, "\(path) is a hand, not a motion: name the motion, and give \(path) with --hand.")
  }

  /// A hand may end so long before the first row, or begin so long after the last, in seconds.
  private static let longestGap = 0.25

  /// Refuses a hand that was not there while the content moved.
  private static func check(
    _ hand: RecordedHand, _ handPath: String, with rows: [Observation.Row], _ path: String
  ) throws(CommandFailure) {
    guard let first = rows.first?.time, let last = rows.last?.time,
      let begin = hand.samples.first?.time, let end = hand.samples.last?.time,
      end < first - longestGap || begin > last + longestGap
    else { return }
    func span(_ start: Double, _ end: Double) -> String {
      "\(start.text(decimals: 3)) to \(end.text(decimals: 3)) s"
    }
    throw CommandFailure(
      .badFile,
      "\(handPath) does not overlap \(path) in time: the hand goes from \(span(begin, end)), "
        + "the motion from \(span(first, last)). Give t_ms on the motion's clock, as t × 1000.")
  }

  /// Frames are never so far apart, in seconds.
  private static let longestFrame = 0.9

  /// Refuses times that are not in seconds.
  private static func checkSeconds(_ times: [Double], path: String) throws(CommandFailure) {
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    guard gaps.count >= leastRows - 1, gaps[gaps.count / 2] > longestFrame else { return }
    throw CommandFailure(
      .badFile,
      "\(path): its rows are \(gaps[gaps.count / 2].text(decimals: 1)) s apart: t is in seconds, "
        + "and these look like milliseconds. Divide t by 1000.")
  }

  /// Whether a path names motions of other programs, and not what our own controls did: a table, a stream, or a recording in which a program is watched.
  ///
  /// - Throws: `CommandFailure` where it names a take of such a recording, or one that cannot be read.
  package static func isNamed(_ path: String) throws(CommandFailure) -> Bool {
    let name = RecordingName(path)
    if name.take == nil, [".csv", ".jsonl"].contains(where: path.hasSuffix) { return true }
    guard name.path.hasSuffix(".feel") else { return false }
    let header = try TraceLines(all: name.path).file.trace.header
    guard try Catalog.all.named(header.scene).isObserved else { return false }
    guard name.take == nil else {
      throw CommandFailure(
        .usage, "\(path): a program is watched in it, which is judged whole: name \(name.path).")
    }
    return true
  }

  /// Whether bytes begin as a stream does, and not as a table.
  package static func isStream(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 } == UInt8(ascii: "{")
  }

  /// Whether a table has a motion's columns.
  package static func hasMotion(_ table: Table) -> Bool {
    table.names.contains("t") && offsetColumns.contains { table.names.contains($0) }
  }

  private static func rows(
    _ table: Table, path: String
  ) throws(CommandFailure) -> [Observation.Row] {
    guard let time = table.names.firstIndex(of: "t"),
      let offset = offsetColumns.compactMap({ table.names.firstIndex(of: $0) }).first
    else {
      throw CommandFailure(
        .badFile, "\(path): expected the columns t and shown or x in its first line.")
    }
    var rows: [Observation.Row] = []
    for (row, line) in zip(table.rows, table.lines) {
      if let last = rows.last, row[time] < last.time {
        throw CommandFailure(.badFile, "\(path):\(line): the time goes back.")
      }
      if rows.last?.time == row[time] { rows.removeLast() }
      rows.append(Observation.Row(time: row[time], offset: row[offset]))
    }
    guard rows.count >= leastRows else {
      throw CommandFailure(
        .badFile,
        "\(path == "-" ? "The standard input" : path) has \(rows.count) "
          + "\(rows.count == 1 ? "row" : "rows"); a fit needs \(leastRows).")
    }
    try checkSeconds(rows.map(\.time), path: path)
    return rows
  }

  /// Fewer rows than these show no law.
  private static let leastRows = 6

  private static func gestures(
    _ bytes: [UInt8], path: String
  ) throws(CommandFailure) -> ([Observation], skipped: String?) {
    var (reader, collector) = (ObservationReader(), GestureCollector())
    var (observations, lines) = ([Observation](), StreamLines(name: path))
    var times: [Double] = []
    func take(_ event: ObservationReader.Event) {
      lines.note(event)
      if case .line(let line) = event, case .offset = line.content { times.append(line.time) }
      collector.take(event) { observations.append($0) }
    }
    if bytes.starts(with: #"{"feel":"#.utf8) {
      try Self.told(bytes, path: path).forEach(take)
    } else {
      reader.take(bytes, take)
      reader.finish(take)
    }
    collector.finish { observations.append($0) }
    lines.finish()
    guard lines.understood > 0 else { throw CommandFailure(.badFile, "") }
    try checkSeconds(times, path: path)
    guard !observations.isEmpty else {
      throw CommandFailure(.badFile, "\(path): nothing moves in it.")
    }
    return (observations, lines.skipped)
  }

  /// What a recording holds of a program that was watched, as its stream told it.
  private static func told(
    _ bytes: [UInt8], path: String
  ) throws(CommandFailure) -> [ObservationReader.Event] {
    let trace: Trace
    do throws(TraceError) {
      trace = try TraceDecoder(file: path, catalog: .all).decode(bytes)
    } catch {
      throw CommandFailure(.badFile, "\(error).")
    }
    var (source, events) = (ObservedSource(), [ObservationReader.Event]())
    for case .change(let time, let change) in trace.events {
      switch change {
      case .watch(let told):
        source = told
        events.append(.source(source))
      case .observe(let content):
        events.append(.line(ObservedLine(time: time.seconds, content)))
      // What comes is told as if the program had just begun.
      case .restart: events.append(.source(source))
      default: break
      }
    }
    guard events.contains(where: { if case .line = $0 { true } else { false } }) else {
      throw CommandFailure(
        .badFile, "\(path): no program was watched in it; “curve FILE#1” writes a take of ours.")
    }
    return events
  }
}
