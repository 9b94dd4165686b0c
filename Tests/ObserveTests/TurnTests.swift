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

  /// A spring from rest, by its distance.
  private static func spring(
    _ frequency: Double, _ ratio: Double, _ way: Double, at time: Double
  ) -> Double {
    let (fall, turn) = (frequency * ratio, frequency * (1 - ratio * ratio).squareRoot())
    return way
      * (1 - exp(-fall * time) * (cos(turn * time) + fall / turn * sin(turn * time)))
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

  // MARK: Turns

  /// Flings that an edge pulls back: the rate, the fling's decay and velocity, the distance to the
  /// edge, the frequency of its critically damped spring, and the phase of the frames.
  @Test(
    arguments: [
      (120, 2.618, 1555.0, 422.88, 10.82, 0.00729), (60, 4.244, 2138.2, 226.81, 18.59, 0.01499),
      (60, 2.089, 859.8, 324.42, 16.5, 0.01644), (120, 3.386, 1350.5, 304.76, 13.54, 0.00689),
      (120, 4.503, 4685.7, 510.61, 10.34, 0.00302), (120, 5.64, 1879.5, 232.89, 18.99, 0.00227),
      (120, 5.81, 3391.3, 294.71, 17.17, 0.00248), (60, 2, 3000, 1200, 15, 0),
      (120, 2, 3000, 1200, 15, 0),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func `a bounce in whole pixels has no faults`(
    rate: Double, decay: Double, velocity: Double, edge: Double, frequency: Double, phase: Double
  ) {
    let reached = -log(1 - edge * decay / velocity) / decay
    let speed = velocity * exp(-decay * reached)
    let rows = Self.rows(until: 2.5, every: 1 / rate) { shown in
      let (time, past) = (shown + phase, shown + phase - reached)
      return past < 0
        ? velocity / decay * (1 - exp(-decay * time)) : edge + speed * past * exp(-frequency * past)
    }
    let found = MotionAnalysis(Observation(rows))
    #expect(found.faults.isEmpty, "\(found.words)")
  }

  /// Springs that overshoot by a few pixels: the rate, frequency, ratio, distance, and the rest
  /// before.
  @Test(
    arguments: [
      (60, 4.93, 0.612, 767.5, 0.25), (60, 4.35, 0.445, 171.2, 0),
      (120, 5.23, 0.57, 354.3, 0), (120, 6.91, 0.776, 196, 0.25), (120, 5.73, 0.372, 207.9, 0),
      (120, 6.53, 0.279, 220, 0), (120, 4.71, 0.306, 527.1, 0),
    ] as [(Double, Double, Double, Double, Double)])
  func `the turn of a spring in whole pixels is no late start`(
    rate: Double, frequency: Double, ratio: Double, way: Double, rest: Double
  ) {
    let rows = Self.rows(until: 3 + rest, every: 1 / rate) {
      Self.spring(frequency, ratio, way, at: max(0, $0 - rest))
    }
    let found = MotionAnalysis(Observation(rows))
    #expect(found.faults.isEmpty, "\(found.words)")
  }

  /// The first three jump near the turn; the others where the spring was faster before, by more
  /// than one and a half frames' distance: the frequency, ratio and distance of the spring, the
  /// first frame after the jump, and its size.
  @Test(
    arguments: [
      (8.33, 0.602, 387.9, 32, -43.2), (7.11, 0.547, 641.2, 35, -26.8),
      (13.66, 0.884, 665.2, 32, -32.2), (11.84, 0.486, 768.2, 15, 47.4),
      (11.34, 0.446, 374.9, 13, 54.5),
    ] as [(Double, Double, Double, Int, Double)])
  func `a jump in a spring is found with its size`(
    frequency: Double, ratio: Double, way: Double, index: Int, leap: Double
  ) throws {
    let interval = 1.0 / 60
    let rows = Self.rows(until: 2, every: interval) {
      Self.spring(frequency, ratio, way, at: $0)
        + ($0 > (Double(index) - 0.5) * interval ? leap : 0)
    }
    let found = MotionAnalysis(Observation(rows))
    #expect(found.faults.map(\.kind) == [.jump], "\(found.words)")
    let jump = try #require(found.faults.first)
    #expect(abs(jump.time - Double(index) * interval) < 1e-9, "\(found.words)")
    #expect(abs(jump.size - leap) < 1, "\(found.words)")
  }
}
