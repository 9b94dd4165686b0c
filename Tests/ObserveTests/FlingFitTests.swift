import Feel
import Observe
import TestSupport
import Testing

struct FlingFitTests {
  private static let measured = measuredFlings.map {
    FlingFit.Row(duration: $0.duration, distance: $0.distance)
  }

  @Test func `the measured flings fit a stop at 10 points per second and no other rule`() throws {
    let fit = try FlingFit(rows: Self.measured)
    #expect(abs(fit.stopSpeed.value - 9.98) <= 0.1)
    #expect(fit.stopSpeed.error > 0.02 && fit.stopSpeed.error < 0.2)
    #expect(fit.spread < 0.012)
    for verdict in fit.verdicts { #expect(verdict.isRejected == (verdict.rule != .speed(10))) }
    let half = try #require(fit.verdicts.first { $0.rule == .remaining(0.5) })
    #expect(abs(half.meanExcess - 1.13) < 0.02)
  }

  @Test func `the measured flings also determine the deceleration rate`() throws {
    let fit = try FlingFit(rows: Self.measured, rate: nil)
    #expect(abs(fit.decayPerSecond.value - 2.002) < 3 * fit.decayPerSecond.error)
    #expect(fit.decayPerSecond.error < 0.05)
    #expect(abs(fit.stopSpeed.value - 10) < 3 * fit.stopSpeed.error)
  }

  /// A decay of 4 per second and a stop at 1 point per second.
  private static let braked = ScrollPhysics(
    decay: .exponential(DecelerationRate(decayPerSecond: 4)), stop: .speed(1))

  /// Flings as the engine measures them: each ends on a whole pixel, and lasts until it gets there.
  @Test(arguments: [1.0, 2, 3], [200.0, 450, 800])
  func `rounded rests reject exactly the wrong rules, and stated errors cover the truth`(
    scale: Double, least: Double
  ) throws {
    var good = 0
    var random = SeededGenerator(seed: 77)
    for _ in 0..<50 {
      let extent = ScrollExtent(maximum: 1e6, viewport: 600, scale: scale)
      let rows = [1.0, 1.9, 3.1, 5].map { factor in
        let velocity = least * factor * Double.random(in: 0.9...1.1, using: &random)
        let motion = Self.braked.release(from: 1000, velocity: velocity, in: extent)
        return FlingFit.Row(duration: motion.duration, distance: motion.restPosition - 1000)
      }
      let fit = try FlingFit(rows: rows, rate: nil)
      #expect(!fit.isPoor)
      for verdict in fit.verdicts {
        // Half a pixel left at a scale of 2 is, with a decay of 4 per second, the same rule.
        let isTrue = verdict.rule.stopSpeed(decayPerSecond: 4, scale: 2) == 1
        #expect(verdict.isRejected == !isTrue, "\(verdict)")
      }
      let isGood =
        abs(fit.stopSpeed.value - 1) < 3 * fit.stopSpeed.error
        && abs(fit.decayPerSecond.value - 4) < 3 * fit.decayPerSecond.error
      if isGood { good += 1 }
    }
    #expect(good >= 48)
  }

  @Test func `flings fit poorly with a wrong rate and well with their own`()
    throws
  {
    let extent = ScrollExtent(maximum: 1e6, viewport: 600)
    let rows = [400.0, 900, 1500, 2600].map { velocity in
      let motion = Self.braked.release(from: 0, velocity: velocity, in: extent)
      return FlingFit.Row(duration: motion.duration, distance: motion.restPosition)
    }
    #expect(try FlingFit(rows: rows).isPoor)
    #expect(try !FlingFit(rows: rows, rate: nil).isPoor)
    #expect(try !FlingFit(rows: Self.measured).isPoor)
  }

  @Test func `too few rows are refused, and an invalid row by its index`() {
    #expect(throws: FitError.tooFewRows(needed: 2, got: 1)) {
      try FlingFit(rows: [.init(duration: 1, distance: 10)])
    }
    #expect(throws: FitError.badRow(index: 1)) {
      try FlingFit(rows: [.init(duration: 1, distance: 10), .init(duration: .nan, distance: 1)])
    }
  }

  private func duration(_ distance: Double, decay: Double, stopSpeed: Double) -> Double {
    Deceleration(
      from: 0, velocity: decay * distance + stopSpeed,
      rate: DecelerationRate(decayPerSecond: decay), stopSpeed: stopSpeed
    ).duration
  }

  @Test(arguments: [(2.0, 10.0), (0.6, 3), (9.5, 160), (2.002, 0.5)])
  func `noise-free rows give their parameters exactly, with almost no error`(
    decay: Double, stopSpeed: Double
  ) throws {
    let rows = [12.0, 40, 95, 333, 800, 2500].map {
      FlingFit.Row(duration: duration($0, decay: decay, stopSpeed: stopSpeed), distance: -$0)
    }
    let fit = try FlingFit(rows: rows, rate: nil, resolution: 0)
    #expect(abs(fit.decayPerSecond.value - decay) < 1e-6 * decay)
    #expect(abs(fit.stopSpeed.value - stopSpeed) < 1e-5 * stopSpeed)
    #expect(fit.decayPerSecond.error < 1e-5 * decay && fit.stopSpeed.error < 1e-4 * stopSpeed)
    #expect(fit.spread < 1e-7)
  }

  @Test func `the stated errors match the scatter of many measurements`() throws {
    var generator = SeededGenerator(seed: 41)
    var squares = (stop: 0.0, decay: 0.0)
    let distances = [30.0, 60, 90, 150, 240, 400, 650, 900, 1300, 2000]
    let runs = 400
    for _ in 0..<runs {
      let rows = distances.map { distance in
        // The sum of twelve uniform draws is nearly normal, with σ = 1.
        let draws = (0..<12).reduce(-6.0) { sum, _ in
          sum + Double.random(in: 0...1, using: &generator)
        }
        return FlingFit.Row(
          duration: duration(distance, decay: 2, stopSpeed: 10) + 0.004 * draws, distance: distance)
      }
      let fit = try FlingFit(rows: rows, rate: nil, resolution: 0)
      let stop = (fit.stopSpeed.value - 10) / fit.stopSpeed.error
      let decay = (fit.decayPerSecond.value - 2) / fit.decayPerSecond.error
      squares.stop += stop * stop
      squares.decay += decay * decay
    }
    // A t-distribution with 8 degrees of freedom has variance 8/6.
    let wanted = (8.0 / 6).squareRoot()
    #expect(abs((squares.stop / Double(runs)).squareRoot() - wanted) < 0.2)
    #expect(abs((squares.decay / Double(runs)).squareRoot() - wanted) < 0.2)
  }

  @Test func `rows that do not determine a parameter give no fit`() {
    let same = (0..<5).map { FlingFit.Row(duration: 1.5 + 0.001 * Double($0), distance: 100) }
    #expect(throws: FitError.noFit) { try FlingFit(rows: same, rate: nil) }
    // They take longer than any decay allows for their distance: the best decay would be zero.
    let endless = [(1.5, 499.0), (2.1, 1210.5), (0.4, 20), (23.6, 2400)].map {
      FlingFit.Row(duration: $0.0, distance: $0.1)
    }
    #expect(throws: FitError.noFit) { try FlingFit(rows: endless, rate: nil) }
  }
}
