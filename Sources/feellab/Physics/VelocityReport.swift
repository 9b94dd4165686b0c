internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Observe
internal import Stage

/// The estimators' results for recorded pointer samples.
///
/// The samples come from a table of times and places, a hand, or an observation stream.
struct VelocityReport {
  let file: String
  /// One of `estimatorNames`.
  let estimator: String
  /// The release of a table's pointer, in milliseconds; by default its last row.
  let release: Double?
  let json: Bool

  /// Reads the file and writes the estimators' results.
  ///
  /// - Throws: `CommandFailure` with the line of an invalid entry.
  func write() throws {
    let estimators = try estimators()
    switch try FileContent.read(file) {
    case .motion(let table):
      if let sentence = table.sentence { StandardError.say(sentence) }
      try report(table.places, by: estimators)
    case .hand(let file):
      file.reportReading()
      let hands = file.presses.map { Observation(travelOf: $0) }
      try report(strokesOf: hands, isHand: true, unit: file.unit, by: estimators)
    case let content:
      try report(
        strokesOf: try content.motions(of: file).observations, isHand: false, by: estimators)
    }
  }

  private func report(
    _ places: [(time: Double, place: Vector)], by estimators: [VelocityEstimator]
  ) throws {
    var samples = places.enumerated().map { index, row in
      RecordedHand.Sample(time: row.time, phase: index == 0 ? .begin : .update, location: row.place)
    }
    if let last = samples.last {
      samples.append(
        RecordedHand.Sample(
          time: release.map { $0 / 1000 } ?? last.time, phase: .end, location: last.location))
    }
    let estimates = estimators.map { ($0, Self.estimate($0, samples, from: 0)) }
    guard json else { return try StandardOutput.write(Self.text(estimates)) }
    try StandardOutput.write("\(JSON.of(["estimates": estimates.map(Self.json)]))\n")
  }

  /// A press with its release, and the program's response if known.
  private struct Stroke {
    let samples: [RecordedHand.Sample]
    let program: MotionSegment?
  }

  /// Reports on each press of a hand or a stream.
  private func report(
    strokesOf motions: [Observation], isHand: Bool, unit: String = "pt",
    by estimators: [VelocityEstimator]
  ) throws {
    guard release == nil else {
      throw CommandFailure.usage("A hand or a stream says when it was let go. Leave out --release.")
    }
    let strokes = motions.flatMap { motion in
      let all = motion.strokes
      let law = isHand || all.isEmpty ? nil : ObservationReport(motion).released
      return all.enumerated().map { index, stroke in
        Stroke(samples: stroke.samples, program: index == all.count - 1 ? law : nil)
      }
    }
    guard !strokes.isEmpty else {
      throw CommandFailure.badFile("\(file): no pointer is pressed and released.")
    }
    let estimates = strokes.map { stroke in
      // A stream's clock may start anywhere.
      let zero = stroke.samples.first?.time ?? 0
      return estimators.map { ($0, Self.estimate($0, stroke.samples, from: zero)) }
    }
    guard json else {
      let unit = isHand ? unit : motions.first?.source.unit ?? unit
      let parts = zip(strokes, estimates).enumerated().map { index, stroke in
        Self.heading(index + 1, stroke.0, unit: unit) + Self.text(stroke.1, unit: unit)
      }
      return try StandardOutput.write(parts.joined())
    }
    let releases = zip(strokes, estimates).map { stroke, estimates in
      JSON.of([
        "pressed": stroke.samples.first?.time ?? 0, "released": stroke.samples.last?.time ?? 0,
        "samples": stroke.samples.dropLast().map { [$0.time, $0.location.x, $0.location.y] },
        "program": stroke.program?.goesOnWith,
        "programError": stroke.program?.releaseVelocity?.error,
        "estimates": estimates.map(Self.json),
      ])
    }
    try StandardOutput.write("\(JSON.of(["releases": releases]))\n")
  }

  private static func heading(_ number: Int, _ stroke: Stroke, unit: String) -> String {
    let (first, last) = (stroke.samples.first?.time ?? 0, stroke.samples.last?.time ?? 0)
    var text = "press \(number): held for \((last - first).text(decimals: 3)) s, "
    text += "released at \(last.text(decimals: 3)) s"
    if let seen = stroke.samples.dropLast().last?.time, last - seen > 0.02 {
      text += ", \(((last - seen) * 1000).text(decimals: 1)) ms after its last sample"
    }
    if let velocity = stroke.program?.goesOnWith {
      text += "; the program continued with \(velocity.text(decimals: 1)) \(unit)/s"
      // The law has no known release.
      if stroke.program?.releaseVelocity == nil { text += ", at the first frame of its law" }
    }
    return text + "\n"
  }

  /// An estimator's result for samples; the engine's clock starts at `zero`.
  private static func estimate(
    _ estimator: VelocityEstimator, _ samples: [RecordedHand.Sample], from zero: Double
  ) -> VelocityEstimate {
    var tracker = VelocityTracker(settings: .init(estimator: estimator))
    var end = Instant.zero
    for sample in samples {
      end = Instant(seconds: sample.time - zero)
      switch sample.phase {
      case .begin: tracker.press(at: end, location: sample.location)
      case .update: tracker.add(at: end, location: sample.location)
      case .end: break
      }
    }
    return tracker.estimate(at: end)
  }

  /// The values of --estimator.
  static let estimatorNames = ["all"] + VelocityEstimator.allCases.map(\.rawValue)

  private func estimators() throws(CommandFailure) -> [VelocityEstimator] {
    if estimator == "all" { return VelocityEstimator.allCases }
    guard let one = VelocityEstimator(rawValue: estimator) else {
      throw .usage(unknownWord("estimator", estimator, among: Self.estimatorNames))
    }
    return [one]
  }

  private static func text(
    _ estimates: [(VelocityEstimator, VelocityEstimate)], unit: String = "pt"
  ) -> String {
    let width = estimates.map(\.0.rawValue.count).max() ?? 0
    return estimates.map { estimator, estimate in
      "\(estimator.rawValue.padded(to: width))  \(estimate.velocity.x.text(decimals: 1)) \(unit)/s across, "
        + "\(estimate.velocity.y.text(decimals: 1)) \(unit)/s down, from \(estimate.used.count) of "
        + "\(estimate.used.count + estimate.dropped.count) samples\n"
    }.joined()
  }

  private static func json(
    _ estimator: VelocityEstimator, _ estimate: VelocityEstimate
  ) -> JSON {
    JSON.of([
      "estimator": estimator.rawValue, "vx": estimate.velocity.x, "vy": estimate.velocity.y,
      "used": estimate.used.map(json),
      "dropped": estimate.dropped.map { json($0.sample) + JSON.of(["why": $0.fate.rawValue]) },
    ])
  }

  private static func json(_ sample: VelocitySample) -> JSON {
    JSON.of(["t_ms": sample.time.seconds * 1000, "x": sample.location.x, "y": sample.location.y])
  }
}
