internal import FeelGeometry

extension LongPressButton {
  /// Feeds an event, after letting time pass up to it.
  public mutating func handle(_ event: InputEvent) -> Effects<Effect> {
    var effects = advance(to: event.time)
    switch event {
    case .pointer(let sample): handle(sample, &effects)
    case .key(let sample): handle(sample, &effects)
    case .cancel: cancel(&effects)
    case .wheel: break
    }
    return effects
  }

  /// Lets time pass without an event; early, late or twice is harmless.
  public mutating func advance(to time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    now = max(now, time)
    if case .holding(let hold) = phase, now >= hold.deadline {
      phase = .firedHeld(hold.source)
      firedAt = hold.deadline
      effects.append(.fired)
    }
    if case .unwinding(_, let since) = phase,
      now >= since.advanced(by: Self.unwindDuration)
    {
      phase = .resting
    }
    if let start = firedAt, now >= start.advanced(by: Self.firedLookDuration) { firedAt = nil }
    if let start = releasedEarlyAt, now >= start.advanced(by: Self.reminderDuration) {
      releasedEarlyAt = nil
    }
    return effects
  }

  /// Makes the button able or unable to be pressed; disabling it abandons a hold.
  public mutating func setEnabled(_ enabled: Bool, at time: Instant) -> Effects<Effect> {
    var effects = advance(to: time)
    isEnabled = enabled
    if !enabled { cancel(&effects) }
    return effects
  }

  private mutating func handle(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    guard sample.location.isPlausible else {
      // A release whose place is unknown must not count as one over the button.
      if sample.phase == .up { cancel(&effects) }
      return
    }
    isHovered = sample.phase != .exited && frame.contains(sample.location)
    switch sample.phase {
    case .down:
      let goesOn = sample.button == .primary && !isHeldByKey
      if isHolding { cancel(&effects) }
      if goesOn && isHovered { begin(.pointer, at: sample.location, &effects) }
    case .moved:
      guard case .holding(let hold) = phase, hold.source == .pointer else { return }
      if hasLeft(sample.location, hold) { release(hold, &effects) }
    case .up:
      if sample.button == .primary { lift(.pointer, &effects) }
    case .exited: break
    }
  }

  private mutating func handle(_ sample: KeySample, _ effects: inout Effects<Effect>) {
    let starts = sample.key == .space || sample.key == .return
    switch sample.phase {
    case .up:
      lift(.key(sample.key), &effects)
    case .down where sample.isRepeat: break
    case .down:
      // A second key is to the keyboard what a second button is to the mouse.
      if isHolding {
        if sample.key == .escape || isHeldByKey { cancel(&effects) }
      } else if starts {
        begin(.key(sample.key), at: frame.center, &effects)
      }
    }
  }

  private mutating func begin(
    _ source: Source, at location: Vector, _ effects: inout Effects<Effect>
  ) {
    guard isEnabled else { return }
    let startProgress = restart == .shownProgress ? progress(at: now) : 0
    phase = .holding(
      Hold(
        source: source, origin: location, start: now,
        deadline: now.advanced(by: pressDuration), startProgress: startProgress))
    releasedEarlyAt = nil
    effects.append(.pressed)
  }

  private mutating func lift(_ source: Source, _ effects: inout Effects<Effect>) {
    switch phase {
    case .holding(let hold) where hold.source == source: release(hold, &effects)
    case .firedHeld(source): phase = .resting
    case .cancelled: phase = .resting
    default: break
    }
  }

  private mutating func release(_ hold: Hold, _ effects: inout Effects<Effect>) {
    phase = .unwinding(from: progress(at: now), since: now)
    releasedEarlyAt = now
    effects.append(.releasedEarly)
  }

  private mutating func cancel(_ effects: inout Effects<Effect>) {
    guard isHolding else { return }
    phase = .cancelled
    effects.append(.cancelled)
  }

  private func hasLeft(_ location: Vector, _ hold: Hold) -> Bool {
    switch moveRule {
    case .never: false
    case .fromPress: (location - hold.origin).length > Self.pressMargin
    case .outsideFrame: !frame.inset(by: -Self.frameMargin).contains(location)
    }
  }

  private var isHolding: Bool {
    guard case .holding = phase else { return false }
    return true
  }

  private var isHeldByKey: Bool {
    guard case .holding(let hold) = phase, case .key = hold.source else { return false }
    return true
  }
}
