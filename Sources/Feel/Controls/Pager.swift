public import FeelGeometry

/// Pages side by side under a strip of tabs, each page with its own vertical scroll.
///
///     resting --press--> held --locked across--> turning --release--> to a page --> resting
///        ^                 |                                              |
///        |                 +---locked along----> the page scrolls         +-- press: caught
///        +-- tab, key, wheel, program: to that page
///
/// Where the strip is, is counted in pages: 0 is the first. A resize therefore moves nothing. A
/// page far off is gone to directly: it takes the place of the neighbour, and the pages between are
/// not shown.
public struct Pager: Passing, Hashable, Sendable {
  /// What the pager reports.
  public enum Effect: Hashable, Sendable {
    /// Another page is the current one: the one it rests on, is on its way to, or is dragged
    /// nearest to.
    case pageChanged(Int)
    /// A drag began, across (turning pages) or along the page.
    case dragBegan(DragAxis)
    /// A drag ended with a release.
    case dragEnded
    /// A press or drag was abandoned.
    case cancelled
    /// The pager came to rest on a page.
    case settled(Int)
    /// These pages are shown, or are about to be.
    case appeared(ClosedRange<Int>)
    /// These pages were left a second ago.
    case disappeared(ClosedRange<Int>)
  }

  /// One page.
  public struct Page: Hashable, Sendable {
    /// What its tab says.
    public var title: String
    /// How long its content is, in points; negative or not finite becomes 0.
    public var contentLength: Double {
      didSet { contentLength = ScrollLayout.length(contentLength) }
    }

    /// Creates a page.
    public init(title: String, contentLength: Double) {
      (self.title, self.contentLength) = (title, ScrollLayout.length(contentLength))
    }
  }

  /// How the page to go to is found at a release.
  public enum TurnRule: String, Hashable, Sendable, CaseIterable {
    /// The doubled predicted end: round(start + (2·travel + v/k)/width), at most one page on, k of
    /// `Turn.rate`.
    ///
    /// The articles add the end that SwiftUI predicts, travel + v/k, to the travel, which counts
    /// the travel twice: a page held still turns from a quarter on.
    case predictedEnd
    /// Where the velocity leads in a quarter of a second: round(position + v·0.25 s/width).
    case quarterSecond
    /// Half a page on in the direction of a release faster than `Turn.leastVelocity`, and from
    /// there the nearest.
    case direction
    /// The page nearest to where the laws by which pages scroll would let a run come to rest, any
    /// number of pages on.
    case free
    /// The projection of a swipe by libadwaita's `PageTurning`, at most one page on.
    case swipe
  }

  /// How the pager gets to a page.
  public enum Landing: String, Hashable, Sendable, CaseIterable {
    /// In a given time, easing out; the velocity of the release is not taken over.
    case easeOut
    /// A spring, with the velocity of the release.
    case spring
  }

  /// How the strip follows a drag past the first and last page.
  public enum Resistance: String, Hashable, Sendable, CaseIterable {
    /// By half.
    case half
    /// By the rubber band.
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
  /// The laws by which it turns; see `setTurn(_:at:)`.
  public private(set) var turn: Turn
  /// Where the tabs are, in points, one a page, or none; a click on one goes to its page.
  public var tabs: [Rect] = [] {
    didSet { for index in tabs.indices { tabs[index] = tabs[index].plausible } }
  }
  /// Whether the user can turn pages and scroll; see `setEnabled(_:at:)`.
  public private(set) var isEnabled = true

  /// A tab that is pressed, and the pointer that presses it.
  private struct PressedTab: Hashable {
    var tab: Int
    var pointer: Int
  }

  private var strip: ScrollAxis
  private var scrolls: [ScrollAxis]
  private var drag: ContentDrag
  /// The page nearest to the strip's place at the press: a turn counts from it.
  private var startPage = 0
  /// The page under the pointer at the press: a drag along it scrolls it.
  private var grabbedPage = 0
  private var pressedTab: PressedTab?
  private var reportedPage: Int
  private var life: PageLife
  /// When the strip under way next comes to show a page or to leave one.
  private var pageChange: Instant?
  /// What the last call had no room to report, in order.
  private var unreported: [Effect] = []
  /// The turn to a page far off under way.
  private var leap: PageLeap?
  private var notches = NotchCount()
  private var scale: Double
  private var now = Instant.zero

  /// Creates a pager at rest on a page; it turns by `turn`, and its pages scroll by `physics`.
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

  /// From one page to the next, in points; at least 1.
  private var pitch: Double { max(1, frame.width + spacing) }

