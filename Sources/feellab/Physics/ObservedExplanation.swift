internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Observe
internal import Stage

/// Why an observed release came to rest where it did: the hand, the program's response, and each
/// preset's, in words and as JSON.
struct ObservedExplanation: Report {
  private let report: ObservationReport
  private let response: HandResponse
  private let rest: Observation.Row
  private let offsetAtRelease: Double

  /// Explains a take; `nil` if no hand was released in it.
  init?(_ observation: Observation) {
    report = ObservationReport(observation)
    guard !report.ranking.places.isEmpty, let rest = observation.rows.last,
      let response = HandResponse(observation, report.analysis.smoothness)
    else { return nil }
    (self.response, self.rest) = (response, rest)
    let held = observation.rows.last { $0.time <= response.press.upperBound }
    offsetAtRelease = held?.offset ?? observation.rows.first?.offset ?? 0
  }

  private var unit: String { report.observation.source.unit }
  private var release: Double { response.press.upperBound }

  /// The time from which the content stays within a unit of its rest.
  private var restTime: Double {
    let rows = report.observation.rows
    let last = rows.lastIndex { abs($0.offset - rest.offset) > 1.05 }
    return last.map { rows[min($0 + 1, rows.count - 1)].time } ?? release
  }

  // MARK: Text

  /// The steps, one per line, and a table of the presets.
  var text: String {
    lines.map { step, words in step.padded(to: 9) + words + "\n" }.joined()
      + Column.table(columns, of: report.ranking.places)
  }

  /// The presets' responses to the hand.
  private var columns: [Column<PresetRanking.Place>] {
    func law(_ place: PresetRanking.Place) -> ScrollPhysics {
      ScrollPreset.named(place.preset)?.physics ?? ScrollPhysics()
    }
    let program = doubt == nil ? report.released?.goesOnWith : nil
    let isEndSeen = report.isEndSeen
    return [
      Column(head: "preset", key: "preset") { $0.preset },
      Column(head: "estimator") { law($0).velocity.name },
      Column(key: "estimator") { law($0).velocity.estimator.rawValue },
      Column(key: "adjusted") { law($0).velocity.isAdjusted },
      Column(head: "slop", unit: unit, key: "slop", decimals: 1) {
        (law($0).drag.slop ?? .scrolling).distance(for: .touch)
      },
      Column(head: "velocity", unit: "\(unit)/s", key: "velocity", decimals: 0) {
        $0.releaseVelocity
      },
      Column(head: "than seen", unit: "%", decimals: 1) { place in
        program.flatMap { abs($0) > 1 ? 100 * (place.releaseVelocity / $0 - 1) : nil }
      },
      Column(head: "rests at", unit: unit, key: "rest", decimals: 1) { $0.rest },
      Column(head: "further", unit: unit, key: "restError", decimals: 1) {
        isEndSeen ? $0.comparison.restError : nil
      },
      Column(head: "off", unit: "\(unit) rms", key: "rms", decimals: 2) { $0.comparison.rms },
      Column(head: "lag", unit: "ms", key: "lagMs", decimals: 1) { $0.comparison.lag * 1000 },
    ]
  }

  private var lines: [(step: String, words: String)] {
    let length = response.press.upperBound - response.press.lowerBound
    var lines = [
      (
        "hand",
        "\(response.samples) samples in \(length.text(decimals: 3)) s, "
          + "\(response.travel.text(decimals: 1)) \(unit), let go at \(release.text(decimals: 3)) s"
      ),
      ("slop", slopWords),
    ]
    if let segment = report.released, let law = segment.law {
      lines.append(
        (
          "release",
          segment.releaseVelocity.map {
            "\($0.value.text(decimals: 1)) ± \($0.error.text(decimals: 1)) \(unit)/s "
              + "when it was let go, by the law of its run"
          }
            ?? "\(law.velocity.text(decimals: 0)) \(unit)/s "
            + "\(((segment.start - release) * 1000).text(decimals: 1)) ms after it was let go, "
            + "by the law of its run"
        ))
      lines.append(("run", Words.Faults.brief(law, in: unit)))
      if let doubt { lines.append(("", doubt)) }
    } else {
      lines.append(("release", "no law gives its velocity"))
    }
    lines.append(
      (
        "rest",
        (report.isEndSeen ? "at " : "not seen; in the last row at ")
          + "\(rest.offset.text(decimals: 1)) \(unit), "
          + "\((rest.offset - offsetAtRelease).text(decimals: 1)) \(unit) and "
          + "\((restTime - release).text(decimals: 3)) s after the release"
      ))
    return lines + report.findings.map { ("fault", $0) }
      + report.unjudged.map { ("", $0) }
  }

  /// Why the run's law gives no velocity to compare with, in a sentence; `nil` if it does.
  private var doubt: String? {
    guard let law = report.released?.law, let number = law.numbers.first?.fitted,
      number.error.isFinite
    else { return nil }
    let share = number.error / max(abs(number.value), 1e-9)
    let hand = report.ranking.places.map { abs($0.releaseVelocity) }.max() ?? 0
    let program = abs(report.released?.goesOnWith ?? law.velocity)
    let isFaster = hand > 1 && program > 1.5 * hand
    let isFarFaster = hand > 1 && program > 3 * hand
    guard share >= 0.5 || isFaster && share >= 0.2 || isFarFaster else { return nil }
    let known = share >= 0.2 ? "known only to \((100 * share).text(decimals: 0)) %" : nil
    let limit =
      isFaster ? "no estimator gives more than \(hand.text(decimals: 0)) \(unit)/s" : nil
    return [known, limit].compactMap(\.self).joined(separator: ", and ")
      + ": no preset’s velocity is compared with it"
  }

  private var slopWords: String {
    guard let start = response.start else { return "the content did not move with it" }
    var words =
      "the content began to move once the hand had travelled \(start.lowerBound.text(decimals: 1)) to "
    words += "\(start.upperBound.text(decimals: 1)) \(unit)"
    if let deduction = response.deduction {
      let size = abs(deduction.value).text(decimals: 1)
      words += "; it \(deduction.value < 0 ? "goes" : "stays") \(size) ± "
      words += "\(deduction.error.text(decimals: 1)) \(unit) "
      words += deduction.value < 0 ? "further than the hand" : "behind it"
    }
    if let following = report.analysis.smoothness.following(in: unit) {
      words += "; the content \(following.hasPrefix("leads") ? "" : "is ")\(following)"
    }
    return words
  }

  // MARK: JSON

  var json: JSON {
    let lag = report.analysis.smoothness.lag.map {
      FittedValue(value: $0.value * 1000, error: $0.error * 1000)
    }
    return JSON.of([
      "time": release, "unit": unit, "samples": response.samples, "travel": response.travel,
      "startsAfter": response.start.map { [$0.lowerBound, $0.upperBound] },
      "deduction": response.deduction, "lagMs": lag, "velocity": report.released?.goesOnWith,
      "law": report.released?.law?.family.rawValue, "offset": offsetAtRelease, "rest": rest.offset,
      "duration": restTime - release, "faults": report.faultsJSON,
      "presets": Column.json(columns, of: report.ranking.places),
    ])
  }
}
