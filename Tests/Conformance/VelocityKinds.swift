internal import Feel
internal import FeelTrace

/// Other projects' tests of a pointer's velocity and position.
extension Findings {
  private func tracker(
    _ estimator: VelocityEstimator, _ samples: [JSON], isDifferential: Bool = false,
    slowness: Double = 1
  ) throws(CaseError) -> (VelocityTracker, last: Instant) {
    // The sources use 20 samples, however close in time, excluding synthesised ones.
    var tracker = VelocityTracker(settings: .init(estimator: estimator, cap: 20, minimumSpacing: 0))
    let samples = samples.filter { $0.list?.last?.text != "resampled" }
    // Times of a device's clock; a session's times are relative to its start.
    let first = samples.first?.numbers.first ?? 0
    var (last, sum) = (Instant.zero, Vector.zero)
    for sample in samples.map(\.numbers) {
      guard sample.count > 1 else { throw CaseError("inputs") }
      last = Instant(seconds: (sample[0] - first) * slowness / 1000)
      let place = Vector(sample[1], sample.count > 2 ? sample[2] : 0)
      sum = isDifferential ? sum + place : place
      tracker.add(at: last, location: sum)
    }
    return (tracker, last)
  }

  /// A number; a missing velocity counts as 0.
  private func velocity(_ json: JSON, _ name: String) throws(CaseError) -> Double {
    guard let member = json[name] else { throw CaseError("expected.\(name)") }
    if case .null = member.value { return 0 }
    guard let number = member.number else { throw CaseError("expected.\(name)") }
    return number
  }

  private func margin(_ wanted: Double, _ tolerance: JSON) -> Double {
    max((tolerance["relative"]?.number ?? 0) * abs(wanted), 1e-6)
  }

  mutating func estimate(
    _ published: PublishedCase, _ estimator: VelocityEstimator
  ) throws(CaseError) {
    guard let samples = published.inputs.list else { throw CaseError("inputs") }
    let times = samples.compactMap { $0.numbers.first }
    // A session's clock counts microseconds, so very short gestures are slowed down.
    let isBrief = times.count > 1 && (times.max() ?? 0) - (times.min() ?? 0) < 1e-3
    let slowness = isBrief ? 1e6 : 1.0
    let (tracker, last) = try tracker(
      estimator, samples, isDifferential: published.kind.hasSuffix("differential"),
      slowness: slowness)
    let found = tracker.velocity(at: last) * slowness
    let isOneDimensional = published.expected["v"] != nil
    let wanted = try velocity(published.expected, isOneDimensional ? "v" : "vx")
    close("vx", found.x, wanted, within: margin(wanted, published.tolerance))
    guard !isOneDimensional else { return }
    let other = try velocity(published.expected, "vy")
    close("vy", found.y, other, within: margin(other, published.tolerance))
  }

  /// The other estimators, on the samples of another case; returns why it is skipped, or `nil`.
  mutating func derived(
    _ published: PublishedCase, in cases: [PublishedCase]
  ) throws(CaseError) -> String? {
    let gesture = published.name.prefix { $0 != "," }
    guard
      let samples = cases.first(where: { $0.kind == "velocity_lsq2" && $0.name == gesture })?
        .inputs.list
    else { return "the table has no samples called \(gesture)" }
    for (name, estimator) in [("ios", VelocityEstimator.uikit), ("macos", .macOS)] {
      guard let wanted = published.expected[name] else { continue }
      let (tracker, last) = try tracker(estimator, samples)
      let found = tracker.velocity(at: last)
      let (x, y) = (try velocity(wanted, "vx"), try velocity(wanted, "vy"))
      close("\(name) vx", found.x, x, within: margin(x, published.tolerance))
      close("\(name) vy", found.y, y, within: margin(y, published.tolerance))
    }
    let (tracker, last) = try tracker(.impulse, samples)
    let impulse = try velocity(published.expected, "impulse_y")
    close(
      "impulse_y", tracker.velocity(at: last).y, impulse,
      within: margin(impulse, published.tolerance))
    return nil
  }

  /// The last pairs give a steady pull's velocity exactly, at one sample a second; the gap is
  /// widened for that.
  mutating func steady(_ published: PublishedCase) throws(CaseError) {
    guard let samples = published.inputs.list?.map(\.numbers), samples.count > 3,
      samples.allSatisfy({ $0.count == 3 })
    else { throw CaseError("inputs") }
    var tracker = VelocityTracker(settings: .init(estimator: .uikit, window: 100, gap: 10))
    for (index, sample) in samples.enumerated() {
      let time = Instant(seconds: sample[0] / 1000)
      tracker.add(at: time, location: Vector(sample[1], sample[2]))
      guard index >= 3 else { continue }
      let pair = samples[index - 1]
      let wanted = (sample[2] - pair[2]) / (sample[0] - pair[0]) * 1000
      close("\(sample[0]) ms", tracker.velocity(at: time).y, wanted, within: 1e-12)
    }
  }

