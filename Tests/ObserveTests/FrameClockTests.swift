import Feel
import Foundation
import Observe
import TestSupport
import Testing

/// Programs with even frames seen through uneven pictures, as when observed from outside.
struct FrameClockTests {
  private static let beat = 1.0 / 60
  private static let decay = 4.0

  /// A fling at 3000 px/s in whole pixels.
  ///
  /// - Parameters:
  ///   - frames: the times for which the program positions its content.
  ///   - late: the delay until the picture of a frame is seen.
  private func fling(_ frames: [Double], late: (Int) -> Double) -> Observation {
    var rows: [Observation.Row] = []
    for (index, frame) in frames.enumerated() {
      let place = (3000 / Self.decay * (1 - exp(-Self.decay * frame))).rounded()
      guard rows.last?.offset != place else { continue }
      let time = max(frame + late(index), (rows.last?.time ?? -1) + 0.001)
      rows.append(Observation.Row(time: time, offset: place))
    }
    return Observation(rows)
  }

  /// The delay of pictures: larger the more there is to paint, and sometimes large for several
  /// frames.
  private func lateness(seed: UInt64) -> (Int) -> Double {
    var random = SeededGenerator(seed: seed)
    var wander = 0.0
    let late = (0..<400).map { index -> Double in
      wander = 0.7 * wander + Double.random(in: -0.002...0.002, using: &random)
      let painting = 0.005 * exp(-Double(index) / 20)
      let hitch = Double.random(in: 0..<1, using: &random) < 0.05 ? 0.008 : 0
      return max(0.0005, 0.003 + painting + wander + hitch)
    }
    return { late[$0] }
  }

  private func even(_ count: Int) -> [Double] { (0..<count).map { Double($0) * Self.beat } }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a fling is fitted on the program's clock, not on the pictures' times`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed + 100)
    // Some frames were not seen at all.
    let frames = even(180).filter { _ in Double.random(in: 0..<1, using: &random) > 0.04 }
    let observation = fling(frames, late: lateness(seed: seed))
    let found = MotionAnalysis(observation)
    let clock = try #require(found.clock)
    #expect(abs(clock.interval - Self.beat) < 1e-9)
    #expect((0.001...0.01).contains(clock.lateness), "\(clock.lateness)")
    let law = try #require(found.segments.last { $0.law?.family == .exponential }?.law)
    let decay = try #require(law["decay"])
    // By the pictures' times, it was up to 8 % off.
    #expect(abs(decay.value / Self.decay - 1) < 0.01, "\(decay)")
    #expect(abs(decay.value - Self.decay) < 4 * decay.error, "\(decay)")
    #expect(!found.faults.contains { $0.kind != .stall }, "\(found.faults)")
    // Segments and faults are reported with the times when they were seen.
    let times = Set(observation.rows.map(\.time))
    #expect(found.segments.allSatisfy { times.contains($0.start) && times.contains($0.end) })
  }

  @Test func `a row is assigned the frame it was drawn for`() throws {
    let frames = even(150)
    let observation = fling(frames, late: lateness(seed: 3))
    let clock = try #require(MotionAnalysis(observation).clock)
    // For rows seven pixels or more apart, the position identifies the frame.
    let rows = zip(clock.observation.rows, observation.rows).prefix(30)
    let due = rows.map { -log(1 - $1.offset * Self.decay / 3000) / Self.decay }
    let off = zip(rows, due).map { $0.0.time - $1 }
    let usual = off.reduce(0, +) / Double(off.count)
    for (index, off) in off.enumerated() where index > 0 {
      #expect(abs(off - usual) < 0.003, "row \(index): \(off - usual)")
    }
  }

  @Test func `no clock is found for even pictures or for pictures with true times`() {
    #expect(MotionAnalysis(fling(even(180)) { _ in 0.004 }).clock == nil)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<8 {
      // A display that waits for the program: each frame is shown when it was meant.
      var frames = [0.0]
      while frames.count < 180 {
        frames.append(frames[frames.count - 1] + Double.random(in: 0.008...0.022, using: &random))
      }
      let found = MotionAnalysis(fling(frames) { _ in 0 })
      #expect(found.clock == nil, "\(found.clock?.interval ?? 0)")
    }
  }

  /// A timer is slightly late, and continues from there.
  @Test func `a drifting clock is found`() throws {
    var found = 0
    for seed in 0..<8 as Range<UInt64> {
      var random = SeededGenerator(seed: seed + 40)
      var frames = [0.0]
      while frames.count < 180 {
        let late = Double.random(in: -0.0002...0.0002, using: &random)
        frames.append(frames[frames.count - 1] + Self.beat + late)
      }
      let analysis = MotionAnalysis(fling(frames, late: lateness(seed: seed + 9)))
      guard analysis.clock != nil else { continue }
      found += 1
      let law = try #require(analysis.segments.last { $0.law?.family == .exponential }?.law)
      let decay = try #require(law["decay"])
      #expect(abs(decay.value / Self.decay - 1) < 0.02, "\(seed): \(decay)")
    }
    #expect(found >= 6)
  }
}
