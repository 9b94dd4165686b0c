internal import FeelFiles
internal import FeelTrace
internal import Observe

/// The reports on a file of another program's motions, take by take.
struct ObservedTakes: JSONConvertible {
  let reports: [ObservationReport]
  let names: [String]
  /// The takes that rest elsewhere than the others' rule predicts.
  let snaps: SnapReport?
  /// The number of skipped lines, in a sentence; `nil` if none.
  let skipped: String?

  init(_ motions: ObservedMotions) {
    (reports, skipped) = (ObservationReport.all(motions.observations), motions.skipped)
    names = reports.indices.map { "take \($0 + 1)" }
    snaps = SnapReport(reports, names: names)
  }

  /// Each take, with a text chart of this width if given, then findings about all of them.
  func text(plotColumns columns: Int?) -> String {
    let takes = zip(names, reports).map { name, report in
      (reports.count > 1 ? "\(name)\n" : "") + report.text
        + (columns.map { report.plot(columns: $0) } ?? "")
    }
    let sentences = [ObservationReport.summary(reports)] + (snaps?.sentences ?? []) + [skipped]
    return takes.joined(separator: "\n")
      + sentences.compactMap(\.self).map { "\n\($0)\n" }.joined()
  }

  var json: JSON {
    JSON.of(["motions": reports.map(\.json), "snapRule": snaps?.json, "skipped": skipped])
  }

  /// What is wrong, in sentences; empty if nothing is.
  var complaint: String {
    reports.enumerated().compactMap { index, report in
      report.complaint.map { reports.count > 1 ? "Take \(index + 1): \($0)" : $0 }
    }.joined(separator: " ")
  }
}
