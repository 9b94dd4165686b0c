internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Measuring
internal import Observe
internal import Stage

/// The segments and faults of an observed motion, in words and as JSON.
struct ObservationReport: Report {
  let observation: Observation
  let analysis: MotionAnalysis
  let ranking: PresetRanking
  /// The nearest presets if no hand was seen.
  let run: PresetRun?

  /// The analysis's faults, and differences from earlier takes.
  let faults: [MotionFault]

  /// The segments, without what a clip's next take shares with the last rest.
  private let segments: [MotionSegment]

  /// Whether the content was seen to come to rest.
  let isEndSeen: Bool

  /// Whether the next take pushes a clip's content on before it comes to rest.
  private let isPushed: Bool

  /// Analyses a motion, given earlier motions of the same program, and the next.
  init(
    _ observation: Observation, after earlier: [ObservationReport] = [],
    before next: Observation? = nil
  ) {
    self.observation = observation
    let analysis = MotionAnalysis(observation)
    self.analysis = analysis
    // Turns that differ within this take are already reported.
    let turns = analysis.wheel?.faults(after: earlier.compactMap(\.analysis.wheel)) ?? []
    faults = analysis.faults + turns.filter { !analysis.faults.contains($0) }
    // Presets are compared on the program's clock.
    ranking = PresetRanking(analysis.clock?.observation ?? observation)
    let isHandless = observation.hand == nil && observation.turns.isEmpty
    run = isHandless ? PresetRun(observation, analysis) : nil
    let shared = observation.exactness > 0 ? next?.rows.first?.time : nil
    segments = analysis.segments.map { $0.kind == .rest ? $0.ending(by: shared ?? $0.end) : $0 }
    let pause = (next?.rows.first?.time ?? .infinity) - (observation.rows.last?.time ?? 0)
    isEndSeen = observation.isEndSeen(in: analysis.segments)
    isPushed = run?.isCaught == false && !isEndSeen && pause < Self.longestPause
  }

  /// A take that begins later than this after another does not push its content, in seconds.
  private static let longestPause = 0.1

  /// Reports on several motions of one program, in order of time.
  static func all(_ observations: [Observation]) -> [ObservationReport] {
    let next = observations.dropFirst().map(Optional.some) + [nil]
    return zip(observations, next).reduce(into: []) { reports, take in
      reports.append(ObservationReport(take.0, after: reports, before: take.1))
    }
  }

  /// Which law the takes share, how many follow which if they share none, and how many are good, in
  /// one line; `nil` for a single take.
  static func summary(_ reports: [ObservationReport]) -> String? {
    guard reports.count > 1 else { return nil }
    let good = reports.count { $0.isGood && $0.analysis.smoothness.isEven }
    let uneven = reports.count { !$0.analysis.smoothness.isEven }
    let faulty = reports.count { !$0.faults.isEmpty }
    let open = reports.count { $0.analysis.unexplained > 0 }
    let states = [
      good == reports.count ? "nothing wrong in any" : good == 0 ? nil : "nothing wrong in \(good)",
      faulty == 0 ? nil : "faults in \(faulty)",
      open == 0 ? nil : "motion without a law in \(open)",
      uneven == 0 ? nil : "missed frames or janks in \(uneven)",
    ]
    let state = states.compactMap(\.self).joined(separator: ", ")
    return "\(reports.count) takes \(sharedLaw(reports))" + (state.isEmpty ? "" : "; \(state)")
  }

  /// The law that takes share, or how many follow which: "share a law, an exponential of 2.002 ±
  /// 0.004 per s".
  private static func sharedLaw(_ reports: [ObservationReport]) -> String {
    let laws = Dictionary(grouping: reports.compactMap(\.telling?.law), by: \.family)
    guard let unit = reports.first?.unit, !laws.isEmpty else { return "tell no law" }
    let told = laws.map { family, laws in
      (count: laws.count, words: MeasureReport.words(laws, unit) ?? family.words)
    }.sorted { ($1.count, $0.words) < ($0.count, $1.words) }
    let without = reports.count - told.reduce(0) { $0 + $1.count }
    let rest = without == 0 ? "" : "; \(without) of them \(without == 1 ? "tells" : "tell") none"
    if told.count == 1, told[0].count > 1 || without == 0 {
      return "share a law, \(told[0].words)\(rest)"
    }
    return "share no law: "
      + told.map { "\($0.count) \($0.count == 1 ? "follows" : "follow") \($0.words)" }
      .joined(separator: ", ") + rest
  }

