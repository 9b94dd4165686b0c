public import FeelGeometry

/// Pages side by side under a strip of tabs, each page with its own vertical scroll.
///
///     resting --press--> held --locked across--> turning --release--> to a page --> resting
///        ^                 |                                              |
///        |                 +---locked along----> the page scrolls         +-- press: caught
///        +-- tab, key, wheel, program: to that page
///
/// The strip's position is measured in pages, 0 for the first, so a resize moves nothing. A distant
/// page is reached directly: it takes a neighbour's position, and the pages between are not shown.
public struct Pager: Passing, Hashable, Sendable {
  /// What the pager reports.
  public enum Effect: Hashable, Sendable {
    /// The current page changed: the one where the pager rests or will rest, or that is nearest
    /// during a drag.
    case pageChanged(Int)
    /// A drag began, across (turning pages) or along the page.
    case dragBegan(DragAxis)
    /// A drag ended with a release.
    case dragEnded
    /// A press or a drag was abandoned.
    case cancelled
    /// The pager came to rest on a page.
    case settled(Int)
    /// These pages are shown, or are about to be.
    case appeared(ClosedRange<Int>)
    /// These pages were left one second ago.
    case disappeared(ClosedRange<Int>)
  }

  /// One page.
  public struct Page: Hashable, Sendable {
    /// The text of its tab.
    public var title: String
    /// The length of its content, in points; negative or non-finite becomes 0.
    public var contentLength: Double {
      didSet { contentLength = ScrollLayout.length(contentLength) }
    }

    /// Creates a page.
    public init(title: String, contentLength: Double) {
      (self.title, self.contentLength) = (title, ScrollLayout.length(contentLength))
    }
  }

  /// How the target page is chosen at a release.
  public enum TurnRule: String, Hashable, Sendable, CaseIterable {
    /// The doubled predicted end: round(start + (2·travel + v/k)/width), at most one page on, k
    /// from `Turn.rate`.
    ///
    /// The articles add SwiftUI's predicted end, travel + v/k, to the travel, which counts the
    /// travel twice: without velocity, a quarter of a page is enough to turn.
    case predictedEnd
    /// The position a quarter of a second ahead: round(position + v·0.25 s/width).
    case quarterSecond
    /// The page nearest to half a page on in the direction of the release; up to
    /// `Turn.leastVelocity`, the nearest page.
    case direction
    /// The page nearest to where a run by the pages' scroll physics would come to rest, any number
    /// of pages on.
    case free
    /// The swipe projection of libadwaita's `PageTurning`, at most one page on.
    case swipe
  }

  /// How the pager moves to a page.
  public enum Landing: String, Hashable, Sendable, CaseIterable {
    /// A fixed duration, easing out; the release velocity is ignored.
    case easeOut
    /// A spring that starts with the release velocity.
    case spring
  }

  /// How the strip follows a drag past the first and last page.
  public enum Resistance: String, Hashable, Sendable, CaseIterable {
    /// At half the distance.
    case half
    /// By the rubber band's law.
    case rubberBand
    /// Not at all.
    case none
  }

  /// The viewport of the pages, in points; header and tabs lie outside.
  public private(set) var frame: Rect
  /// The pages.
  public private(set) var pages: [Page]
  /// The gap between two pages, in points.
  public let spacing: Double
  /// The rules for turning pages; see `setTurn(_:at:)`.
  public private(set) var turn: Turn
  /// The tabs' frames, in points, one per page, or empty; a click on one goes to its page.
  public var tabs: [Rect] = [] {
    didSet { for index in tabs.indices { tabs[index] = tabs[index].plausible } }
  }
  /// Whether the user can turn pages and scroll; see `setEnabled(_:at:)`.
  public private(set) var isEnabled = true

  /// A pressed tab, and the id of the pointer that presses it.
  private struct PressedTab: Hashable {
    var tab: Int
    var pointer: Int
  }

  private var strip: ScrollAxis
  private var scrolls: [ScrollAxis]
  private var drag: ContentDrag
  /// The page nearest to the strip's position at the press: turns count from it.
  private var startPage = 0
  /// The page under the pointer at the press: a vertical drag scrolls it.
  private var grabbedPage = 0
  private var pressedTab: PressedTab?
  private var reportedPage: Int
  private var life: PageLife
  /// When the moving strip next begins to show a page, or leaves one.
  private var pageChange: Instant?
  /// Effects that did not fit into the last call, in order.
  private var unreported: [Effect] = []
  /// The turn to a distant page under way.
  private var leap: PageLeap?
  private var notches = NotchCount()
  private var scale: Double
  private var now = Instant.zero