  /// The places on the strip: one a page, or the two that a leap shows.
  private var slots: ClosedRange<Int> { leap?.slots ?? 0...pages.count - 1 }

  /// The strip's extent in pages.
  private var stripExtent: ScrollExtent {
    let slots = slots
    return ScrollExtent(
      minimum: Double(slots.lowerBound), maximum: Double(slots.upperBound),
      viewport: frame.width / pitch, scale: pitch * scale)
  }

  /// Brings every axis in line with the frame and the contents.
  private mutating func fit() {
    strip.change(extent: stripExtent, at: now)
    for index in pages.indices {
      let layout = ScrollLayout(content: pages[index].contentLength, viewport: frame.height)
      scrolls[index].adapt(to: ScrollView.extent(of: layout, scale: scale), at: now)
    }
  }

  // MARK: Events

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

  /// Does something at a time, after letting time pass up to it; the answer is what came of both,
  /// in order.
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

  /// Reports what happened at this moment, the change of page first if there is one, with the live
  /// pages brought up to date.
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
    // A second finger has no part in what the first one does.
    if let presser = drag.presser ?? pressedTab?.pointer, presser != sample.pointer { return }
    pressTab(sample, &effects)
    let (abandons, change) = drag.handle(sample, hitBox: frame, at: now)
    if abandons { abandon(&effects) }
    respond(to: change, at: sample.location, &effects)
  }

