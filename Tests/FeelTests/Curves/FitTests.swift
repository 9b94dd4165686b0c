import Feel
import Foundation
import TestSupport
import Testing

struct FitTests {
  private static let measured = DecelerationTests.measured.map {
    FlingFit.Row(duration: $0.0, distance: $0.1)
  }

  @Test func `measured flings stop at 10 points a second and at no remaining distance`() throws {
    let fit = try FlingFit(rows: Self.measured)
    #expect(abs(fit.stopSpeed.value - 9.98) <= 0.1)
    #expect(fit.stopSpeed.error > 0.02 && fit.stopSpeed.error < 0.2)
    #expect(fit.spread < 0.012)
    for verdict in fit.verdicts {
      #expect(verdict.isRejected == (verdict.rule != .speed(10)))
    }
    let half = try #require(fit.verdicts.first { $0.rule == .remaining(0.5) })
    #expect(abs(half.meanExcess - 1.13) < 0.02)
  }

  @Test func `measured flings give the rate too`() throws {
    let fit = try FlingFit(rows: Self.measured, rate: nil)
    #expect(abs(fit.decayPerSecond.value - 2.002) < 3 * fit.decayPerSecond.error)
    #expect(fit.decayPerSecond.error < 0.05)
    #expect(abs(fit.stopSpeed.value - 10) < 3 * fit.stopSpeed.error)
  }

  /// A decay of 4 per second and a stop at 1 point a second.
  private static let braked = ScrollPhysics(
    decay: .exponential(DecelerationRate(decayPerSecond: 4)), stop: .speed(1))

