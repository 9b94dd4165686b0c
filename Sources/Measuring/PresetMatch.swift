internal import Observe

/// Whose preset moved a program's content: the one that matches most of the takes.
package struct PresetMatch {
  /// One take, with how far each preset was off on the same hand.
  package struct Take {
    package let name: String
    /// How far the content went, in pixels.
    package let travel: Double
    package let presets: [(name: String, rms: Double)]

    package init(_ name: String, travel: Double, _ presets: [(name: String, rms: Double)]) {
      (self.name, self.travel, self.presets) = (name, travel, presets)
    }
  }

  /// A preset that matches, with those that match as well, and by how much it is off.
  package struct Match {
    package let names: [String]
    /// Over the takes that it matches, in pixels.
    package let rms: Double
    /// The takes that it matches, and those that it does not.
    package let takes, others: [String]
  }

  /// The match, or `nil` where none is: no preset matches more than half of the takes.
  package let match: Match?
  /// The preset that is the least off over all takes, in pixels; `nil` without a hand.
  package let closest: (name: String, rms: Double)?

  /// Presets whose difference is at most this match alike, in pixels.
  private static let alike = 0.5

  /// Compares the presets over some takes; those without any count for nothing.
  package init(_ takes: [Take]) {
    let takes = takes.filter { !$0.presets.isEmpty }
    var scores: [(name: String, matched: [Int], rms: Double, whole: Double)] = []
    for name in Set(takes.flatMap { $0.presets.map(\.name) }) {
      // What could not be run on every hand is compared with nothing.
      let errors = takes.compactMap { take in take.presets.first { $0.name == name }?.rms }
      guard errors.count == takes.count else { continue }
      let matched = takes.indices.filter { errors[$0] <= PresetRun.limit(takes[$0].travel) }
      scores.append((name, matched, Self.mean(matched.map { errors[$0] }), Self.mean(errors)))
    }
    closest = scores.min { ($0.whole, $0.name) < ($1.whole, $1.name) }.map { ($0.name, $0.whole) }
    // The less of two that match as many takes is the one that is further off.
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
