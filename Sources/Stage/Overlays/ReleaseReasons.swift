package import Feel

/// Why a release came out as it did, in words: the same on the card over the stage and in `explain`.
extension VelocitySample.Fate {
  /// Why a sample of it does not count, if it does not.
  package var reason: String {
    switch self {
    case .used: "used"
    case .old: "older than the window"
    case .beforeGap: "before a pause"
    case .thinned: "too near a newer one"
    case .overCap: "more than the cap"
    case .press: "the press"
    case .unneeded: "not looked at"
    case .rested: "before the rest at the end"
    case .tooFew: "fewer than the least"
    }
  }
}

extension VelocityEstimate {
  /// Why some samples do not count, and how many for each reason.
  package var reasons: [(fate: VelocitySample.Fate, count: Int)] {
    VelocitySample.Fate.allCases.compactMap { fate in
      let count = dropped.count { $0.fate == fate }
      return fate == .used || count == 0 ? nil : (fate, count)
    }
  }
}

extension ReleaseVelocity.Limit {
  /// What it did to the velocity.
  package var reason: String {
    switch self {
    case .noDrag: "let go without a drag"
    case .shortTravel: "too short a drag for a fling"
    case .minimum: "slower than a fling"
    case .maximum: "held to the limit"
    }
  }
}

extension Pager.TurnRule {
  /// What it is called.
  package var words: String {
    switch self {
    case .predictedEnd: "doubled predicted end"
    case .quarterSecond: "a quarter of a second on"
    case .direction: "half a page on"
    case .free: "a free run"
    case .swipe: "libadwaita's swipe"
    }
  }
}

extension ReleaseExplanation.Rule {
  /// Which of the places it takes.
  package var reason: String {
    switch self {
    case .nearest: "the nearest"
    case .atLeastNext: "at least the next one"
    case .atMostNext: "at most the next one"
    case .pastEdge: "the last one there is"
    }
  }
}
