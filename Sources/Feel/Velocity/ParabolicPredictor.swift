/// Predicts a pointer's location by the parabola through its last three samples.
///
/// x(t) = Σ xᵢ·Πⱼ≠ᵢ (t − tⱼ)/(tᵢ − tⱼ) over the three.
///
/// Source: Chromium's least_squares_predictor.cc, whose parabola is fitted to three samples and
/// thus passes through them.
public struct ParabolicPredictor: Hashable, Sendable {
  /// Creates a predictor.
  public init() {}

  /// The predicted location at a time, in points, or `nil` with fewer than three samples.
  public func location(at time: Instant, in tracker: VelocityTracker) -> Vector? {
    guard tracker.count > 2 else { return nil }
    let samples = (tracker.sample(0), tracker.sample(1), tracker.sample(2))
    func share(_ own: VelocitySample, _ one: VelocitySample, _ other: VelocitySample) -> Vector {
      let part = (time - one.time) / (own.time - one.time)
      return own.location * (part * ((time - other.time) / (own.time - other.time)))
    }
    return share(samples.0, samples.1, samples.2) + share(samples.1, samples.0, samples.2)
      + share(samples.2, samples.0, samples.1)
  }
}
