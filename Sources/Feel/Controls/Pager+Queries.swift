public import FeelGeometry

extension Pager {
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
    let slots = slots
    let (low, high) = (Double(slots.lowerBound), Double(slots.upperBound))
    return page(at: Int(min(high, max(low, place.rounded()))))
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
    let slots = slots
    let (low, high) = (Double(slots.lowerBound), Double(slots.upperBound))
    let left = Int(min(high, max(low, position.rounded(.down))))
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
    if let state = passed(to: time) { return state.scrolls[page].offset(at: time) }
    return scrolls[page].offset(at: time)
  }

  /// The strip's velocity at a time, in pages per second; 0 while held or at rest.
  public func velocity(at time: Instant) -> Double {
    if let state = passed(to: time) { return state.velocity(at: time) }
    return strip.velocity(at: time)
  }

  /// The line under the tabs at a time, between those of the pages that the strip is between; `nil` without tabs.
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

  /// When time alone next changes the state, or `nil` if only an event can; now while a call has more to report.
  public var deadline: Instant? { unreported.isEmpty ? nextChange : now }

  /// When time alone next changes what the pager is.
  var nextChange: Instant? {
    var next = strip.motionEnd
    if let lost = drag.fingersLostAt { next = min(next ?? lost, lost) }
    if let pageChange { next = min(next ?? pageChange, pageChange) }
    if let leave = life.deadline { next = min(next ?? leave, leave) }
    for page in life.pages {
      if let end = scrolls[page].motionEnd { next = min(next ?? end, end) }
    }
    return next
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

  /// The state at a time to come, if an order waits for the motion under way and sets out before then, or fingers that hold the pages are lost.
  private func passed(to time: Instant) -> Pager? {
    if let lost = drag.fingersLostAt, time >= lost { return brought(to: time) }
    // Where a leap ends its places are those of the pages again.
    guard leap != nil, let end = strip.motionEnd, time >= end else {
      return nil
    }
    return brought(to: time)
  }

  /// The state at a time to come, if anything changes by then.
  func changed(by time: Instant) -> Pager? {
    guard time > now, let due = nextChange, due <= time else { return nil }
    return brought(to: time)
  }

  /// The state at a time to come, if nothing but time happens.
  private func brought(to time: Instant) -> Pager {
    var copy = self
    var effects = Effects<Effect>()
    copy.pass(to: time, &effects)
    return copy
  }
}
