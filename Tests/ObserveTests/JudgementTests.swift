import Feel
import Foundation
import Observe
import TestSupport
import Testing

/// Analyses motions like those in bug reports with known truth: sixteen of each kind here, a
/// thousand of each with Tests/judgement.
struct JudgementTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["FEELLAB_JUDGEMENT"].flatMap(UInt64.init)
  /// The kinds to run by name; all by default.
  private static let kinds = environment["FEELLAB_JUDGEMENT_KINDS"].map { names in
    ReportedMotion.Kind.allCases.filter {
      names.split(separator: " ").contains(Substring($0.rawValue))
    }
  }
  /// The first seed, for rerunning one.
  private static let first = environment["FEELLAB_JUDGEMENT_SEED"].flatMap(UInt64.init) ?? 0

  /// The fraction of a kind that may be missed or falsely alarmed: 1 %, or more where
  /// docs/benchmarks.md states so.
  private static func most(_ kind: ReportedMotion.Kind) -> (missed: Double, alarmed: Double) {
    switch kind {
    case .leapAtRelease, .lag, .releaseVelocity, .lateStart: (0.02, 0.01)
    case .clockWobble, .judder: (0.01, 0.02)
    default: (0.01, 0.01)
    }
  }

  /// The number allowed by that fraction; with few motions, more for chance.
  private static func count(_ share: Double, of count: Int) -> Int {
    let mean = share * Double(count)
    let chance = share > 0.01 && count < 200 ? (2.5 * mean.squareRoot()).rounded(.up) : 0
    return Int(mean + chance)
  }

  private static func seeds(_ kind: ReportedMotion.Kind) -> [UInt64] {
    count.map { Array(first..<first + $0) }
      ?? Budget.seeds(16, quick: 4, of: "\(kind.rawValue) is judged correctly")
  }

  @Test(arguments: kinds ?? ReportedMotion.Kind.allCases)
  func `motions like those in bug reports are judged correctly`(kind: ReportedMotion.Kind) {
    let seeds = Self.seeds(kind)
    var tally = JudgementTally(kind)
    for seed in seeds { tally.add(ReportedMotion(kind, seed: seed)) }
    let most = Self.most(kind)
    #expect(tally.missed.count <= Self.count(most.missed, of: seeds.count), "\(tally.missed.words)")
    #expect(
      tally.alarmed.count <= Self.count(most.alarmed, of: seeds.count), "\(tally.alarmed.words)")
    for told in tally.numbers {
      #expect(
        told.outside.count <= told.mostOutside * (kind == .leapAtRelease ? 2 : 1),
        "\(kind), \(told.name): \(told.outside.words)")
      // With wobbling times, the error also covers a common delay, and at a release an uncertain
      // start of the law.
      #expect(
        told.isModest || kind == .clockWobble || kind == .leapAtRelease,
        "\(kind), \(told.name): stated \(short(told.stated)), real \(short(told.real))")
    }
    if seeds.count > 16 { tally.write() }
  }

  @Test(arguments: kinds ?? ReportedMotion.Kind.allCases)
  func `a rest before or after a motion does not change its faults`(kind: ReportedMotion.Kind) {
    let seeds = Self.seeds(kind)
    var unlike: [String] = []
    // A tenth of a long run; scattered motions would not rest to the last digit.
    let motions = seeds.prefix(max(16, seeds.count / 10)).map { ReportedMotion(kind, seed: $0) }
      .filter { !$0.isScattered }
    for motion in motions {
      let faults = MotionAnalysis(motion.observation).faults
      for (before, after) in [(0, 120), (60, 0)] {
        let rested = MotionAnalysis(motion.resting(before: before, after: after)).faults
        let isAlike =
          faults.count == rested.count
          && zip(faults, rested).allSatisfy {
            $0.kind == $1.kind && abs($0.time - $1.time) <= 1.01 * motion.interval
          }
        guard !isAlike else { continue }
        let words = [faults, rested].map { list in
          "\(list.prefix(6).map { "\($0.kind) at \(short($0.time)) by \(short($0.size))" })"
        }
        unlike.append(
          "seed \(motion.seed), \(before) frames of rest before and \(after) after: "
            + "\(words[1]), and without them \(words[0]) | \(motion.note)")
      }
    }
    // The slow start of a curve may look like a push: it does for two of the first few seeds.
    let most = Self.count(Self.most(kind).alarmed, of: motions.count) + (kind == .easedSnap ? 1 : 0)
    #expect(unlike.count <= most, "\(unlike.words)")
  }
}

