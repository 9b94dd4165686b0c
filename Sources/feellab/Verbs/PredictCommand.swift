internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Stage

/// `predict`: what a preset makes of a recorded hand, against what a program made of it.
struct PredictCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predict",
    abstract: "Compare what a program made of a hand with presets.",
    usage: "feellab predict [<options>] <motion> --hand <hand>",
    discussion: helpText(
      """
      MOTION is a CSV file with the columns t, in seconds, and shown or x, the offset in pixels; \
      HAND one with t_ms, phase (begin, update, end), x and y. 0 is the release in both. One lag of \
      at most 25 ms is fitted. Errors are over the pictures after the release; durations end when \
      the content comes within a pixel of its rest; signs are those of predicted less shown.
      """,
      examples: [
        "Which system moves as a program did": "predict motion.csv --hand hand.csv",
        "One preset, for a program": "predict motion.csv --hand hand.csv --preset gtk4 --json",
      ]))

  @Argument(help: "What the program showed.", completion: Completions.tables)
  var motion: String

  @Option(help: "The hand that it was given.", completion: Completions.tables)
  var hand: String

  @Option(
    help: "A preset, as “list presets” names them, or all.",
    completion: .list(["all"] + ScrollPreset.all.map(\.id)))
  var preset: String = "all"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The viewport's length; 800 unless named.", valueName: "px"),
    transform: Values.positive)
  var viewport: Double = 800

  @Option(
    name: .customLong("min"), parsing: .unconditional,
    help: ArgumentHelp("The lower edge; none unless named.", valueName: "px"),
    transform: Values.number)
  var minimum: Double?

  @Option(
    name: .customLong("max"), parsing: .unconditional,
    help: ArgumentHelp("The upper edge; none unless named.", valueName: "px"),
    transform: Values.number)
  var maximum: Double?

  @Flag(help: "As JSON.")
  var json = false

  /// Where an edge is that is not given: further than any hand flings.
  private static let far = 10_000_000.0

  private struct Outcome {
    let preset: String
    let releaseVelocity: Double
    let comparison: MotionComparison
  }

  func run() throws {
    if let minimum, let maximum, minimum > maximum {
      throw CommandFailure(.usage, "--min \(minimum) lies above --max \(maximum).")
    }
    let presets = preset == "all" ? ScrollPreset.all : [try ScrollPreset.required(preset)]
    let bytes = try File.read(motion)
    try MotionFile.refuseHand(bytes, path: motion)
    let table = try Table(bytes, path: motion)
    let recorded = try recordedMotion(table)
    let hand = try HandFile(try File.read(hand), path: hand).hand
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

  private func recordedMotion(_ table: Table) throws(CommandFailure) -> RecordedMotion {
    guard let time = table.names.firstIndex(of: "t"),
      let offset = table.names.firstIndex(of: "shown") ?? table.names.firstIndex(of: "x")
    else {
      throw CommandFailure(
        .badFile, "\(motion): expected the columns t and shown or x in its first line.")
    }
    for index in 1..<max(1, table.rows.count)
    where table.rows[index][time] < table.rows[index - 1][time] {
      throw CommandFailure(.badFile, "\(motion):\(table.lines[index]): the time goes back.")
    }
    return RecordedMotion(table.rows.map { ($0[time], $0[offset]) })
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
