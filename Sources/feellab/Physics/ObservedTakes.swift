internal import FeelFiles
internal import FeelTrace
internal import Observe

/// What a file with motions of another program holds, take by take.
struct ObservedTakes: JSONConvertible {
  let reports: [ObservationReport]
  let names: [String]
  /// Which of them rest elsewhere than the others' rule leads.
  let snaps: SnapReport?
  /// How many lines were skipped, in a sentence; `nil` where none was.
  let skipped: String?

  /// Analyses the motions of a file.
  init(_ motions: ObservedMotions) {
    (reports, skipped) = (ObservationReport.all(motions.observations), motions.skipped)
    names = reports.indices.map { "take \($0 + 1)" }
    snaps = SnapReport(reports, names: names)
  }

  /// Each take, with a text chart so many letters wide if any, and what all of them show.
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

  /// What is wrong, in sentences; empty where nothing is.
  var complaint: String {
    reports.enumerated().compactMap { index, report in
      report.complaint.map { reports.count > 1 ? "Take \(index + 1): \($0)" : $0 }
    }.joined(separator: " ")
  }
}