  /// Whether each moving segment has a law, or too few rows for one, and there is no fault.
  var isGood: Bool { analysis.isExplained && faults.isEmpty }

  private var unit: String { observation.source.unit }

  /// The velocity at which a clip's rows end, in units a second; `nil` if the content has come to
  /// rest.
  var unfinishedVelocity: Double? { observation.unfinishedVelocity(in: analysis.segments) }

  /// Presets whose deviation exceeds the nearest one's by at most this are ties, in the motion's
  /// unit.
  private static let alike = 0.5

  // MARK: Results

  /// The segment that best identifies the motion's law.
  var telling: MotionSegment? { analysis.segments.mostInformative() }

  /// The motion after the last release: the first segment after it with a law, or `nil`.
  var released: MotionSegment? {
    guard let release = observation.strokes.last?.samples.last?.time else { return nil }
    let next = analysis.segments.first { $0.end > release && $0.kind != .drag && $0.kind != .late }
    return next?.law == nil ? nil : next
  }

  /// The nearest preset on the same hand, or `nil` if it is too far off to match.
  var match: PresetRanking.Place? {
    ranking.places.first.flatMap {
      $0.comparison.rms <= PresetRun.limit(observation.travel) ? $0 : nil
    }
  }

  /// Why the lag is unknown, in a few words; `nil` if it is known.
  var whyNoLag: String? {
    guard analysis.smoothness.lag == nil else { return nil }
    guard observation.hand != nil else { return "no finger" }
    let steps = zip(observation.rows, observation.rows.dropFirst()).count { before, row in
      row.offset != before.offset && observation.presses.contains { $0.contains(row.time) }
    }
    return steps < Self.fewestFrames
      ? "fewer than \(Self.fewestFrames) frames moved under the hand"
      : "the hand was too steady to separate lag from slop"
  }

  /// Minimum number of frames of a drag to determine a lag.
  private static let fewestFrames = 6

  // MARK: Text

  /// The findings, one per line.
  var text: String {
    let segments = segments.map(Self.text(unit)).joined()
    let faults = findings.map { "\($0)\n" }.joined()
    let wheel = analysis.wheel.map {
      "wheel         " + $0.sentence(in: unit) + "\n"
    }
    return segments + faults + smoothnessText + (wheel ?? "") + clockText + nearestText
      + openQuestions.map { "unknown       \($0)\n" }.joined()
  }

  private static func text(_ unit: String) -> (MotionSegment) -> String {
    { segment in
      let times = "\(segment.start.text(decimals: 3))…\(segment.end.text(decimals: 3)) s"
      var text = "\(times.padded(to: 20, gap: 1))\(segment.kind.rawValue.padded(to: 14, gap: 1))"
      if let refusal = segment.refusal { text += refusal }
      if segment.kind == .late { text += "the last of the hand, shown after its release" }
      if let law = segment.told {
        text += "\(law.family.words): \(words(law, unit))"
        if segment.alike.isEmpty, let next = segment.rejected.first {
          text += "; next \(next.family.words), cost +\(next.cost.text(decimals: 1))"
        }
      }
      while text.hasSuffix(" ") { text.removeLast() }
      return text + "\n"
    }
  }

  private static func words(_ law: ObservedLaw, _ unit: String) -> String {
    let numbers = law.numbers.map { number in
      let unit = number.unit.hasPrefix("/") ? "\(unit)\(number.unit)" : number.unit
      let words = Words.Faults.words(number.fitted)
      return "\(number.name) \(words)\(unit.isEmpty ? "" : " \(unit)")"
    }
    return
      (numbers + [
        "from \(law.velocity.text(decimals: 0)) to \(law.finalVelocity.text(decimals: 0)) \(unit)/s",
        "\(Words.Faults.short(law.deviation)) \(unit) off",
      ]).joined(separator: ", ")
  }