  /// Does with the pages what a drag asks for, by a pointer or by fingers on a touchpad.
  private mutating func respond(
    to change: DragRecognizer.Change, at location: Vector, _ effects: inout Effects<Effect>
  ) {
    switch change {
    case .none, .cancelled: break
    case .pressed: grab(at: location)
    case .began(let translation):
      effects.append(.dragBegan(drag.axis))
      // What the drag is not about is let go: a page turned halfway comes in whole, a page caught
      // while it scrolled rests.
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

  /// The page shown at a location in the frame; a gap belongs to the page before it.
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

  /// The whole motion of the page's own scroll after a release with a velocity, in points per
  /// second.
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
  private mutating func handle(_ sample: WheelSample, _ effects: inout Effects<Effect>) {
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
      if sample.delta.y != 0 { scrolls[page].turn(by: sample.delta.y, at: now) }
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
    let target = scrolls[page].base(at: now) + distance
    scrolls[page].glide(to: target, lasting: duration, at: now)
  }

  // MARK: Turning

  /// Goes to a page; an index that no page has moves nothing, and so does any order while a pointer
  /// holds the pager.
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

  /// Moves or resizes the viewport; the current page stays, in mid-turn too, and only what is
  /// dragged from then on counts by the new width.
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

  /// Changes the laws by which it turns: of what a hand holds at once and without a jump, of a turn
  /// under way from the next on, of a drag from the next press on.
  public mutating func setTurn(_ turn: Turn, at time: Instant) -> Effects<Effect> {
    perform(at: time) { pager, _ in
      pager.turn = turn
      pager.strip.change(physics: turn.physics, at: pager.now)
      pager.drag.recognizer.lock = turn.lock
    }
  }

  /// Changes the laws by which its pages scroll.
  ///
  /// A moving page keeps its position and velocity and follows the new laws from there.
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
  private mutating func letGo(
    translation: Double, velocity: Double, _ effects: inout Effects<Effect>
  ) {
    guard strip.isHeld else { return }
    let content = strip.heldVelocity(forDrag: -velocity / pitch, at: now)
    let target = turning(translation: translation, velocity: velocity)
    land(on: target.slot, velocity: content, &effects)
  }

  /// Which place on the strip a release goes to, and how that is found.
  private func turning(translation: Double, velocity: Double) -> Turn.Target {
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
  private func slot(of page: Int) -> Int { leap?.slot(of: page) ?? page }

  /// The page that lies at a place on the strip.
  private func page(at slot: Int) -> Int { leap?.page(at: slot) ?? slot }

  /// Sets out for a page that lies on the strip as it is.
  private mutating func land(on page: Int, velocity: Double, _ effects: inout Effects<Effect>) {
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
  private func landing(on target: Double, from start: Double, velocity: Double) -> ScrollMotion {
    switch turn.landing {
    case .easeOut:
      let ease = EaseMotion(
        from: start, to: target, duration: start == target ? 0 : turn.duration, ease: .easeOut)
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

  /// What moves: the strip of pages, or the content of the current page.
  public struct Movement: Hashable, Sendable {
    /// Across for the strip, down for a page.
    public let axis: DragAxis
    /// The page whose content it is, or which the strip is on its way to.
    public let page: Int
    /// The strip's or the content's place, in points.
    public let offset: Double
    /// Its velocity, in points per second; while it is dragged, what a release would start with.
    public let velocity: Double
    /// Where it will rest if nothing else happens to it, in points.
    public let restOffset: Double
    /// When it will rest, while it moves by itself.
    public let restTime: Instant?
    /// The places that it may rest between, in points.
    public let bounds: ClosedRange<Double>
    /// The points that one unit of the motion's value is worth: the strip's is a page.
    public let unit: Double

    let timed: Timed<ScrollMotion>?

    /// The motion under way and when it began, for drawing and checking; `nil` while held or at
    /// rest.
    public var motion: (law: ScrollMotion, start: Instant)? { timed.map { ($0.law, $0.start) } }
  }

  /// The place of the strip at which a page is shown alone, in points.
  public func stripOffset(of page: Int) -> Double { Double(page) * pitch }

  /// What moves at a time, or moved last: the strip if it does, else the page that scrolls.
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
    // On the way to a page far off, a neighbour's width stands for all the pages between.
    let stretch = leap?.stretch ?? 1
    return Movement(
      axis: .horizontal, page: page, offset: pagePosition(at: time) * pitch,
      velocity: pitch * stretch * (drag.isDragging ? dragged : velocity(at: time)),
      restOffset: strip.motion == nil ? pagePosition(at: time) * pitch : stripOffset(of: page),
      restTime: strip.motion?.end, bounds: 0...stripOffset(of: pages.count - 1),
      unit: pitch * stretch, timed: strip.motion)
  }

  /// What a release at a time would make of the pointer's samples; `nil` unless a press is held.
  public func releaseEstimate(at time: Instant) -> VelocityEstimate? {
    drag.releaseEstimate(at: time)
  }

  // MARK: Pages

  /// How long a page stays alive after it was left, in seconds.
  public static var lingerDuration: Double { PageLife.lingerDuration }

  /// Whether a page is alive: shown, about to be shown, or left less than a second ago.
  public func isLive(_ page: Int) -> Bool { life.contains(page) }

  /// Adds the pages that are needed from now on, and starts the second of those that are not.
  private mutating func refreshLive(_ effects: inout Effects<Effect>) {
    let needed = leap?.pages ?? .row(neededPages)
    life.need(needed, at: now)
    while let pages = life.bringNext(of: needed) { effects.append(.appeared(pages)) }
  }

  /// Takes out the pages whose second is over; what still moved on them comes to rest.
  private mutating func expire(_ effects: inout Effects<Effect>) {
    while let pages = life.expireNext(at: now) {
      for page in pages {
        if let rest = scrolls[page].motionRest { scrolls[page].place(at: rest) }
      }
      effects.append(.disappeared(pages))
    }
  }

  /// When the strip under way next comes to show a page or to leave one, or `nil`.
  private var nextPageChange: Instant? {
    // The pages of a leap stay the same two from its beginning to its end.
    guard leap == nil, let run = strip.motion else { return nil }
    let needed = neededPages
    return run.firstInstant(after: now) { neededPages(at: $0) != needed }
  }

  /// The pages that are shown now, or will be until the strip rests.
  private var neededPages: ClosedRange<Int> { neededPages(at: strip.offset(at: now)) }

  private func neededPages(at position: Double) -> ClosedRange<Int> {
    let rest = strip.motionRest ?? position
    let last = Double(pages.count - 1)
    let low = min(last, max(0, min(position, rest).rounded(.down)))
    let high = min(last, max(0, max(position, rest).rounded(.up)))
    return Int(low)...Int(high)
  }

  // MARK: Queries

  /// A page and where it is shown, in points of the frame's space.
  public struct Placement: Hashable, Sendable {
    /// The page.
    public let page: Int
    /// Its frame, the viewport's size.
    public let frame: Rect
  }

  /// The one or two pages of which some part is shown.
  public struct VisiblePages: Hashable, Sendable {
    /// The page further left.
    public let first: Placement
    /// The page further right, if part of it is shown.
    public let second: Placement?
  }

  /// The page it rests on or is on its way to; while it is dragged, the nearest.
  public var currentPage: Int {
    let place = strip.motionRest ?? strip.offset(at: now)
    return page(at: Int(strip.extent.clamped(place.rounded())))
  }

  /// Where the strip is at a time, in pages: what a tab's underline follows, continuously.
  public func pagePosition(at time: Instant) -> Double {
    if let state = passed(to: time) { return state.pagePosition(at: time) }
    let position = strip.offset(at: time)
    return leap?.pagePosition(at: position) ?? position
  }

  /// The pages that are shown at a time, each where it is.
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
  /// - Precondition: `page` is that of a page.
  public func contentOffset(of page: Int, at time: Instant) -> Double {
    precondition(pages.indices.contains(page), "page is that of a page")
    // On a page that may be gone by then, what moves comes to rest with that.
    if page != currentPage || leap != nil, let end = scrolls[page].motionEnd, time < end, time > now
    {
      return brought(to: time).scrolls[page].offset(at: time)
    }
    return (passed(to: time) ?? self).scrolls[page].offset(at: time)
  }

  /// The strip's velocity at a time, in pages per second; 0 while held or at rest.
  public func velocity(at time: Instant) -> Double {
    (passed(to: time) ?? self).strip.velocity(at: time)
  }

  /// The line under the tabs at a time, between those of the pages that the strip is between; `nil`
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

  /// What the pager is doing at a time: the strip, or if that rests, the current page.
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

  /// The laws by which its pages scroll; see `setPhysics(_:at:)`.
  public var physics: ScrollPhysics { scrolls[0].physics }

  /// Whether a press is held on the pages, or fingers on a touchpad hold them.
  public var isPressed: Bool { drag.isActive }

  /// Whether fingers on a touchpad hold the pages, away from the pointer.
  public var isHeldByFingers: Bool { drag.isByFingers }

  /// When time alone next changes the state, or `nil` if only an event can; now while a call has
  /// more to report.
  public var deadline: Instant? { unreported.isEmpty ? nextChange : now }

  /// When time alone next changes what the pager is.
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

  /// The strip's motion under way in pages, and when it began, for drawing and checking.
  public var motion: (law: ScrollMotion, start: Instant)? {
    strip.motion.map { ($0.law, $0.start) }
  }

  /// The state at a time to come, if an order waits for the motion under way and sets out before
  /// then, or fingers that hold the pages are lost.
  private func passed(to time: Instant) -> Pager? {
    if let lost = drag.fingersLostAt, time >= lost { return brought(to: time) }
    // Where a leap ends its places are those of the pages again.
    guard leap != nil, let end = strip.motionEnd, time >= end else { return nil }
    return brought(to: time)
  }

  /// The state at a time to come, if anything changes by then.
  private func changed(by time: Instant) -> Pager? {
    guard time > now, let due = nextChange, due <= time else { return nil }
    return brought(to: time)
  }

  // MARK: Explanation

  /// Why the release that a sample is comes to rest where it does: what `handle` of that sample
  /// would do, explained; `nil` where the sample lets go of nothing.
  ///
  /// Across, the places are those of ``stripOffset(of:)`` and their numbers the pages'; along a
  /// page they are its content's.
  ///
  /// - Parameters:
  ///   - sample: the one that lets go; it is not handled.
  ///   - velocity: the velocity to assume instead, in points per second: what would have been.
  ///     Across it is the pointer's, positive towards the last page.
  public func explanation(
    of sample: PointerSample, velocity: Double? = nil
  ) -> ReleaseExplanation? {
    var pager = brought(to: sample.time)
    return switch pager.letGo(by: sample) {
    case .strip(let translation, let pointer): pager.turnExplained(translation, pointer, velocity)
    case .page(let pointer): pager.scrollExplained(pointer, velocity)
    case nil: nil
    }
  }

  /// The pages that the release which a sample is chooses from; `nil` where it lets go of nothing,
  /// or of what a page scrolls.
  ///
  /// - Parameter sample: the one that lets go; it is not handled.
  public func choices(of sample: PointerSample) -> ReleaseChoices? {
    var pager = brought(to: sample.time)
    guard case .strip(let translation, let pointer) = pager.letGo(by: sample), pager.strip.isHeld
    else { return nil }
    return pager.turnChoices(translation, pointer, nil)
  }

  /// What is let go, with the pointer's velocity if there was a drag.
  private enum LetGo {
    case strip(translation: Double, pointer: Double?)
    case page(pointer: Double?)
  }

  /// Follows the sample as `handle` does, up to the release, if it is one.
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

  /// Explains how the page's own scroll is let go, with the pointer's velocity if there was a drag.
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

  /// Explains how the strip is let go, with the pointer's velocity if there was a drag.
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
    // On the way to a page far off, a neighbour's width stands for all the pages between.
    let stretch = leap?.stretch ?? 1
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

  /// Where the strip turns to when it is let go with a velocity: the pointer's, if there was a
  /// drag.
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
