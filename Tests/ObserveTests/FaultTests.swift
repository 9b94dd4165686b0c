import Foundation
import Observe
import TestSupport
import Testing

/// Detecting faults in motions with known faults: sixteen of each kind here, a thousand of each
/// with Tests/judgement.
struct FaultTests {
  /// The seeds that a test runs of each kind.
  private static func seeds(of test: String) -> [UInt64] {
    let asked = ProcessInfo.processInfo.environment["FEELLAB_JUDGEMENT"].flatMap(UInt64.init)
    return asked.map { Array(0..<$0) } ?? Budget.seeds(16, quick: 8, of: test)
  }
  /// A size may be off by a unit, or by this many of its stated standard errors.
  ///
  /// The rows do not always determine a size to a unit. With a jump, the law has six or seven
  /// parameters; with eight frames before it, the Cramér–Rao bound is up to three units for a
  /// position scatter of 0.42. There only the stated error must be true; where it promises a unit,
  /// a unit is required.
  private static let most = 3.0
  /// If the stated error is this fraction of the tolerance, the tolerance is exceeded once in two
  /// hundred times.
  private static let small = 0.35

  private func describe(
    _ motion: SyntheticMotion, _ seed: UInt64, _ found: MotionAnalysis
  ) -> String {
    "seed \(seed), \(motion.law) with \(motion.flaw) at \(motion.time) by \(motion.size): "
      + found.words
  }

  @Test(arguments: SyntheticMotion.Flaw.allCases.filter { $0 != .none })
  func `a flaw is found with its time and size, and its stated error is true`(
    flaw: SyntheticMotion.Flaw
  ) {
    let seeds = Self.seeds(of: "a flaw is found with its time and size")
    var (missed, beyond): ([String], [String]) = ([], [])
    var (shares, exact): ([Double], Int) = ([], 0)
    for seed in seeds {
      let motion = SyntheticMotion(flaw, seed: seed)
      let found = MotionAnalysis(Observation(motion.rows))
      // A jump back by one frame's distance shows a row twice, which is identical to a repeated
      // frame.
      func off(_ fault: MotionFault) -> Double {
        fault.kind == motion.kind ? abs(fault.size - motion.size) : abs(fault.size + motion.size)
      }
      let fault = found.faults.filter {
        [motion.kind, motion.kind == .jump ? .stall : motion.kind].contains($0.kind)
          && abs($0.time - motion.time) <= 1.01 / 60
      }.min { off($0) < off($1) }
      guard let fault else {
        missed.append(describe(motion, seed, found))
        continue
      }
      let off = off(fault)
      // The stated errors of stalls are tested with stalls.
      if fault.kind == motion.kind { shares.append(off / fault.error) }
      if off > max(motion.tolerance, Self.most * fault.error) {
        missed.append(describe(motion, seed, found))
      }
      guard fault.error <= Self.small * motion.tolerance else { continue }
      exact += 1
      if off > motion.tolerance { beyond.append(describe(motion, seed, found)) }
    }
    // One in a hundred may be missed.
    #expect(missed.count <= seeds.count / 100, "\(missed.count): \(missed.joined(separator: "\n"))")
    #expect(beyond.count <= exact / 100, "\(beyond.count): \(beyond.joined(separator: "\n"))")
    // Inflated errors would pass the checks above, so the actual errors must be about as large as
    // the stated ones.
    let squares = shares.reduce(0) { $0 + $1 * $1 }
    let ratio = (squares / Double(max(1, shares.count))).squareRoot()
    // With few motions the ratio itself scatters, by 1/√(2n).
    let slack = 2.5 / (2 * Double(seeds.count)).squareRoot()
    #expect((0.8 - slack...1.2 + slack).contains(ratio), "\(ratio)")
  }

  @Test func `a motion without a flaw has no faults`() {
    let seeds = Self.seeds(of: "a motion without a flaw has no faults")
    var alarmed: [String] = []
    for seed in seeds {
      let motion = SyntheticMotion(.none, seed: seed)
      let found = MotionAnalysis(Observation(motion.rows))
      if !found.faults.isEmpty { alarmed.append(describe(motion, seed, found)) }
    }
    #expect(
      alarmed.count <= seeds.count / 100, "\(alarmed.count): \(alarmed.joined(separator: "\n"))")
  }

  @Test func `two repeated frames are one stall by the distance of both`() throws {
    func place(_ frame: Int) -> Double { (222 * (1 - exp(-2.85 * Double(frame) / 60))).rounded() }
    let rows = (0..<120).map { frame in
      Observation.Row(
        time: Double(frame) / 60, offset: place((25..<27).contains(frame) ? 24 : frame))
    }
    let found = MotionAnalysis(Observation(rows))
    #expect(found.faults.map(\.kind) == [.stall], "\(found.words)")
    let stall = try #require(found.faults.first)
    #expect(abs(stall.size - (place(26) - place(24))) < 1.5, "\(found.words)")
    #expect(abs(stall.duration - 2.0 / 60) < 1e-6, "\(found.words)")
  }

  /// Very long motions are first searched in a sample of rows; the result must be as exact as with
  /// all rows.
  @Test(arguments: [6000, 60_000])
  func `faults in very long motions are found exactly`(count: Int) throws {
    let rate = 1000.0
    func rows(_ place: (Double) -> Double) -> [Observation.Row] {
      (0..<count).map {
        let time = Double($0) / rate
        return Observation.Row(time: time, offset: place(time).rounded())
      }
    }
    func run(_ time: Double) -> Double { 800 * (1 - exp(-4 * time)) }
    let jump = MotionAnalysis(Observation(rows { run($0) + ($0 >= 0.4005 ? 20 : 0) }))
    #expect(jump.faults.map(\.kind) == [.jump], "\(jump.faults)")
    let found = try #require(jump.faults.first)
    #expect(abs(found.time - 0.401) < 1e-9 && abs(found.size - 20) < 0.5, "\(found)")
    let push = MotionAnalysis(
      Observation(rows { run($0) + ($0 > 0.4 ? 200 * (1 - exp(-4 * ($0 - 0.4))) : 0) }))
    #expect(push.faults.map(\.kind) == [.reacceleration], "\(push.faults)")
    let second = try #require(push.faults.first)
    #expect(abs(second.time - 0.4) < 0.002 && abs(second.size - 800) < 10, "\(second)")
    // A single row, which is not in the first sample.
    let single = MotionAnalysis(Observation(rows { 2 * run($0) + ($0 == 0.107 ? 9 : 0) }))
    #expect(single.faults.map(\.kind) == [.jump], "\(single.faults)")
    #expect(single.faults.first?.time == 0.107, "\(single.faults)")
  }
}
