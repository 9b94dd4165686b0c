internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Measuring
internal import Observe
internal import Stage
internal import XWindow

/// The measurement of a program, in words and as JSON.
struct MeasureReport: Report {
  private let program: String
  private let measured: MeasuredProgram
  private let reports: [ObservationReport]

  /// Analyses the measurement of a program with a name.
  init(_ program: String, _ measured: MeasuredProgram) {
    (self.program, self.measured) = (program, measured)
    reports = ObservationReport.all(measured.gestures.map(\.observation))
  }

  // MARK: Results

  /// The deviation of each preset over all gestures with a hand, in pixels, nearest first.
  private var presets: [(name: String, rms: Double)] {
    var sums: [String: (squares: Double, count: Int)] = [:]
    for place in reports.flatMap(\.ranking.places) {
      let rms = place.comparison.rms
      sums[place.preset, default: (0, 0)].squares += rms * rms
      sums[place.preset, default: (0, 0)].count += 1
    }
    let most = sums.values.map(\.count).max() ?? 0
    return sums.filter { $0.value.count == most }
      .map { ($0.key, ($0.value.squares / Double(max(1, most))).squareRoot()) }
      .sorted { ($0.rms, $0.name) < ($1.rms, $1.name) }
  }

  /// The preset that matches, from takes with a hand that were played as intended.
  private var match: PresetMatch {
    PresetMatch(
      zip(measured.gestures, reports).filter { !$0.0.isPlayedBadly }.map { gesture, report in
        PresetMatch.Take(
          gesture.gesture.name, travel: gesture.travel,
          report.ranking.places.map { ($0.preset, $0.comparison.rms) })
      })
  }

  /// The law of flings, or of turns of the wheel, with its number.
  ///
  /// `nil` if no law was found, or its number is too uncertain.
  private var law: String? {
    func flings(_ reports: [ObservationReport]) -> [MotionSegment] {
      reports.flatMap(\.analysis.segments).filter {
        $0.law != nil && (!measured.target.isDragged || $0.kind == .fling)
      }
    }
    // Takes with faults determine laws poorly, so use them only if there are no others.
    let good = flings(reports.filter(\.isGood))
    let told = good.isEmpty ? flings(reports) : good
    // If several families were fitted, the one that covers the most time is the law.
    var times: [LawFamily: Double] = [:]
    for fling in told {
      guard let family = fling.law?.family else { continue }
      times[family, default: 0] += fling.end - fling.start
    }
    let family = times.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
    return Self.words(told.compactMap(\.law).filter { $0.family == family }, measured.source.unit)
  }

  /// One family's laws summarised: "an exponential of 4.00 ± 0.02 per s".
  ///
  /// The number is the mean over the laws; `nil` if it is too uncertain, or there is no law.
  static func words(_ laws: [ObservedLaw], _ unit: String) -> String? {
    guard let law = laws.first else { return nil }
    // The times of a curve, and a constant velocity, belong to a single fling.
    switch law.family {
    case .steady, .androidSpline, .bezierFling, .cssEase, .easeIn, .easeOut, .easeInOut, .cubicOut:
      return law.family.words
    default: break
    }
    guard let number = law.numbers.first,
      let mean = Verdict.mean(laws.compactMap { $0.numbers.first?.fitted }),
      mean.error <= mostDoubt * abs(mean.value)
    else { return nil }
    let per = number.unit.hasPrefix("/") ? " \(unit)\(number.unit)" : " \(number.unit)"
    return "\(law.family.words) of \(Verdict.words(mean))\(number.unit.isEmpty ? "" : per)"
  }

  /// The largest relative error of a number that names a law.
  private static let mostDoubt = 0.2

