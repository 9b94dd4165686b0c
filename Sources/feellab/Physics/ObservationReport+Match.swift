internal import Feel
internal import Measuring
internal import Observe

extension ObservationReport {
  /// How far the content went, in the motion's unit.
  var travel: Double {
    let offsets = observation.rows.map(\.offset)
    return (offsets.max() ?? 0) - (offsets.min() ?? 0)
  }

  /// The preset that comes nearest on the same hand, or `nil` where it is too far off to match.
  var match: PresetRanking.Place? {
    ranking.places.first.flatMap {
      $0.comparison.rms <= PresetMatch.limit(travel) ? $0 : nil
    }
  }

  /// Why no lag is known, in a few words, or `nil` where it is.
  var whyNoLag: String? {
    guard analysis.smoothness.lag == nil else { return nil }
    guard observation.hand != nil else { return "no finger" }
    let steps = zip(observation.rows, observation.rows.dropFirst()).count { before, row in
      row.offset != before.offset && observation.presses.contains { $0.contains(row.time) }
    }
    return steps < Self.fewestFrames
      ? "fewer than \(Self.fewestFrames) frames moved under the hand"
      : "the hand was too steady to tell lag from slop"
  }

  /// A lag is told by so many frames of a drag.
  private static let fewestFrames = 6
}

extension ObservedLaw {
  /// Laws of one family as one: "an exponential of 4.00 ± 0.02 per s".
  ///
  /// The number is the mean of those by which the laws are known; `nil` where it is too uncertain,
  /// or there is no law.
  ///
  /// - Parameters:
  ///   - laws: those of some flings.
  ///   - unit: the motion's.
  static func words(_ laws: [ObservedLaw], _ unit: String) -> String? {
    guard let law = laws.first else { return nil }
    // The times of a curve, and a velocity, are those of the one fling.
    switch law.family {
    case .steady, .androidSpline, .bezierFling, .cssEase, .easeIn, .easeOut, .easeInOut, .cubicOut:
      return law.family.words
    default: break
    }
    guard let number = law.numbers.first,
      let mean = Verdict.mean(laws.compactMap { $0.numbers.first?.fitted }),
      mean.error <= mostDoubt * abs(mean.value)
    else { return nil }
    let per = number.unit.hasPrefix("/") ? " \(unit)\(number.unit)" : " \(number.unit)"
    return "\(law.family.words) of \(Verdict.words(mean))\(number.unit.isEmpty ? "" : per)"
  }

  /// A number with an error that is a larger share of it names no law.
  private static let mostDoubt = 0.2
}
