import Feel
import FeelTrace
import Foundation
import Observe
import Testing

/// Rests that are none, and leaps between rests: content in whole pixels stands still wherever it
/// turns around.
struct TurnTests {
  private static func rows(
    until end: Double, every interval: Double, _ place: (Double) -> Double
  ) -> [Observation.Row] {
    (0...Int((end / interval).rounded())).map {
      let time = Double($0) * interval
      return Observation.Row(time: time, offset: place(time).rounded())
    }
  }

  // MARK: Leaps at rest

  @Test(arguments: [3.0, 40, -300])
  func `a leap between two rests is one jump`(leap: Double) throws {
    let rows = Self.rows(until: 4, every: 1.0 / 60) { time in
      500 * (1 - exp(-4 * time)) + (time > 2.99 ? leap : 0)
    }
    let found = MotionAnalysis(Observation(rows))
    #expect(found.faults.map(\.kind) == [.jump], "\(found.words)")
    let jump = try #require(found.faults.first)
    #expect(abs(jump.time - 3) < 1e-9 && abs(jump.size - leap) < 0.01, "\(found.words)")
  }

  /// A click on a scroll bar and a wheel without easing show the content elsewhere in the next
  /// frame.
  @Test func `a leap after an input is no fault`() {
    let rows = Self.rows(until: 1, every: 1.0 / 60) { $0 > 0.49 ? 120 : 0 }
    let wheel = Observation(rows, turns: [Observation.WheelTurn(time: 0.48, amount: 120)])
    let click = RecordedHand(
      [(0.4, .begin), (0.45, .end)].map { (time: Double, phase: RecordedHand.Phase) in
        RecordedHand.Sample(time: time, phase: phase, location: .zero)
      })
    for observation in [wheel, Observation(rows, hand: click)] {
      let found = MotionAnalysis(observation)
      #expect(found.faults.isEmpty, "\(found.words)")
    }
    let unknown = MotionAnalysis(Observation(rows))
    #expect(unknown.faults.map(\.kind) == [.jump], "\(unknown.words)")
  }
}
