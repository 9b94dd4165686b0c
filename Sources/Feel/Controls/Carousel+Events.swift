extension Carousel {
  /// Feeds an event, after letting time pass up to it.
  public mutating func handle(_ event: InputEvent) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: event.time, &effects)
    switch event {
    case .pointer(let sample): handle(sample, &effects)
    case .key(let sample): handle(sample, &effects)
    case .wheel(let sample): handle(sample, &effects)
    case .cancel: cancel(&effects)
    }
    return reported(effects)
  }

  /// Lets time pass without an event; early, late or twice is harmless.
  public mutating func advance(to time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    return reported(effects)
  }

  /// Makes the carousel able or unable to be moved by the user; disabling it abandons a drag.
  public mutating func setEnabled(_ enabled: Bool, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    isEnabled = enabled
    if !enabled { cancel(&effects) }
    return reported(effects)
  }

  /// Brings about what time alone does, in order, each at its own moment however late the call is.
  mutating func pass(to time: Instant, _ effects: inout Effects<Effect>) {
    let target = max(now, time)
    while let due = deadline, due <= target {
      now = max(now, due)
      if axis.settle(at: now) { effects.append(.settled(nearest(at: now))) }
      if drag.loseFingers(at: now) { abandon(&effects) }
      if let moment = snapAt, now >= moment {
        snapAt = nil
        snapFromRest(&effects)
      }
    }
    now = target
  }

  /// Puts the change of offset, if there is one, before what came of it.
  mutating func reported(_ effects: Effects<Effect>) -> Effects<Effect> {
    let offset = contentOffset(at: now)
    guard offset != reportedOffset else { return effects }
    reportedOffset = offset
    var all = Effects<Effect>()
    all.append(.offsetChanged(offset))
    all.append(contentsOf: effects)
    return all
  }

  private mutating func handle(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    pointer.follow(sample, presser: drag.presser)
    guard isEnabled || sample.phase == .up else { return }
    let (abandons, change) = drag.handle(sample, hitBox: frame, at: now)
    if abandons { abandon(&effects) }
    if change == .pressed { pressed = card(at: sample.location, by: sample.device, time: now) }
    respond(to: change, clickOf: clickedCard(by: sample), &effects)
    if !drag.isActive || drag.isDragging { pressed = nil }
  }

  /// The card that a release at a sample's place would click: the one that was pressed, if it is still there.
  func clickedCard(by sample: PointerSample) -> Int? {
    guard let pressed, !hasCaught,
      card(at: sample.location, by: sample.device, time: now) == pressed
    else { return nil }
    return pressed
  }

  /// Does with the content what a drag asks for, by a pointer or by fingers on a touchpad.
  mutating func respond(
    to change: DragRecognizer.Change, clickOf card: Int?, _ effects: inout Effects<Effect>
  ) {
    switch change {
    case .none, .cancelled: break
    case .pressed: grab()
    case .began(let translation):
      effects.append(.dragBegan)
      follow(-translation.x)
    case .moved(let translation):
      follow(-translation.x)
    case .released(let isClick):
      letGo(&effects, on: isClick ? card : nil)
    case .ended(let translation):
      follow(-translation.x)
      effects.append(.dragEnded)
      release(velocity: flingVelocity(at: now), &effects)
    }
  }

  private mutating func grab() {
    hasCaught = axis.motionEnd != nil
    axis.grab(at: now)
    notches.reset()
    waitForRest()
  }

  mutating func follow(_ travel: Double) {
    guard travel != axis.travel else { return }
    axis.drag(to: travel, at: now)
    waitForRest()
  }

  /// Watching only the offset: the wait begins anew with every change of it.
  private mutating func waitForRest() {
    snapAt = strategy == .whenOffsetRests ? end(ofWait: Self.restDelay) : nil
  }

  /// When a wait of some seconds from now is over, or `nil` where time ends before: content must not snap away in the instant it is caught.
  func end(ofWait seconds: Double) -> Instant? {
    let end = now.advanced(by: seconds)
    return end.microseconds < .max ? end : nil
  }

  private mutating func letGo(_ effects: inout Effects<Effect>, on card: Int?) {
    if let index = card {
      effects.append(.clicked(index))
      if index != nearest(at: now) {
        snapAt = nil
        return move(to: index, &effects)
      }
    }
    release(velocity: 0, &effects)
  }

  mutating func cancel(_ effects: inout Effects<Effect>) {
    guard drag.cancel() else { return }
    pressed = nil
    abandon(&effects)
  }

  private mutating func abandon(_ effects: inout Effects<Effect>) {
    effects.append(.cancelled)
    release(velocity: 0, &effects)
  }
}