  private var faults: [Verdict.Fault] {
    func fault(
      _ words: (Int) -> String, _ count: (ObservationReport) -> Int
    ) -> Verdict.Fault? {
      let counts = zip(measured.gestures, reports).map { ($0.gesture.name, count($1)) }
        .filter { $0.1 > 0 }
      let whole = counts.reduce(0) { $0 + $1.1 }
      return whole == 0 ? nil : Verdict.Fault(words(whole), in: counts.map(\.0))
    }
    let kinds = MotionFault.Kind.allCases.map { kind in
      fault({ Words.Faults.count($0, of: kind) }) { $0.faults.count { $0.kind == kind } }
    }
    let open = fault({ counted($0, "stretch", "stretches") + " that no law explains" }) {
      $0.analysis.segments.count { $0.refusal != nil && !$0.isTooShort }
    }
    return (kinds + [open]).compactMap(\.self)
  }

  /// The tool that scrolls it.
  private var tool: Verdict.Tool {
    measured.target.isDragged ? (measured.server == .xorg ? .finger : .mouse) : .wheel
  }

  private var verdict: String {
    Verdict(
      program, by: tool, law: law, presets: match, faults: faults,
      badTakes: measured.gestures.filter(\.isPlayedBadly).map(\.gesture.name),
      lag: Verdict.mean(reports.compactMap(\.analysis.smoothness.lag)),
      latency: latencies.isEmpty ? nil : latency(0.5)
    ).sentence
  }

  /// Why some takes have no lag, in a sentence; `nil` if all have one.
  private var whyNoLag: String? {
    var reasons: [(why: String, takes: [String])] = []
    for (gesture, report) in zip(measured.gestures, reports) {
      guard let why = report.whyNoLag else { continue }
      let name = gesture.gesture.name
      if let known = reasons.firstIndex(where: { $0.why == why }) {
        reasons[known].takes.append(name)
      } else {
        reasons.append((why, [name]))
      }
    }
    guard !reasons.isEmpty else { return nil }
    return "no lag for "
      + reasons.map { "\($0.takes.joined(separator: ", ")): \($0.why)" }.joined(separator: "; for ")
  }

  private var snaps: SnapReport? {
    SnapReport(reports, names: measured.gestures.map(\.gesture.name))
  }

  private var latencies: [Double] { measured.gestures.flatMap(\.latencies).sorted() }

  /// The quantile of the latencies at a share, in seconds; 0 without latencies.
  private func latency(_ share: Double) -> Double {
    let latencies = latencies
    guard !latencies.isEmpty else { return 0 }
    return latencies[min(latencies.count - 1, Int(share * Double(latencies.count)))]
  }

  /// What could not be measured, one clause each.
  private var openQuestions: [String] {
    var untold = measured.unknown
    let lost = measured.refusals.values.reduce(0, +)
    if lost > 0 {
      let why = measured.refusals.max { $0.value < $1.value }.map { Self.words($0.key) } ?? ""
      untold.append("position in \(lost) \(lost == 1 ? "picture" : "pictures"): \(why)")
    }
    for gesture in measured.gestures {
      guard gesture.isPlayedBadly, let (due, played) = gesture.speeds else { continue }
      untold.append(
        "\(quoted(gesture.gesture.name)) at \(due.text(decimals: 0)) px/s: it was measured at "
          + "\(played.text(decimals: 0)) px/s")
    }
    let moving = measured.gestures.filter { !$0.rests }.map { quoted($0.gesture.name) }
    if !moving.isEmpty {
      untold.append(
        "how \(moving.joined(separator: ", ")) ended: the content did not come to rest in 8 s")
    }
    return untold
  }

  private static func words(_ refusal: FrameRegistration.Refusal) -> String {
    switch refusal {
    case .sizeChanged: "its size changed"
    case .contentChanged: "they have too little in common with the one before"
    case .periodic(let period): "they repeat every \(period) pixels"
    case .blank: "nothing on them could be seen to move"
    case .torn: "one part of them is older than the other"
    }
  }

  var picture: ObservedPicture {
    ObservedPicture(
      "\(shown(program)): \(counted(reports.count, "take"))",
      zip(measured.gestures, reports).map { ($0.gesture.name, $1) }, subtitle: verdict)
  }

  // MARK: Text

