extension Carousel {
  mutating func handle(_ sample: KeySample, _ effects: inout Effects<Effect>) {
    guard isEnabled, sample.phase == .down else { return }
    if drag.isActive {
      if sample.key == .escape { cancel(&effects) }
      return
    }
    let isFar = sample.modifiers.contains(.control)
    switch sample.key {
    case .left: step(by: isFar ? -10 : -1, &effects)
    case .right: step(by: isFar ? 10 : 1, &effects)
    case .pageUp: step(by: -10, &effects)
    case .pageDown: step(by: 10, &effects)
    case .home: step(by: -layout.count, &effects)
    case .end: step(by: layout.count, &effects)
    default: break
    }
  }

  mutating func handle(_ sample: WheelSample, _ effects: inout Effects<Effect>) {
    guard isEnabled, sample.delta.isPlausible else { return }
    let travel = sample.travel(perNotch: axis.notch).map { Vector($0.x + $0.y, 0) }
    if sample.isOfHold, let travel {
      let (grabs, change) = drag.handle(sample, travel: travel, at: now)
      if grabs { respond(to: .pressed, clickOf: nil, &effects) }
      return respond(to: change, clickOf: nil, &effects)
    }
    // What the device does after a lift that nobody told of.
    if sample.phase == .momentum, drag.isByFingers { cancel(&effects) }
    // Of a lift it makes a motion of its own, to a card: the device's would be a second one.
    guard sample.phase != .momentum, !drag.isActive else { return }
    let delta = travel?.x ?? sample.delta.x + sample.delta.y
    guard delta != 0 else { return }
    if travel == nil {
      turn(by: delta, perNotch: sample.modifiers.contains(.shift) ? 5 : 1, &effects)
    } else {
      slide(by: delta)
    }
  }

  /// From the card that is being gone to, or else the nearest one.
  private mutating func step(by cards: Int, _ effects: inout Effects<Effect>) {
    snapAt = nil
    move(to: index(targetIndex, movedBy: cards), &effects)
  }

  /// The card so many further, or the last one on the way.
  private func index(_ base: Int, movedBy cards: Int) -> Int {
    let (sum, overflow) = base.addingReportingOverflow(cards)
    return stops.held(overflow ? (cards < 0 ? 0 : layout.count - 1) : sum)
  }

  /// One notch is one card; notches that come faster than the cards add up.
  private mutating func turn(
    by turned: Double, perNotch cards: Int, _ effects: inout Effects<Effect>
  ) {
    let whole = notches.take(turned, at: now)
    guard whole != 0 else { return }
    let shown = nearest(at: now)
    let reach = Self.notchQueue * cards
    let wanted = index(targetIndex, movedBy: whole * cards) - shown
    snapAt = nil
    move(to: index(shown, movedBy: min(reach, max(-reach, wanted))), &effects)
  }

  /// A surface that scrolls by distance moves the content itself, never past an end; what bounces there bounces on.
  private mutating func slide(by distance: Double) {
    guard axis.extent.overscroll(of: axis.offset(at: now)) == 0 else { return }
    axis.place(at: axis.extent.clamped(axis.offset(at: now) + distance))
    snapAt = end(ofWait: Self.wheelDelay)
  }

  private var targetIndex: Int {
    guard let motion = axis.motion else { return nearest(at: now) }
    return stops.nearest(to: motion.law.restPosition)
  }
}