extension [String] {
  /// Their number, and the first of them, one per line.
  fileprivate var words: String { (["\(count):"] + prefix(25)).joined(separator: "\n") }
}

/// Statistics on the analysis of many motions of a kind.
struct JudgementTally {
  /// A number reported for many motions.
  struct Told {
    let name: String
    /// Actual and stated error of each, beyond the negligible part.
    var pairs: [(off: Double, stated: Double)] = []
    /// Those off by more than two stated errors.
    var outside: [String] = []
    /// An error that does not matter.
    var negligible = 0.0

    /// How many may be off by more than two stated errors: 5 %; with few motions, more for chance.
    var mostOutside: Int {
      let count = Double(pairs.count)
      let chance = count < 200 ? 0.5 + 2 * (0.05 * 0.95 * count).squareRoot() : 0
      return Int(0.05 * count + chance.rounded(.up))
    }

    var stated: Double { Self.median(pairs.map(\.stated)) }
    var real: Double { Self.median(pairs.map(\.off)) }

    /// Whether stated errors are at most twice the real ones; with few numbers, more is allowed for
    /// chance.
    var isModest: Bool {
      let count = Double(pairs.count)
      // The median of a few values is not significant.
      guard count >= 64 else { return true }
      let chance = count < 200 ? 1 + 5 / count.squareRoot() : 1
      return stated <= 2 * chance * real + negligible
    }

    private static func median(_ values: [Double]) -> Double {
      values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
  }

  let kind: ReportedMotion.Kind
  private(set) var count = 0
  /// Motions with something unreported or reported wrongly.
  private(set) var missed: [String] = []
  /// Motions with a false report.
  private(set) var alarmed: [String] = []
  private(set) var numbers: [Told] = []
  private var worst: (share: Double, words: String) = (0, "")

  init(_ kind: ReportedMotion.Kind) { self.kind = kind }

  /// Analyses a motion, and compares the result with the truth.
  mutating func add(_ motion: ReportedMotion) {
    count += 1
    let found = MotionAnalysis(motion.observation)
    var (wrong, alarms): ([String], [String]) = ([], [])
    var left = found.faults
    for truth in motion.faults {
      guard let fault = take(truth, from: &left, motion.interval) else {
        wrong.append("no \(truth.kind) at \(truth.times.map(short)) by \(short(truth.size))")
        continue
      }
      let off = max(0, abs(fault.size - truth.size) - truth.sizeSlack)
      if truth.sizeSlack < 1e-6 { note("size", off, fault.error, negligible: 0.05, motion, found) }
      if off > max(1, 0.02 * abs(truth.size), 3 * fault.error) {
        wrong.append("\(truth.kind) by \(short(fault.size)), and not \(short(truth.size))")
      }
      if let isLost = truth.isLost, fault.isLost != isLost {
        wrong.append("a way that is \(isLost ? "lost" : "made up for") is not")
      }
      if let period = truth.period, fault.period != period {
        wrong.append("a period of \(fault.period), and not \(period)")
      }
    }
    alarms += left.map { "\($0.kind) at \(short($0.time)) by \(short($0.size))" }
    for truth in motion.numbers { check(truth, motion, found, &wrong) }
    let laws = found.segments.flatMap { ($0.law.map { [$0.family] } ?? []) + $0.alike }
    if !motion.families.isEmpty, !motion.families.contains(where: laws.contains) {
      wrong.append("not \(motion.families.map(\.rawValue))")
    }
    if let isEased = motion.isEased, let wheel = found.wheel, wheel.isEased != isEased {
      wrong.append(isEased ? "at once, and not eased" : "eased, and not at once")
    }
    if motion.hasNoDrag, found.segments.contains(where: { $0.kind == .drag }) {
      alarms.append("a drag without a hand")
    }
    if !wrong.isEmpty { missed.append(describe(motion, found, wrong)) }
    if !alarms.isEmpty { alarmed.append(describe(motion, found, alarms)) }
  }

  /// Removes the true fault from the faults found.
  private func take(
    _ truth: ReportedMotion.Fault, from left: inout [MotionFault], _ interval: Double
  ) -> MotionFault? {
    func late(_ fault: MotionFault) -> Double {
      truth.times.map { time in
        max(time - fault.time, fault.time - time - truth.slack, 0)
      }.min() ?? .infinity
    }
    let near = left.indices.filter {
      left[$0].kind == truth.kind && late(left[$0]) <= 1.01 * interval
    }
    guard let best = near.min(by: { late(left[$0]) < late(left[$1]) }) else { return nil }
    return left.remove(at: best)
  }