  /// Creates a pager at rest on a page; `turn` has its own physics, `physics` is that of the pages.
  ///
  /// - Precondition: there is at least one page; `spacing` lies in 0…1e9; `scale` lies in
  ///   `ScrollExtent.scaleRange`, and so does that of a whole page.
  public init(
    frame: Rect, pages: [Page], at page: Int = 0, spacing: Double = 8,
    turn: Turn = Turn(), physics: ScrollPhysics = .uikit, scale: Double = 1
  ) {
    precondition(!pages.isEmpty, "there is at least one page")
    precondition(spacing >= 0 && spacing <= 1e9, "spacing lies in 0...1e9")
    ScrollExtent.check(scale: scale)
    (self.frame, self.pages, self.spacing) = (frame.plausible, pages, spacing)
    (self.turn, self.scale) = (turn, scale)
    let current = min(pages.count - 1, max(0, page))
    strip = ScrollAxis(
      physics: turn.physics, extent: ScrollExtent(maximum: 0, viewport: 1), offset: Double(current))
    scrolls = pages.map { _ in
      ScrollAxis(
        physics: physics, extent: ScrollExtent(maximum: 0, viewport: 0, scale: scale), offset: 0)
    }
    drag = ContentDrag(DragRecognizer(lock: turn.lock), velocity: physics.velocity)
    reportedPage = current
    life = PageLife(page: current)
    fit()
  }

  /// The distance from one page to the next, in points; at least 1.
  private var pitch: Double { max(1, frame.width + spacing) }

  /// The slots of the strip: one per page, or the two that a leap shows.
  private var slots: ClosedRange<Int> { leap?.slots ?? 0...pages.count - 1 }

  /// The strip's extent in pages.
  private var stripExtent: ScrollExtent {
    let slots = slots
    return ScrollExtent(
      minimum: Double(slots.lowerBound), maximum: Double(slots.upperBound),
      viewport: frame.width / pitch, scale: pitch * scale)
  }

  /// Updates every axis for the current frame and content lengths.
  private mutating func fit() {
    strip.change(extent: stripExtent, at: now)
    for index in pages.indices {
      let layout = ScrollLayout(content: pages[index].contentLength, viewport: frame.height)
      scrolls[index].adapt(to: ScrollView.extent(of: layout, scale: scale), at: now)
    }
  }

  // MARK: Events

  /// Handles an event, after advancing to its time.
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

  /// Advances to a time without an event; early, late or repeated calls are harmless.
  public mutating func advance(to time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    return effects
  }

  /// Enables or disables user input; disabling abandons a drag.
  public mutating func setEnabled(_ enabled: Bool, at time: Instant) -> Effects<Effect> {
    perform(at: time) { pager, effects in
      pager.isEnabled = enabled
      if !enabled { pager.cancel(&effects) }
    }
  }

