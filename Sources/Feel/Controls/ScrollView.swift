public import FeelGeometry

/// Content longer than its viewport, dragged, flung, wheeled or told where to go.
///
///     resting --press--> held --drag past the slop--> dragging --release--> moving --> resting
///        ^                                               |                    |
///        |                                cancel: back --+     press: caught --+
///        +-- wheel, keys, program: glides, held to the ends
///
/// The offset is the content's place that lies at the viewport's beginning, 0…max(0, content −
/// viewport) at rest. Drags and flings may go past the ends and come back; nothing else does.
public struct ScrollView: Passing, Hashable, Sendable {
  /// What the scroll view reports; a change of offset comes first, at most one a call.
  public enum Effect: Hashable, Sendable {
    /// The content offset is another than reported last, in points.
    case offsetChanged(Double)
    /// A drag of the content or of the scroll bar began.
    case dragBegan
    /// A drag ended with a release.
    case dragEnded
    /// A press or drag was abandoned; nothing is flung.
    case cancelled
    /// A fling ended, one way or another.
    case flingEnded(Fling)
    /// The content came to rest by itself, at this offset.
    case settled(Double)
  }

  /// Which way the content scrolls.
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

  /// How far an arrow key scrolls, and how much of a page a paging key leaves in view, in points.
  public static let line = 40.0
  /// How long a scroll by a line takes, in seconds.
  public static let lineDuration = 0.12
  /// How long a scroll that a key or the program ordered takes, in seconds.
  public static let orderDuration = 0.3
  /// How many flings are kept.
  public static let flingLimit = 64

  /// The viewport, in points.
  public private(set) var frame: Rect
  /// Which way the content scrolls.
  public let direction: Direction
  /// The content's length along the direction, in points.
  public private(set) var contentLength: Double
  /// Whether a mouse can drag the content, not only its scroll bar.
  public var isMouseDragEnabled = true
  /// How far the scroll bar's thumb keeps from both ends of the viewport, in points: where that has
  /// rounded corners they would cut it off.
  ///
  /// - Precondition: it is finite and not negative.
  public var barMargin = 0.0 {
    didSet { precondition(barMargin >= 0 && barMargin.isFinite, "barMargin is not negative") }
  }
  /// Whether the user can scroll; see `setEnabled(_:at:)`.
  public private(set) var isEnabled = true
  /// Whether the pointer is over the viewport.
  public var isHovered: Bool { pointer.isOver(frame) }
  /// The last flings, `flingLimit` at most, oldest first.
  public private(set) var flings: [Fling] = []

  /// The slop where the laws leave that to the control.
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
  ///   - contentLength: the content's length along the direction, in points; not finite or negative
  ///     becomes 0.
  ///   - direction: the one in which it scrolls.
  ///   - offset: where it starts, held to its range; NaN counts as 0.
  ///   - physics: how the content moves.
  ///   - slop: how far a pointer may drift before it drags.
  ///   - scale: device pixels a point.
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

  /// The lengths of content and viewport, and what they make of an offset.
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

  /// Lets the bar fade from now on if its use has just ended, however it did.
  private mutating func noteUse() {
    if bar.wasInUse, !isInUse { bar.lastUse = now }
    bar.wasInUse = isInUse
  }

  /// Ends the fling under way, if there is one, and keeps its record.
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

  /// Lets the content go; unless it only bounces, that is a fling, whichever law carries it.
  private mutating func release(velocity: Double, _ effects: inout Effects<Effect>) {
    let offset = axis.offset(at: now)
    let motion = plan(from: offset, velocity: velocity)
    axis.run(motion, at: now)
    guard axis.motionEnd != nil, velocity != 0, motion.phase(at: 0) != .bouncing else { return }
    fling = FlingStart(time: now, offset: offset, velocity: motion.releaseVelocity)
  }

  /// The whole motion after a release at an offset with a velocity, in points and points per
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

  /// Where the scroll bar can be grabbed, in points: a strip of 12 at the trailing edge.
  public var gutter: Rect {
    let width = min(ScrollBar.gutter, direction == .vertical ? frame.width : frame.height)
    return direction == .vertical
      ? Rect(x: frame.maxX - width, y: frame.minY, width: width, height: frame.height)
      : Rect(x: frame.minX, y: frame.maxY - width, width: frame.width, height: width)
  }

  /// The scroll bar's thumb at a time, in points of the frame's space; `nil` where nothing scrolls.
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

  /// How long the way is along which the thumb lies, in points.
  private var barTrack: Double { max(0, Self.length(of: gutter, along: direction) - 2 * barMargin) }

  /// How visible the scroll bar is at a time, 0…1: shown while the content moves, is dragged, or
  /// the pointer is over the bar; 0.8 s later it fades in 0.16 s.
  public func barOpacity(at time: Instant) -> Double {
    guard layout.isScrollable else { return 0 }
    return asked(at: time) { state in
      if state.isKept { return 1 }
      guard let fading = state.fading, time < fading.end else { return 0 }
      return min(1, 1 - max(0, time - fading.start) / ScrollBar.fadeDuration)
    }
  }

