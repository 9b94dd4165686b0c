internal import FeelFiles
internal import FeelTrace
internal import Observe
internal import Stage

/// The takes that rest elsewhere than the others' rule predicts, in words and as JSON.
struct SnapReport {
  private let rule: SnapRule
  private let names: [String]
  private let unit: String

  /// Compares takes; `nil` if their rests are not equidistant, or most of them share no rule.
  init?(_ reports: [ObservationReport], names: [String]) {
    let source = reports.first?.observation.source
    guard
      let rule = SnapRule(
        reports.map { SnapRule.Release($0.observation, $0.analysis) },
        ends: (source?.minimum, source?.maximum))
    else { return nil }
    (self.rule, self.names, unit) = (rule, names, source?.unit ?? "")
  }

  /// A sentence for each stray take.
  var sentences: [String] {
    let least = rule.reach.lowerBound.text(decimals: 2)
    let most = rule.reach.upperBound.text(decimals: 2)
    return rule.strays.map { stray in
      let places = abs(stray.places)
      return "\(names[stray.index]): it rests \(counted(places, "place")) of "
        + "\(rule.spacing.text(decimals: 0)) \(unit) \(stray.places > 0 ? "too far" : "short") by the "
        + "other takes, which rest nearest to where their velocity leads in \(least) to \(most) s"
    }
  }

  /// The rule and the takes that break it, as an object.
  var json: JSON {
    JSON.of([
      "spacing": rule.spacing, "leastReachS": rule.reach.lowerBound,
      "mostReachS": rule.reach.upperBound,
      "strays": rule.strays.map { JSON.of(["take": names[$0.index], "places": $0.places]) },
    ])
  }
}
