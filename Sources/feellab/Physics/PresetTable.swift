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
    func cell(_ number: Double, _ width: Int, digits: Int) -> String {
      number.text(decimals: digits).ending(at: width, gap: 1)
    }
    let width = places.map(\.preset.count).max() ?? 0
    var text = "\("preset".padded(to: width))  velocity     rms     max  duration    rest    lag\n"
    text += "\("".padded(to: width))      px/s      px      px         s      px     ms\n"
    for place in places {
      let comparison = place.comparison
      text += place.preset.padded(to: width) + cell(place.releaseVelocity, 10, digits: 1)
      text += cell(comparison.rms, 8, digits: 2) + cell(comparison.greatest, 8, digits: 2)
      text += cell(comparison.durationError, 10, digits: 3)
      text += cell(comparison.restError, 8, digits: 1) + cell(comparison.lag * 1000, 7, digits: 1)
      text += "\n"
    }
    return text
  }
}
