internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Observe
internal import Stage

/// Presets' responses to a recorded hand compared with a program's, nearest first.
struct PresetTable: Report {
  private let places: [PresetRanking.Place]
  /// Whether the motion came to rest, so that durations and places of rest can be compared.
  private let isEndSeen: Bool

  /// Runs the hand of a motion through presets.
  ///
  /// - Parameters:
  ///   - preset: a preset's id, or all.
  ///   - viewport: the viewport's length if the motion does not state it, in pixels.
  ///   - edges: the edges if given, in pixels; otherwise the motion's.
  /// - Throws: `CommandFailure` if there is no such preset, or no hand is released.
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
    isEndSeen = motion.isEndSeen(in: MotionAnalysis(motion).segments)
    guard !places.isEmpty else {
      throw .badFile("\(path) shows nothing after a release. Give a table its hand with --hand.")
    }
  }

  private var columns: [Column<PresetRanking.Place>] {
    [
      Column(head: "preset", key: "preset") { $0.preset },
      Column(head: "velocity", unit: "px/s", key: "releaseVelocity", decimals: 1) {
        $0.releaseVelocity
      },
      Column(head: "rms", unit: "px", key: "rmsPx", decimals: 2) { $0.comparison.rms },
      Column(head: "max", unit: "px", key: "maxErrorPx", decimals: 2) { $0.comparison.greatest },
      Column(head: "duration", unit: "s", key: "durationErrorS", decimals: 3) {
        isEndSeen ? $0.comparison.durationError : nil
      },
      Column(head: "rest", unit: "px", key: "restErrorPx", decimals: 1) {
        isEndSeen ? $0.comparison.restError : nil
      },
      Column(head: "lag", unit: "ms", key: "lagMs", decimals: 1) { $0.comparison.lag * 1000 },
    ]
  }

  var json: JSON { JSON.of(["presets": Column.json(columns, of: places)]) }

  var text: String { Column.table(columns, of: places) }
}
