public import Feel
internal import FeelTrace

/// A preset's response to an observed hand, on the clock of the observation.
public struct PresetReplay: Sendable {
  /// The preset's motion; its clock is 0 at the last release.
  public let prediction: HandPrediction
  /// The time of the last release, in seconds on the clock of the observation.
  public let release: Double
  /// The observed offsets on the prediction's clock.
  let recorded: RecordedMotion

  /// How far beyond its reported position an edge may be, in the motion's unit.
  private static let edgeSlack = 0.05
  /// How long after the last row a run is computed until its rest, in seconds.
  private static let longest = 10.0

  /// Runs the observation's hand through a preset; `nil` if no hand was released.
  ///
  /// `viewport` is the length to assume if the observation does not state one, in points and
  /// positive.
  public init?(_ observation: Observation, by preset: ScrollPreset, viewport: Double = 800) {
    guard let hand = observation.hand, hand.samples.last?.phase == .end,
      let release = observation.presses.last?.upperBound
    else { return nil }
    // Presets are compared from the release, where their clock is 0.
    let moved = RecordedHand(
      hand.samples.map {
        RecordedHand.Sample(time: $0.time - release, phase: $0.phase, location: $0.location)
      })
    recorded = RecordedMotion(observation.rows.map { ($0.time - release, $0.offset) })
    let length = observation.source.viewport ?? viewport
    // The tolerance keeps content at a measured edge from counting as past it, which would slow it
    // down at once.
    let minimum = observation.source.minimum.map { $0 - Self.edgeSlack }
    let maximum = observation.source.maximum.map { $0 + Self.edgeSlack }
    let start = HandPrediction.start(
      of: recorded, moved, by: preset, viewport: length,
      range: (minimum ?? -1e9)...max(minimum ?? -1e9, maximum ?? 1e9))
    // An unknown edge is further away than any fling.
    let far = 1e7
    let low = minimum ?? min(start, maximum ?? start) - far
    prediction = HandPrediction(
      of: moved, by: preset, start: start, range: low...max(low, maximum ?? start + far),
      viewport: length)
    self.release = release
  }

  /// The preset's motion sampled at `rate` rows a second, from the observation's first row until it
  /// rests.
  public func observation(like observation: Observation, rate: Double = 240) -> Observation {
    guard let first = observation.rows.first, let last = observation.rows.last else {
      return observation
    }
    let count = Int((last.time - first.time + Self.longest) * rate)
    var rows = (0...max(1, count)).map { index in
      let time = first.time + Double(index) / rate
      return Observation.Row(time: time, offset: prediction.offset(at: time - release))
    }
    while rows.count > 2, rows[rows.count - 1].offset == rows[rows.count - 2].offset {
      rows.removeLast()
    }
    return Observation(rows, hand: observation.hand, source: observation.source)
  }
}
