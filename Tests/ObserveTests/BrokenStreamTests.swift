import BrokenStreams
import Foundation
import TestSupport
import Testing

/// Streams with random defects: ten thousand here, a million with Tests/streams.
struct BrokenStreamTests {
  private static let asked =
    ProcessInfo.processInfo.environment["FEELLAB_STREAMS"].flatMap(Int.init)
  private static let count = asked ?? 10_000
  private static let parts = 8
  /// One stream in this many has its gestures analysed.
  private static let analysed = 100
  /// Limit of the additional peak memory of a run, in kilobytes.
  private static let mostMemory = 32 * 1024

  @Test(
    arguments: asked == nil
      ? Budget.cases(
        Array(0..<parts), quick: 3, of: "a broken stream is read as far as it is valid")
      : Array(0..<parts))
  func `a broken stream is read as far as it is valid, and its defects are reported`(part: Int)
    throws
  {
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
    // Most lines are valid, and the defects are reported.
    let count = Self.count / Self.parts
    #expect(lines > 15 * count && problems > count && gestures > 2 * count)
    // In the suite, other tests allocate memory at the same time.
    guard Self.asked != nil else { return }
    #expect(try Self.memory("VmHWM") - before <= Self.mostMemory)
  }

  /// The process's current ("VmRSS") or peak ("VmHWM") memory in kilobytes.
  private static func memory(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
    let words = line.split { !$0.isNumber }
    return try #require(words.first.flatMap { Int($0) })
  }
}
