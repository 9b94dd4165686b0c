internal import FeelFiles
internal import FeelTrace
internal import Observe

/// Tells each take of another program as it ends.
struct TakeTeller {
  /// Whether each take is a line of JSON.
  private let json: Bool
  /// How many were told of.
  private(set) var count = 0
  /// What the wheel made of those before, of which a few are enough to compare with.
  private var earlier: [ObservationReport] = []
  private static let most = 16
  /// Whether everything in them kept to a law.
  private(set) var isGood = true

  init(json: Bool) { self.json = json }

  /// Analyses a take and tells what it consists of.
  mutating func tell(_ take: Observation) throws(CommandFailure) {
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
