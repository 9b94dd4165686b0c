import Feel
import FeelTrace
import Foundation
import Observe
import Testing

/// Recordings of running programs, with the laws that they are known to follow.
struct RecordingTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../FeelTests/Data/Recordings")

  /// A recording, optionally with its hand.
  private func observation(_ name: String, withHand: Bool = true) throws -> Observation {
    func table(_ ending: String) throws -> [[Substring]] {
      let path = Self.folder.appending(path: "\(name).\(ending).csv")
      return try String(contentsOf: path, encoding: .utf8).split(separator: "\n").dropFirst()
        .map { $0.split(separator: ",") }
    }
    let rows = try table("motion").map { cells in
      Observation.Row(time: try #require(Double(cells[0])), offset: try #require(Double(cells[1])))
    }
    guard withHand else { return Observation(rows) }
    let samples = try table("hand").map { cells in
      RecordedHand.Sample(
        time: try #require(Double(cells[0])) / 1000,
        phase: try #require(RecordedHand.Phase(rawValue: String(cells[1]))),
        location: Vector(try #require(Double(cells[2])), try #require(Double(cells[3]))))
    }
    return Observation(rows, hand: RecordedHand(samples))
  }

  private func fling(_ found: MotionAnalysis) throws -> ObservedLaw {
    try #require(
      found.segments.filter { $0.kind == .fling }.max { $0.count < $1.count }?.law,
      "\(found.words)")
  }

  /// const3000 is left out without a hand: seven frames of its drag and the fling together fit one
  /// overdamped spring.
  @Test(arguments: [
    ("const1000", true), ("const3000", true), ("hold60", true), ("const1000", false),
    ("hold60", false),
  ])
  func `a GTK fling is found to decay exponentially by 4 per second`(name: String, withHand: Bool)
    throws
  {
    let found = MotionAnalysis(try observation("gtk4/\(name)", withHand: withHand))
    let law = try fling(found)
    #expect(law.family == .exponential, "\(found.words)")
    let decay = try #require(law["decay"], "\(found.words)")
    #expect(abs(decay.value - 4) < 0.04, "\(found.words)")
    #expect(decay.error < 0.04)
  }

  /// GTK's own unrounded values, with a long rest after them.
  @Test(arguments: ["inside1000", "inside3000"])
  func `exact values give an exact decay, and the rest is a segment of its own`(name: String) throws
  {
    let found = MotionAnalysis(try observation("gtk4/\(name)", withHand: false))
    let law = try fling(found)
    #expect(law.family == .exponential, "\(found.words)")
    #expect(abs((law["decay"]?.value ?? 0) - 4) < 0.002, "\(found.words)")
    #expect(found.segments.last?.kind == .rest, "\(found.words)")
    #expect(found.segments.allSatisfy { $0.kind != .bounce }, "\(found.words)")
    #expect(found.isExplained, "\(found.words)")
  }

  @Test(arguments: ["qt5-touch", "qt5-mouse", "qt6-touch", "qt6-mouse"])
  func `a Qt Quick fling is found to brake by 1500 per second squared`(folder: String) throws {
    let found = MotionAnalysis(try observation("\(folder)/const1000"))
    let law = try fling(found)
    #expect(law.family == .braking, "\(found.words)")
    let braking = try #require(law["braking"], "\(found.words)")
    // A third of a second of frames with times known to a millisecond determines it to 4 %.
    #expect(abs(braking.value - 1500) < max(30, 2 * braking.error), "\(found.words)")
    #expect(braking.error < 70, "\(found.words)")
  }

  @Test(arguments: ["const1000", "const3000"])
  func `a Firefox fling is found to decay exponentially by 2 per second`(name: String) throws {
    let found = MotionAnalysis(try observation("firefox/\(name)"))
    let law = try fling(found)
    #expect(law.family == .exponential, "\(found.words)")
    #expect(abs((law["decay"]?.value ?? 0) - 2) < 0.05, "\(found.words)")
  }

  @Test(arguments: ["const1000", "const3000"])
  func `a Chromium fling is found to fit its Bézier curve`(name: String) throws {
    let found = MotionAnalysis(try observation("chromium-800/\(name)"))
    let segment = try #require(
      found.segments.filter { $0.kind == .fling }.max { $0.count < $1.count }, "\(found.words)")
    let laws = [segment.law].compactMap(\.self) + segment.rejected
    let law = try #require(laws.first { $0.family == .bezierFling }, "\(laws)")
    // Braking with drag is so similar that 26 frames may not distinguish the two.
    #expect(law.cost < 8, "\(laws)")
    #expect(law.deviation < 1, "\(laws)")
  }

  @Test func `two flicks are separated by the hand, or without it by a push or a drag`() throws {
    let found = MotionAnalysis(try observation("gtk4/twoflicks"))
    let flings = found.segments.filter { $0.kind == .fling }
    #expect(flings.count == 2, "\(found.words)")
    #expect(found.faults.isEmpty, "\(found.words)")
    let blind = MotionAnalysis(try observation("gtk4/twoflicks", withHand: false))
    let pushes = blind.faults.filter { $0.kind == .reacceleration }
    // Without a hand, the first flick may equally be a drag.
    let isDragged = blind.segments.first?.kind == .drag
    #expect(isDragged || pushes.contains { $0.size > 1500 }, "\(blind.words)")
    #expect(abs((try fling(blind)["decay"]?.value ?? 0) - 4) < 0.04, "\(blind.words)")
  }

  @Test(arguments: [
    ("gtk4", "gtk4"), ("qt5-touch", "qt5"), ("chromium-800", "chromium"), ("firefox", "firefox"),
  ])
  func `the program's own preset is among the nearest on the same hand`(
    folder: String, preset: String
  ) throws {
    let ranking = PresetRanking(try observation("\(folder)/const3000"))
    #expect(ranking.places.count == ScrollPreset.all.count)
    let best = try #require(ranking.places.first)
    let own = try #require(ranking.places.first { $0.preset == preset })
    #expect(own.comparison.rms <= best.comparison.rms + 0.5)
  }

  @Test
  func `a lag is known to a few milliseconds if the hand stops, and unknown if it is steady`()
    throws
  {
    let found = MotionAnalysis(try observation("gtk4/hold60"))
    let lag = try #require(found.smoothness.lag)
    #expect((-0.01...0.03).contains(lag.value), "\(lag)")
    #expect(lag.error < 0.008, "\(lag)")
    #expect(MotionAnalysis(try observation("gtk4/const1000")).smoothness.lag == nil)
  }
}
