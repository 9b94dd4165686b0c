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
          && abs($0.size - motion.size) <= motion.tolerance
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
}
