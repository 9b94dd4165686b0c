internal import FeelFiles
internal import FeelTrace
internal import Observe

/// Reports each take of another program as it ends.
struct TakeReporter {
  /// Whether to write each take as a line of JSON.
  private let json: Bool
  /// The number of takes reported.
  private(set) var count = 0
  /// The last takes with turns of a wheel; a few are enough for comparison.
  private var earlier: [ObservationReport] = []
  private static let most = 16
  /// Whether all of them followed a law.
  private(set) var isGood = true

  init(json: Bool) { self.json = json }

  mutating func report(_ take: Observation) throws(CommandFailure) {
    let report = ObservationReport(take, after: earlier)
    if report.analysis.wheel != nil { earlier = earlier.suffix(Self.most - 1) + [report] }
    count += 1
    isGood = isGood && report.isGood
    if json { return try StandardOutput.write("\(report.json)\n") }
    let source = take.source.name.isEmpty ? "" : " of \(quoted(take.source.name))"
    let complaint = report.complaint.map { "\($0)\n" } ?? ""
    try StandardOutput.write("take \(count)\(source)\n\(report.text)\(complaint)\n")
  }
}
