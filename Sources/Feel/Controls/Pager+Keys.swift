extension Pager {
  mutating func handle(_ sample: KeySample, _ effects: inout Effects<Effect>) {
    guard isEnabled, sample.phase == .down else { return }
    if drag.isActive {
      if sample.key == .escape { cancel(&effects) }
      return
    }
    let page = max(ScrollView.line, frame.height - ScrollView.line)
    switch sample.key {
    // Tabs go round: after the last comes the first.
    case .left: go(to: (currentPage + pages.count - 1) % pages.count, &effects)
    case .right: go(to: (currentPage + 1) % pages.count, &effects)
    case .home: go(to: 0, &effects)
    case .end: go(to: pages.count - 1, &effects)
    case .up: scroll(by: -ScrollView.line, lasting: ScrollView.lineDuration)
    case .down: scroll(by: ScrollView.line, lasting: ScrollView.lineDuration)
    case .pageUp: scroll(by: -page, lasting: ScrollView.orderDuration)
    case .pageDown: scroll(by: page, lasting: ScrollView.orderDuration)
    default: break
    }
  }

  /// Up and down scrolls the page; sideways a notch turns it, and fingers on a touchpad drag it.
  mutating func handle(_ sample: WheelSample, _ effects: inout Effects<Effect>) {
    guard isEnabled, sample.delta.isPlausible else { return }
    let page = currentPage
    let travel = sample.travel(perNotch: scrolls[page].notch)
    if sample.isOfHold, let travel {
      let (grabs, change) = drag.handle(sample, travel: travel, at: now)
      if grabs { respond(to: .pressed, at: sample.location, &effects) }
      return respond(to: change, at: sample.location, &effects)
    }
    // What the device does after a lift that nobody told of.
    if sample.phase == .momentum, drag.isByFingers { cancel(&effects) }
    guard !drag.isActive else { return }
    guard let travel else {
      if sample.delta.y != 0 {
        scrolls[page].turn(by: sample.delta.y, at: now)
      }
      let whole = sample.delta.x == 0 ? 0 : notches.take(sample.delta.x, at: now)
      guard whole != 0 else { return }
      return go(to: min(pages.count - 1, max(0, (leap?.next ?? page) + whole)), &effects)
    }
    // Sideways a lift has turned the page: the device's own momentum would turn another.
    let scroll = scrolls[page]
    let offset = scroll.offset(at: now)
    guard travel.y != 0, scroll.extent.overscroll(of: offset) == 0 else { return }
    scrolls[page].place(at: scroll.extent.clamped(offset + travel.y))
  }

  private mutating func scroll(by distance: Double, lasting duration: Double) {
    let page = currentPage
    var base = scrolls[page].offset(at: now)
    if let motion = scrolls[page].motion, motion.law.phase(at: now - motion.start) == .programmatic
    {
      base = motion.law.restPosition
    }
    scrolls[page].glide(to: base + distance, lasting: duration, at: now)
  }
}