  /// When the bar begins to fade and when it has faded, unless it is kept or there is none.
  private var fading: (start: Instant, end: Instant)? {
    guard layout.isScrollable, !isKept, let lastUse = axis.motionEnd ?? bar.lastUse else {
      return nil
    }
    return (
      lastUse.advanced(by: ScrollBar.holdDuration),
      lastUse.advanced(by: ScrollBar.holdDuration + ScrollBar.fadeDuration)
    )
  }

  /// Whether the bar stays until an event lets go of it.
  private var isKept: Bool { pointer.isOver(gutter) || bar.drag.isActive || drag.isDragging }

  /// Whether the scroll bar's thumb is held.
  public var isBarPressed: Bool { bar.drag.isActive }

  /// Whether the bar stays however long ago the content scrolled.
  private var isInUse: Bool { isKept || axis.motionEnd != nil }

  private mutating func handleBar(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    // What bounces first comes to rest: a thumb has no place past its end.
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

  /// How far the content goes when the thumb is dragged so far, in points.
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

  /// Scrolls to an offset in points, held to the ends, with a motion that a press may interrupt;
  /// ignored while a pointer holds the content or its bar.
  ///
  /// An offset that is NaN moves nothing.
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

  /// Lets the content go with a velocity in points per second, as if a drag had ended so; ignored
  /// while a pointer holds it.
  ///
  /// For a test flick that can be repeated. A velocity that is not finite moves nothing.
  public mutating func flick(velocity: Double, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    guard velocity.isFinite, !isPressed else { return reported(effects) }
    endFling(.cutShort, &effects)
    release(velocity: velocity, &effects)
    return reported(effects)
  }

  /// Moves or resizes the viewport or the content; content in motion goes on without a jump,
  /// content at rest is held to its ends.
  public mutating func layout(
    frame: Rect, contentLength: Double? = nil, scale: Double? = nil, at time: Instant
  ) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    self.frame = frame.plausible
    if let contentLength { self.contentLength = ScrollLayout.length(contentLength) }
    axis.adapt(to: Self.extent(of: layout, scale: scale ?? axis.extent.scale), at: now)
    // What the bar was dragged so far stays; only what comes counts by the new lengths.
    bar.offsetAtPress = axis.offset(at: now) - barTravel(for: bar.drag.translation)
    return reported(effects)
  }

