import Feel
import TestSupport
import Testing

struct VelocityTrackerTests {
  /// A tracker fed a motion sampled at a rate, and the time of its newest sample.
  private func track(
    _ settings: VelocityTracker.Settings, rate: Double, seconds: Double, motion: (Double) -> Double
  ) -> (VelocityTracker, Instant) {
    var tracker = VelocityTracker(settings: settings)
    var last = Instant.zero
    for index in 0...Int(seconds * rate) {
      last = Instant(seconds: Double(index) / rate)
      let x = motion(last.seconds)
      tracker.add(at: last, location: Vector(x, -2 * x))
    }
    return (tracker, last)
  }

  @Test(arguments: VelocityEstimator.allCases, [60.0, 120, 250, 1000, 8000])
  func `every estimator measures a steady motion at every sample rate`(
    estimator: VelocityEstimator, rate: Double
  ) {
    let (tracker, last) = track(.init(estimator: estimator), rate: rate, seconds: 0.5) {
      300 + 640 * $0
    }
    let velocity = tracker.velocity(at: last)
    #expect(abs(velocity.x - 640) < 0.01)
    #expect(abs(velocity.y + 1280) < 0.02)
  }

  @Test(arguments: VelocityEstimator.allCases, 0..<20)
  func `the velocity equals that of the detailed estimate`(
    estimator: VelocityEstimator, seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var tracker = VelocityTracker(settings: .init(estimator: estimator))
    var time = Int64(0)
    tracker.press(at: .zero, location: .zero)
    for _ in 0..<Int.random(in: 0...400, using: &random) {
      // Most reports follow each other quickly, some after a rest.
      time += .random(
        in: 0...(Int.random(in: 0..<30, using: &random) == 0 ? 60_000 : 4000), using: &random)
      let place = Vector(
        .random(in: -500...500, using: &random), .random(in: -500...500, using: &random))
      tracker.add(at: Instant(microseconds: time), location: place)
    }
    for later in [0, 20_000, 39_000, 41_000] as [Int64] {
      let release = Instant(microseconds: time + later)
      #expect(tracker.velocity(at: release) == tracker.estimate(at: release).velocity)
    }
  }

  @Test(arguments: [60.0, 125, 240, 500, 1000, 8000], [0.01, 0.1, 0.15, 0.5])
  func `samples of the window and of 150 ms are kept at any rate`(rate: Double, window: Double) {
    let (tracker, last) = track(.init(window: window), rate: rate, seconds: 1.5) { 640 * $0 }
    // Reports are thinned to one per 0.6 ms, in multiples of their interval.
    let spacing = max(1, (0.0006 * rate).rounded(.up)) / rate
    let needed = min(VelocityTracker.capacity, Int(max(window, 0.15) / spacing))
    #expect(tracker.count >= needed)
    for age in 0..<tracker.count {
      let sample = tracker.sample(age)
      #expect(abs(sample.location.x - 640 * sample.time.seconds) < 1e-3)
      let expected = last.seconds - Double(age) * spacing
      #expect(abs(sample.time.seconds - expected) < spacing + 1e-6)
    }
  }

  @Test func `least squares measures an accelerated motion's final velocity`() {
    let (tracker, last) = track(.init(), rate: 500, seconds: 0.3) { 4000 * $0 * $0 }
    #expect(abs(tracker.velocity(at: last).x - 8000 * last.seconds) < 1e-6)
  }

  @Test func `a pointer that rested for more than 40 ms has no velocity`() {
    let (tracker, last) = track(.init(), rate: 120, seconds: 0.2) { 500 * $0 }
    #expect(tracker.velocity(at: last.advanced(by: 0.04)).x > 499)
    #expect(tracker.velocity(at: last.advanced(by: 0.041)) == .zero)
    let report = tracker.estimate(at: last.advanced(by: 0.2))
    #expect(report.entries.allSatisfy { $0.fate == .rested })
  }

  @Test func `a hold before a flick does not lower its velocity`() {
    var held = VelocityTracker()
    var plain = VelocityTracker()
    held.press(at: .zero, location: Vector(100, 0))
    var time = Instant.zero
    for index in 0..<12 {
      time = Instant(microseconds: 500_000 + Int64(index) * 8000)
      let location = Vector(100 + Double(index * index), 0)
      held.add(at: time, location: location)
      plain.add(at: time, location: location)
    }
    #expect(held.velocity(at: time) == plain.velocity(at: time))
    #expect(held.estimate(at: time).dropped.map(\.fate) == [.beforeGap])
  }

  @Test func `the press counts only while there are few other samples`() {
    var tracker = VelocityTracker()
    tracker.press(at: .zero, location: .zero)
    for index in 1...2 {
      tracker.add(at: Instant(microseconds: Int64(index) * 8000), location: Vector(8, 0))
    }
    #expect(tracker.estimate(at: Instant(microseconds: 16000)).used.count == 3)
    tracker.add(at: Instant(microseconds: 24000), location: Vector(8, 0))
    let report = tracker.estimate(at: Instant(microseconds: 24000))
    #expect(report.entries.map(\.fate) == [.press, .used, .used, .used])
    #expect(report.velocity == .zero)
  }