  /// A pointer that rested has no velocity.
  mutating func stale(_ published: PublishedCase) throws(CaseError) {
    guard let samples = published.inputs.list else { throw CaseError("inputs") }
    let stopped = try published.parameter("assumeStopped_ms") / 1000 + 0.01
    for estimator in [VelocityEstimator.leastSquares, .uikit, .macOS] {
      let (tracker, last) = try tracker(estimator, samples)
      equal(estimator.rawValue, tracker.velocity(at: last.advanced(by: stopped)), .zero)
    }
  }

  /// The slope at the newest point of the fitted polynomial, if that is the engine's parabola.
  mutating func fit(_ published: PublishedCase) throws(CaseError) -> String? {
    guard let xs = published.inputs["x"]?.numbers, let ys = published.inputs["y"]?.numbers,
      xs.count == ys.count, xs.count > 2, xs.count <= VelocityWindow.capacity,
      zip(xs, xs.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw CaseError("inputs") }
    guard let coefficients = published.expected["coefficients"]?.numbers, coefficients.count > 1
    else { throw CaseError("expected.coefficients") }
    let weights = published.params["weights"]?.numbers ?? []
    guard weights.allSatisfy({ $0 == weights[0] }) else { return "the engine weighs no samples" }
    let degree = try published.parameter("degree")
    let isExact = published.expected["confidence"]?.number == 1
    guard degree == 2 || degree == 1 && isExact else { return "the engine fits parabolas alone" }
    var window = VelocityWindow()
    for (x, y) in zip(xs, ys) { window.append(time: x, x: y, y: 0) }
    let newest = xs[xs.count - 1]
    let slope = coefficients[1] + (coefficients.count > 2 ? 2 * coefficients[2] * newest : 0)
    close(
      "slope at \(newest)", window.velocity(by: .leastSquares).x, slope,
      within: published.tolerance.number ?? 1e-6)
    leave("the other coefficients and the confidence")
    return nil
  }

  /// A pointer is resampled to the frame's time.
  mutating func resampling(_ published: PublishedCase) throws(CaseError) {
    func numbers(_ json: JSON, _ name: String) throws(CaseError) -> [Double] {
      guard let numbers = json[name]?.numbers else { throw CaseError(name) }
      return numbers
    }
    // The source uses negative latencies.
    let resampler = LinearResampler(latency: -(try published.parameter("latency_ms")) / 1000)
    let inputs = published.inputs
    let events = zip(
      try numbers(inputs, "t"), zip(try numbers(inputs, "x"), try numbers(inputs, "y")))
    let wanted = zip(try numbers(published.expected, "x"), try numbers(published.expected, "y"))
    for (frame, place) in zip(try numbers(inputs, "frame_times"), wanted) {
      var tracker = VelocityTracker()
      for (time, location) in events where time <= frame {
        tracker.add(at: Instant(seconds: time / 1000), location: Vector(location.0, location.1))
      }
      guard let found = resampler.location(at: Instant(seconds: frame / 1000), in: tracker) else {
        throw CaseError("inputs")
      }
      close("x at \(frame) ms", found.x, place.0, within: 0.01)
      close("y at \(frame) ms", found.y, place.1, within: 0.01)
    }
  }

  /// Each sample from the fourth on is on the parabola through the three before.
  mutating func prediction(_ published: PublishedCase) throws(CaseError) {
    guard let times = published.inputs["t"]?.numbers, let xs = published.inputs["x"]?.numbers,
      let ys = published.inputs["y"]?.numbers, xs.count == times.count, ys.count == times.count,
      times.count > 3
    else { throw CaseError("inputs") }
    let tolerance = published.tolerance.number ?? 0.1
    var tracker = VelocityTracker()
    for index in times.indices {
      let time = Instant(seconds: times[index] / 1000)
      if index >= 3 {
        guard let found = ParabolicPredictor().location(at: time, in: tracker) else {
          throw CaseError("inputs.t")
        }
        close("x at \(times[index]) ms", found.x, xs[index], within: tolerance)
        close("y at \(times[index]) ms", found.y, ys[index], within: tolerance)
      }
      tracker.add(at: time, location: Vector(xs[index], ys[index]))
    }
  }

  /// Samples too close or too far apart are not used for prediction.
  mutating func resamplingState(_ published: PublishedCase) throws(CaseError) {
    guard let times = published.inputs["event_times"]?.numbers,
      let wanted = published.expected["hasPrediction"]?.list?.compactMap(\.flag),
      wanted.count == times.count
    else { throw CaseError("expected.hasPrediction") }
    let resampler = LinearResampler(
      minimumGap: try published.parameter("minDelta_ms") / 1000,
      maximumGap: try published.parameter("resetGap_ms") / 1000)
    var tracker = VelocityTracker()
    for (time, isPredicted) in zip(times, wanted) {
      tracker.add(at: Instant(seconds: time / 1000), location: Vector(time, 0))
      equal("\(time) ms", resampler.canPredict(from: tracker), isPredicted)
    }
  }
}
