public import FeelGeometry

/// Content longer than its viewport, scrolled by dragging, flinging, the wheel, keys or the
/// program.
///
///     resting --press--> held --drag past the slop--> dragging --release--> moving --> resting
///        ^                                               |                    |
///        |                                cancel: back --+     press: caught --+
///        +-- wheel, keys, program: glides, held to the ends
///
/// The offset is the content position at the viewport's leading edge, 0…max(0, content − viewport)
/// at rest. Drags and flings may go past the ends and come back; nothing else does.
public struct ScrollView: Passing, Hashable, Sendable {
  /// Events that the scroll view reports; a change of offset comes first, at most one per call.
  public enum Effect: Hashable, Sendable {
    /// The content offset changed, in points.
    case offsetChanged(Double)
    /// A drag of the content or of the scroll bar began.
    case dragBegan
    /// A drag ended with a release.
    case dragEnded
    /// A press or a drag was abandoned; nothing is flung.
    case cancelled
    /// A fling ended, in any way.
    case flingEnded(Fling)
    /// The content came to rest after a motion, at this offset.
    case settled(Double)
  }

  /// The direction in which the content scrolls.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Up and down.
    case vertical
    /// Left and right.
    case horizontal
  }

  private struct FlingStart: Hashable {
    var time: Instant
    var offset: Double
    var velocity: Double
  }

  /// The scroll distance of an arrow key, and the overlap between pages, in points.
  public static let line = 40.0
  /// The duration of a scroll by a line, in seconds.
  public static let lineDuration = 0.12
  /// The duration of a scroll by other keys or the program, in seconds.
  public static let orderDuration = 0.3
  /// The maximum length of ``flings``.
  public static let flingLimit = 64

  /// The viewport, in points.
  public private(set) var frame: Rect
  /// The direction in which the content scrolls.
  public let direction: Direction
  /// The content's length along the direction, in points.
  public private(set) var contentLength: Double
  /// Whether a mouse can drag the content, not only its scroll bar.
  public var isMouseDragEnabled = true
  /// The scroll bar's distance from both ends of the viewport, in points, so that rounded corners
  /// of the viewport do not cut it off.
  ///
  /// - Precondition: it is finite and not negative.
  public var barMargin = 0.0 {
    didSet { precondition(barMargin >= 0 && barMargin.isFinite, "barMargin is not negative") }
  }
  /// Whether the user can scroll; see `setEnabled(_:at:)`.
  public private(set) var isEnabled = true
  /// Whether the pointer is over the viewport.
  public var isHovered: Bool { pointer.isOver(frame) }
  /// The most recent flings, at most `flingLimit`, oldest first.
  public private(set) var flings: [Fling] = []

  /// The slop used unless the physics specifies one.
  private let ownSlop: Slop
  private(set) var axis: ScrollAxis
  private var drag: ContentDrag
  private var bar = ScrollBar()
  private var pointer = PointerPlace()
  private var fling: FlingStart?
  private var reportedOffset = 0.0
  private(set) var now = Instant.zero

  /// Creates a scroll view at rest.
  ///
  /// - Parameters:
  ///   - frame: the viewport, in points.
  ///   - contentLength: the content's length along the direction, in points; negative or non-finite
  ///     becomes 0.
  ///   - direction: the direction in which it scrolls.
  ///   - offset: the initial offset, clamped to its range; NaN counts as 0.
  ///   - physics: how the content moves.
  ///   - slop: how far a pointer may drift before it drags.
  ///   - scale: device pixels per point.
  /// - Precondition: `scale` lies in `ScrollExtent.scaleRange`.
  public init(
    frame: Rect, contentLength: Double, direction: Direction = .vertical, offset: Double = 0,
    physics: ScrollPhysics = .uikit, slop: Slop = .scrolling, scale: Double = 1
  ) {
    (self.frame, self.direction) = (frame.plausible, direction)
    self.contentLength = ScrollLayout.length(contentLength)
    let axisOfDrag = direction == .vertical ? DragAxis.vertical : .horizontal
    ownSlop = slop
    drag = ContentDrag(DragRecognizer(axis: axisOfDrag, slop: slop), velocity: physics.velocity)
    bar.drag = DragRecognizer(axis: axisOfDrag, slop: .none)
    let layout = ScrollLayout(
      content: contentLength, viewport: Self.length(of: frame.plausible, along: direction))
    let extent = Self.extent(of: layout, scale: scale)
    let start = extent.clamped(offset.isNaN ? 0 : offset)
    axis = ScrollAxis(physics: physics, extent: extent, offset: start)
    reportedOffset = start
    flings.reserveCapacity(Self.flingLimit)
  }

  /// The lengths of content and viewport, and the offsets that follow from them.
  public var layout: ScrollLayout {
    ScrollLayout(content: contentLength, viewport: Self.length(of: frame, along: direction))
  }

  private static func length(of frame: Rect, along direction: Direction) -> Double {
    direction == .vertical ? frame.height : frame.width
  }

  static func extent(of layout: ScrollLayout, scale: Double) -> ScrollExtent {
    ScrollExtent(
      minimum: layout.minimumOffset, maximum: layout.maximumOffset, viewport: layout.viewport,
      scale: scale)
  }

  // MARK: Events

  /// Handles an event, after advancing to its time.
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

  /// Advances to a time without an event; early, late or repeated calls are harmless.
  public mutating func advance(to time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    return reported(effects)
  }

  /// Enables or disables user input; disabling abandons a drag.
  public mutating func setEnabled(_ enabled: Bool, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    isEnabled = enabled
    if !enabled { cancel(&effects) }
    return reported(effects)
  }

  /// Performs all changes due by `time`, in order, each at its own moment however late the call is.
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

  /// Puts the change of offset, if any, before the other effects.
  private mutating func reported(_ effects: Effects<Effect>) -> Effects<Effect> {
    noteUse()
    let offset = contentOffset(at: now)
    guard offset != reportedOffset else { return effects }
    reportedOffset = offset
    var all = Effects<Effect>()
    all.append(.offsetChanged(offset))
    all.append(contentsOf: effects)
    return all
  }

  /// Starts the bar's fade if its use has just ended, for whatever reason.
  private mutating func noteUse() {
    if bar.wasInUse, !isInUse { bar.lastUse = now }
    bar.wasInUse = isInUse
  }

  /// Ends the fling under way, if any, and records it.
  private mutating func endFling(_ outcome: Fling.Outcome, _ effects: inout Effects<Effect>) {
    guard let start = fling else { return }
    fling = nil
    let ended = Fling(
      velocity: start.velocity, duration: now - start.time,
      distance: axis.offset(at: now) - start.offset, outcome: outcome)
    if flings.count == Self.flingLimit { flings.removeFirst() }
    flings.append(ended)
    effects.append(.flingEnded(ended))
  }

  private mutating func handle(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    pointer.handle(sample, presser: bar.drag.presser ?? drag.presser)
    guard isEnabled || sample.phase == .up else { return }
    // A press anywhere takes over from fingers on a touchpad.
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
    // A second press without a release takes the content over where it is.
    if abandons { change == .pressed ? effects.append(.cancelled) : abandon(&effects) }
    respond(to: change, &effects)
  }

  /// Applies a change of the drag, by pointer or touchpad, to the content.
  private mutating func respond(to change: DragRecognizer.Change, _ effects: inout Effects<Effect>)
  {
    switch change {
    case .none, .cancelled: break
    case .pressed:
      endFling(.cutShort, &effects)
      axis.grab(at: now)
    case .began(let translation):
      effects.append(.dragBegan)
      drag(by: translation)
    case .moved(let translation): drag(by: translation)
    case .released: release(velocity: 0, &effects)
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

  /// Releases the content; this counts as a fling, whatever its law, unless the content only
  /// bounces.
  private mutating func release(velocity: Double, _ effects: inout Effects<Effect>) {
    let offset = axis.offset(at: now)
    let motion = plan(from: offset, velocity: velocity)
    axis.run(motion, at: now)
    guard axis.motionEnd != nil, velocity != 0, motion.phase(at: 0) != .bouncing else { return }
    fling = FlingStart(time: now, offset: offset, velocity: motion.releaseVelocity)
  }

  /// Plans the motion after a release at an offset with a velocity, in points and points per
  /// second.
  private func plan(from offset: Double, velocity: Double) -> ScrollMotion {
    axis.physics.release(from: offset, velocity: velocity, in: axis.extent, start: axis.grabOffset)
  }

  private mutating func cancel(_ effects: inout Effects<Effect>) {
    if bar.drag.cancel() == .cancelled { effects.append(.cancelled) }
    guard drag.cancel() else { return }
    abandon(&effects)
  }

  private mutating func abandon(_ effects: inout Effects<Effect>) {
    effects.append(.cancelled)
    release(velocity: 0, &effects)
  }

  // MARK: Bar

  /// The area where the scroll bar can be grabbed, in points: a strip 12 wide at the trailing edge.
  public var gutter: Rect {
    let width = min(ScrollBar.gutter, direction == .vertical ? frame.width : frame.height)
    return direction == .vertical
      ? Rect(x: frame.maxX - width, y: frame.minY, width: width, height: frame.height)
      : Rect(x: frame.minX, y: frame.maxY - width, width: frame.width, height: width)
  }

  /// The scroll bar's thumb at a time, in points of the coordinate space of `frame`; `nil` if
  /// nothing scrolls.
  public func barThumb(at time: Instant) -> Rect? {
    let gutter = gutter
    guard
      var thumb = ScrollBar.thumb(track: barTrack, offset: contentOffset(at: time), layout: layout)
    else { return nil }
    thumb.start += barMargin
    return direction == .vertical
      ? Rect(
        x: gutter.minX, y: gutter.minY + thumb.start, width: gutter.width, height: thumb.length)
      : Rect(
        x: gutter.minX + thumb.start, y: gutter.minY, width: thumb.length, height: gutter.height)
  }

  /// The length of the thumb's track, in points.
  private var barTrack: Double { max(0, Self.length(of: gutter, along: direction) - 2 * barMargin) }

  /// The scroll bar's opacity at a time, 0…1: visible while the content moves or is dragged, or the
  /// pointer is over the bar; 0.8 s later it fades in 0.16 s.
  public func barOpacity(at time: Instant) -> Double {
    guard layout.isScrollable else { return 0 }
    return snapshot(at: time) { state in
      if state.isKept { return 1 }
      guard let fading = state.fading, time < fading.end else { return 0 }
      return min(1, 1 - max(0, time - fading.start) / ScrollBar.fadeDuration)
    }
  }

  /// When the bar begins to fade and when it has faded, unless it is in use or nothing scrolls.
  private var fading: (start: Instant, end: Instant)? {
    guard layout.isScrollable, !isKept, let lastUse = axis.motionEnd ?? bar.lastUse else {
      return nil
    }
    return (
      lastUse.advanced(by: ScrollBar.holdDuration),
      lastUse.advanced(by: ScrollBar.holdDuration + ScrollBar.fadeDuration)
    )
  }

  /// Whether the bar stays visible until an event ends its use.
  private var isKept: Bool { pointer.isOver(gutter) || bar.drag.isActive || drag.isDragging }

  /// Whether the scroll bar's thumb is held.
  public var isBarPressed: Bool { bar.drag.isActive }

  /// Whether the bar stays visible however long ago the content scrolled.
  private var isInUse: Bool { isKept || axis.motionEnd != nil }

  private mutating func handleBar(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    // Bouncing content must come to rest first: there is no thumb position past an end.
    let isBouncing = axis.extent.overscroll(of: axis.offset(at: now)) != 0
    guard bar.drag.isActive || !isBouncing, let thumb = barThumb(at: now) else { return }
    let wasActive = bar.drag.isActive
    let change = bar.drag.handle(sample, hitBox: thumb)
    if wasActive, change == .pressed || change == .cancelled { effects.append(.cancelled) }
    bar.lastUse = now
    switch change {
    case .none where !wasActive && sample.phase == .down: page(towards: sample, thumb, &effects)
    case .none, .cancelled, .released: break
    case .pressed:
      endFling(.cutShort, &effects)
      bar.offsetAtPress = axis.offset(at: now)
      axis.place(at: bar.offsetAtPress)
    case .began(let translation):
      effects.append(.dragBegan)
      moveBar(by: translation)
    case .moved(let translation): moveBar(by: translation)
    case .ended(let translation):
      moveBar(by: translation)
      effects.append(.dragEnded)
    }
  }

  private mutating func moveBar(by translation: Vector) {
    axis.place(at: axis.extent.clamped(bar.offsetAtPress + barTravel(for: translation)))
  }

  /// The content's travel for a drag of the thumb, in points.
  private func barTravel(for translation: Vector) -> Double {
    bar.drag.axis.length(of: translation)
      * ScrollBar.contentPerPoint(track: barTrack, layout: layout)
  }

  private mutating func page(
    towards sample: PointerSample, _ thumb: Rect, _ effects: inout Effects<Effect>
  ) {
    let isBefore =
      direction == .vertical ? sample.location.y < thumb.minY : sample.location.x < thumb.minX
    glide(by: isBefore ? -pageLength : pageLength, lasting: Self.orderDuration, &effects)
  }

  // MARK: Orders

  /// Scrolls to an offset in points, clamped to the ends; a press may interrupt the motion.
  ///
  /// Ignored while a pointer holds the content or its bar, and if the offset is NaN.
  public mutating func scroll(
    to offset: Double, animated: Bool = true, at time: Instant
  ) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    guard !offset.isNaN, !isPressed else { return reported(effects) }
    if animated {
      glide(to: offset, lasting: Self.orderDuration, &effects)
    } else {
      endFling(.cutShort, &effects)
      axis.place(at: axis.extent.clamped(offset))
      bar.lastUse = now
    }
    return reported(effects)
  }

  /// Releases the content with a velocity in points per second, as at the end of a drag.
  ///
  /// For reproducible test flicks. Ignored while a pointer holds the content, and if the velocity
  /// is not finite.
  public mutating func flick(velocity: Double, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    guard velocity.isFinite, !isPressed else { return reported(effects) }
    endFling(.cutShort, &effects)
    release(velocity: velocity, &effects)
    return reported(effects)
  }

  /// Moves or resizes the viewport or the content; motion in flight continues without a jump,
  /// content at rest is clamped to its ends.
  public mutating func layout(
    frame: Rect, contentLength: Double? = nil, scale: Double? = nil, at time: Instant
  ) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    self.frame = frame.plausible
    if let contentLength { self.contentLength = ScrollLayout.length(contentLength) }
    axis.adapt(to: Self.extent(of: layout, scale: scale ?? axis.extent.scale), at: now)
    // Bar travel so far stays as it is; only further travel uses the new lengths.
    bar.offsetAtPress = axis.offset(at: now) - barTravel(for: bar.drag.translation)
    return reported(effects)
  }

  /// Changes the physics.
  ///
  /// Motion in flight continues from its current position and velocity.
  public mutating func setPhysics(_ physics: ScrollPhysics, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    drag.tracker.settings = physics.velocity
    axis.adopt(physics, at: now)
    return reported(effects)
  }

  private mutating func handle(_ sample: KeySample, _ effects: inout Effects<Effect>) {
    guard isEnabled, sample.phase == .down else { return }
    if isPressed {
      if sample.key == .escape { cancel(&effects) }
      return
    }
    let (back, forth): (KeySample.Key, KeySample.Key) =
      direction == .vertical ? (.up, .down) : (.left, .right)
    switch sample.key {
    case back: glide(by: -Self.line, lasting: Self.lineDuration, &effects)
    case forth: glide(by: Self.line, lasting: Self.lineDuration, &effects)
    case .pageUp: glide(by: -pageLength, lasting: Self.orderDuration, &effects)
    case .pageDown: glide(by: pageLength, lasting: Self.orderDuration, &effects)
    case .space:
      let isBack = sample.modifiers.contains(.shift)
      glide(by: isBack ? -pageLength : pageLength, lasting: Self.orderDuration, &effects)
    case .home: glide(to: 0, lasting: Self.orderDuration, &effects)
    case .end: glide(to: axis.extent.maximum, lasting: Self.orderDuration, &effects)
    default: break
    }
  }

  private mutating func handle(_ sample: WheelSample, _ effects: inout Effects<Effect>) {
    guard isEnabled, !bar.drag.isActive, sample.delta.isPlausible else { return }
    let travel = sample.travel(perNotch: axis.notch).map(along)
    if sample.isOfHold, let travel {
      let (grabs, change) = drag.handle(sample, travel: travel, at: now)
      if grabs { respond(to: .pressed, &effects) }
      return respond(to: change, &effects)
    }
    // Momentum from the device after a lift that was not reported.
    if sample.phase == .momentum, drag.isByFingers { cancel(&effects) }
    guard !isPressed else { return }
    guard let travel else {
      let notches = drag.axis.length(of: along(sample.delta))
      guard notches != 0 else { return }
      endFling(.cutShort, &effects)
      axis.turn(by: notches, at: now)
      bar.lastUse = now
      return
    }
    let distance = drag.axis.length(of: travel)
    // Content bouncing past an end ignores the wheel.
    guard distance != 0, axis.extent.overscroll(of: axis.offset(at: now)) == 0 else { return }
    endFling(.cutShort, &effects)
    axis.place(at: axis.extent.clamped(axis.offset(at: now) + distance))
    bar.lastUse = now
  }

  /// The relevant part of a scroll: horizontal content also scrolls by a vertical wheel.
  private func along(_ delta: Vector) -> Vector {
    direction == .vertical ? Vector(0, delta.y) : Vector(delta.x + delta.y, 0)
  }

  /// A page minus its overlap with the previous one, in points.
  private var pageLength: Double { max(Self.line, layout.viewport - Self.line) }

  private mutating func glide(
    by distance: Double, lasting duration: Double, _ effects: inout Effects<Effect>
  ) {
    glide(to: axis.base(at: now) + distance, lasting: duration, &effects)
  }

  private mutating func glide(
    to target: Double, lasting duration: Double, _ effects: inout Effects<Effect>
  ) {
    endFling(.cutShort, &effects)
    axis.glide(to: target, lasting: duration, at: now)
    bar.lastUse = now
  }

  // MARK: Queries

  /// The content position at the viewport's leading edge at a time, in points; outside 0…maximum
  /// while it overshoots.
  public func contentOffset(at time: Instant) -> Double {
    snapshot(at: time) { $0.axis.offset(at: time) }
  }

  /// The content's velocity at a time, in points per second, positive for a growing offset.
  ///
  /// Exact in free motion; while dragged, the velocity with which a release at that time would
  /// start.
  public func velocity(at time: Instant) -> Double {
    snapshot(at: time) { state in
      guard state.axis.isHeld else { return state.axis.velocity(at: time) }
      return state.drag.isDragging ? state.flingVelocity(at: time) : 0
    }
  }

  /// Where the content will come to rest, in points; while dragged, as if released at that time.
  public func restOffset(at time: Instant) -> Double {
    snapshot(at: time) { state in
      let axis = state.axis
      if let rest = axis.motionRest { return rest }
      guard axis.isHeld else { return axis.offset(at: time) }
      return axis.physics.restPosition(
        from: axis.offset(at: time), velocity: state.velocity(at: time), in: axis.extent)
    }
  }

  /// The content's distance past an end at a time, in points: negative above the top.
  public func overscroll(at time: Instant) -> Double {
    axis.extent.overscroll(of: contentOffset(at: time))
  }

  /// How far a pointer may drift before it drags: the physics' value, or else the control's.
  public var slop: Slop { axis.physics.drag.slop ?? ownSlop }

  /// The glow's strength at an edge at a time, −1…1, negative at the top; it replaces movement past
  /// the edge, see ``EdgeGlow``.
  public func glow(at time: Instant) -> Double {
    snapshot(at: time) { $0.axis.glow(at: time) }
  }

  /// The zone of the content offset at a time.
  public func zone(at time: Instant) -> ScrollLayout.Zone {
    layout.zone(of: contentOffset(at: time))
  }

  /// The rows, all of one height, that are partly or wholly in the viewport at a time.
  ///
  /// - Precondition: `rowLength` is positive and finite, `count` not negative.
  public func visibleRows(rowLength: Double, count: Int, at time: Instant) -> Range<Int> {
    precondition(rowLength > 0 && rowLength.isFinite, "rowLength is positive and finite")
    precondition(count >= 0, "count is not negative")
    let offset = contentOffset(at: time)
    // Compared first, since a Double cannot represent the largest count.
    func row(_ place: Double) -> Int { place < Double(count) ? Int(max(0, place)) : count }
    let first = row((offset / rowLength).rounded(.down))
    return first..<max(first, row(((offset + layout.viewport) / rowLength).rounded(.up)))
  }

  /// What the scroll view is doing at a time.
  public func state(at time: Instant) -> ControlState {
    snapshot(at: time) { state in
      let (bar, drag) = (state.bar.drag, state.drag)
      if bar.isActive { return bar.isDragging ? .tracking : .pressed }
      let word = state.axis.state(at: time, isDragging: drag.isDragging)
      return word == .idle && drag.isCancelled ? .cancelled : word
    }
  }

  /// Whether a press is held on the content or its bar, or fingers on a touchpad hold the content.
  public var isPressed: Bool { drag.isActive || bar.drag.isActive }

  /// Whether fingers on a touchpad, rather than the pointer, hold the content.
  public var isHeldByFingers: Bool { drag.isByFingers }

  /// When time alone next changes the state or starts a change of look, or `nil` if only an event
  /// can.
  public var deadline: Instant? { axis.motionEnd ?? .earliest(nextFade, drag.fingersLostAt) }

  /// When the bar begins to fade or, while it fades, when it will have faded; or `nil`.
  private var nextFade: Instant? {
    guard !isInUse, let start = bar.fadeStart, let end = bar.fadeEnd else { return nil }
    return now < start ? start : end
  }

  /// Whether a later frame would look different because of time alone.
  public func isMoving(at time: Instant) -> Bool {
    snapshot(at: time) { state in
      if let end = state.axis.motionEnd, time < end { return true }
      if let end = state.axis.glowEnd, time < end { return true }
      return state.fading.map { time >= $0.start && time < $0.end } ?? false
    }
  }

  /// The motion under way and when it began, for drawing and checking; `nil` while held or at rest.
  public var motion: (law: ScrollMotion, start: Instant)? {
    axis.motion.map { ($0.law, $0.start) }
  }

  /// The velocity estimate if the pointer were released at a time; `nil` unless a press is held on
  /// the content.
  public func releaseEstimate(at time: Instant) -> VelocityEstimate? {
    drag.releaseEstimate(at: time)
  }

  /// The laws of motion; see `setPhysics(_:at:)`.
  public var physics: ScrollPhysics { axis.physics }

  private func flingVelocity(at time: Instant) -> Double { releaseVelocity(at: time).value }

  /// The release velocity of a drag that ends at `time`, with its derivation.
  private func releaseVelocity(at time: Instant) -> ReleaseVelocity {
    let pointer = -drag.axis.length(of: drag.velocity(at: time))
    let travel = abs(drag.axis.length(of: drag.recognizer.pointerTravel))
    guard travel >= axis.physics.drag.minimumFlingTravel else {
      return ReleaseVelocity(pointer: pointer, stoppedBy: .shortTravel)
    }
    return axis.releaseVelocity(forDrag: pointer, at: time)
  }

  /// Evaluates a query at a time, on a copy advanced to it if silent fingers are lost by then.
  private func snapshot<Answer>(at time: Instant, _ question: (ScrollView) -> Answer) -> Answer {
    guard let lost = drag.fingersLostAt, time >= lost else { return question(self) }
    return question(advanced(to: time))
  }

  // MARK: Explanation

  /// Explains where the release in a sample leads, as `handle` would carry it out; `nil` if the
  /// sample releases no content.
  ///
  /// - Parameters:
  ///   - sample: the releasing sample; it is not handled.
  ///   - velocity: a hypothetical release velocity to use instead, in points per second.
  public func explanation(
    of sample: PointerSample, velocity: Double? = nil
  ) -> ReleaseExplanation? {
    var view = advanced(to: sample.time)
    guard var released = view.letGo(by: sample) else { return nil }
    released.value = velocity ?? released.value
    return view.explanation(ofRelease: released)
  }

  /// The pages that the release in a sample can lead to; `nil` without paging, or if it releases no
  /// content.
  ///
  /// - Parameter sample: the releasing sample; it is not handled.
  public func choices(of sample: PointerSample) -> ReleaseChoices? {
    var view = advanced(to: sample.time)
    return view.letGo(by: sample).flatMap { view.choices(at: $0.value) }
  }

  private func choices(at velocity: Double) -> ReleaseChoices? {
    let offset = axis.offset(at: now)
    return axis.choices(from: offset, start: axis.grabOffset, velocity: velocity) {
      plan(from: offset, velocity: $0)
    }
  }

  /// Handles the sample as `handle` does, up to the release; returns its velocity if it is one.
  private mutating func letGo(by sample: PointerSample) -> ReleaseVelocity? {
    guard !bar.drag.isActive else { return nil }
    switch drag.handle(sample, hitBox: frame, at: now).change {
    case .none, .pressed, .began, .moved, .cancelled: return nil
    case .released:
      let pointer = -drag.axis.length(of: drag.velocity(at: now))
      return ReleaseVelocity(pointer: pointer, stoppedBy: .noDrag)
    case .ended(let translation):
      axis.drag(to: -drag.axis.length(of: translation), at: now)
      return releaseVelocity(at: now)
    }
  }

  private func explanation(ofRelease velocity: ReleaseVelocity) -> ReleaseExplanation {
    let offset = axis.offset(at: now)
    return axis.explanation(
      of: Release(of: drag, along: drag.axis, at: now, velocity: velocity, offset: offset),
      from: axis.grabOffset
    ) { plan(from: offset, velocity: $0) }
  }
}