  /// The faults, one sentence each; periodic stalls share one sentence.
  var findings: [String] {
    guard let pattern = analysis.stallPattern, let first = observation.rows.first,
      let last = observation.rows.last
    else { return faults.map { Words.Faults.sentence($0, in: unit) } }
    let stalls = faults.filter { $0.kind == .stall }
    let most = stalls.map { abs($0.size) }.max() ?? 0
    let others = faults.filter { $0.kind != .stall }.map { Words.Faults.sentence($0, in: unit) }
    let late =
      stalls.isEmpty
      ? ""
      : ", \(counted(stalls.count, "stall")) of up to \(most.text(decimals: 1)) \(unit)"
    let ordinal = Words.Faults.ordinal(pattern.period)
    var words = "every \(ordinal) frame is \(pattern.isShownAgain ? "shown again" : "missing")"
    if stalls.count(where: \.isLost) * 2 > stalls.count {
      let held = stalls.map(\.duration).sorted()[stalls.count / 2] * 1000
      words =
        "the content froze after every \(ordinal) frame, for \(held.text(decimals: 0)) ms, "
        + "and did not catch up"
    }
    let times = "from \(first.time.text(decimals: 3)) to \(last.time.text(decimals: 3)) s"
    return others + ["\(times) \(words)\(late)"]
  }

  /// What is not judged, and why, one sentence each.
  var unjudged: [String] {
    let smooth = analysis.smoothness
    var sentences: [String] = []
    if smooth.unjudged > 0 {
      sentences.append(
        (smooth.unjudged == smooth.missed ? "" : "\(smooth.unjudged) of ")
          + counted(smooth.missed, "missed frame")
          + " \(smooth.unjudged == 1 ? "is" : "are") not judged: "
          + ((analysis.clock?.observation ?? observation).isEven
            ? "no law says that the content should have moved then"
            : "its frames come at uneven times"))
    }
    if !observation.turns.isEmpty {
      sentences.append("jumps while a wheel turns are not judged")
    }
    switch (observation.hand, observation.handAgreement) {
    case (nil, _) where observation.turns.isEmpty:
      sentences.append(
        "jumps under a hand and at its release are not judged: a table needs --hand, "
          + "a stream its pointer lines")
    case (_, .shifted(let shift)):
      let time = "\(abs(1000 * shift).text(decimals: 0)) ms"
      sentences.append(
        shift < 0
          ? "the content moves about \(time) before the hand. Their clocks seem to differ: "
            + "subtract that from the hand’s times"
          : "the content follows the hand about \(time) later: the program is that late, or the two "
            + "clocks differ. If the clocks differ, add \(time) to the hand’s times")
    case (_, .opposes):
      sentences.append(
        "the content moves against the hand. When the hand moves up or left, the offset should grow; "
          + "if yours shrinks, flip its sign")
    case (_, .none):
      sentences.append(
        "the content does not follow the hand. Check that both are of the same motion "
          + "and clock")
    default: break
    }
    return sentences
  }

  private var smoothnessText: String {
    let smooth = analysis.smoothness
    var text = "smoothness    \(counted(smooth.steps, "step")), "
    text += "\(smooth.missed) missed, \(counted(smooth.janks, "jank")), "
    text += "hitches \(smooth.hitchRatio.text(decimals: 1)) ms/s, "
    text += "second difference \(smooth.meanSecondDifference.text(decimals: 2)) \(unit)"
    if let following = smooth.following(in: unit) { text += ", \(following)" }
    return text + "\n"
  }

  /// The deviation of the pictures from the program's own clock, if it has one.
  private var clockText: String {
    guard let clock = analysis.clock else { return "" }
    return "clock         the content moved every "
      + "\((clock.interval * 1000).text(decimals: 2)) ms, and was seen "
      + "\((clock.lateness * 1000).text(decimals: 1)) ms off that: laws use the clock’s times\n"
  }

  private var nearestText: String {
    guard let best = ranking.places.first else {
      guard let run else { return "" }
      let words = [
        Words.Faults.nearest(run, in: unit), Words.Faults.end(of: run, isPushed: isPushed),
        Words.Faults.alike(run, beside: run.preset),
      ]
      return "nearest       " + words.compactMap(\.self).joined(separator: "; ")
        + " (by its run alone, as no hand is given)\n"
    }
    let comparison = best.comparison
    guard match != nil else {
      return "nearest       no preset matches; on the same hand the nearest, "
        + "\(best.preset), is \(comparison.rms.text(decimals: 1)) \(unit) off\n"
    }
    let duration =
      isEndSeen
      ? "\((comparison.durationError * 1000).text(decimals: 0)) ms longer"
      : "its duration not judged, as its end was not seen"
    return "nearest       \(best.preset) on the same hand: "
      + "\(comparison.rms.text(decimals: 2)) \(unit) off, \(comparison.greatest.text(decimals: 1)) "
      + "at most, \(duration), released at "
      + "\(best.releaseVelocity.text(decimals: 0)) \(unit)/s\n"
  }

