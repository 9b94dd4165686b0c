import Feel
import TestSupport
import Testing

/// The method under both fits, seen through them.
struct LeastSquaresTests {
  private func duration(_ distance: Double, decay: Double, stopSpeed: Double) -> Double {
    Deceleration(
      from: 0, velocity: decay * distance + stopSpeed,
      rate: DecelerationRate(decayPerSecond: decay), stopSpeed: stopSpeed
    ).duration
  }

  @Test(arguments: [(2.0, 10.0), (0.6, 3), (9.5, 160), (2.002, 0.5)])
  func `rows without noise give their parameters to the last digits, and no error`(
    decay: Double, stopSpeed: Double
  ) throws {
    let rows = [12.0, 40, 95, 333, 800, 2500].map {
      FlingFit.Row(
        duration: duration($0, decay: decay, stopSpeed: stopSpeed), distance: -$0)
    }
    let fit = try FlingFit(rows: rows, rate: nil, resolution: 0)
    #expect(abs(fit.decayPerSecond.value - decay) < 1e-6 * decay)
    #expect(abs(fit.stopSpeed.value - stopSpeed) < 1e-5 * stopSpeed)
    #expect(fit.decayPerSecond.error < 1e-5 * decay && fit.stopSpeed.error < 1e-4 * stopSpeed)
    #expect(fit.spread < 1e-7)
  }

  @Test func `the errors are as large as the scatter of many measurements`() throws {
    var generator = SeededGenerator(seed: 41)
    var squares = (stop: 0.0, decay: 0.0)
    let distances = [30.0, 60, 90, 150, 240, 400, 650, 900, 1300, 2000]
    let runs = 400
    for _ in 0..<runs {
      let rows = distances.map { distance in
        // The sum of twelve even draws is near enough to normal, with σ 1.
        let draws = (0..<12).reduce(-6.0) { sum, _ in
          sum + Double.random(in: 0...1, using: &generator)
        }
        return FlingFit.Row(
          duration: duration(distance, decay: 2, stopSpeed: 10) + 0.004 * draws,
          distance: distance)
      }
      let fit = try FlingFit(rows: rows, rate: nil, resolution: 0)
      let stop = (fit.stopSpeed.value - 10) / fit.stopSpeed.error
      let decay = (fit.decayPerSecond.value - 2) / fit.decayPerSecond.error
      squares.stop += stop * stop
      squares.decay += decay * decay
    }
    // A t-distribution of 8 degrees of freedom has the variance 8/6.
    let wanted = (8.0 / 6).squareRoot()
    #expect(abs((squares.stop / Double(runs)).squareRoot() - wanted) < 0.2)
    #expect(abs((squares.decay / Double(runs)).squareRoot() - wanted) < 0.2)
  }

  @Test func `rows that leave a parameter open give no fit`() {
    let same = (0..<5).map { FlingFit.Row(duration: 1.5 + 0.001 * Double($0), distance: 100) }
    #expect(throws: FitError.noFit) { try FlingFit(rows: same, rate: nil) }
    // Longer than any decay makes of its way: the best one would be none.
    let endless = [(1.5, 499.0), (2.1, 1210.5), (0.4, 20), (23.6, 2400)].map {
      FlingFit.Row(duration: $0.0, distance: $0.1)
    }
    #expect(throws: FitError.noFit) { try FlingFit(rows: endless, rate: nil) }
    let still = (0..<20).map { TrajectoryFit.Row(time: Double($0) / 60, position: 7) }
    #expect(throws: FitError.noFit) { try TrajectoryFit(rows: still) }
  }

  @Test func `measured in another unit a run gives the same rate and scaled lengths`() throws {
    var generator = SeededGenerator(seed: 5)
    let motion = Deceleration(from: 20, velocity: 1800)
    let rows = (0..<200).map { index in
      TrajectoryFit.Row(
        time: Double(index) / 120,
        position: motion.value(at: Double(index) / 120)
          + Double.random(in: -0.5...0.5, using: &generator))
    }
    let fit = try TrajectoryFit(rows: rows)
    let scaled = try TrajectoryFit(
      rows: rows.map { TrajectoryFit.Row(time: $0.time, position: $0.position * 8) },
      stopSpeed: 80)
    #expect(abs(scaled.decayPerSecond.value - fit.decayPerSecond.value) < 1e-6)
    #expect(abs(scaled.velocity.value - 8 * fit.velocity.value) < 1e-3)
    #expect(abs(scaled.velocity.error - 8 * fit.velocity.error) < 1e-3)
    #expect(abs(scaled.residual - 8 * fit.residual) < 1e-6)
  }
}
