import Feel
import FeelTrace
import Testing

struct VelocityConformanceTests {
  /// A tracker that has seen samples of time in ms, place in points, and where the last of them was in time.
  ///
  /// `isDifferential` samples say how far the pointer went since the one before.
  private func tracker(
    _ estimator: VelocityEstimator, _ samples: [JSON], isDifferential: Bool = false
  ) -> (VelocityTracker, last: Instant) {
    // The sources look at 20 samples, however near in time, and at none that the system interpolated.
    var tracker = VelocityTracker(
      settings: .init(estimator: estimator, cap: 20, minimumSpacing: 0))
    let samples = samples.filter { $0.list?.last?.text != "resampled" }
    // The samples have the times of a device's clock; instants count from a start of their own.
    let first = samples.first?.numbers.first ?? 0
    var (last, location) = (Instant.zero, Vector.zero)
    for sample in samples.map(\.numbers) {
      last = Instant(seconds: (sample[0] - first) / 1000)
      let read = Vector(sample[1], sample.count > 2 ? sample[2] : 0)
      location = isDifferential ? location + read : read
      tracker.add(at: last, location: location)
    }
    return (tracker, last)
  }

  private func expectClose(
    _ found: Double, _ wanted: Double, _ tolerance: JSON,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let relative = tolerance["relative"]?.number ?? 0
    let allowed = max(relative * abs(wanted), 1e-6)
    #expect(
      abs(found - wanted) <= allowed, "\(found) and \(wanted)", sourceLocation: sourceLocation)
  }

  private func check(_ published: PublishedCase, by estimator: VelocityEstimator) throws {
    let (tracker, last) = tracker(
      estimator, try #require(published.inputs.list),
      isDifferential: published.kind.hasSuffix("differential"))
    let velocity = tracker.velocity(at: last)
    if let wanted = published.expected["v"]?.number {
      expectClose(velocity.x, wanted, published.tolerance)
    } else {
      expectClose(
        velocity.x, try #require(published.expected["vx"]?.number), published.tolerance)
      expectClose(
        velocity.y, try #require(published.expected["vy"]?.number), published.tolerance)
    }
  }

  @Test(arguments: PublishedCase.of("velocity_lsq2"))
  func `least squares find the velocity that is asserted`(published: PublishedCase) throws {
    try check(published, by: .leastSquares)
  }

  @Test(arguments: PublishedCase.of("velocity_impulse", "velocity_impulse_differential"))
  func `the impulse finds the velocity that is asserted`(published: PublishedCase) throws {
    try check(published, by: .impulse)
  }

  @Test(arguments: PublishedCase.of("velocity_derived"))
  func `the other estimators give what their formulas give`(published: PublishedCase) throws {
    let gesture = published.name.prefix { $0 != "," }
    let samples = try #require(
      PublishedCase.of("velocity_lsq2").first { $0.name == gesture }?.inputs.list)
    for (name, estimator) in [("ios", VelocityEstimator.uikit), ("macos", .macOS)] {
      let (tracker, last) = tracker(estimator, samples)
      let wanted = try #require(published.expected[name])
      let velocity = tracker.velocity(at: last)
      expectClose(velocity.x, try #require(wanted["vx"]?.number), published.tolerance)
      expectClose(velocity.y, try #require(wanted["vy"]?.number), published.tolerance)
    }
    let (tracker, last) = tracker(.impulse, samples)
    let impulse = try #require(published.expected["impulse_y"]?.number)
    expectClose(tracker.velocity(at: last).y, impulse, published.tolerance)
  }

  @Test(arguments: PublishedCase.of("velocity_ios"))
  func `a steady pull is read off its last pairs exactly`(published: PublishedCase) throws {
    // One point up every second: the gap that cuts samples off is wider here, so that none is.
    var tracker = VelocityTracker(settings: .init(estimator: .uikit, window: 100, gap: 10))
    for (index, sample) in try #require(published.inputs.list).map(\.numbers).enumerated() {
      let time = Instant(seconds: sample[0] / 1000)
      tracker.add(at: time, location: Vector(sample[1], sample[2]))
      guard index >= 3 else { continue }
      #expect(abs(tracker.velocity(at: time).y + 1) < 1e-12)
    }
  }

  @Test(arguments: PublishedCase.of("velocity_stale"))
  func `a pointer that rested has no velocity`(published: PublishedCase) throws {
    for estimator in [VelocityEstimator.leastSquares, .uikit, .macOS] {
      let (tracker, last) = tracker(estimator, try #require(published.inputs.list))
      #expect(tracker.velocity(at: last.advanced(by: 0.05)) == .zero)
    }
  }

  @Test(arguments: PublishedCase.of("linear_resampling"))
  func `a pointer is resampled to the frame's time`(published: PublishedCase) throws {
    let inputs = published.inputs
    func numbers(_ name: String) throws -> [Double] { try #require(inputs[name]?.numbers) }
    // The source counts a latency as negative.
    let resampler = LinearResampler(latency: -(try published.parameter("latency_ms")) / 1000)
    let events = zip(try numbers("t"), zip(try numbers("x"), try numbers("y")))
    let wanted = zip(
      try #require(published.expected["x"]?.numbers), try #require(published.expected["y"]?.numbers)
    )
    for (frame, place) in zip(try numbers("frame_times"), wanted) {
      var tracker = VelocityTracker()
      for (time, location) in events where time <= frame {
        tracker.add(
          at: Instant(seconds: time / 1000), location: Vector(location.0, location.1))
      }
      let found = try #require(
        resampler.location(at: Instant(seconds: frame / 1000), in: tracker))
      #expect(abs(found.x - place.0) <= 0.01 && abs(found.y - place.1) <= 0.01)
    }
  }

  @Test(arguments: PublishedCase.of("linear_resampling_state"))
  func `samples too near or too far apart foretell nothing`(published: PublishedCase) throws {
    let times = try #require(published.inputs["event_times"]?.numbers)
    let wanted = try #require(published.expected["hasPrediction"]?.list).map(\.flag)
    var tracker = VelocityTracker()
    for (time, isForetold) in zip(times, wanted) {
      tracker.add(at: Instant(seconds: time / 1000), location: Vector(time, 0))
      #expect(LinearResampler().canPredict(from: tracker) == isForetold, "\(time) ms")
    }
  }
}
