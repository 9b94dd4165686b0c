internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Observe
internal import Stage

/// What presets make of a recorded hand, against what a program made of it: the nearest first.
struct PresetTable: Report {
  private let places: [PresetRanking.Place]

  /// Runs the hand of a motion through presets.
  ///
  /// - Parameters:
  ///   - preset: a preset's id, or all.
  ///   - viewport: the viewport's length where the motion does not say it, in pixels.
  ///   - edges: the edges that are given, in pixels; those that the motion says otherwise.
  /// - Throws: `CommandFailure` when there is no such preset, or no hand is let go.
  init(
    _ motion: Observation, called path: String, preset: String, viewport: Double,
    edges: (minimum: Double?, maximum: Double?)
  ) throws(CommandFailure) {
    if let minimum = edges.minimum, let maximum = edges.maximum, minimum > maximum {
      throw .usage("--min \(minimum) is above --max \(maximum).")
    }
    var source = motion.source
    source.minimum = edges.minimum ?? source.minimum
    source.maximum = edges.maximum ?? source.maximum
    let presets = preset == "all" ? ScrollPreset.all : [try ScrollPreset.required(preset)]
    let held = Observation(motion.rows, hand: motion.hand, turns: motion.turns, source: source)
    places = PresetRanking(held, of: presets, viewport: viewport).places
    guard !places.isEmpty else {
      throw .badFile("\(path) shows nothing after a release. Give a table its hand with --hand.")
    }
  }

  /// A row for each, by names.
  var json: JSON {
    JSON.of([
      "presets": places.map {
        JSON.of([
          "preset": $0.preset, "releaseVelocity": $0.releaseVelocity,
          "maxErrorPx": $0.comparison.greatest, "rmsPx": $0.comparison.rms,
          "durationErrorS": $0.comparison.durationError, "restErrorPx": $0.comparison.restError,
          "lagMs": $0.comparison.lag * 1000,
        ])
      }
    ])
  }

  /// A row for each.
  var text: String {
    let rows = places.map { place in
      let comparison = place.comparison
      return [
        place.preset, place.releaseVelocity.text(decimals: 1), comparison.rms.text(decimals: 2),
        comparison.greatest.text(decimals: 2), comparison.durationError.text(decimals: 3),
        comparison.restError.text(decimals: 1), (comparison.lag * 1000).text(decimals: 1),
      ]
    }
    let heads = [
      ["preset", "velocity", "rms", "max", "duration", "rest", "lag"],
      ["", "px/s", "px", "px", "s", "px", "ms"],
    ]
    return PlainTable.text(heads + rows, rightFrom: [1, 2, 3, 4, 5, 6])
  }
}
