import Feel
import FeelTrace
import Foundation
import Observe
import Testing

/// Content that shows a steady hand late, and so goes on following it after the release.
struct LateHandTests {
  private static let (speed, decay, origin) = (2000.0, 4.0, 400.0)
  /// When the hand goes down and up, in seconds.
  private static let (down, up) = (0.85, 1.0)

  private static func travelled(_ time: Double) -> Double {
    speed * min(max(0, time - down), up - down)
  }

  private static func motion(rate: Double, late: Double) -> Observation {
    let rows = stride(from: 0.65, to: 3.65, by: 1 / rate).map { shown in
      let time = shown - late
      let run = speed / decay * (1 - exp(-decay * max(0, time - up)))
      return Observation.Row(time: shown, offset: travelled(time) + run)
    }
    let count = Int(((up - down) * 120).rounded())
    let samples = (0...count).map { index in
      let time = down + Double(index) / 120
      return RecordedHand.Sample(
        time: index == count ? up : time,
        phase: index == 0 ? .begin : index == count ? .end : .update,
        location: Vector(200, origin - travelled(time)))
    }
    return Observation(rows, hand: RecordedHand(samples), source: ObservedSource(axis: .y))
  }

  /// A steady hand does not tell its lag from a slop, but its last rows are on its line.
  @Test(arguments: [60.0, 120], [0.02, 0.04, 0.06])
  func `the run after a late hand is its own law, and its release velocity is true`(
    rate: Double, late: Double
  ) throws {
    let found = MotionAnalysis(Self.motion(rate: rate, late: late))
    let run = try #require(found.segments.first { $0.release != nil }, "\(found.words)")
    #expect(run.law?.family == .exponential, "\(found.words)")
    let velocity = try #require(run.releaseVelocity)
    #expect(
      abs(velocity.value - Self.speed) <= max(20, 2 * velocity.error),
      "\(velocity)\n\(found.words)")
    #expect(velocity.error <= 0.1 * Self.speed, "\(velocity)\n\(found.words)")
  }
}