  /// What the rows leave open, one sentence each.
  private var openQuestions: [String] {
    var untold: [String] = []
    let hasFling = analysis.segments.contains { $0.kind == .fling && $0.told != nil }
    if hasFling, observation.hand == nil {
      untold.append("when and how fast it was let go: no hand is given")
    }
    for segment in analysis.segments {
      guard let law = segment.told, !segment.alike.isEmpty else { continue }
      let others = segment.alike.map(\.words).joined(separator: ", ")
      untold.append(
        "\(law.family.words) from \(others), from \(segment.start.text(decimals: 3)) s on: "
          + "they fit equally well; the simplest is named")
    }
    if observation.exactness > 0, observation.hand == nil {
      for segment in analysis.segments where segment.refusal != nil && !segment.isTooShort {
        let times = "\(segment.start.text(decimals: 3))…\(segment.end.text(decimals: 3)) s"
        untold.append(
          "what moved it in \(times): a hand may have, which a clip without touches does not show; "
            + "let the content run out after each swipe, or show touches")
      }
    }
    if let velocity = unfinishedVelocity, analysis.segments.last?.told != nil {
      untold.append(
        "where and when it rests: the rows end at \(velocity.text(decimals: 0)) \(unit)/s, and "
          + "what the law says of the end is a forecast")
    }
    untold += unjudged
    if let fling = analysis.segments.last(where: { $0.kind == .fling })?.told, hasFling,
      let decay = fling["decay"]?.value, abs(fling.finalVelocity) / decay < 1
    {
      untold.append("the stop rule: under 1 \(unit) was left when it stopped")
    }
    if let best = ranking.places.first {
      let alike = ranking.places.dropFirst().filter {
        $0.comparison.rms <= best.comparison.rms + Self.alike
      }
      if !alike.isEmpty {
        let names = alike.map(\.preset).joined(separator: ", ")
        untold.append("\(best.preset) from \(names): less than \(Self.alike) \(unit) apart here")
      }
    }
    return untold
  }

  /// What is wrong, in a sentence; `nil` if nothing is.
  var complaint: String? {
    guard !isGood else { return nil }
    let counts = Words.Faults.counts(faults)
    let open = analysis.unexplained
    let found =
      faults.isEmpty
      ? [] : ["Found \(counted(faults.count, "fault")): \(counts.joined(separator: ", "))."]
    let unexplained =
      open == 0 ? [] : ["No law explains \(counted(open, "stretch", "stretches"))."]
    return (found + unexplained).joined(separator: " ")
  }

  /// A text chart of rows as dots, laws as a line, and the difference of both, this many columns
  /// wide.
  func plot(columns: Int) -> String {
    let rows = observation.rows
    let fitted = analysis.segments.flatMap(\.fitted)
    let places = Dictionary(fitted.map { ($0.time, $0.offset) }) { $1 }
    let errors = rows.compactMap { row in
      places[row.time].map { Vector(row.time, row.offset - $0) }
    }
    let unit = observation.source.unit
    let motion = Plot(
      "x, \(unit)", unit: "s", line: fitted.map { Vector($0.time, $0.offset) },
      dots: rows.map { Vector($0.time, $0.offset) })
    let error = Plot("measured less fitted, \(unit)", unit: "s", dots: errors)
    return Plot.text([(motion, 10)] + (errors.isEmpty ? [] : [(error, 5)]), columns: columns)
  }

  // MARK: JSON

  /// The findings as an object.
  var json: JSON {
    JSON.of([
      "source": observation.source.name, "unit": unit, "rows": observation.rows.count,
      "interval": analysis.interval, "rounding": analysis.rounding, "noise": analysis.noise,
      "clock": analysis.clock.map(Self.json), "explained": isGood,
      "segments": segments.map(Self.json), "faults": faultsJSON,
      "wheel": analysis.wheel.map(Self.json), "stallPeriod": analysis.stallPattern?.period,
      "smoothness": Self.json(analysis.smoothness), "presets": ranking.places.map(json),
      "presetRun": run.map(json), "cannotTell": openQuestions,
    ])
  }

