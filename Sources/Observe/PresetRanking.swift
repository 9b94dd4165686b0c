public import Feel

/// How near each preset comes to an observed motion when it is given the same hand.
public struct PresetRanking: Sendable {
  /// One preset's motion against the observed one.
  public struct Place: Sendable {
    /// The preset's id.
    public let preset: String
    /// The velocity of the release by the preset's own estimator, in units a second.
    public let releaseVelocity: Double
    /// Where the preset's content rests, on the scale of the observation's offsets.
    public let rest: Double
    /// Where the two part, and by how much.
    public let comparison: MotionComparison
  }

  /// The nearest preset first; empty where the observation has no hand that was released.
  public let places: [Place]

  /// Runs the hand through presets.
  ///
  /// The viewport has the given length, in points and positive, where the observation does not say
  /// it.
  public init(
    _ observation: Observation, of presets: [ScrollPreset] = ScrollPreset.all,
    viewport: Double = 800
  ) {
    var places: [Place] = []
    for preset in presets {
      guard let replay = PresetReplay(observation, by: preset, viewport: viewport),
        let comparison = MotionComparison(replay.recorded, with: replay.prediction)
      else { continue }
      places.append(
        Place(
          preset: preset.id, releaseVelocity: replay.prediction.releaseVelocity,
          rest: replay.prediction.rest, comparison: comparison))
    }
    self.places = places.sorted { $0.comparison.rms < $1.comparison.rms }
  }
}