  private mutating func check(
    _ truth: ReportedMotion.Number, _ motion: ReportedMotion, _ found: MotionAnalysis,
    _ wrong: inout [String]
  ) {
    guard let said = value(truth.name, motion, found) else {
      if truth.isRequired { wrong.append("no \(truth.name)") }
      return
    }
    let off = abs(said.value - truth.value)
    note(truth.name.rawValue, off, said.error, negligible: truth.negligible, motion, found)
    if off > max(truth.negligible, 0.02 * abs(truth.value), 3 * said.error) {
      wrong.append(
        "\(truth.name) \(short(said.value)) ± \(short(said.error)), and not \(short(truth.value))")
    }
  }

  private func value(
    _ name: ReportedMotion.Number.Name, _ motion: ReportedMotion, _ found: MotionAnalysis
  ) -> FittedValue? {
    switch name {
    case .lag: found.smoothness.lag
    case .behind: found.smoothness.behind
    case .releaseVelocity: found.segments.lazy.compactMap(\.releaseVelocity).first
    case .perUnit: found.wheel?.perUnit
    case .latency: found.wheel?.latency
    case .decay, .braking, .exponent, .frequency, .duration:
      // The longest matching segment counts.
      found.segments.filter {
        guard let law = $0.law else { return false }
        return motion.families.isEmpty || motion.families.contains(law.family)
      }.max { $0.count < $1.count }?.law?[name.rawValue]
    }
  }

  private mutating func note(
    _ name: String, _ off: Double, _ error: Double, negligible: Double,
    _ motion: ReportedMotion, _ found: MotionAnalysis
  ) {
    let index = numbers.firstIndex { $0.name == name } ?? numbers.count
    if index == numbers.count { numbers.append(Told(name: name)) }
    numbers[index].pairs.append((off, error))
    numbers[index].negligible = max(numbers[index].negligible, negligible)
    let share = max(0, off - negligible) / max(error, 1e-12)
    if share > 2 {
      numbers[index].outside.append(
        describe(motion, found, ["\(name) off by \(short(off)) ± \(short(error))"]))
    }
    if share > worst.share {
      worst = (share, "seed \(motion.seed): \(name) off by \(short(off)) ± \(short(error))")
    }
  }

  /// A line with the seed, the mistakes, the truth and the result.
  private func describe(
    _ motion: ReportedMotion, _ found: MotionAnalysis, _ wrong: [String]
  ) -> String {
    let faults = found.faults.prefix(6).map {
      "\($0.kind) at \(short($0.time)) by \(short($0.size)) ± \(short($0.error))"
        + ($0.isLost ? " lost" : "") + ($0.period > 0 ? " period \($0.period)" : "")
    }
    let segments = found.segments.prefix(8).map {
      "\($0.kind) \($0.law?.family.rawValue ?? "-") from \(short($0.start))"
    }
    let truths =
      motion.faults.prefix(4).map {
        "\($0.kind) at \($0.times.map(short)) by \(short($0.size))"
      } + motion.numbers.map { "\($0.name) \(short($0.value))" }
    return "seed \(motion.seed): \(wrong.prefix(3).joined(separator: "; ")) | true: \(truths) "
      + "| said: \(faults.count < found.faults.count ? "\(found.faults.count): " : "")\(faults) "
      + "\(segments) | \(motion.note)"
  }

  // MARK: Table

  private static let header: Void = put(
    "| kind | cases | wrong or not said | false alarms | within 2 errors; stated/real | worst |\n"
      + "|---|---|---|---|---|---|\n")

  /// Writes its line of the table, preceded by the heading if it is the first.
  func write() {
    _ = Self.header
    let numbers = numbers.map { told in
      let inside = told.pairs.count - told.outside.count
      return "\(told.name) \(inside)/\(told.pairs.count); "
        + short(told.stated / max(told.real, 1e-12))
    }
    let worst = self.worst.share > 2 ? self.worst.words : missed.first ?? alarmed.first ?? ""
    Self.put(
      "| \(kind) | \(count) | \(missed.count) | \(alarmed.count) | "
        + "\(numbers.joined(separator: ", ")) | \(worst.replacing("|", with: "·").prefix(160)) |\n")
  }

  /// A single write, since other tests write at the same time.
  private static func put(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}