  @Test func `a thousand samples per second are thinned and the noise stays small`() {
    var generator = SeededGenerator(seed: 7)
    var squares = 0.0
    for _ in 0..<400 {
      let (tracker, last) = track(.init(), rate: 1000, seconds: 0.15) {
        (700 * $0 + Double.random(in: -0.5...0.5, using: &generator)).rounded()
      }
      let error = tracker.velocity(at: last).x - 700
      squares += error * error
    }
    #expect((squares / 400).squareRoot() < 30)
    let (tracker, last) = track(.init(), rate: 1000, seconds: 0.15) { 700 * $0 }
    let fates = tracker.estimate(at: last).entries.map(\.fate)
    #expect(fates.count { $0 == .used } == 51)
    #expect(fates.count { $0 == .thinned } == 50)
    #expect(fates.count { $0 == .old } == 50)
    #expect(fates.last == .used)
  }

  @Test func `simultaneous samples count as one`() {
    var tracker = VelocityTracker()
    for index in 0..<100_000 {
      tracker.add(at: Instant(microseconds: 5), location: Vector(Double(index), 0))
    }
    #expect(tracker.count == 1)
    #expect(tracker.sample(0).location.x == 99_999)
    #expect(tracker.velocity(at: Instant(microseconds: 5)) == .zero)
  }

  @Test func `decreasing times and non-finite locations are ignored, and velocities stay finite`() {
    var tracker = VelocityTracker()
    tracker.add(at: Instant(microseconds: 9000), location: Vector(1, 1))
    tracker.add(at: Instant(microseconds: 4000), location: Vector(2, 2))
    tracker.add(at: Instant(microseconds: 12000), location: Vector(.nan, 0))
    tracker.add(at: Instant(microseconds: 12000), location: Vector(0, .infinity))
    #expect(tracker.count == 1)
    tracker.add(at: Instant(microseconds: 17000), location: Vector(1e308, -1e308))
    for estimator in VelocityEstimator.allCases {
      tracker.settings.estimator = estimator
      #expect(tracker.velocity(at: Instant(microseconds: 17000)).isFinite)
    }
  }

  @Test func `the last three pairs are weighted as UIKit and macOS do`() {
    func velocity(_ estimator: VelocityEstimator) -> Double {
      var tracker = VelocityTracker(settings: .init(estimator: estimator))
      for (index, x) in [50.0, 0, 1, 3, 7].enumerated() {
        tracker.add(at: Instant(microseconds: Int64(index) * 10000), location: Vector(x, 0))
      }
      return tracker.velocity(at: Instant(microseconds: 40000)).x
    }
    #expect(abs(velocity(.uikit) - (0.6 * 100 + 0.35 * 200 + 0.05 * 400)) < 1e-9)
    #expect(abs(velocity(.macOS) - (0.15 * 100 + 0.65 * 200 + 0.2 * 400)) < 1e-9)
    #expect(abs(velocity(.lastPair) - 400) < 1e-9)
  }

  @Test func `first-to-last uses the two end samples of 150 ms`() {
    let (tracker, last) = track(.init(estimator: .firstToLast), rate: 100, seconds: 0.3) {
      3000 * $0 * $0
    }
    // x = 3000·t² from 0.15 to 0.3 s.
    #expect(abs(tracker.velocity(at: last).x - 3000 * (0.09 - 0.0225) / 0.15) < 1e-6)
    #expect(tracker.estimate(at: last).used.count == 2)
  }

  @Test(arguments: [(VelocityEstimator.uikit, 4), (.macOS, 4), (.lastPair, 2)])
  func `a pair estimator reports only its pairs as used`(estimator: VelocityEstimator, count: Int) {
    let (tracker, last) = track(.init(estimator: estimator), rate: 100, seconds: 0.09) { 50 * $0 }
    let report = tracker.estimate(at: last)
    #expect(report.used.count == count && report.used.last?.time == last)
    #expect(report.dropped.allSatisfy { $0.fate == .unneeded })
  }

  @Test func `resampling extrapolates only over gaps of 2 to 20 ms, by at most 8 ms`() {
    func shown(_ gap: Double, _ ahead: Double) -> Double? {
      var tracker = VelocityTracker()
      tracker.add(at: .zero, location: .zero)
      tracker.add(at: Instant(seconds: gap), location: Vector(1000 * gap, 0))
      return LinearResampler(latency: 0).location(at: Instant(seconds: gap + ahead), in: tracker)?.x
    }
    #expect(shown(0.0019, 0.05) == 1.9)
    #expect(shown(0.002, 0.05) == 3)
    #expect(shown(0.018, 0.05) == 26)
    #expect(shown(0.0201, 0.05).map { abs($0 - 20.1) < 1e-9 } == true)
  }

  @Test func `a resampled pointer lies on the samples' line, at most half a gap past its end`() {
    let (tracker, last) = track(.init(), rate: 100, seconds: 0.1) { 1000 * $0 }
    let resampler = LinearResampler()
    #expect(resampler.location(at: last, in: tracker)?.x == 95)
    // It extrapolates past the newest sample by at most half the last gap of 10 ms.
    #expect(resampler.location(at: last.advanced(by: 0.05), in: tracker)?.x == 105)
    #expect(resampler.location(at: .zero, in: tracker)?.x == 0)
    #expect(resampler.location(at: .zero, in: VelocityTracker()) == nil)
  }
}
