internal import ArgumentParser
internal import Feel
internal import FeelTrace
internal import Stage

/// `velocity`: what the estimators make of recorded pointer samples.
struct VelocityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "velocity",
    abstract: "Estimate the release velocity from pointer samples.",
    usage: "feellab velocity [<options>] <file>",
    discussion: helpText(
      """
      The file holds the columns t_ms, x and y; the first row is the press, and the release comes \
      at the last row's time unless --release says otherwise.
      """,
      examples: [
        "What each system would make of a hand": "velocity samples.csv --estimator all",
        "With the samples that counted, and why others did not": "velocity samples.csv --json",
      ]))

  @Argument(help: "The samples; - is the standard input.", completion: Completions.tables)
  var file: String

  @Option(
    help: ArgumentHelp("The estimator: \(Self.estimatorNames.joined(separator: ", "))."),
    completion: .list(Self.estimatorNames))
  var estimator: String = "lsq2"

  @Flag(help: "As JSON: every sample, too, that counted or did not.")
  var json = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("When the pointer was let go.", valueName: "ms"),
    transform: Values.number)
  var release: Double?

  func run() throws {
    let table = try Table(try File.read(file), path: file)
    guard let first = table.rows.first else {
      throw CommandFailure(.badFile, "\(file) holds no samples: the columns are t_ms,x,y.")
    }
    guard first.count == 3 || first.count == 2, ["t_ms", nil].contains(table.names.first) else {
      let found = table.names.isEmpty ? "\(first.count)" : table.names.joined(separator: ",")
      throw CommandFailure(.badFile, "\(file): expected the columns t_ms,x,y, found \(found).")
    }
    for index in 1..<max(1, table.rows.count) where table.rows[index][0] < table.rows[index - 1][0]
    {
      throw CommandFailure(.badFile, "\(file):\(table.lines[index]): the time goes back.")
    }
    let estimates = try estimators().map { ($0, estimate($0, table.rows)) }
    guard json else { return try StandardOutput.write(Self.text(estimates)) }
    let list = JSON.list(estimates.map(Self.json))
    try StandardOutput.write(JSON.object(["estimates": list]).description + "\n")
  }

  private static let estimatorNames = ["all"] + VelocityEstimator.allCases.map(\.rawValue)

  private func estimators() throws(CommandFailure) -> [VelocityEstimator] {
    if estimator == "all" { return VelocityEstimator.allCases }
    guard let one = VelocityEstimator(rawValue: estimator) else {
      throw CommandFailure(
        .usage, unknownWord("estimator", estimator, among: Self.estimatorNames))
    }
    return [one]
  }

  private func estimate(
    _ estimator: VelocityEstimator, _ rows: [[Double]]
  ) -> VelocityEstimate {
    var tracker = VelocityTracker(settings: .init(estimator: estimator))
    for (index, row) in rows.enumerated() {
      let time = Instant(seconds: row[0] / 1000)
      let place = Vector(row[1], row.count > 2 ? row[2] : 0)
      if index == 0 {
        tracker.press(at: time, location: place)
      } else {
        tracker.add(at: time, location: place)
      }
    }
    let end = Instant(seconds: (release ?? rows[rows.count - 1][0]) / 1000)
    return tracker.estimate(at: end)
  }

  private static func text(_ estimates: [(VelocityEstimator, VelocityEstimate)]) -> String {
    let width = estimates.map(\.0.rawValue.count).max() ?? 0
    return estimates.map { estimator, estimate in
      let space = String(repeating: " ", count: width - estimator.rawValue.count)
      return "\(estimator.rawValue)\(space)  \(estimate.velocity.x.text(decimals: 1)) pt/s across, "
        + "\(estimate.velocity.y.text(decimals: 1)) pt/s down, from \(estimate.used.count) of "
        + "\(estimate.used.count + estimate.dropped.count) samples\n"
    }.joined()
  }

  private static func json(
    _ estimator: VelocityEstimator, _ estimate: VelocityEstimate
  ) -> JSON {
    .object([
      "estimator": .text(estimator.rawValue),
      "vx": .number(estimate.velocity.x), "vy": .number(estimate.velocity.y),
      "used": .list(estimate.used.map { .object(members($0)) }),
      "dropped": .list(
        estimate.dropped.map {
          .object([
            "t_ms": .number($0.sample.time.seconds * 1000), "x": .number($0.sample.location.x),
            "y": .number($0.sample.location.y), "why": .text($0.fate.rawValue),
          ])
        }),
    ])
  }

  private static func members(_ sample: VelocitySample) -> KeyValuePairs<String, JSON> {
    [
      "t_ms": .number(sample.time.seconds * 1000), "x": .number(sample.location.x),
      "y": .number(sample.location.y),
    ]
  }
}