  /// Flings as the engine measures them: each ends on a whole pixel, and lasts as long as it takes to get there.
  @Test(arguments: [1.0, 2, 3], [200.0, 450, 800])
  func `rests on whole pixels reject no true rule, and no error bar is finer`(
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
        // Half a pixel left of a scale of 2 is, at 4 a second, the same rule.
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

  @Test func `flings of another rate than the one given fit poorly, and well with their own`()
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

  @Test func `rows that no fling can have are refused by their number`() {
    #expect(throws: FitError.tooFewRows(needed: 2, got: 1)) {
      try FlingFit(rows: [.init(duration: 1, distance: 10)])
    }
    #expect(throws: FitError.badRow(index: 1)) {
      try FlingFit(rows: [.init(duration: 1, distance: 10), .init(duration: .nan, distance: 1)])
    }
    #expect(throws: FitError.tooFewRows(needed: 8, got: 0)) { try TrajectoryFit(rows: []) }
    let flat = (0..<9).map { TrajectoryFit.Row(time: 1 - Double($0), position: 0) }
    #expect(throws: FitError.timeGoesBack(index: 1)) { try TrajectoryFit(rows: flat) }
  }

  private func rows(
    of motion: some Projector, from start: Double, noise: (() -> Double)
  ) -> [TrajectoryFit.Row] {
    (0...Int(motion.duration * 120)).map { index in
      let time = Double(index) / 120
      return TrajectoryFit.Row(time: start + time, position: motion.value(at: time) + noise())
    }
  }

  @Test func `a noisy run into an edge gives its parameters back within their error bars`() throws {
    var physics = ScrollPhysics.uikit
    physics.pixelLanding = .none
    let extent = ScrollExtent(maximum: 640, viewport: 400)
    let motion = physics.release(from: 100, velocity: 2400, in: extent)
    var good = 0
    for seed in 0..<100 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let rows = rows(of: motion, from: 3) { Double.random(in: -0.5...0.5, using: &generator) }
      let fit = try TrajectoryFit(rows: rows)
      let edge = try #require(fit.edge)
      let isGood =
        abs(fit.decayPerSecond.value - 2.002_002_7) < 3 * fit.decayPerSecond.error
        && abs(fit.velocity.value - 2400) < 3 * fit.velocity.error
        && abs(edge.position.value - 640) < 3 * edge.position.error
      if isGood { good += 1 }
      #expect(abs(edge.angularFrequency.value - 10) < 5 * edge.angularFrequency.error)
    }
    #expect(good >= 97)
  }

  @Test func `a noisy run that ends by itself shows no edge`() throws {
    let motion = Deceleration(from: 900, velocity: -1300)
    var good = 0
    for seed in 0..<100 {
      var generator = SeededGenerator(seed: UInt64(seed) + 1000)
      let rows = rows(of: motion, from: 0) { Double.random(in: -0.5...0.5, using: &generator) }
      let fit = try TrajectoryFit(rows: rows)
      #expect(fit.edge == nil)
      let isGood =
        abs(fit.decayPerSecond.value - 2.002_002_7) < 3 * fit.decayPerSecond.error
        && abs(fit.velocity.value + 1300) < 3 * fit.velocity.error
      if isGood { good += 1 }
    }
    #expect(good >= 97)
  }

  @Test func `a bounce gives itself back however long a rest follows`() throws {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<40 {
      let k = Double.random(in: 1.5...5, using: &random)
      let velocity = Double.random(in: 1500...5000, using: &random)
      let omega = Double.random(in: 7...15, using: &random)
      let edge = (Double.random(in: 0.3...0.8, using: &random) * velocity / k).rounded()
      var physics = ScrollPhysics.uikit
      physics.decay = .exponential(DecelerationRate(decayPerSecond: k))
      physics.bounce = .spring(EdgeSpring(Spring(angularFrequency: omega)))
      let motion = physics.release(
        from: 0, velocity: velocity, in: ScrollExtent(maximum: edge, viewport: 400))
      let rest = Double.random(in: 0.3...8, using: &random)
      let rows = stride(from: 0, to: motion.duration + rest, by: 1.0 / 60).map {
        TrajectoryFit.Row(time: $0, position: motion.value(at: $0))
      }
      let fit = try TrajectoryFit(rows: rows)
      let found = try #require(fit.edge, "\(k) \(velocity) \(omega) \(edge) \(rest)")
      #expect(abs(found.position.value - edge) < 0.5)
      #expect(abs(found.angularFrequency.value - omega) < 0.02 * omega)
      #expect(!fit.isPoor)
    }
  }

  /// Rows of 1/120 s, and a rest after them.
  private func rows(_ motion: some Projector, resting count: Int) -> [TrajectoryFit.Row] {
    (0..<Int(motion.duration * 120) + 1 + count).map {
      TrajectoryFit.Row(time: Double($0) / 120, position: motion.value(at: Double($0) / 120))
    }
  }

  @Test(arguments: [0, 20, 400, 4000])
  func `what fits poorly fits poorly however long a rest follows`(rest: Int) throws {
    let carousel = try #require(ScrollPreset.named("adwaita-carousel")).physics
    let snap = carousel.release(
      from: 0, velocity: 3000, in: ScrollExtent(maximum: 400, viewport: 600))
    #expect(try TrajectoryFit(rows: rows(snap, resting: rest)).isPoor)
    let constant = ConstantDeceleration(from: 0, velocity: 2000, deceleration: 1500)
    let braked = try TrajectoryFit(rows: rows(constant, resting: rest))
    #expect(braked.isPoor)
  }

  @Test func `no error becomes smaller by a rest that lasts longer`() throws {
    let motion = Deceleration(from: 0, velocity: 900)
    func error(resting count: Int) throws -> Double {
      var random = SeededGenerator(seed: 12)
      let rows = rows(motion, resting: count).map {
        TrajectoryFit.Row(
          time: $0.time, position: $0.position + Double.random(in: -0.5...0.5, using: &random))
      }
      return try TrajectoryFit(rows: rows).decayPerSecond.error
    }
    let (short, long) = (try error(resting: 30), try error(resting: 6000))
    #expect(abs(long / short - 1) < 0.3, "\(short) \(long)")
  }

  @Test(arguments: [0, 0.3])
  func `a run that is stopped after six rows is refused however long a rest follows`(
    noise: Double
  ) throws {
    let run = Deceleration(
      from: 0, velocity: 1000, rate: DecelerationRate(decayPerSecond: 4), stopSpeed: 0.1)
    for rest in [40, 100, 2000] {
      var random = SeededGenerator(seed: UInt64(rest))
      let rows = (0..<6 + rest).map { index in
        TrajectoryFit.Row(
          time: Double(index) / 120,
          position: min(40, run.value(at: Double(index) / 120))
            + noise * Double.random(in: -1...1, using: &random))
      }
      #expect(throws: FitError.tooFewRowsBeforeRest(needed: 8, got: 7)) {
        try TrajectoryFit(rows: rows)
      }
    }
  }

  @Test func `a run cut off while it moves is no rest, however few its rows`() throws {
    for count in 8...40 {
      for decay in [0.5, 4, 20, 60] {
        let rows = (0..<count).map { index in
          let time = Double(index) / 120
          return TrajectoryFit.Row(
            time: time, position: 50 + 2000 / decay * (1 - exp(-decay * time)))
        }
        let fit = try TrajectoryFit(rows: rows)
        #expect(abs(fit.decayPerSecond.value - decay) < 1e-3 * decay, "\(count)")
      }
    }
  }

  @Test func `two motions in one recording fit poorly`() throws {
    let motion = Deceleration(from: 0, velocity: 2000)
    let one = rows(of: motion, from: 0) { 0 }
    let both = one + rows(of: motion, from: 10) { 500 }
    #expect(try !TrajectoryFit(rows: one).isPoor)
    #expect(try TrajectoryFit(rows: both).isPoor)
  }

  private func measured(_ name: String) throws -> [TrajectoryFit.Row] {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Data/\(name).csv")
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").dropFirst()
    return try lines.map { line in
      let numbers = line.split(separator: ",").compactMap { Double($0) }
      try #require(numbers.count == 2)
      return TrajectoryFit.Row(time: numbers[0], position: numbers[1])
    }
  }

  /// GTK's decay is 4 per second, and its run stops at 0.1 pixels per second.
  @Test(arguments: ["gtk4-flick-1000", "gtk4-flick-3000"])
  func `a measured run that stops by itself gives its rate and shows no edge`(name: String) throws {
    let fit = try TrajectoryFit(rows: measured(name))
    #expect(fit.edge == nil)
    #expect(abs(fit.decayPerSecond.value - 4) < 1e-3)
    #expect(abs(fit.stopSpeed - 0.1) < 0.01)
    #expect(fit.residual < 1e-3 && !fit.isPoor)
  }

  @Test func `an exact run with a rest of any length at its end gives itself back`() throws {
    var random = SeededGenerator(seed: 40)
    for _ in 0..<60 {
      let k = Double.random(in: 1...10, using: &random)
      let velocity = Double.random(in: 300...5000, using: &random)
      let stop = Double.random(in: 0.05...60, using: &random)
      let motion = Deceleration(
        from: 50, velocity: velocity, rate: DecelerationRate(decayPerSecond: k), stopSpeed: stop)
      let rest = Double.random(in: 0.05...4, using: &random)
      let rows = stride(from: 0, to: motion.duration + rest, by: 1.0 / 60).map {
        TrajectoryFit.Row(time: $0, position: motion.value(at: $0))
      }
      let fit = try TrajectoryFit(rows: rows)
      #expect(fit.edge == nil)
      #expect(abs(fit.decayPerSecond.value - k) < 1e-4 * k, "\(k) \(velocity) \(stop)")
      #expect(abs(fit.velocity.value - velocity) < 1e-4 * velocity)
      #expect(abs(fit.stopSpeed - stop) < 0.02 * stop, "\(k) \(velocity) \(stop)")
    }
  }
}
