public import FeelGeometry

extension Pager {
  /// Goes to a page; an index that no page has moves nothing, and so does any order while a pointer holds the pager.
  public mutating func go(
    to page: Int, animated: Bool = true, at time: Instant
  ) -> Effects<Effect> {
    perform(at: time) { pager, effects in
      guard pager.pages.indices.contains(page), !pager.drag.isActive else { return }
      if animated { return pager.go(to: page, &effects) }
      pager.leap = nil
      pager.strip.place(at: Double(page))
      pager.arrive(&effects)
      pager.fit()
    }
  }

  /// Moves or resizes the viewport; the current page stays, in mid-turn too, and only what is dragged from then on counts by the new width.
  public mutating func layout(
    frame: Rect, scale: Double? = nil, at time: Instant
  ) -> Effects<Effect> {
    perform(at: time) { pager, _ in
      pager.frame = frame.plausible
      pager.scale = scale ?? pager.scale
      if pager.drag.isDragging, pager.drag.axis == .horizontal {
        let translation = pager.drag.recognizer.translation
        pager.strip.recount(travel: -translation.x / pager.pitch, at: pager.now)
      }
      pager.fit()
    }
  }

  /// Changes the laws by which it turns: of what a hand holds at once and without a jump, of a turn under way from the next on, of a drag from the next press on.
  public mutating func setTurn(_ turn: Turn, at time: Instant) -> Effects<Effect> {
    perform(at: time) { pager, _ in
      pager.turn = turn
      pager.strip.change(physics: turn.physics, at: pager.now)
      pager.drag.recognizer.lock = turn.lock
    }
  }

  /// Changes the laws by which its pages scroll; a page in motion goes on by the new ones, from where it is and as fast as it is.
  public mutating func setPhysics(_ physics: ScrollPhysics, at time: Instant) -> Effects<Effect> {
    perform(at: time) { pager, _ in
      pager.drag.tracker.settings = physics.velocity
      for page in pager.scrolls.indices { pager.scrolls[page].adopt(physics, at: pager.now) }
    }
  }

  /// Changes a page's title or length; its offset is held to the new length.
  ///
  /// - Precondition: `index` is that of a page.
  public mutating func setPage(_ page: Page, at index: Int, time: Instant) -> Effects<Effect> {
    precondition(pages.indices.contains(index), "index is that of a page")
    return perform(at: time) { pager, _ in
      pager.pages[index] = page
      pager.fit()
    }
  }

  /// Lets go of the strip: to the page that the rule names.
  mutating func letGo(
    translation: Double, velocity: Double, _ effects: inout Effects<Effect>
  ) {
    guard strip.isHeld else { return }
    let content = strip.heldVelocity(forDrag: -velocity / pitch, at: now)
    let target = turning(translation: translation, velocity: velocity)
    land(on: target.slot, velocity: content, &effects)
  }

  /// Which place on the strip a release goes to, and how that is found.
  func turning(translation: Double, velocity: Double) -> Turn.Target {
    let position = strip.offset(at: now)
    // A press that caught the strip halfway and let it go again: nearest, as from rest.
    guard drag.axis == .horizontal, translation != 0 || velocity != 0 else {
      let slot = Int(strip.extent.clamped(position).rounded())
      let held = strip.extent.clamped(position) != position
      return Turn.Target(
        slot: slot, rule: held ? .pastEdge : .nearest,
        turn: .init(rule: nil, start: position, travel: 0, momentum: 0, length: pitch))
    }
    return turn.target(
      of: Turn.Release(
        start: slot(of: startPage), position: position, travel: -translation,
        velocity: -velocity, width: max(1, frame.width), pitch: pitch, slots: slots),
      scrolls[grabbedPage].physics)
  }

  /// Where a page lies on the strip: at its own index, but for the page that a leap left.
  func slot(of page: Int) -> Int { leap?.slot(of: page) ?? page }

  /// The page that lies at a place on the strip.
  func page(at slot: Int) -> Int { leap?.page(at: slot) ?? slot }

  /// Sets out for a page that lies on the strip as it is.
  mutating func land(on page: Int, velocity: Double, _ effects: inout Effects<Effect>) {
    let (start, target) = (strip.offset(at: now), Double(page))
    guard start != target || velocity != 0 else {
      strip.place(at: target)
      // Nothing has moved, unless a far page was shown in a neighbour's place.
      if leap != nil { arrive(&effects) }
      return
    }
    strip.run(landing(on: target, from: start, velocity: velocity), at: now)
    if strip.motionEnd == nil { arrive(&effects) }
  }

  /// The motion to a page, all in pages.
  func landing(on target: Double, from start: Double, velocity: Double) -> ScrollMotion {
    switch turn.landing {
    case .easeOut:
      let ease = EaseMotion(
        from: start, to: target, duration: start == target ? 0 : turn.duration,
        ease: .easeOut)
      return ScrollMotion(
        .ease(ease), phase: .snapping, releaseVelocity: velocity, isKnownDeparture: true)
    case .spring:
      // What a far page's tab line shows is several pages for one: a finer rest than half a pixel.
      let far = max(1, abs(leap?.stretch ?? 1))
      let spring = SpringMotion(
        turn.spring, from: start, velocity: velocity, to: target,
        threshold: 0.05 / (pitch * scale * far), speedThreshold: 1 / (pitch * far))
      return ScrollMotion(.spring(spring), phase: .snapping)
    }
  }

  /// Goes to a page from wherever the strip is; a page far off takes the neighbour's place.
  mutating func go(to page: Int, _ effects: inout Effects<Effect>) {
    guard pages.indices.contains(page), !drag.isActive else { return }
    if let leap {
      self.leap?.next = leap.shows(page) ? nil : page
      guard leap.shows(page) else { return }
      land(on: slot(of: page), velocity: strip.velocity(at: now), &effects)
      return
    }
    let position = strip.offset(at: now)
    let here = Int(position.rounded())
    if strip.motionEnd == nil, position == Double(here), abs(page - here) > 1 {
      let leap = PageLeap(from: here, to: page)
      self.leap = leap
      strip.place(at: Double(leap.slot))
      strip.change(extent: stripExtent, at: now)
    }
    guard here != page || strip.motionEnd != nil else { return }
    land(on: page, velocity: strip.velocity(at: now), &effects)
  }
}
