public import Feel

/// How close each preset's motion for the same hand is to an observed motion.
public struct PresetRanking: Sendable {
  /// One preset's motion compared with the observed one.
  public struct Place: Sendable {
    /// The preset's id.
    public let preset: String
    /// The release velocity by the preset's own estimator, in units a second.
    public let releaseVelocity: Double
    /// The rest of the preset's content, on the scale of the observation's offsets.
    public let rest: Double
    /// Where and by how much the two differ.
    public let comparison: MotionComparison
  }

  /// The nearest preset first; empty if the observation has no released hand.
  public let places: [Place]

  /// Runs the hand through presets.
  ///
  /// `viewport` is the length to assume if the observation does not state one, in points and
  /// positive.
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
