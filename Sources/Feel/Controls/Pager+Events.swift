internal import FeelGeometry

extension Pager {
  /// Feeds an event, after letting time pass up to it.
  public mutating func handle(_ event: InputEvent) -> Effects<Effect> {
    perform(at: event.time) { pager, effects in
      switch event {
      case .pointer(let sample): pager.handle(sample, &effects)
      case .key(let sample): pager.handle(sample, &effects)
      case .wheel(let sample): pager.handle(sample, &effects)
      case .cancel: pager.cancel(&effects)
      }
    }
  }

  /// Lets time pass without an event; early, late or twice is harmless.
  public mutating func advance(to time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    return effects
  }

  /// Makes the pager able or unable to be moved by the user; disabling it abandons a drag.
  public mutating func setEnabled(_ enabled: Bool, at time: Instant) -> Effects<Effect> {
    perform(at: time) { pager, effects in
      pager.isEnabled = enabled
      if !enabled { pager.cancel(&effects) }
    }
  }

  /// Does something at a time, after letting time pass up to it; the answer is what came of both, in order.
  mutating func perform(
    at time: Instant, _ action: (inout Pager, inout Effects<Effect>) -> Void
  ) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    var own = Effects<Effect>()
    action(&self, &own)
    report(&own, &effects)
    return effects
  }

  /// Brings about what time alone does, in order, each at its own moment however late the call is.
  mutating func pass(to time: Instant, _ effects: inout Effects<Effect>) {
    let reported = min(unreported.count, Effects<Effect>.capacity)
    for effect in unreported.prefix(reported) { effects.append(effect) }
    unreported.removeFirst(reported)
    let target = max(now, time)
    while let due = nextChange, due <= target {
      now = max(now, due)
      var own = Effects<Effect>()
      if strip.settle(at: now) { arrive(&own) }
      if drag.loseFingers(at: now) { abandon(&own) }
      for page in life.pages { _ = scrolls[page].settle(at: now) }
      expire(&own)
      report(&own, &effects)
    }
    now = target
  }

  /// Reports what happened at this moment, the change of page first if there is one, with the live pages brought up to date.
  private mutating func report(_ own: inout Effects<Effect>, _ effects: inout Effects<Effect>) {
    refreshLive(&own)
    pageChange = nextPageChange
    let page = currentPage
    if page != reportedPage {
      reportedPage = page
      report(.pageChanged(page), &effects)
    }
    for index in own.indices { report(own[index], &effects) }
  }

  /// Reports an effect with this call, or with the next if this one has no room left.
  private mutating func report(_ effect: Effect, _ effects: inout Effects<Effect>) {
    if effects.hasRoom, unreported.isEmpty {
      effects.append(effect)
    } else {
      unreported.append(effect)
    }
  }

  /// The strip has come to rest on a page.
  mutating func arrive(_ effects: inout Effects<Effect>) {
    var page = Int(strip.offset(at: now).rounded())
    let ended = leap
    if let ended {
      page = ended.page(at: page)
      leap = nil
      strip.place(at: Double(page))
      strip.change(extent: stripExtent, at: now)
    }
    effects.append(.settled(page))
    refreshLive(&effects)
    if let next = ended?.next {
      go(to: next, &effects)
      refreshLive(&effects)
    }
  }

  private mutating func handle(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    guard isEnabled || sample.phase == .up else { return }
    // A second finger has no part in what the first one does.
    if let presser = drag.presser ?? pressedTab?.pointer, presser != sample.pointer { return }
    pressTab(sample, &effects)
    let (abandons, change) = drag.handle(sample, hitBox: frame, at: now)
    if abandons { abandon(&effects) }
    respond(to: change, at: sample.location, &effects)
  }

  /// Does with the pages what a drag asks for, by a pointer or by fingers on a touchpad.
  mutating func respond(
    to change: DragRecognizer.Change, at location: Vector, _ effects: inout Effects<Effect>
  ) {
    switch change {
    case .none, .cancelled: break
    case .pressed: grab(at: location)
    case .began(let translation):
      effects.append(.dragBegan(drag.axis))
      // What the drag is not about is let go: a page turned halfway comes in whole, a page caught while it scrolled rests.
      if drag.axis == .vertical {
        if strip.isHeld { land(on: slot(of: grabbedPage), velocity: 0, &effects) }
      } else {
        dropScroll()
      }
      follow(translation)
    case .moved(let translation):
      follow(translation)
    case .released:
      dropScroll()
      letGo(translation: 0, velocity: 0, &effects)
    case .ended(let translation):
      follow(translation)
      effects.append(.dragEnded)
      let velocity = drag.velocity(at: now)
      if drag.axis == .horizontal {
        letGo(translation: translation.x, velocity: velocity.x, &effects)
      } else {
        fling(velocity: velocity.y)
      }
    }
  }

  private mutating func grab(at location: Vector) {
    grabbedPage = page(under: location)
    strip.grab(at: now)
    startPage = currentPage
    scrolls[grabbedPage].grab(at: now)
    notches.reset()
  }

  /// The page shown at a location in the frame; a gap belongs to the page before it.
  private func page(under location: Vector) -> Int {
    let shown = visiblePages(at: now)
    guard let second = shown.second, location.x >= second.frame.minX else {
      return shown.first.page
    }
    return second.page
  }

  mutating func follow(_ translation: Vector) {
    if drag.axis == .horizontal {
      strip.drag(to: -translation.x / pitch, at: now)
    } else {
      scrolls[grabbedPage].drag(to: -translation.y, at: now)
    }
  }

  /// Lets go of the page's own scroll, without velocity.
  private mutating func dropScroll() { fling(velocity: 0) }

  private mutating func fling(velocity: Double) {
    let scroll = scrolls[grabbedPage]
    guard scroll.isHeld else { return }
    let motion = scrollPlan(velocity: scroll.heldVelocity(forDrag: -velocity, at: now))
    // On a page that has gone meanwhile nothing moves.
    if isLive(grabbedPage) {
      scrolls[grabbedPage].run(motion, at: now)
    } else {
      scrolls[grabbedPage].place(at: motion.restPosition)
    }
  }

  /// The whole motion of the page's own scroll after a release with a velocity, in points per second.
  func scrollPlan(velocity: Double) -> ScrollMotion {
    let scroll = scrolls[grabbedPage]
    return scroll.physics.release(
      from: scroll.offset(at: now), velocity: velocity, in: scroll.extent)
  }

  mutating func cancel(_ effects: inout Effects<Effect>) {
    pressedTab = nil
    guard drag.cancel() else { return }
    abandon(&effects)
  }

  private mutating func abandon(_ effects: inout Effects<Effect>) {
    effects.append(.cancelled)
    dropScroll()
    guard strip.isHeld else { return }
    land(on: Int(strip.extent.clamped(strip.offset(at: now)).rounded()), velocity: 0, &effects)
  }

  private mutating func pressTab(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    let tab = tabs.prefix(pages.count).firstIndex { $0.contains(sample.location) }
    switch sample.phase {
    case .down:
      let isPress = sample.button == .primary && !drag.isActive
      pressedTab = isPress ? tab.map { PressedTab(tab: $0, pointer: sample.pointer) } : nil
    case .up where sample.button == .primary:
      if let tab, tab == pressedTab?.tab, isEnabled { go(to: tab, &effects) }
      pressedTab = nil
    case .up, .moved, .exited: break
    }
  }
}
