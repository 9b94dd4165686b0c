internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Observe
internal import Stage

/// The differences between the takes of two observations, pair by pair, in words and as JSON.
struct ObservedDiff: Report {
  private struct Pair {
    let a: ObservationReport
    let b: ObservationReport
    let comparison: ObservationComparison
  }

  private let pairs: [Pair]
  /// The number of takes on each side.
  private let counts: (a: Int, b: Int)

  /// Compares take by take; surplus takes of one side are only counted.
  ///
  /// - Throws: `CommandFailure` if their units differ by a factor that is not known.
  init(_ a: [Observation], _ b: [Observation]) throws(CommandFailure) {
    if let first = a.first?.source.unit, let second = b.first?.source.unit, first != second,
      // At scale 1, a point is a pixel.
      !["px", "pt"].contains(first) || !["px", "pt"].contains(second)
    {
      throw .badFile(
        "One is in \(first) and the other in \(second), so their lengths cannot be compared. Give "
          + "both in the same unit.")
    }
    counts = (a.count, b.count)
    pairs = zip(a, b).compactMap { first, second in
      ObservationComparison(first, second).map {
        Pair(a: ObservationReport(first), b: ObservationReport(second), comparison: $0)
      }
    }
  }

  /// Compares motions with a preset's for the same hands.
  ///
  /// - Parameter isSubjectSecond: whether the preset's motions come first.
  /// - Throws: `CommandFailure` if no hand is released.
  init(
    _ motions: [Observation], by preset: ScrollPreset, called path: String,
    isSubjectSecond: Bool = false
  ) throws(CommandFailure) {
    let known = motions.compactMap { motion in
      PresetReplay(motion, by: preset).map { (motion, $0.observation(like: motion)) }
    }
    guard !known.isEmpty else {
      throw .badFile("\(path): no hand is let go. A preset needs one: name it with --hand.")
    }
    let (own, predicted) = (known.map(\.0), known.map(\.1))
    self = isSubjectSecond ? try ObservedDiff(predicted, own) : try ObservedDiff(own, predicted)
  }

  /// The differences beyond a tolerance, one sentence each.
  func excesses(over tolerance: Tolerance) -> [String] {
    var excesses: [String] = []
    if counts.a != counts.b {
      excesses.append("\(counted(counts.b, "take")), where the base has \(counts.a)")
    }
    for (index, pair) in pairs.enumerated() {
      let (comparison, unit) = (pair.comparison, pair.a.observation.source.unit)
      func add(_ words: String) { excesses.append("take \(index + 1): \(words)") }
      if let length = tolerance.length, abs(comparison.runGreatest) > length {
        add(
          "\(abs(comparison.runGreatest).text(decimals: 1)) \(unit) apart at "
            + "\(comparison.runGreatestTime.text(decimals: 3)) s, where "
            + "\(length.text(decimals: 1)) \(unit) are allowed")
      }
      if let share = tolerance.share {
        let (a, b) = (comparison.a, comparison.b)
        // A duration is counted in frames, and so no more exact than one.
        let frame = max(pair.a.observation.interval, pair.b.observation.interval)
        let isTimed = abs(b.duration - a.duration) > frame
        let shares = [
          ("travel", a.rest == 0 ? nil : b.rest / a.rest - 1),
          ("duration", isTimed ? b.duration / max(a.duration, frame) - 1 : nil),
          ("speed after the release", comparison.earlySpeed.map { $0 - 1 }),
        ]
        for case (let name, let off?) in shares where abs(off) > share {
          add(
            "\(name) \((off * 100).signed) %, where \((share * 100).text(decimals: 1)) % are "
              + "allowed")
        }
      }
      if let lag = tolerance.lag, comparison.isFromRelease, abs(comparison.lag) > lag {
        let isMost = abs(comparison.lag) >= ObservationComparison.greatestLag - 1e-6
        add(
          "shown \(isMost ? "at least " : "")\(abs(comparison.lag * 1000).text(decimals: 1)) ms "
            + "\(comparison.lag < 0 ? "earlier" : "later"), where "
            + "\((lag * 1000).text(decimals: 1)) ms are allowed")
      }
      for fault in Self.newFaults(pair) { add("\(fault), which the base does not have") }
    }
    return excesses
  }

  /// The parts of a tolerance that cannot be checked.
  func unjudged(_ tolerance: Tolerance) -> [String] {
    var unjudged: [String] = []
    if tolerance.length == nil { unjudged.append("the distance") }
    if tolerance.share == nil { unjudged.append("travel, duration and speed") }
    if tolerance.lag == nil {
      unjudged.append("the lag")
    } else if pairs.contains(where: { !$0.comparison.isFromRelease }) {
      unjudged.append("the lag: both need a hand that lets go")
    }
    return unjudged
  }

  /// Whether something moves in every take.
  var moves: Bool {
    !pairs.isEmpty
      && pairs.allSatisfy { pair in
        pair.a.observation.travel > 0 && pair.b.observation.travel > 0
      }
  }

