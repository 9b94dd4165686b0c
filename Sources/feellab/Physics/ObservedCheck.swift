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
    for report in reports {
      for finding in report.findings { text += "\(subject): \(finding)\n" }
      for segment in report.analysis.segments {
        guard let refusal = segment.refusal, !segment.isTooShort else { continue }
        text += "\(subject): from \(segment.start.text(decimals: 3)) to "
        text += "\(segment.end.text(decimals: 3)) s \(refusal)\n"
      }
    }
    var unjudged: [String] = []
    for sentence in reports.flatMap(\.unjudged) where !unjudged.contains(sentence) {
      unjudged.append(sentence)
    }
    unjudged += takes.snaps?.sentences ?? []
    for sentence in unjudged { text += "\(subject): \(sentence)\n" }
    for report in reports {
      if let wheel = report.analysis.wheel {
        text += "\(subject): wheel: \(wheel.sentence(in: report.observation.source.unit))\n"
      }
    }
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