  /// Changes the laws of motion.
  ///
  /// Moving content keeps its position and velocity and follows the new laws from there.
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
    // What the device does after a lift that nobody told of.
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
    // What bounces past an end bounces on: the wheel has no say there.
    guard distance != 0, axis.extent.overscroll(of: axis.offset(at: now)) == 0 else { return }
    endFling(.cutShort, &effects)
    axis.place(at: axis.extent.clamped(axis.offset(at: now) + distance))
    bar.lastUse = now
  }

  /// The part of a scroll that counts: content that scrolls sideways takes a wheel for upright too.
  private func along(_ delta: Vector) -> Vector {
    direction == .vertical ? Vector(0, delta.y) : Vector(delta.x + delta.y, 0)
  }

  /// A page, less what stays in view of the last one, in points.
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

  /// The content's place at the viewport's beginning at a time, in points; outside 0…maximum while
  /// it overshoots.
  public func contentOffset(at time: Instant) -> Double {
    asked(at: time) { $0.axis.offset(at: time) }
  }

  /// The content's velocity at a time, in points per second, positive for a growing offset.
  ///
  /// Exact while it moves by itself; while it is dragged, what a release at that time would start
  /// with.
  public func velocity(at time: Instant) -> Double {
    asked(at: time) { state in
      guard state.axis.isHeld else { return state.axis.velocity(at: time) }
      return state.drag.isDragging ? state.flingVelocity(at: time) : 0
    }
  }

  /// Where the content will rest, in points: while it is dragged, if it were released at that time.
  public func restOffset(at time: Instant) -> Double {
    asked(at: time) { state in
      let axis = state.axis
      if let rest = axis.motionRest { return rest }
      guard axis.isHeld else { return axis.offset(at: time) }
      return axis.physics.restPosition(
        from: axis.offset(at: time), velocity: state.velocity(at: time), in: axis.extent)
    }
  }

  /// How far past an end the content shows at a time, in points: negative above the top.
  public func overscroll(at time: Instant) -> Double {
    axis.extent.overscroll(of: contentOffset(at: time))
  }

  /// How far a pointer may drift before it drags, as the laws have it or else the control.
  public var slop: Slop { axis.physics.drag.slop ?? ownSlop }

  /// How strongly an edge glows at a time instead of moved content, −1…1, negative above the top;
  /// see ``EdgeGlow``.
  public func glow(at time: Instant) -> Double {
    asked(at: time) { $0.axis.glow(at: time) }
  }

  /// Where the shown offset lies at a time.
  public func zone(at time: Instant) -> ScrollLayout.Zone {
    layout.zone(of: contentOffset(at: time))
  }

  /// The rows of one height of which some part lies in the viewport at a time.
  ///
  /// - Precondition: `rowLength` is positive and finite, `count` not negative.
  public func visibleRows(rowLength: Double, count: Int, at time: Instant) -> Range<Int> {
    precondition(rowLength > 0 && rowLength.isFinite, "rowLength is positive and finite")
    precondition(count >= 0, "count is not negative")
    let offset = contentOffset(at: time)
    // The greatest count is none that a Double can hold.
    func row(_ place: Double) -> Int { place < Double(count) ? Int(max(0, place)) : count }
    let first = row((offset / rowLength).rounded(.down))
    return first..<max(first, row(((offset + layout.viewport) / rowLength).rounded(.up)))
  }

  /// What the scroll view is doing at a time.
  public func state(at time: Instant) -> ControlState {
    asked(at: time) { state in
      let (bar, drag) = (state.bar.drag, state.drag)
      if bar.isActive { return bar.isDragging ? .tracking : .pressed }
      let word = state.axis.state(at: time, isDragging: drag.isDragging)
      return word == .idle && drag.isCancelled ? .cancelled : word
    }
  }

  /// Whether a press is held on the content or its bar, or fingers on a touchpad hold the content.
  public var isPressed: Bool { drag.isActive || bar.drag.isActive }

  /// Whether fingers on a touchpad hold the content, away from the pointer.
  public var isHeldByFingers: Bool { drag.isByFingers }

  /// When time alone next changes the state or begins to change the look, or `nil` if only an event
  /// can.
  public var deadline: Instant? { axis.motionEnd ?? .earliest(nextFade, drag.fingersLostAt) }

  /// When the bar begins to fade, or once it fades when it has, or `nil`.
  private var nextFade: Instant? {
    guard !isInUse, let start = bar.fadeStart, let end = bar.fadeEnd else { return nil }
    return now < start ? start : end
  }

  /// Whether a later frame would look different because of time alone.
  public func isMoving(at time: Instant) -> Bool {
    asked(at: time) { state in
      if let end = state.axis.motionEnd, time < end { return true }
      if let end = state.axis.glowEnd, time < end { return true }
      return state.fading.map { time >= $0.start && time < $0.end } ?? false
    }
  }

  /// The motion under way and when it began, for drawing and checking; `nil` while held or at rest.
  public var motion: (law: ScrollMotion, start: Instant)? {
    axis.motion.map { ($0.law, $0.start) }
  }

  /// What a release at a time would make of the pointer's samples; `nil` unless a drag of the
  /// content is held.
  public func releaseEstimate(at time: Instant) -> VelocityEstimate? {
    drag.releaseEstimate(at: time)
  }

  /// The laws of motion; see `setPhysics(_:at:)`.
  public var physics: ScrollPhysics { axis.physics }

  private func flingVelocity(at time: Instant) -> Double { releaseVelocity(at: time).value }

  /// How the velocity of a drag that ends at a time comes about.
  private func releaseVelocity(at time: Instant) -> ReleaseVelocity {
    let pointer = -drag.axis.length(of: drag.velocity(at: time))
    let travel = abs(drag.axis.length(of: drag.recognizer.pointerTravel))
    guard travel >= axis.physics.drag.minimumFlingTravel else {
      return ReleaseVelocity(pointer: pointer, stoppedBy: .shortTravel)
    }
    return axis.releaseVelocity(forDrag: pointer, at: time)
  }

  /// Asks the state at a time to come: another one than this if fingers that hold the content are
  /// lost by then.
  private func asked<Answer>(at time: Instant, _ question: (ScrollView) -> Answer) -> Answer {
    guard let lost = drag.fingersLostAt, time >= lost else { return question(self) }
    return question(brought(to: time))
  }

  // MARK: Explanation

  /// Why the release that a sample is comes to rest where it does: what `handle` of that sample
  /// would do, explained; `nil` where the sample lets go of no content.
  ///
  /// - Parameters:
  ///   - sample: the one that lets go; it is not handled.
  ///   - velocity: the release velocity to assume instead, in points per second: what would have
  ///     been.
  public func explanation(
    of sample: PointerSample, velocity: Double? = nil
  ) -> ReleaseExplanation? {
    var view = brought(to: sample.time)
    guard var released = view.letGo(by: sample) else { return nil }
    released.value = velocity ?? released.value
    return view.explanation(ofRelease: released)
  }

  /// The pages that the release which a sample is chooses from; `nil` where there are none, or
  /// where it lets go of no content.
  ///
  /// - Parameter sample: the one that lets go; it is not handled.
  public func choices(of sample: PointerSample) -> ReleaseChoices? {
    var view = brought(to: sample.time)
    return view.letGo(by: sample).flatMap { view.choices(at: $0.value) }
  }

  private func choices(at velocity: Double) -> ReleaseChoices? {
    let offset = axis.offset(at: now)
    return axis.choices(from: offset, start: axis.grabOffset, velocity: velocity) {
      plan(from: offset, velocity: $0)
    }
  }

  /// Follows the sample as `handle` does, up to the release: its velocity, if it is one.
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
