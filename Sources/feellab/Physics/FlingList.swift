internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Glibc
internal import Lab
internal import Stage

/// The flings of a recorded session, which the scene “scroll-view” measures.
struct FlingList {
  enum Format: String, CaseIterable { case table, csv, json }

  /// A fling, and the time of its release.
  private struct Record {
    let release: Double
    let fling: Fling
  }

  private let records: [Record]

  /// Replays a recording without a window.
  ///
  /// - Throws: `CommandFailure` if it cannot be read or has no flings.
  init(_ lines: consuming TraceLines) throws(CommandFailure) {
    let path = lines.file.path
    let others: [String: Int]
    (records, others) = try Self.records(of: &lines)
    guard !records.isEmpty else {
      let found = others.sorted { $0.key < $1.key }.map { "\($0.value) in \($0.key)" }
      let there = found.isEmpty ? "" : "This recording has \(found.joined(separator: ", ")). "
      throw .badFile(
        "\(shown(path)): no scroll-view flings. \(there)For other motions: feellab explain FILE, "
          + "feellab curve FILE#1.")
    }
  }

  var count: Int { records.count }

  /// The flings in a format, one per line except in JSON.
  func text(as format: Format) -> String {
    switch format {
    case .table: Column.table(Self.columns, of: records)
    case .csv: Fling.csv(records.map(\.fling))
    case .json: "\(JSON.of(["flings": Column.json(Self.columns, of: records)]))\n"
    }
  }

  /// All flings of the session, in the order in which they ended, and the number of drags released
  /// on other controls.
  private static func records(
    of lines: inout TraceLines
  ) throws(CommandFailure) -> ([Record], others: [String: Int]) {
    var session = try lines.file.session()
    var end = Instant.zero
    var records: [Record] = []
    var others: [String: Int] = [:]
    func collect() {
      for effect in session.takeEffects() {
        if effect.name == "dragEnded", ["carousel", "pager"].contains(effect.control) {
          others[effect.control, default: 0] += 1
        }
        guard let fling = effect.fling else { continue }
        records.append(Record(release: effect.time.seconds - fling.duration, fling: fling))
      }
    }
    let progress = Progress("replaying \(lines.file.path)")
    while let entry = try lines.next() {
      progress.report(lines.share)
      end = entry.time
      switch entry.content {
      case .event(let event): session.handle(event)
      case .state(let time, _): session.advance(to: time)
      case .take: break
      }
      collect()
    }
    session.advance(to: end)
    collect()
    return (records, others)
  }

  /// Their distance over their velocity, as a text chart.
  var chart: String {
    let points = records.map { Vector(abs($0.fling.velocity), abs($0.fling.distance)) }
    let plot = Plot("distance, pt", unit: "pt/s", dots: points)
    return Plot.text([(plot, 14)], columns: Terminal.columns(of: STDOUT_FILENO))
  }

  private static var columns: [Column<Record>] {
    [
      Column(head: "released", unit: "s", key: "release", decimals: 3) { $0.release },
      Column(head: "velocity", unit: "pt/s", key: "velocity", decimals: 1) { $0.fling.velocity },
      Column(head: "distance", unit: "pt", key: "distance", decimals: 3) { $0.fling.distance },
      Column(head: "duration", unit: "s", key: "duration", decimals: 3) { $0.fling.duration },
      Column(head: "ended", key: "ended") { $0.fling.outcome.rawValue },
    ]
  }
}
