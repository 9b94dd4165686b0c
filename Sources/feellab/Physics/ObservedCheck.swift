internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Observe
internal import Stage

/// The results of `check` for a file with another program's motions.
struct ObservedCheck: Check {
  private let path: String
  private let takes: ObservedTakes
  private var reports: [ObservationReport] { takes.reports }

  init(_ path: String, _ motions: ObservedMotions) {
    (self.path, takes) = (path, ObservedTakes(motions))
  }

  /// Whether every motion follows a law without faults.
  var isGood: Bool { reports.allSatisfy(\.isGood) }

  /// The kinds of faults that are counted even if there are none.
  private static let usual: Set<MotionFault.Kind> = [.jump, .stall, .reacceleration]

  /// The findings, one per line.
  var text: String {
    let subject = shown(path)
    var text = ""
    /// Lines about some of the takes, which are named unless it is all of them.
    func add(_ sentence: String, about names: [String]) {
      let about = names.count < reports.count ? "\(names.joined(separator: ", ")): " : ""
      text += "\(subject): \(about)\(sentence)\n"
    }
    for (name, report) in zip(takes.names, reports) {
      for finding in report.findings { add(finding, about: [name]) }
      for segment in report.analysis.segments {
        guard let refusal = segment.refusal, !segment.isTooShort else { continue }
        let times = "\(segment.start.text(decimals: 3)) to \(segment.end.text(decimals: 3)) s"
        add("from \(times) \(refusal)", about: [name])
      }
    }
    var unjudged: [(sentence: String, names: [String])] = []
    for (name, report) in zip(takes.names, reports) {
      for sentence in report.unjudged {
        if let index = unjudged.firstIndex(where: { $0.sentence == sentence }) {
          unjudged[index].names.append(name)
        } else {
          unjudged.append((sentence, [name]))
        }
      }
    }
    for (sentence, names) in unjudged { add(sentence, about: names) }
    for (name, report) in zip(takes.names, reports) {
      if let wheel = report.analysis.wheel {
        add("wheel: \(wheel.sentence(in: report.observation.source.unit))", about: [name])
      }
    }
    let sentences = (takes.snaps?.sentences ?? []) + [ObservationReport.summary(reports)]
    for sentence in sentences.compactMap(\.self) { text += "\(subject): \(sentence)\n" }
    if let skipped = takes.skipped { text += "\(subject): \(skipped)\n" }
    let faults = reports.flatMap(\.faults)
    func count(_ kind: MotionFault.Kind) -> String {
      Words.Faults.count(faults.count { $0.kind == kind }, of: kind)
    }
    let hitches = reports.map(\.analysis.smoothness.hitchRatio).max() ?? 0
    return text + "\(subject): \(counted(reports.count, "motion")), "
      + "\(counted(reports.reduce(0) { $0 + $1.analysis.segments.count }, "stretch", "stretches")), "
      + MotionFault.Kind.allCases
      .filter { kind in Self.usual.contains(kind) || faults.contains { $0.kind == kind } }
      .map(count).joined(separator: ", ")
      + ", \(counted(reports.reduce(0) { $0 + $1.analysis.smoothness.janks }, "jank")); hitches up to "
      + "\(hitches.text(decimals: 1)) ms/s\n"
  }

  /// The findings as JSON, without the path.
  var json: JSON { takes.json }
}
