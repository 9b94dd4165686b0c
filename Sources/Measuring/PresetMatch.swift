internal import Observe

/// The preset that moves a program's content: the one that matches most of the takes.
package struct PresetMatch {
  /// A take, with each preset's deviation on the same hand.
  package struct Take {
    package let name: String
    /// The range of the content's positions, in pixels.
    package let travel: Double
    package let presets: [(name: String, rms: Double)]

    package init(_ name: String, travel: Double, _ presets: [(name: String, rms: Double)]) {
      (self.name, self.travel, self.presets) = (name, travel, presets)
    }
  }

  /// A preset that matches, with ties, and its deviation.
  package struct Match {
    package let names: [String]
    /// The deviation over the takes that it matches, in pixels.
    package let rms: Double
    /// The takes that it matches, and the others.
    package let takes, others: [String]
  }

  /// The match, or `nil` if no preset matches more than half of the takes.
  package let match: Match?
  /// The preset with the smallest deviation over all takes, in pixels; `nil` without a hand.
  package let closest: (name: String, rms: Double)?

  /// Presets whose deviations differ by at most this are ties, in pixels.
  private static let alike = 0.5

  /// Compares the presets over some takes; takes without presets are ignored.
  package init(_ takes: [Take]) {
    let takes = takes.filter { !$0.presets.isEmpty }
    var scores: [(name: String, matched: [Int], rms: Double, whole: Double)] = []
    for name in Set(takes.flatMap { $0.presets.map(\.name) }) {
      // A preset that could not be run on every hand is not comparable.
      let errors = takes.compactMap { take in take.presets.first { $0.name == name }?.rms }
      guard errors.count == takes.count else { continue }
      let matched = takes.indices.filter { errors[$0] <= PresetRun.limit(takes[$0].travel) }
      scores.append((name, matched, Self.mean(matched.map { errors[$0] }), Self.mean(errors)))
    }
    closest = scores.min { ($0.whole, $0.name) < ($1.whole, $1.name) }.map { ($0.name, $0.whole) }
    // Of presets that match equally many takes, the one with the smaller deviation wins.
    let best = scores.min {
      (-$0.matched.count, $0.rms, $0.name) < (-$1.matched.count, $1.rms, $1.name)
    }
    guard let best, 2 * best.matched.count > takes.count else {
      match = nil
      return
    }
    let alike = scores.filter {
      $0.name != best.name && $0.matched == best.matched && $0.rms <= best.rms + Self.alike
    }
    let others = takes.indices.filter { !best.matched.contains($0) }
    match = Match(
      names: ([best.name] + alike.map(\.name)).sorted(), rms: best.rms,
      takes: best.matched.map { takes[$0].name }, others: others.map { takes[$0].name })
  }

  private static func mean(_ errors: [Double]) -> Double {
    guard !errors.isEmpty else { return 0 }
    return (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }
}
