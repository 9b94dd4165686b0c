import Foundation
import Observe
import TestSupport
import Testing

/// What is wrong with motions of which it is known: a hundred here, Tests/trajectories plays a thousand.
struct FaultTests {
  /// How many motions there are of each kind.
  private static let count =
    (ProcessInfo.processInfo.environment["FEELLAB_TRAJECTORIES"].flatMap(Int.init) ?? 100)
    / SyntheticMotion.Flaw.allCases.count
  /// A size is off by more of its standard errors once in a hundred times.
  ///
  /// Where few rows come before a flaw they do not tell its size to a unit: by the bound of Cramér and Rao the best
  /// estimator that knows the family of the law, and not its numbers, misses 6 of 166 jumps and 3 of those pushes that a
  /// law goes on from by more. There the stated error must be true instead.
  private static let most = 2.6
  /// How many of each may be missed: one in a hundred, and of fewer than that one.
  private static var allowed: Int { max(1, count / 100) }

  private func describe(_ motion: SyntheticMotion, _ seed: Int, _ found: MotionAnalysis) -> String {
    let faults = found.faults.map { "\($0.kind) at \($0.time) by \($0.size) ± \($0.error)" }
    let laws = found.segments.map { "\($0.kind) \($0.law?.family.rawValue ?? "-")" }
    return "seed \(seed), \(motion.law) with \(motion.flaw) at \(motion.time) by \(motion.size): "
      + "\(faults), \(laws)"
  }

  @Test(arguments: SyntheticMotion.Flaw.allCases.filter { $0 != .none })
  func `a flaw is found with its time and its size`(flaw: SyntheticMotion.Flaw) {
    var missed: [String] = []
    for seed in 0..<Self.count {
      let motion = SyntheticMotion(flaw, seed: UInt64(seed))
      let found = MotionAnalysis(Observation(motion.rows))
      let isFound = found.faults.contains {
        $0.kind == motion.kind && abs($0.time - motion.time) <= 1.01 / 60
          && abs($0.size - motion.size) <= max(motion.tolerance, Self.most * $0.error)
      }
      if !isFound { missed.append(describe(motion, seed, found)) }
    }
    #expect(missed.count <= Self.allowed, "\(missed.count): \(missed.joined(separator: "\n"))")
  }

  @Test func `a motion without a flaw is called clean`() {
    var alarmed: [String] = []
    for seed in 0..<Self.count {
      let motion = SyntheticMotion(.none, seed: UInt64(seed))
      let found = MotionAnalysis(Observation(motion.rows))
      if !found.faults.isEmpty { alarmed.append(describe(motion, seed, found)) }
    }
    let most = Self.count / 100
    #expect(alarmed.count <= most, "\(alarmed.count): \(alarmed.joined(separator: "\n"))")
  }

  /// Of so many rows some are looked at first; what is found is as exact as all of them tell.
  @Test(arguments: [6000, 60_000])
  func `of very many rows all are used`(count: Int) throws {
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
    // One row alone, which is none of those that are looked at first.
    let single = MotionAnalysis(
      Observation(rows { 2 * run($0) + ($0 == 0.107 ? 9 : 0) }))
    #expect(single.faults.map(\.kind) == [.jump], "\(single.faults)")
    #expect(single.faults.first?.time == 0.107, "\(single.faults)")
  }
}
