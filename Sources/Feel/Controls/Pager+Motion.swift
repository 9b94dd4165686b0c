extension Pager {
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

    /// The motion under way and when it began, for drawing and checking; `nil` while held or at rest.
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
}
