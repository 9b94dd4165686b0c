public import FeelGeometry

extension ProgressSlider {
  /// Feeds an event, after letting time pass up to it.
  public mutating func handle(_ event: InputEvent) -> Effects<Effect> {
    var effects = advance(to: event.time)
    let height = targetHeight
    switch event {
    case .pointer(let sample): handle(sample, &effects)
    case .key(let sample): handle(sample, &effects)
    case .wheel(let sample): handle(sample, &effects)
    case .cancel: cancel(&effects)
    }
    changeHeight(from: height)
    return effects
  }

  /// Lets time pass without an event; early, late or twice is harmless.
  public mutating func advance(to time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    now = max(now, time)
    endPlayback(&effects)
    if let end = recoil?.end, now >= end { recoil = nil }
    if let end = heightChange?.end, now >= end { heightChange = nil }
    return effects
  }

  /// Moves or resizes the slider; a drag goes on, and later motion counts by the new width.
  public mutating func layout(frame: Rect, at time: Instant) -> Effects<Effect> {
    let effects = advance(to: time)
    let height = targetHeight
    self.frame = frame.plausible
    changeHeight(from: height)
    return effects
  }

  /// Makes the slider able or unable to be dragged; disabling it abandons a drag.
  public mutating func setEnabled(_ enabled: Bool, at time: Instant) -> Effects<Effect> {
    var effects = advance(to: time)
    let height = targetHeight
    isEnabled = enabled
    if !enabled { cancel(&effects) }
    changeHeight(from: height)
    return effects
  }

  private mutating func handle(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    pointer.follow(sample, presser: drag.presser)
    guard isEnabled || sample.phase == .up else { return }
    if sample.phase == .down, drag.follows(sample) { holdPlayback() }
    let wasActive = drag.isActive
    let change = drag.handle(sample, hitBox: hitBox)
    // A second press without a release abandons what the first one did.
    if wasActive && (change == .pressed || change == .cancelled) { abandon(&effects) }
    switch change {
    case .none, .cancelled, .released: break
    case .pressed: grab(at: sample.location)
    case .began:
      effects.append(.dragBegan)
      travel(to: sample.location, &effects)
    case .moved:
      travel(to: sample.location, &effects)
    case .ended:
      travel(to: sample.location, &effects)
      effects.append(.dragEnded)
    }
    if wasActive && !drag.isActive { letGo(&effects) }
  }

  private mutating func grab(at location: Vector) {
    let value = raw
    // Caught while it springs back, the capsule stays as it is stretched.
    let shown = stretch(at: now)
    let overshoot = Self.band.travel(forOffset: shown, dimension: bandDimension)
    if overshoot != 0 && frame.width >= 1 && value == (overshoot > 0 ? 1 : 0) {
      raw += overshoot / frame.width
      recoil = recoil(from: shown - heldStretch)
    }
    rawAtPress = value
    (pressLocation, lastLocation) = (location, location)
  }

  private mutating func travel(to location: Vector, _ effects: inout Effects<Effect>) {
    let rate = fineScrubbing.rate(at: location.y - pressLocation.y)
    let dx = location.x - lastLocation.x
    lastLocation = location
    guard frame.width >= 1 else { return }
    change(&effects) { $0.raw += dx * rate / $0.frame.width }
  }

  private mutating func letGo(_ effects: inout Effects<Effect>) {
    recoilFromStretch()
    raw = min(1, max(0, raw))
    playback?.start = now
    endPlayback(&effects)
  }

  /// Ends playing where nothing is left to play: by time, or because the value was put at the end.
  mutating func endPlayback(_ effects: inout Effects<Effect>) {
    guard let end = playbackEnd, now >= end else { return }
    (raw, playback) = (1, nil)
    effects.append(.playedToEnd)
  }

  private mutating func cancel(_ effects: inout Effects<Effect>) {
    guard drag.cancel() == .cancelled else { return }
    abandon(&effects)
    letGo(&effects)
  }

  private mutating func abandon(_ effects: inout Effects<Effect>) {
    recoilFromStretch()
    change(&effects) { $0.raw = $0.rawAtPress }
    effects.append(.dragCancelled)
  }

  private mutating func recoilFromStretch() {
    if heldStretch != 0 { recoil = recoil(from: stretch(at: now)) }
  }

  private func recoil(from stretch: Double) -> Timed<SpringMotion>? {
    guard stretch != 0 else { return nil }
    return Timed(
      SpringMotion(Self.recoilSpring, from: stretch, to: 0, threshold: 0.1), start: now)
  }

  private mutating func changeHeight(from height: Double) {
    let target = targetHeight
    guard target != height else { return }
    let shown = heightChange?.value(at: now) ?? height
    let motion = EaseMotion(
      from: shown, to: target, duration: target > shown ? 0.12 : 0.24, ease: Self.heightEase)
    heightChange = Timed(motion, start: now)
  }

  /// Makes a change and reports it if the value shown is another afterwards.
  mutating func change(_ effects: inout Effects<Effect>, _ body: (inout Self) -> Void) {
    let before = value(at: now)
    body(&self)
    let after = value(at: now)
    if after != before { effects.append(.valueChanged(after)) }
  }
}
