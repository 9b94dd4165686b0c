extension ProgressSlider {
  /// Sets the value, held in 0…1; ignored from a press to its release, so that a video that plays on does not tear the bar away.
  ///
  /// - Precondition: `value` is not NaN.
  public mutating func setValue(_ value: Double, at time: Instant) -> Effects<Effect> {
    precondition(!value.isNaN, "value is a number")
    var effects = advance(to: time)
    guard !drag.isActive else { return effects }
    raw = min(1, max(0, value))
    playback?.start = now
    endPlayback(&effects)
    return effects
  }

  /// Lets the value advance by itself, `rate` of the whole a second, until it reaches 1 or `pause(at:)`.
  ///
  /// A press holds the value; its release, or a cancel, plays on from there.
  ///
  /// - Precondition: `rate` is positive and finite.
  public mutating func play(rate: Double, at time: Instant) -> Effects<Effect> {
    precondition(rate > 0 && rate.isFinite, "rate is positive and finite")
    var effects = advance(to: time)
    holdPlayback()
    playback = Playback(rate: rate, start: now)
    endPlayback(&effects)
    return effects
  }

  /// Stops playing; the value stays where it is.
  public mutating func pause(at time: Instant) -> Effects<Effect> {
    let effects = advance(to: time)
    holdPlayback()
    playback = nil
    return effects
  }

  /// Makes what is shown now the value from which playing goes on; without effect during a press.
  mutating func holdPlayback() {
    raw = rawValue(at: now)
    playback?.start = now
  }

  /// Whether the value advances by itself, or will after the release.
  public var isPlaying: Bool { playback != nil }
}
