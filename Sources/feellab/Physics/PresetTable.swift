internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Observe
internal import Stage

/// What presets make of a recorded hand, against what a program made of it.
struct PresetTable {
  /// What the program showed: a table with the columns t and shown or x.
  let motion: String
  /// The hand that it was given.
  let hand: String
  /// A preset's id, or all.
  let preset: String
  /// The viewport's length, in pixels.
  let viewport: Double
  /// The edges, in pixels, where there are any.
  let minimum: Double?
  let maximum: Double?
  let json: Bool

  /// Where an edge is that is not given: further than any hand flings.
  private static let far = 10_000_000.0

  private struct Outcome {
    let preset: String
    let releaseVelocity: Double
    let comparison: MotionComparison
  }

  /// Reads both files and writes a row for each preset, the nearest first.
  ///
  /// - Throws: `CommandFailure` with the line of what makes no sense.
  func write() throws {
    if let minimum, let maximum, minimum > maximum {
      throw CommandFailure(.usage, "--min \(minimum) lies above --max \(maximum).")
    }
    let presets = preset == "all" ? ScrollPreset.all : [try ScrollPreset.required(preset)]
    guard case .motion(let table) = try FileContent.read(motion) else {
      throw CommandFailure(
        .usage, "--preset goes with a table (t and shown or x): name the motion that the hand made."
      )
    }
    let hand = try FileContent.hand(hand)
    let recorded = RecordedMotion(
      try table.observation(hand: hand).rows.map { ($0.time, $0.offset) })
    var outcomes: [Outcome] = []
    for preset in presets {
      let prediction = prediction(of: hand, by: preset, recorded)
      guard let comparison = MotionComparison(recorded, with: prediction) else {
        throw CommandFailure(.badFile, "\(motion) shows nothing after the release at 0.")
      }
      outcomes.append(
        Outcome(
          preset: preset.id, releaseVelocity: prediction.releaseVelocity, comparison: comparison))
    }
    outcomes.sort { $0.comparison.rms < $1.comparison.rms }
    try StandardOutput.write(json ? "\(Self.json(outcomes))\n" : Self.text(outcomes))
  }

  private func prediction(
    of hand: RecordedHand, by preset: ScrollPreset, _ recorded: RecordedMotion
  ) -> HandPrediction {
    let start = HandPrediction.start(
      of: recorded, hand, by: preset, viewport: viewport,
      range: (minimum ?? -1e9)...max(minimum ?? -1e9, maximum ?? 1e9))
    let low = minimum ?? min(start, maximum ?? start) - Self.far
    return HandPrediction(
      of: hand, by: preset, start: start, range: low...max(low, maximum ?? start + Self.far),
      viewport: viewport)
  }

  private static func json(_ outcomes: [Outcome]) -> JSON {
    .object([
      "presets": .list(
        outcomes.map {
          .object([
            "preset": .text($0.preset), "releaseVelocity": .number($0.releaseVelocity),
            "maxErrorPx": .number($0.comparison.greatest), "rmsPx": .number($0.comparison.rms),
            "durationErrorS": .number($0.comparison.durationError),
            "restErrorPx": .number($0.comparison.restError),
            "lagMs": .number($0.comparison.lag * 1000),
          ])
        })
    ])
  }

  private static func text(_ outcomes: [Outcome]) -> String {
    func cell(_ number: Double, _ width: Int, digits: Int) -> String {
      let text = number.text(decimals: digits)
      return String(repeating: " ", count: max(1, width - text.count)) + text
    }
    let width = outcomes.map(\.preset.count).max() ?? 0
    func padded(_ name: String) -> String {
      name + String(repeating: " ", count: max(0, width - name.count))
    }
    var text = "\(padded("preset"))  velocity     rms     max  duration    rest    lag\n"
    text += "\(padded(""))      px/s      px      px         s      px     ms\n"
    for outcome in outcomes {
      let comparison = outcome.comparison
      text += padded(outcome.preset) + cell(outcome.releaseVelocity, 10, digits: 1)
      text += cell(comparison.rms, 8, digits: 2) + cell(comparison.greatest, 8, digits: 2)
      text += cell(comparison.durationError, 10, digits: 3)
      text += cell(comparison.restError, 8, digits: 1) + cell(comparison.lag * 1000, 7, digits: 1)
      text += "\n"
    }
    return text
  }
}