  /// The faults of the second motion without a counterpart of their kind at about the same time in
  /// the first.
  private static func newFaults(_ pair: Pair) -> [String] {
    var known = pair.a.analysis.faults.map { ($0.kind, $0.time - pair.comparison.a.zero) }
    return pair.b.analysis.faults.compactMap { fault -> String? in
      let time = fault.time - pair.comparison.b.zero
      if let same = known.firstIndex(where: { $0.0 == fault.kind && abs($0.1 - time) < 0.15 }) {
        known.remove(at: same)
        return nil
      }
      return Words.Faults.count(1, of: fault.kind) + " at \(fault.time.text(decimals: 3)) s"
    }
  }

  /// Whether both have equally many takes, and no pair is ever more than a unit apart.
  var isSame: Bool { counts.a == counts.b && pairs.allSatisfy { $0.comparison.parting == nil } }

  // MARK: Text

  var text: String {
    let takes = pairs.enumerated().map { Self.text($0.offset + 1, $0.element) }.joined()
    return counts.a == counts.b
      ? takes : takes + "\(counted(counts.a, "take")) against \(counts.b)\n"
  }

  private static func text(_ number: Int, _ pair: Pair) -> String {
    let (comparison, unit) = (pair.comparison, pair.a.observation.source.unit)
    let (a, b) = (comparison.a, comparison.b)
    let event = comparison.isFromRelease ? "let go" : "begun"
    var text = "take \(number), \(event) at \(a.zero.text(decimals: 3)) s and "
    text += "\(b.zero.text(decimals: 3)) s\n"
    text += line("A", a, pair.a) + line("B", b, pair.b)
    text += "  B − A  travel \((b.rest - a.rest).signed) \(unit)"
    if pair.a.isEndSeen, pair.b.isEndSeen {
      text += ", duration \(((b.duration - a.duration) * 1000).signed) ms"
    }
    if let share = velocityShare(pair) { text += ", velocity \((share * 100).signed) %" }
    let late = comparison.lag * 1000
    text += "; shown \(abs(late).text(decimals: 1)) ms \(late < 0 ? "earlier" : "later")\n"
    guard let parting = comparison.parting else {
      return text + "  never more than a \(unit) apart\n"
    }
    text += "  apart from \(parting.text(decimals: 3)) s on: "
    text +=
      "\(comparison.greatest.signed) \(unit) at \(comparison.greatestTime.text(decimals: 3)) s"
    return text + ", \(comparison.rms.text(decimals: 2)) \(unit) rms\n"
  }

  private static func line(
    _ name: String, _ side: ObservationComparison.Side, _ report: ObservationReport
  ) -> String {
    let unit = report.observation.source.unit
    var text = "  \(name)  travel \(side.rest.text(decimals: 1)) \(unit)"
    if let velocity = report.unfinishedVelocity {
      text += " so far, still at \(velocity.text(decimals: 0)) \(unit)/s"
    } else if report.isEndSeen {
      text += "  settle \((side.duration * 1000).text(decimals: 0)) ms"
    }
    text += "  overshoot \(side.overshoot.text(decimals: 1)) \(unit)"
    if let law = report.telling?.law { text += "  \(Words.Faults.brief(law, in: unit))" }
    let faults = report.analysis.faults.count
    if faults > 0 { text += "  \(faults) \(faults == 1 ? "fault" : "faults")" }
    return text + "\n"
  }

  /// The relative difference of the second motion's velocity after the release from the first's.
  private static func velocityShare(_ pair: Pair) -> Double? {
    guard let a = pair.a.released?.law?.velocity, let b = pair.b.released?.law?.velocity,
      abs(a) > 1
    else { return nil }
    return b / a - 1
  }

  // MARK: JSON

  var json: JSON {
    JSON.of(["same": isSame, "takesA": counts.a, "takesB": counts.b, "takes": pairs.map(Self.json)])
  }

  private static func json(_ pair: Pair) -> JSON {
    let comparison = pair.comparison
    return JSON.of([
      "from": comparison.isFromRelease ? "release" : "start",
      "unit": pair.a.observation.source.unit, "a": json(comparison.a, pair.a),
      "b": json(comparison.b, pair.b), "lagMs": comparison.lag * 1000, "rms": comparison.rms,
      "greatest": comparison.greatest, "greatestAt": comparison.greatestTime,
      "parting": comparison.parting, "velocityShare": velocityShare(pair),
    ])
  }

  private static func json(
    _ side: ObservationComparison.Side, _ report: ObservationReport
  ) -> JSON {
    JSON.of([
      "source": report.observation.source.name, "zero": side.zero, "travel": side.rest,
      "unfinishedVelocity": report.unfinishedVelocity,
      "settleMs": side.duration * 1000, "overshoot": side.overshoot,
      "velocity": report.released?.law?.velocity, "law": report.telling?.law?.family.rawValue,
      "faults": report.analysis.faults.count,
    ])
  }
}