  /// The faults, one object each.
  var faultsJSON: [JSON] { faults.map { Self.json($0, unit) } }

  private static func json(_ segment: MotionSegment) -> JSON {
    JSON.known([
      "kind": segment.kind.rawValue, "start": segment.start, "end": segment.end,
      "rows": segment.count, "law": segment.told.map(json),
      "alike": segment.told == nil ? [] : segment.alike.map(\.rawValue),
      "releaseVelocity": segment.releaseVelocity?.value,
      "releaseVelocityError": segment.releaseVelocity.flatMap { JSON.finite($0.error) },
      "rejected": segment.rejected.map(json), "refusal": segment.refusal,
    ])
  }

  private static func json(_ law: ObservedLaw) -> JSON {
    JSON.of([
      "family": law.family.rawValue,
      "numbers": law.numbers.map {
        JSON.known([
          "name": $0.name, "unit": $0.unit, "value": JSON.finite($0.fitted.value),
          "error": JSON.finite($0.fitted.error),
        ])
      },
      "velocity": law.velocity, "finalVelocity": law.finalVelocity, "residual": law.deviation,
      "cost": law.cost,
    ])
  }

  private static func json(_ fault: MotionFault, _ unit: String) -> JSON {
    JSON.known([
      "kind": fault.kind.rawValue, "time": fault.time, "size": fault.size,
      "error": JSON.finite(fault.error), "unit": fault.sizeUnit(unit), "duration": fault.duration,
      "period": fault.period > 0 ? fault.period : nil,
      "lost": fault.kind == .stall ? fault.isLost : nil,
    ])
  }

  private static func json(_ wheel: WheelResponse) -> JSON {
    JSON.known([
      "turned": wheel.turned, "moved": wheel.moved, "perUnit": wheel.perUnit.value,
      "perUnitError": JSON.finite(wheel.perUnit.error),
      "latencyMs": wheel.latency.map { $0.value * 1000 },
      "latencyErrorMs": wheel.latency.map { $0.error * 1000 }, "eased": wheel.isEased,
      "runOn": wheel.runOn, "runOnBeforeLift": wheel.runOnBeforeLift,
    ])
  }

  private static func json(_ clock: FrameClock) -> JSON {
    JSON.of(["intervalMs": clock.interval * 1000, "latenessMs": clock.lateness * 1000])
  }

  private static func json(_ smoothness: Smoothness) -> JSON {
    JSON.known([
      "steps": smoothness.steps, "moving": smoothness.moving, "missed": smoothness.missed,
      "unjudged": smoothness.unjudged, "janks": smoothness.janks,
      "hitchMsPerS": smoothness.hitchRatio, "meanSecondDifference": smoothness.meanSecondDifference,
      "lagMs": smoothness.lag.map { $0.value * 1000 },
      "lagErrorMs": smoothness.lag.map { $0.error * 1000 }, "slop": smoothness.slop?.value,
      "slopError": smoothness.slop.flatMap { JSON.finite($0.error) },
      "behind": smoothness.behind?.value,
      "behindError": smoothness.behind.flatMap { JSON.finite($0.error) },
      "handSpeed": smoothness.behind.map { _ in smoothness.handSpeed },
    ])
  }

  private func json(_ run: PresetRun) -> JSON {
    JSON.of([
      "preset": run.preset.id, "rms": run.deviation.whole,
      "parts": run.deviation.parts.map {
        JSON.of(["kind": $0.kind.rawValue, "rms": $0.rms])
      },
      "near": run.isNear, "caught": run.isCaught || isPushed, "cut": run.isCut,
      "fault": run.fault, "alike": run.alike.map(\.id),
    ])
  }

  private func json(_ place: PresetRanking.Place) -> JSON {
    let end = isEndSeen ? place.comparison : nil
    return JSON.of([
      "preset": place.preset, "releaseVelocity": place.releaseVelocity, "rms": place.comparison.rms,
      "max": place.comparison.greatest, "durationErrorS": end?.durationError,
      "restError": end?.restError, "lagMs": place.comparison.lag * 1000,
    ])
  }
}

extension MotionSegment {
  /// The release velocity, or if unknown the law's at its first row, in units a second.
  var goesOnWith: Double? { releaseVelocity?.value ?? law?.velocity }
}
