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
    // A second finger has no part in what the first one does.
    guard presser == nil || presser == sample.pointer else { return }
    pointer.follow(sample, presser: presser)
    switch sample.phase {
    case .down:
      let goesOn = sample.button == .primary && !isHeldByKey
      if isHolding { cancel(&effects) }
      if goesOn && isHovered { begin(.pointer(sample.pointer), at: sample.location, &effects) }
    case .moved: releaseIfOff(&effects)
    case .up:
      if sample.button == .primary { lift(.pointer(sample.pointer), &effects) }
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
    guard isEnabled, !frame.isEmpty else { return }
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
    case .holding(let hold) where hold.source == source:
      unwind()
      releasedEarlyAt = now
      effects.append(.releasedEarly)
    case .firedHeld(source): phase = .resting
    case .cancelled: phase = .resting
    default: break
    }
  }

  private mutating func unwind() {
    phase = .unwinding(from: progress(at: now), since: now)
  }

  /// Takes a hold along with the button, as far as the button may move from under its pointer.
  mutating func carryHold(by way: Vector, _ effects: inout Effects<Effect>) {
    guard case .holding(var hold) = phase else { return }
    if frame.isEmpty { return cancel(&effects) }
    hold.origin += way
    phase = .holding(hold)
    // Of a pointer that has left nobody knows where it is.
    if pointer.isPresent { releaseIfOff(&effects) }
  }

  /// Ends a hold whose pointer is no longer where the rule wants it.
  private mutating func releaseIfOff(_ effects: inout Effects<Effect>) {
    guard case .holding(let hold) = phase, case .pointer = hold.source,
      hasLeft(pointer.location, hold)
    else { return }
    unwind()
    effects.append(.movedOff)
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
    case .outsideFrame: !shape.contains(location, in: frame, margin: Self.shapeMargin)
    }
  }

  private var isHolding: Bool {
    guard case .holding = phase else { return false }
    return true
  }

  /// The pointer that holds the button, before it has fired and after, by its number.
  private var presser: Int? {
    switch phase {
    case .holding(let hold):
      if case .pointer(let pointer) = hold.source { pointer } else { nil }
    case .firedHeld(.pointer(let pointer)): pointer
    case .resting, .unwinding, .firedHeld, .cancelled: nil
    }
  }

  private var isHeldByKey: Bool {
    guard case .holding(let hold) = phase, case .key = hold.source else { return false }
    return true
  }
}
