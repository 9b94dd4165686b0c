internal import FeelGeometry

extension ScrollView {
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

  /// Makes the scroll view able or unable to be scrolled by the user; disabling it abandons a drag.
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
      let last = axis.motion
      if axis.settle(at: now), let last {
        let hasBounced = last.law.phase(at: last.law.duration) == .bouncing
        endFling(hasBounced ? .bounced : .ranOut, &effects)
        noteUse()
        effects.append(.settled(axis.offset(at: now)))
      }
      if drag.loseFingers(at: now) {
        abandon(&effects)
        noteUse()
      }
      if let end = bar.fadeEnd, now >= end, !isInUse { bar.lastUse = nil }
    }
    now = target
  }

  /// Puts the change of offset, if there is one, before what came of it.
  mutating func reported(_ effects: Effects<Effect>) -> Effects<Effect> {
    noteUse()
    let offset = contentOffset(at: now)
    guard offset != reportedOffset else { return effects }
    reportedOffset = offset
    var all = Effects<Effect>()
    all.append(.offsetChanged(offset))
    all.append(contentsOf: effects)
    return all
  }

  /// Lets the bar fade from now on if its use has just ended, however it did.
  private mutating func noteUse() {
    if bar.wasInUse, !isInUse { bar.lastUse = now }
    bar.wasInUse = isInUse
  }

  /// Ends the fling under way, if there is one, and keeps its record.
  mutating func endFling(_ outcome: Fling.Outcome, _ effects: inout Effects<Effect>) {
    guard let start = fling else { return }
    fling = nil
    let ended = Fling(
      velocity: start.velocity, duration: now - start.time,
      distance: axis.offset(at: now) - start.offset, outcome: outcome)
    flings.add(ended)
    effects.append(.flingEnded(ended))
  }

  private mutating func handle(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    pointer.follow(sample, presser: bar.drag.presser ?? drag.presser)
    guard isEnabled || sample.phase == .up else { return }
    // A press takes over from fingers on a touchpad, wherever it is.
    if sample.phase == .down, drag.isByFingers { cancel(&effects) }
    let isForBar =
      bar.drag.isActive
      || (sample.phase == .down && sample.button == .primary && !drag.isActive
        && sample.location.isPlausible && gutter.contains(sample.location) && layout.isScrollable)
    if isForBar { return handleBar(sample, &effects) }
    if sample.phase == .down, sample.device == .mouse, !isMouseDragEnabled, !drag.isActive {
      return
    }
    follow(sample, &effects)
  }

  private mutating func follow(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    if sample.phase == .down { drag.adopt(axis.physics, slop: slop) }
    let (abandons, change) = drag.handle(sample, hitBox: frame, at: now)
    if abandons { abandon(&effects) }
    respond(to: change, &effects)
  }

  /// Does with the content what a drag asks for, by a pointer or by fingers on a touchpad.
  mutating func respond(to change: DragRecognizer.Change, _ effects: inout Effects<Effect>) {
    switch change {
    case .none, .cancelled: break
    case .pressed:
      endFling(.cutShort, &effects)
      axis.grab(at: now)
    case .began(let translation):
      effects.append(.dragBegan)
      drag(by: translation)
    case .moved(let translation):
      drag(by: translation)
    case .released:
      release(velocity: 0, &effects)
    case .ended(let translation):
      drag(by: translation)
      effects.append(.dragEnded)
      release(velocity: flingVelocity(at: now), &effects)
    }
  }

  private mutating func drag(by translation: Vector) {
    axis.drag(to: -drag.axis.length(of: translation), at: now)
    bar.lastUse = now
  }

  /// Lets the content go; unless it only bounces, that is a fling, whichever law carries it.
  mutating func release(velocity: Double, _ effects: inout Effects<Effect>) {
    let offset = axis.offset(at: now)
    let motion = plan(from: offset, velocity: velocity)
    axis.run(motion, at: now)
    guard axis.motionEnd != nil, velocity != 0, motion.phase(at: 0) != .bouncing else { return }
    fling = FlingStart(time: now, offset: offset, velocity: motion.releaseVelocity)
  }

  /// The whole motion after a release at an offset with a velocity, in points and points per second.
  func plan(from offset: Double, velocity: Double) -> ScrollMotion {
    axis.physics.release(
      from: offset, velocity: velocity, in: axis.extent, start: axis.grabOffset)
  }

  mutating func cancel(_ effects: inout Effects<Effect>) {
    if bar.drag.cancel() == .cancelled { effects.append(.cancelled) }
    guard drag.cancel() else { return }
    abandon(&effects)
  }

  private mutating func abandon(_ effects: inout Effects<Effect>) {
    effects.append(.cancelled)
    release(velocity: 0, &effects)
  }
}
