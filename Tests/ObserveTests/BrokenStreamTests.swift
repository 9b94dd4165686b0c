import BrokenStreams
import Foundation
import TestSupport
import Testing

/// Streams with something wrong in them, at random: ten thousand here, Tests/streams plays a
/// million.
struct BrokenStreamTests {
  private static let asked =
    ProcessInfo.processInfo.environment["FEELLAB_STREAMS"].flatMap(Int.init)
  private static let count = asked ?? 10_000
  private static let parts = 8
  /// Of so many streams one has its gestures analysed.
  private static let analysed = 100
  /// More memory than this a run takes at no time beside what the tests had before it, in
  /// kilobytes.
  private static let mostMemory = 32 * 1024

  @Test(
    arguments: asked == nil
      ? Budget.cases(
        Array(0..<parts), quick: 3, of: "a broken stream is read as far as it makes sense")
      : Array(0..<parts))
  func `a broken stream is read as far as it makes sense`(part: Int) throws {
    let before = try Self.memory("VmRSS")
    var (lines, problems, gestures) = (0, 0, 0)
    for seed in stride(from: part, to: Self.count, by: Self.parts) {
      let check = StreamCheck(
        seed: UInt64(seed), isAnalysed: seed / Self.parts % Self.analysed == 0)
      if let fault = check.fault { Issue.record("\(fault)") }
      lines += check.lines
      problems += check.problems
      gestures += check.gestures
    }
    // Most of each makes sense, and what is wrong with it is told.
    let count = Self.count / Self.parts
    #expect(lines > 15 * count && problems > count && gestures > 2 * count)
    // In the suite other tests take memory at the same time.
    guard Self.asked != nil else { return }
    #expect(try Self.memory("VmHWM") - before <= Self.mostMemory)
  }

  /// What the process takes now, "VmRSS", or took at most, "VmHWM", in kilobytes.
  private static func memory(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
    let words = line.split { !$0.isNumber }
    return try #require(words.first.flatMap { Int($0) })
  }
}