  /// The verdict, a table of the takes, and further findings.
  var text: String {
    let region = measured.target.region
    let place = "\(region.width) × \(region.height) pixels at \(region.x0), \(region.y0)"
    let way = measured.target.isVertical ? "up and down" : "from side to side"
    var text = "\(verdict)\n\n"
    text += "\(quoted(measured.window.title)) scrolls \(way) by "
    text += "\(tool == .wheel ? "a wheel alone" : "a \(tool.rawValue)"): \(place)\n\n"
    text += PlainTable.text(
      [["take", "hand px/s", "travel px", "law", "off px", "preset", "off px", "lag, ms"]]
        + zip(measured.gestures, reports).map(Self.cells), rightFrom: [1, 2, 4, 6, 7])
    text += "\n"
    if let whyNoLag { text += "\(whyNoLag)\n" }
    for (measured, report) in zip(measured.gestures, reports) {
      for finding in report.findings { text += "\(measured.gesture.name): \(finding)\n" }
    }
    for sentence in snaps?.sentences ?? [] { text += "\(sentence)\n" }
    // The largest deviation shows how much it mattered.
    if let clock = reports.compactMap(\.analysis.clock).max(by: { $0.lateness < $1.lateness }) {
      text += "pictures came up to \((clock.lateness * 1000).text(decimals: 1)) ms (rms) off the "
      text += "program’s clock, a frame every \((clock.interval * 1000).text(decimals: 2)) ms: "
      text += "laws and presets use the clock’s times\n"
    }
    if !presets.isEmpty {
      let near = presets.prefix(4).map { "\($0.name) \($0.rms.text(decimals: 2))" }
      text += "presets on the same hand, px off overall: \(near.joined(separator: ", "))"
      text += match.match == nil ? "; none matches\n" : "\n"
    }
    if !latencies.isEmpty {
      text += "latency from input to picture: \((latency(0.5) * 1000).text(decimals: 1)) ms, "
      text += "in 95 % at most \((latency(0.95) * 1000).text(decimals: 1)) ms, "
      text += "of \(latencies.count)\n"
    }
    return text + openQuestions.map { "unknown       \($0)\n" }.joined()
  }

  private static func cells(_ gesture: MeasuredGesture, _ report: ObservationReport) -> [String] {
    let speed = gesture.speeds?.played ?? 0
    let segment = report.telling
    // Without a hand there is no preset to name; with one, the table states if none matches.
    let preset = report.ranking.places.isEmpty ? "" : report.match?.preset ?? "none"
    return [
      gesture.gesture.name, speed > 0 ? speed.text(decimals: 0) : "",
      gesture.travel.text(decimals: 0),
      segment?.law.map { Words.Faults.brief($0, in: "px") } ?? "none",
      segment?.law.map { $0.deviation.text(decimals: 2) } ?? "", preset,
      report.match.map { $0.comparison.rms.text(decimals: 2) } ?? "",
      report.analysis.smoothness.lag.map { ($0.value * 1000).text(decimals: 1) } ?? "",
    ]
  }

  // MARK: JSON

  var json: JSON {
    let region = measured.target.region
    return JSON.of([
      "verdict": verdict, "program": program, "server": measured.server == .xorg ? "xorg" : "xvfb",
      "window": measured.window.title,
      "region": JSON.of([
        "x": region.x0, "y": region.y0, "width": region.width, "height": region.height,
      ]),
      "axis": measured.source.axis.rawValue, "dragged": measured.target.isDragged,
      "takes": zip(measured.gestures, reports).map { gesture, report in
        JSON.of([
          "name": gesture.gesture.name, "speed": gesture.gesture.speed,
          "playedSpeed": gesture.speeds?.played, "travel": gesture.travel, "rests": gesture.rests,
          "latenciesMs": gesture.latencies.map { $0 * 1000 }, "motion": report.json,
        ])
      },
      "presets": presets.map { JSON.of(["preset": $0.name, "rms": $0.rms]) },
      "latencyMs": latencies.isEmpty
        ? .null
        : JSON.of([
          "p50": latency(0.5) * 1000, "p95": latency(0.95) * 1000, "count": latencies.count,
        ]),
      "snapRule": snaps?.json, "refusedPictures": measured.refusals.values.reduce(0, +),
      "cannotTell": openQuestions,
    ])
  }
}