  /// Advances to a time, then performs an action; returns the effects of both, in order.
  private mutating func perform(
    at time: Instant, _ action: (inout Pager, inout Effects<Effect>) -> Void
  ) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    var own = Effects<Effect>()
    action(&self, &own)
    report(&own, &effects)
    return effects
  }

  /// Performs all changes due by `time`, in order, each at its own moment however late the call is.
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

  /// Updates the live pages, then reports the effects of this moment, a change of page first.
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

  /// Reports an effect from this call, or from the next if this one is full.
  private mutating func report(_ effect: Effect, _ effects: inout Effects<Effect>) {
    if effects.hasRoom, unreported.isEmpty {
      effects.append(effect)
    } else {
      unreported.append(effect)
    }
  }

  /// Finishes a turn: the strip has come to rest on a page.
  private mutating func arrive(_ effects: inout Effects<Effect>) {
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
    // A second finger must not interfere with the first.
    if let presser = drag.presser ?? pressedTab?.pointer, presser != sample.pointer { return }
    pressTab(sample, &effects)
    let (abandons, change) = drag.handle(sample, hitBox: frame, at: now)
    if abandons {
      // A second press without a release takes over what the first one held, where it is.
      let isSame = change == .pressed && page(under: sample.location) == grabbedPage
      isSame ? effects.append(.cancelled) : abandon(&effects)
    }
    respond(to: change, at: sample.location, &effects)
  }

  /// Applies a change of the drag, by pointer or touchpad, to the pages.
  private mutating func respond(
    to change: DragRecognizer.Change, at location: Vector, _ effects: inout Effects<Effect>
  ) {
    switch change {
    case .none, .cancelled: break
    case .pressed: grab(at: location)
    case .began(let translation):
      effects.append(.dragBegan(drag.axis))
      // Release the other axis: a half-turned page completes, a page caught while scrolling comes
      // to rest.
      if drag.axis == .vertical {
        if strip.isHeld { land(on: slot(of: grabbedPage), velocity: 0, &effects) }
      } else {
        dropScroll()
      }
      follow(translation)
    case .moved(let translation): follow(translation)
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

  /// The page at a location in the frame; a gap belongs to the page before it.
  private func page(under location: Vector) -> Int {
    let shown = visiblePages(at: now)
    guard let second = shown.second, location.x >= second.frame.minX else {
      return shown.first.page
    }
    return second.page
  }

  private mutating func follow(_ translation: Vector) {
    if drag.axis == .horizontal {
      strip.drag(to: -translation.x / pitch, at: now)
    } else {
      scrolls[grabbedPage].drag(to: -translation.y, at: now)
    }
  }

  /// Releases the page's scroll, without velocity.
  private mutating func dropScroll() { fling(velocity: 0) }

  private mutating func fling(velocity: Double) {
    let scroll = scrolls[grabbedPage]
    guard scroll.isHeld else { return }
    let motion = scrollPlan(velocity: scroll.heldVelocity(forDrag: -velocity, at: now))
    // A page that is no longer alive does not animate.
    if isLive(grabbedPage) {
      scrolls[grabbedPage].run(motion, at: now)
    } else {
      scrolls[grabbedPage].place(at: motion.restPosition)
    }
  }

  /// Plans the motion of the page's scroll after a release with a velocity, in points per second.
  private func scrollPlan(velocity: Double) -> ScrollMotion {
    let scroll = scrolls[grabbedPage]
    return scroll.physics.release(
      from: scroll.offset(at: now), velocity: velocity, in: scroll.extent)
  }

  private mutating func cancel(_ effects: inout Effects<Effect>) {
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

  // MARK: Keys and wheel

  private mutating func handle(_ sample: KeySample, _ effects: inout Effects<Effect>) {
    guard isEnabled, sample.phase == .down else { return }
    if drag.isActive {
      if sample.key == .escape { cancel(&effects) }
      return
    }
    let page = max(ScrollView.line, frame.height - ScrollView.line)
    switch sample.key {
    // Wraps around: the first tab follows the last.
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

  /// Vertical deltas scroll the page; horizontal notches turn it, and horizontal touchpad scrolls
  /// drag it.
  private mutating func handle(_ sample: WheelSample, _ effects: inout Effects<Effect>) {
    guard isEnabled, sample.delta.isPlausible else { return }
    let page = currentPage
    let travel = sample.travel(perNotch: scrolls[page].notch)
    if sample.isOfHold, let travel {
      let (grabs, change) = drag.handle(sample, travel: travel, at: now)
      if grabs { respond(to: .pressed, at: sample.location, &effects) }
      return respond(to: change, at: sample.location, &effects)
    }
    // Momentum from the device after a lift that was not reported.
    if sample.phase == .momentum, drag.isByFingers { cancel(&effects) }
    guard !drag.isActive else { return }
    guard let travel else {
      if sample.delta.y != 0 { scrolls[page].turn(by: sample.delta.y, at: now) }
      let whole = sample.delta.x == 0 ? 0 : notches.add(sample.delta.x, at: now)
      guard whole != 0 else { return }
      return go(to: min(pages.count - 1, max(0, (leap?.next ?? page) + whole)), &effects)
    }
    // A horizontal lift already turned the page: the device's momentum would turn another.
    let scroll = scrolls[page]
    let offset = scroll.offset(at: now)
    guard travel.y != 0, scroll.extent.overscroll(of: offset) == 0 else { return }
    scrolls[page].place(at: scroll.extent.clamped(offset + travel.y))
  }

  private mutating func scroll(by distance: Double, lasting duration: Double) {
    let page = currentPage
    let target = scrolls[page].base(at: now) + distance
    scrolls[page].glide(to: target, lasting: duration, at: now)
  }

  // MARK: Turning

  /// Goes to a page; ignored if there is no such page, or while a pointer holds the pager.
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

  /// Moves or resizes the viewport; the current page stays, even in mid-turn, and only further
  /// dragging uses the new width.
  public mutating func layout(
    frame: Rect, scale: Double? = nil, at time: Instant
  ) -> Effects<Effect> {
    perform(at: time) { pager, _ in
      let pixels = pager.pitch * pager.scale
      pager.frame = frame.plausible
      pager.scale = scale ?? pager.scale
      if pager.drag.isDragging, pager.drag.axis == .horizontal {
        let translation = pager.drag.recognizer.translation
        pager.strip.recount(travel: -translation.x / pager.pitch, at: pager.now)
      }
      // On wider pages a spring ends later, so that its last step, in pixels, stays as small.
      if pager.pitch * pager.scale > pixels,
        case .spring(let landing)? = pager.strip.motion?.law.sequence[0]
      {
        let velocity = pager.strip.velocity(at: pager.now)
        let start = pager.strip.offset(at: pager.now)
        pager.strip.run(
          pager.landing(landing.spring, on: landing.target, from: start, velocity), at: pager.now)
      }
      pager.fit()
    }
  }

  /// Changes the turning rules; a held strip uses them at once without a jump, a turn in flight
  /// finishes as planned, and the axis lock applies from the next press on.
  public mutating func setTurn(_ turn: Turn, at time: Instant) -> Effects<Effect> {
    perform(at: time) { pager, _ in
      pager.turn = turn
      pager.strip.change(physics: turn.physics, at: pager.now)
      pager.drag.recognizer.lock = turn.lock
    }
  }

  /// Changes the physics by which its pages scroll.
  ///
  /// Motion in flight continues from its current position and velocity.
  public mutating func setPhysics(_ physics: ScrollPhysics, at time: Instant) -> Effects<Effect> {
    perform(at: time) { pager, _ in
      pager.drag.tracker.settings = physics.velocity
      for page in pager.scrolls.indices { pager.scrolls[page].adopt(physics, at: pager.now) }
    }
  }

  /// Changes a page's title or length; its offset is clamped to the new length.
  ///
  /// - Precondition: `index` is a valid page index.
  public mutating func setPage(_ page: Page, at index: Int, time: Instant) -> Effects<Effect> {
    precondition(pages.indices.contains(index), "index is that of a page")
    return perform(at: time) { pager, _ in
      pager.pages[index] = page
      pager.fit()
    }
  }

  /// Releases the strip, to the page that the rule chooses.
  private mutating func letGo(
    translation: Double, velocity: Double, _ effects: inout Effects<Effect>
  ) {
    guard strip.isHeld else { return }
    let content = strip.heldVelocity(forDrag: -velocity / pitch, at: now)
    let target = turning(translation: translation, velocity: velocity)
    land(on: target.slot, velocity: content, &effects)
  }

  /// The slot to which a release moves, and how it is chosen.
  private func turning(translation: Double, velocity: Double) -> Turn.Target {
    let position = strip.offset(at: now)
    // A press that caught the strip midway and is released without a drag: nearest, as from rest.
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

  /// The slot of a page: its own index, except for the page that a leap is leaving.
  private func slot(of page: Int) -> Int { leap?.slot(of: page) ?? page }

  /// The page at a slot.
  private func page(at slot: Int) -> Int { leap?.page(at: slot) ?? slot }

  /// Starts a motion to a slot of the strip.
  private mutating func land(on page: Int, velocity: Double, _ effects: inout Effects<Effect>) {
    let (start, target) = (strip.offset(at: now), Double(page))
    guard start != target || velocity != 0 else {
      strip.place(at: target)
      // Nothing has moved, unless a leap showed a distant page next to this one.
      if leap != nil { arrive(&effects) }
      return
    }
    strip.run(landing(on: target, from: start, velocity: velocity), at: now)
    if strip.motionEnd == nil { arrive(&effects) }
  }

  /// The motion to a slot, all in pages.
  private func landing(on target: Double, from start: Double, velocity: Double) -> ScrollMotion {
    switch turn.landing {
    case .easeOut:
      let ease = EaseMotion(
        from: start, to: target, duration: start == target ? 0 : turn.duration, ease: .easeOut)
      return ScrollMotion(
        .ease(ease), phase: .snapping, releaseVelocity: velocity, isKnownDeparture: true)
    case .spring: return landing(turn.spring, on: target, from: start, velocity)
    }
  }

  private func landing(
    _ spring: Spring, on target: Double, from start: Double, _ velocity: Double
  ) -> ScrollMotion {
    // During a leap the tab underline crosses several pages for one slot, so a finer threshold is
    // needed.
    let far = max(1, abs(leap?.pagesPerSlot ?? 1))
    let motion = SpringMotion(
      spring, from: start, velocity: velocity, to: target,
      threshold: 0.05 / (pitch * scale * far), speedThreshold: 1 / (pitch * far))
    return ScrollMotion(.spring(motion), phase: .snapping)
  }

  /// Goes to a page from the strip's current position; a distant page takes a neighbour's slot.
  private mutating func go(to page: Int, _ effects: inout Effects<Effect>) {
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

  // MARK: Motion

  /// The moving content: the strip of pages, or one page's content.
  public struct Movement: Hashable, Sendable {
    /// Horizontal for the strip, vertical for a page.
    public let axis: DragAxis
    /// The page that scrolls, or to which the strip is moving.
    public let page: Int
    /// The offset of the strip or the content, in points.
    public let offset: Double
    /// The velocity, in points per second; while dragged, the one with which a release would start.
    public let velocity: Double
    /// The offset where it will come to rest without further events, in points.
    public let restOffset: Double
    /// When it will come to rest, while in free motion.
    public let restTime: Instant?
    /// The offsets between which it may rest, in points.
    public let bounds: ClosedRange<Double>
    /// Points per unit of the motion's value; the strip's unit is a page.
    public let unit: Double

    let timed: Timed<ScrollMotion>?

    /// The motion in flight and its start, for drawing and checking; `nil` while held or at rest.
    public var motion: (law: ScrollMotion, start: Instant)? { timed.map { ($0.law, $0.start) } }
  }

  /// The strip's offset when only one page is shown, in points.
  public func stripOffset(of page: Int) -> Double { Double(page) * pitch }

  /// The content that moves at a time, or moved last: the strip if in motion, otherwise a page.
  public func movement(at time: Instant) -> Movement {
    if let state = changed(by: time) { return state.movement(at: time) }
    if drag.isDragging ? drag.axis == .horizontal : strip.motion != nil {
      return stripMovement(at: time)
    }
    let page = drag.isActive ? grabbedPage : currentPage
    guard drag.isDragging || scrolls[page].motion != nil || drag.axis == .vertical else {
      return stripMovement(at: time)
    }
    let scroll = scrolls[page]
    let dragged = scroll.heldVelocity(forDrag: -drag.velocity(at: time).y, at: time)
    return Movement(
      axis: .vertical, page: page, offset: scroll.offset(at: time),
      velocity: drag.isDragging ? dragged : scroll.velocity(at: time),
      restOffset: scroll.motion?.law.restPosition ?? scroll.offset(at: time),
      restTime: scroll.motion?.end, bounds: scroll.extent.minimum...scroll.extent.maximum,
      unit: 1, timed: scroll.motion)
  }

  private func stripMovement(at time: Instant) -> Movement {
    let dragged = strip.heldVelocity(forDrag: -drag.velocity(at: time).x / pitch, at: time)
    let page = currentPage
    // During a leap, one page width stands for all the pages between.
    let stretch = leap?.pagesPerSlot ?? 1
    return Movement(
      axis: .horizontal, page: page, offset: pagePosition(at: time) * pitch,
      velocity: pitch * stretch * (drag.isDragging ? dragged : velocity(at: time)),
      restOffset: strip.motion == nil ? pagePosition(at: time) * pitch : stripOffset(of: page),
      restTime: strip.motion?.end, bounds: 0...stripOffset(of: pages.count - 1),
      unit: pitch * stretch, timed: strip.motion)
  }

  /// The velocity estimate if the pointer were released at a time; `nil` unless a press is held.
  public func releaseEstimate(at time: Instant) -> VelocityEstimate? {
    drag.releaseEstimate(at: time)
  }

  // MARK: Pages

  /// How long a page stays alive after being left, in seconds.
  public static var lingerDuration: Double { PageLife.lingerDuration }

  /// Whether a page is alive: shown, about to be shown, or left less than a second ago.
  public func isLive(_ page: Int) -> Bool { life.contains(page) }

  /// Adds the pages that are needed now, and starts the timers of those that are not.
  private mutating func refreshLive(_ effects: inout Effects<Effect>) {
    let needed = leap?.pages ?? .row(neededPages)
    life.need(needed, at: now)
    while let pages = life.bringNext(of: needed) { effects.append(.appeared(pages)) }
  }

  /// Removes expired pages; any motion on them ends at its rest position.
  private mutating func expire(_ effects: inout Effects<Effect>) {
    while let pages = life.expireNext(at: now) {
      for page in pages {
        if let rest = scrolls[page].motionRest { scrolls[page].place(at: rest) }
      }
      effects.append(.disappeared(pages))
    }
  }

  /// When the moving strip next begins to show a page or leaves one, or `nil`.
  private var nextPageChange: Instant? {
    // A leap shows the same two pages from beginning to end.
    guard leap == nil, let run = strip.motion else { return nil }
    let needed = neededPages
    return run.firstInstant(after: now) { neededPages(at: $0) != needed }
  }

  /// The pages shown now, or on the way until the strip comes to rest.
  private var neededPages: ClosedRange<Int> { neededPages(at: strip.offset(at: now)) }

  private func neededPages(at position: Double) -> ClosedRange<Int> {
    let rest = strip.motionRest ?? position
    let last = Double(pages.count - 1)
    let low = min(last, max(0, min(position, rest).rounded(.down)))
    let high = min(last, max(0, max(position, rest).rounded(.up)))
    return Int(low)...Int(high)
  }

  // MARK: Queries

  /// A page and its frame, in points of the coordinate space of the pager's `frame`.
  public struct Placement: Hashable, Sendable {
    /// The page.
    public let page: Int
    /// Its frame, as large as the viewport.
    public let frame: Rect
  }

  /// The one or two pages at least partly visible.
  public struct VisiblePages: Hashable, Sendable {
    /// The left page.
    public let first: Placement
    /// The right page, if part of it is visible.
    public let second: Placement?
  }

  /// The page where the pager rests or will rest; while dragged, the nearest.
  public var currentPage: Int {
    let place = strip.motionRest ?? strip.offset(at: now)
    return page(at: Int(strip.extent.clamped(place.rounded())))
  }

  /// The strip's position at a time, in pages; it is continuous, for the underline of the tabs.
  public func pagePosition(at time: Instant) -> Double {
    if let state = passed(to: time) { return state.pagePosition(at: time) }
    let position = strip.offset(at: time)
    return leap?.pagePosition(at: position) ?? position
  }

  /// The visible pages at a time, with their frames.
  public func visiblePages(at time: Instant) -> VisiblePages {
    if let state = passed(to: time) { return state.visiblePages(at: time) }
    let position = strip.offset(at: time)
    let left = Int(strip.extent.clamped(position.rounded(.down)))
    let first = placement(left, position)
    guard left < slots.upperBound else { return VisiblePages(first: first, second: nil) }
    let second = placement(left + 1, position)
    if first.frame.maxX <= frame.minX { return VisiblePages(first: second, second: nil) }
    return VisiblePages(first: first, second: second.frame.minX < frame.maxX ? second : nil)
  }

  private func placement(_ slot: Int, _ position: Double) -> Placement {
    Placement(
      page: page(at: slot), frame: frame.offset(by: Vector((Double(slot) - position) * pitch, 0)))
  }

  /// A page's own scroll offset at a time, in points; kept while other pages are shown.
  ///
  /// - Precondition: `page` is a valid page index.
  public func contentOffset(of page: Int, at time: Instant) -> Double {
    precondition(pages.indices.contains(page), "page is that of a page")
    // The page may have expired by then, which ends its motion.
    if page != currentPage || leap != nil, let end = scrolls[page].motionEnd, time < end, time > now
    {
      return advanced(to: time).scrolls[page].offset(at: time)
    }
    return (passed(to: time) ?? self).scrolls[page].offset(at: time)
  }

  /// The strip's velocity at a time, in pages per second; 0 while held or at rest.
  public func velocity(at time: Instant) -> Double {
    (passed(to: time) ?? self).strip.velocity(at: time)
  }

  /// The line under the tabs at a time, interpolated between the tabs of the visible pages; `nil`
  /// without tabs.
  public func underline(at time: Instant) -> Rect? {
    guard tabs.count >= pages.count else { return nil }
    let position = min(Double(pages.count - 1), max(0, pagePosition(at: time)))
    let left = Int(position.rounded(.down))
    let (a, b) = (tabs[left], tabs[min(pages.count - 1, left + 1)])
    let share = position - Double(left)
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    return Rect(
      x: between(a.minX, b.minX), y: between(a.minY, b.minY),
      width: between(a.width, b.width), height: between(a.height, b.height))
  }

  /// The state of the strip at a time, or if that is idle, of the current page.
  public func state(at time: Instant) -> ControlState {
    if let state = passed(to: time) { return state.state(at: time) }
    let isTurning = drag.isDragging && drag.axis == .horizontal
    let isScrolling = drag.isDragging && drag.axis == .vertical
    let page = drag.isActive ? grabbedPage : currentPage
    if isScrolling { return scrolls[page].state(at: time, isDragging: true) }
    let word = strip.state(at: time, isDragging: isTurning)
    if word != .idle { return word }
    let other = scrolls[page].state(at: time, isDragging: false)
    return other == .idle && drag.isCancelled ? .cancelled : other
  }

  /// The physics by which its pages scroll; see `setPhysics(_:at:)`.
  public var physics: ScrollPhysics { scrolls[0].physics }

  /// Whether a press, or fingers on a touchpad, hold the pages.
  public var isPressed: Bool { drag.isActive }

  /// Whether fingers on a touchpad, rather than the pointer, hold the pages.
  public var isHeldByFingers: Bool { drag.isByFingers }

  /// When time alone next changes the state, or `nil` if only an event can; now, while there are
  /// unreported effects.
  public var deadline: Instant? { unreported.isEmpty ? nextChange : now }

  /// When time alone next changes the state.
  private var nextChange: Instant? {
    let turn = Instant.earliest(strip.motionEnd, pageChange)
    return life.pages.reduce(.earliest(turn, .earliest(drag.fingersLostAt, life.deadline))) {
      .earliest($0, scrolls[$1].motionEnd)
    }
  }

  /// Whether a later frame would look different because of time alone.
  public func isMoving(at time: Instant) -> Bool {
    if let state = changed(by: time) { return state.isMoving(at: time) }
    if let end = strip.motionEnd, time < end { return true }
    return life.pages.contains { page in scrolls[page].motionEnd.map { time < $0 } ?? false }
  }

  /// The strip's motion in flight, in pages, and its start, for drawing and checking.
  public var motion: (law: ScrollMotion, start: Instant)? {
    strip.motion.map { ($0.law, $0.start) }
  }

  /// The state at a later time, if a leap ends or silent fingers are lost by then; otherwise `nil`.
  private func passed(to time: Instant) -> Pager? {
    if let lost = drag.fingersLostAt, time >= lost { return advanced(to: time) }
    // After a leap, slots are page indices again.
    guard leap != nil, let end = strip.motionEnd, time >= end else { return nil }
    return advanced(to: time)
  }

  /// The state at a later time, if anything changes by then; otherwise `nil`.
  private func changed(by time: Instant) -> Pager? {
    guard time > now, let due = nextChange, due <= time else { return nil }
    return advanced(to: time)
  }

  // MARK: Explanation

  /// Explains where the release in a sample leads, as `handle` would carry it out; `nil` if the
  /// sample releases nothing.
  ///
  /// For the strip, positions are those of ``stripOffset(of:)`` and numbers are page indices; for a
  /// page, positions are content offsets.
  ///
  /// - Parameters:
  ///   - sample: the releasing sample; it is not handled.
  ///   - velocity: a hypothetical velocity to use instead, in points per second; for the strip it
  ///     is the
  ///     pointer's, positive towards the last page.
  public func explanation(
    of sample: PointerSample, velocity: Double? = nil
  ) -> ReleaseExplanation? {
    var pager = advanced(to: sample.time)
    return switch pager.letGo(by: sample) {
    case .strip(let translation, let pointer): pager.turnExplained(translation, pointer, velocity)
    case .page(let pointer): pager.scrollExplained(pointer, velocity)
    case nil: nil
    }
  }

  /// The pages that the release in a sample can lead to; `nil` if it releases nothing, or a page's
  /// own scroll.
  ///
  /// - Parameter sample: the releasing sample; it is not handled.
  public func choices(of sample: PointerSample) -> ReleaseChoices? {
    var pager = advanced(to: sample.time)
    guard case .strip(let translation, let pointer) = pager.letGo(by: sample), pager.strip.isHeld
    else { return nil }
    return pager.turnChoices(translation, pointer, nil)
  }

  /// What a release lets go of, with the pointer's velocity if there was a drag.
  private enum LetGo {
    case strip(translation: Double, pointer: Double?)
    case page(pointer: Double?)
  }

  /// Handles the sample as `handle` does, up to the release; `nil` if it is none.
  private mutating func letGo(by sample: PointerSample) -> LetGo? {
    guard isEnabled || sample.phase == .up else { return nil }
    switch drag.handle(sample, hitBox: frame, at: now).change {
    case .none, .pressed, .began, .moved, .cancelled: return nil
    case .released:
      let isTurned = strip.isHeld && strip.offset(at: now) != strip.offset(at: now).rounded()
      return isTurned ? .strip(translation: 0, pointer: nil) : .page(pointer: nil)
    case .ended(let translation):
      follow(translation)
      let velocity = drag.velocity(at: now)
      return drag.axis == .horizontal
        ? .strip(translation: translation.x, pointer: -velocity.x) : .page(pointer: -velocity.y)
    }
  }

  /// Explains a release of the page's scroll; `pointer` is the velocity if there was a drag.
  private func scrollExplained(_ pointer: Double?, _ assumed: Double?) -> ReleaseExplanation? {
    let scroll = scrolls[grabbedPage]
    guard scroll.isHeld else { return nil }
    var velocity =
      pointer.map { scroll.releaseVelocity(forDrag: $0, at: now) }
      ?? ReleaseVelocity(pointer: -drag.velocity(at: now).y, stoppedBy: .noDrag)
    velocity.value = assumed ?? velocity.value
    let offset = scroll.offset(at: now)
    let release = Release(of: drag, along: .vertical, at: now, velocity: velocity, offset: offset)
    return scroll.explanation(of: release, from: offset) { scrollPlan(velocity: $0) }
  }

  /// Explains a release of the strip; `pointer` is the velocity if there was a drag.
  private func turnExplained(
    _ translation: Double, _ pointer: Double?, _ assumed: Double?
  ) -> ReleaseExplanation? {
    guard strip.isHeld else { return nil }
    let choices = turnChoices(translation, pointer, assumed)
    let deciding = choices.velocity
    let velocity =
      pointer == nil
      ? ReleaseVelocity(pointer: -drag.velocity(at: now).x, stoppedBy: .noDrag)
      : strip.releaseVelocity(forDrag: deciding / pitch, at: now).scaled(by: pitch)
    let offset = strip.offset(at: now)
    // During a leap, one page width stands for all the pages between.
    let stretch = leap?.pagesPerSlot ?? 1
    let zero = leap.map { Double($0.slot) * stretch - Double($0.from) } ?? 0
    let unit = PlaceUnit(points: pitch * stretch, origin: zero * pitch)
    let (found, release) = (
      turnTarget(translation, pointer, deciding),
      Release(of: drag, along: .horizontal, at: now, velocity: velocity, offset: offset)
    )
    return ReleaseExplanation(
      release, ReleaseExplanation.Projection(tends: found.turn.aim, stops: found.turn.aim),
      choices.choice(unit, turn: found.turn),
      landing(on: Double(found.slot), from: offset, velocity: velocity.value / pitch), unit)
  }

  /// The target of a release of the strip; the velocity counts only if there was a drag.
  private func turnTarget(
    _ translation: Double, _ pointer: Double?, _ velocity: Double
  ) -> Turn.Target {
    turning(translation: translation, velocity: pointer == nil ? 0 : -velocity)
  }

  private func turnChoices(
    _ translation: Double, _ pointer: Double?, _ assumed: Double?
  ) -> ReleaseChoices {
    let slots = slots
    return ReleaseChoices(
      item: .page, velocity: pointer == nil ? 0 : assumed ?? pointer ?? 0, count: slots.count,
      place: { Double(slots.lowerBound + $0) },
      nearest: { Int(strip.extent.clamped($0).rounded()) - slots.lowerBound },
      answer: { velocity in
        let target = turnTarget(translation, pointer, velocity)
        return ReleaseChoices.Answer(
          index: target.slot - slots.lowerBound, rule: target.rule, aim: target.turn.aim)
      },
      number: { page(at: slots.lowerBound + $0) })
  }
}
