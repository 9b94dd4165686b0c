public import Feel
internal import FeelTrace

/// How near each preset comes to an observed motion when it is given the same hand.
public struct PresetRanking: Sendable {
  /// One preset's motion against the observed one.
  public struct Place: Sendable {
    /// The preset's id.
    public let preset: String
    /// The velocity of the release by the preset's own estimator, in units a second.
    public let releaseVelocity: Double
    /// Where the two part, and by how much.
    public let comparison: MotionComparison
  }

  /// The nearest preset first; empty where the observation has no hand that was released.
  public let places: [Place]

  /// Runs the hand through every preset.
  ///
  /// - Parameters:
  ///   - observation: what was seen, with its hand.
  ///   - viewport: the viewport's length where the observation does not say it, in points; positive.
  public init(_ observation: Observation, viewport: Double = 800) {
    guard let hand = observation.hand, let release = observation.presses.last?.upperBound else {
      places = []
      return
    }
    // Presets are compared from the release on, at which their clock is 0.
    let recorded = RecordedMotion(observation.rows.map { ($0.time - release, $0.offset) })
    let moved = RecordedHand(
      hand.samples.map {
        RecordedHand.Sample(
          time: $0.time - release, phase: $0.phase, location: $0.location)
      })
    let length = observation.source.viewport ?? viewport
    let (minimum, maximum) = (observation.source.minimum, observation.source.maximum)
    var places: [Place] = []
    for preset in ScrollPreset.all {
      let start = HandPrediction.start(
        of: recorded, moved, by: preset, viewport: length,
        range: (minimum ?? -1e9)...max(minimum ?? -1e9, maximum ?? 1e9))
      // An edge that is not known is further than any hand flings.
      let far = 1e7
      let low = minimum ?? min(start, maximum ?? start) - far
      let prediction = HandPrediction(
        of: moved, by: preset, start: start, range: low...max(low, maximum ?? start + far),
        viewport: length)
      guard let comparison = MotionComparison(recorded, with: prediction) else { continue }
      places.append(
        Place(
          preset: preset.id, releaseVelocity: prediction.releaseVelocity, comparison: comparison))
    }
    self.places = places.sorted { $0.comparison.rms < $1.comparison.rms }
  }
}
