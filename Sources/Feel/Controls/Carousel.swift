public import FeelGeometry

/// Cards side by side, dragged and flicked, that come to rest on a card.
///
///     resting --press--> held --drag past the slop--> dragging --release--> moving --> settled
///        ^                 |                             |                    |
///        |                 +-- click --> to that card    +-- cancel --> snaps from rest
///        +---------------------- settled --------------------- press: caught where it is
///
/// Every offset on the strip refers to the point at the viewport's anchor (centre, start or end),
/// so a resize moves nothing: the centred card stays centred, even in mid-motion. The cost of an
/// event, a query or a frame does not depend on the number of cards.
public struct Carousel: Passing, Hashable, Sendable {
  /// Events that the carousel reports; a change of offset comes first, at most one per call.
  public enum Effect: Hashable, Sendable {
    /// The content offset changed, in points.
    case offsetChanged(Double)
    /// A drag began.
    case dragBegan
    /// A drag ended with a release.
    case dragEnded
    /// A press or a drag was abandoned; the carousel snaps from rest.
    case cancelled
    /// A card was clicked: pressed and released on the same card; unless it is the settled one, the
    /// carousel is on its way to it.
    case clicked(Int)
    /// The carousel came to rest, on this card.
    case settled(Int)
  }

  /// How the target card is chosen after a release.
  public enum SnapStrategy: String, Hashable, Sendable, CaseIterable {
    /// The rest position is projected at the release, and one motion lands on the nearest card.
    case projected
    /// The fling runs out first, then the carousel snaps to the nearest card.
    case afterDeceleration
    /// Snaps whenever the offset has not changed for a while, even while held: it slips away from
    /// under a still finger.
    case whenOffsetRests
  }

  /// How many cards one fling may pass.
  public enum FlingLimit: String, Hashable, Sendable, CaseIterable {
    /// As many as its momentum allows.
    case unlimited
    /// To the next card in its direction, and no further.
    case one
  }

  /// The minimum effect of a flick faster than 100 points per second.
  public enum FlickRule: String, Hashable, Sendable, CaseIterable {
    /// The next card in its direction.
    case atLeastNext
    /// The nearest card, whichever it is.
    case nearestOnly
  }

  /// The minimum speed of a flick, in points per second.
  public static let flickSpeed = 100.0
  /// How long the offset must stand still for `whenOffsetRests`, in seconds.
  public static let restDelay = 0.1
  /// How long after the last precise wheel event the carousel snaps, in seconds.
  public static let wheelDelay = 0.15
  /// How many cards the queued notches of a wheel may be ahead of the card shown.
  public static let notchQueue = 10

  /// The viewport, in points.
  public private(set) var frame: Rect
  /// Behaviour at the ends; see `setEnds(_:at:)`.
  public private(set) var ends: CarouselEnds
  /// The height of every card, in points, positive; cards are centred vertically in the viewport.
  public var cardHeight: Double {
    didSet { Self.check(cardHeight: cardHeight) }
  }
  /// How the target card is chosen; a change applies from the next release on.
  public var strategy: SnapStrategy
  /// How many cards one fling may pass; a change applies from the next release on.
  public var flingLimit: FlingLimit
  /// The minimum effect of a flick; a change applies from the next release on.
  public var flickRule: FlickRule
  /// Whether the user can move the carousel; see `setEnabled(_:at:)`.
  public private(set) var isEnabled = true
  /// The shape of every card, as drawn and as tested for hovers, presses and clicks.
  public var cardShape = ContainerShape.rectangle
  /// Whether the pointer is over the viewport.
  public var isHovered: Bool { pointer.isOver(frame) }

  private var stops: CardStops
  private var axis: ScrollAxis
  private var drag: ContentDrag
  private var pointer = PointerPlace()
  /// The pressed card, until the press ends or becomes a drag.
  private var pressed: Int?
  private var reportedOffset: Double
  /// When a carousel with a still offset will snap, if at all.
  private var snapAt: Instant?
  /// Whether the press stopped a motion, so its release does not click.
  private var hasCaught = false
  private var notches = NotchCount()
  private var now = Instant.zero

  /// Creates a carousel at rest on a card.
  ///
  /// - Parameters:
  ///   - frame: the viewport, in points.
  ///   - layout: positions of the cards along the strip.
  ///   - ends: behaviour where a card at its anchor would leave the viewport partly empty.
  ///   - cardHeight: the height of every card, in points.
  ///   - index: the initial card, clamped to existing cards.
  ///   - strategy: when and where it snaps.
  ///   - flingLimit: how many cards one fling may pass.
  ///   - flickRule: whether a flick always leaves its card.
  ///   - physics: how the strip moves.
  ///   - slop: how far a pointer may drift before it drags.
  ///   - scale: device pixels per point.
  /// - Precondition: `cardHeight` is positive and finite, `scale` lies in
  ///   `ScrollExtent.scaleRange`.
  public init(
    frame: Rect, layout: CardLayout = CardLayout(count: 100, width: 280),
    ends: CarouselEnds = CarouselEnds(), cardHeight: Double = 200, at index: Int = 0,
    strategy: SnapStrategy = .projected,
    flingLimit: FlingLimit = .unlimited, flickRule: FlickRule = .atLeastNext,
    physics: ScrollPhysics = .uikit, slop: Slop = .scrolling, scale: Double = 1
  ) {
    Self.check(cardHeight: cardHeight)
    (self.frame, self.ends, self.cardHeight) = (frame.plausible, ends, cardHeight)
    (self.strategy, self.flingLimit, self.flickRule) = (strategy, flingLimit, flickRule)
    stops = CardStops(layout, viewport: frame.plausible.width, ends: ends)
    axis = ScrollAxis(
      physics: physics, extent: Self.extent(of: stops, in: frame.plausible, scale: scale),
      offset: stops.place(of: min(layout.count - 1, max(0, index))))
    drag = ContentDrag(DragRecognizer(axis: .horizontal, slop: slop), velocity: physics.velocity)
    reportedOffset = 0
    reportedOffset = contentOffset(at: now)
  }

  private static func check(cardHeight: Double) {
    precondition(cardHeight > 0 && cardHeight.isFinite, "cardHeight is positive and finite")
  }

  /// The positions of the cards along the strip.
  public var layout: CardLayout { stops.layout }

  private static func extent(of stops: CardStops, in frame: Rect, scale: Double) -> ScrollExtent {
    ScrollExtent(
      minimum: stops.range.lowerBound, maximum: stops.range.upperBound, viewport: frame.width,
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
      if axis.settle(at: now) { effects.append(.settled(nearest(at: now))) }
      if drag.loseFingers(at: now) { abandon(&effects) }
      if let moment = snapAt, now >= moment {
        snapAt = nil
        snapFromRest(&effects)
      }
    }
    now = target
  }

  /// Puts the change of offset, if any, before the other effects.
  private mutating func reported(_ effects: Effects<Effect>) -> Effects<Effect> {
    let offset = contentOffset(at: now)
    guard offset != reportedOffset else { return effects }
    reportedOffset = offset
    var all = Effects<Effect>()
    all.append(.offsetChanged(offset))
    all.append(contentsOf: effects)
    return all
  }

  private mutating func handle(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    pointer.handle(sample, presser: drag.presser)
    guard isEnabled || sample.phase == .up else { return }
    let (abandons, change) = drag.handle(sample, hitBox: frame, at: now)
    // A second press without a release takes the cards over where they are.
    if abandons { change == .pressed ? effects.append(.cancelled) : abandon(&effects) }
    if change == .pressed { pressed = card(at: sample.location, by: sample.device, time: now) }
    respond(to: change, clickOf: clickedCard(by: sample), &effects)
    if !drag.isActive || drag.isDragging { pressed = nil }
  }

  /// The card that a release at a sample's location would click: the pressed one, if it is still
  /// there.
  private func clickedCard(by sample: PointerSample) -> Int? {
    guard let pressed, !hasCaught,
      card(at: sample.location, by: sample.device, time: now) == pressed
    else { return nil }
    return pressed
  }

  /// Applies a change of the drag, by pointer or touchpad, to the content.
  private mutating func respond(
    to change: DragRecognizer.Change, clickOf card: Int?, _ effects: inout Effects<Effect>
  ) {
    switch change {
    case .none, .cancelled: break
    case .pressed: grab()
    case .began(let translation):
      effects.append(.dragBegan)
      follow(-translation.x)
    case .moved(let translation): follow(-translation.x)
    case .released(let isClick): letGo(&effects, on: isClick ? card : nil)
    case .ended(let translation):
      follow(-translation.x)
      effects.append(.dragEnded)
      release(velocity: flingVelocity(at: now), &effects)
    }
  }

  private mutating func grab() {
    hasCaught = axis.motionEnd != nil || axis.isHeld
    axis.grab(at: now)
    notches.reset()
    waitForRest()
  }

  private mutating func follow(_ travel: Double) {
    guard travel != axis.travel else { return }
    axis.drag(to: travel, at: now)
    waitForRest()
  }

  /// Restarts the wait, which only watches the offset; called at every change of it.
  private mutating func waitForRest() {
    snapAt = strategy == .whenOffsetRests ? end(ofWait: Self.restDelay) : nil
  }

  /// The end of a wait in seconds from now, or `nil` if beyond the last instant: without this,
  /// content caught then would snap away at once.
  private func end(ofWait seconds: Double) -> Instant? {
    let end = now.advanced(by: seconds)
    return end.microseconds < .max ? end : nil
  }

  private mutating func letGo(_ effects: inout Effects<Effect>, on card: Int?) {
    if let index = card {
      effects.append(.clicked(index))
      if index != nearest(at: now) {
        snapAt = nil
        return move(to: index, &effects)
      }
    }
    release(velocity: 0, &effects)
  }

  private mutating func cancel(_ effects: inout Effects<Effect>) {
    guard drag.cancel() else { return }
    pressed = nil
    abandon(&effects)
  }

  private mutating func abandon(_ effects: inout Effects<Effect>) {
    effects.append(.cancelled)
    release(velocity: 0, &effects)
  }

  // MARK: Keys and wheel

  private mutating func handle(_ sample: KeySample, _ effects: inout Effects<Effect>) {
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

  private mutating func handle(_ sample: WheelSample, _ effects: inout Effects<Effect>) {
    guard isEnabled, sample.delta.isPlausible else { return }
    let travel = sample.travel(perNotch: axis.notch).map { Vector($0.x + $0.y, 0) }
    if sample.isOfHold, let travel {
      let (grabs, change) = drag.handle(sample, travel: travel, at: now)
      if grabs { respond(to: .pressed, clickOf: nil, &effects) }
      return respond(to: change, clickOf: nil, &effects)
    }
    // Momentum from the device after a lift that was not reported.
    if sample.phase == .momentum, drag.isByFingers { cancel(&effects) }
    // A lift already starts the carousel's own motion to a card: the device's momentum would add
    // another.
    guard sample.phase != .momentum, !drag.isActive else { return }
    let delta = travel?.x ?? sample.delta.x + sample.delta.y
    guard delta != 0 else { return }
    if travel == nil {
      turn(by: delta, perNotch: sample.modifiers.contains(.shift) ? 5 : 1, &effects)
    } else {
      slide(by: delta)
    }
  }

  /// Steps from the card being moved to, or else from the nearest one.
  private mutating func step(by cards: Int, _ effects: inout Effects<Effect>) {
    snapAt = nil
    move(to: index(targetIndex, movedBy: cards), &effects)
  }

  /// The card this many further, or the last one that way.
  private func index(_ base: Int, movedBy cards: Int) -> Int {
    let (sum, overflow) = base.addingReportingOverflow(cards)
    return stops.clamped(overflow ? (cards < 0 ? 0 : layout.count - 1) : sum)
  }

  /// Each notch is one card; notches faster than the motion add up.
  private mutating func turn(
    by turned: Double, perNotch cards: Int, _ effects: inout Effects<Effect>
  ) {
    let whole = notches.add(turned, at: now)
    guard whole != 0 else { return }
    let shown = nearest(at: now)
    let reach = Self.notchQueue * cards
    let wanted = index(targetIndex, movedBy: whole * cards) - shown
    snapAt = nil
    move(to: index(shown, movedBy: min(reach, max(-reach, wanted))), &effects)
  }

  /// A surface that scrolls by distance moves the content directly, never past an end; a bounce is
  /// left alone.
  private mutating func slide(by distance: Double) {
    guard axis.extent.overscroll(of: axis.offset(at: now)) == 0 else { return }
    axis.place(at: axis.extent.clamped(axis.offset(at: now) + distance))
    snapAt = end(ofWait: Self.wheelDelay)
  }

  private var targetIndex: Int {
    guard let motion = axis.motion else { return nearest(at: now) }
    return stops.nearest(to: motion.law.restPosition)
  }

  // MARK: Orders

  /// The cards that can be targeted, as in a go-to field.
  ///
  /// A single card, or contained cards that fit the viewport, have only one rest position: the
  /// first's.
  public var indices: Range<Int> {
    let isWhole = ends.containment == .none || (ends.containment == .keep && !stops.hasOnePlace)
    return isWhole ? 0..<layout.count : stops.cards.lowerBound..<stops.cards.upperBound + 1
  }

  /// Scrolls to a card; a press may interrupt the motion.
  ///
  /// Ignored if `index` is not in `indices`, or while a pointer holds the carousel.
  ///
  /// `anchor`: the part of the card that is aligned with the same part of the viewport; `nil` for
  /// the carousel's own alignment. With any other, the next snap moves away again.
  public mutating func scroll(
    to index: Int, anchor: CardLayout.Alignment? = nil, animated: Bool = true, at time: Instant
  ) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    guard indices.contains(index), !drag.isActive else { return reported(effects) }
    snapAt = nil
    if animated {
      move(to: index, anchor: anchor, &effects)
    } else {
      axis.place(at: axis.extent.clamped(place(of: index, anchor: anchor)))
      effects.append(.settled(nearest(at: now)))
    }
    return reported(effects)
  }

  /// Moves or resizes the viewport; the card at its anchor stays there, even in mid-motion, or as
  /// near as the ends allow.
  public mutating func layout(
    frame: Rect, scale: Double? = nil, at time: Instant
  ) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    self.frame = frame.plausible
    fit(layout, scale: scale, &effects)
    return reported(effects)
  }

  /// Changes the behaviour at the ends; content at a rest position that no longer exists moves to
  /// the nearest one.
  public mutating func setEnds(_ ends: CarouselEnds, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    self.ends = ends
    fit(layout, &effects)
    return reported(effects)
  }

  /// Updates stops and extent after a change of cards, frame or ends, and moves content whose rest
  /// position is no longer valid.
  private mutating func fit(
    _ layout: CardLayout, scale: Double? = nil, _ effects: inout Effects<Effect>
  ) {
    let (old, resting) = (stops, axis.motionRest ?? axis.offset(at: now))
    stops = CardStops(layout, viewport: frame.width, ends: ends)
    let velocity = axis.velocity(at: now)
    axis.keepRest(in: Self.extent(of: stops, in: frame, scale: scale ?? axis.extent.scale), at: now)
    // Without containment a card's rest position does not depend on the viewport.
    guard old != stops, old.range != stops.range, !axis.isHeld else { return }
    let target =
      end(for: resting, of: old) ?? stops.place(of: stops.clamped(old.nearest(to: resting)))
    guard target != resting else { return }
    if axis.motionEnd == nil { return axis.place(at: target) }
    run(land(from: axis.offset(at: now), velocity: velocity, on: target), &effects)
  }

  /// The new end of the strip for content that rested at the old one: an end stays an end in any
  /// viewport, however wide its card is.
  private func end(for place: Double, of old: CardStops) -> Double? {
    switch place {
    case old.range.lowerBound: stops.range.lowerBound
    case old.range.upperBound: stops.range.upperBound
    default: nil
    }
  }

  /// Changes the physics; motion in flight continues to the same card from its current position and
  /// velocity.
  public mutating func setPhysics(_ physics: ScrollPhysics, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    drag.tracker.settings = physics.velocity
    let (offset, velocity) = (axis.offset(at: now), axis.velocity(at: now))
    let target = axis.motionRest
    axis.change(physics: physics, at: now)
    if let target { run(land(from: offset, velocity: velocity, on: target), &effects) }
    return reported(effects)
  }

  /// Changes the cards; the one nearest to the anchor stays there, or the last one replaces it.
  public mutating func setLayout(_ layout: CardLayout, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    let (old, oldStops, start) = (self.layout, stops, axis.offset(at: now))
    let target = axis.motionRest.map { stops.nearest(to: $0) }
    let moved = Self.moved(start, from: old, to: layout)
    var place = moved.place
    let velocity = axis.velocity(at: now) * moved.ratio
    stops = CardStops(layout, viewport: frame.width, ends: ends)
    let (wasHeld, isMoving) = (axis.isHeld, axis.motionEnd != nil)
    if ends.containment != .none, old.count == layout.count, !wasHeld, !isMoving {
      place = end(for: start, of: oldStops) ?? place
    }
    axis.place(at: place)
    axis.change(extent: Self.extent(of: stops, in: frame, scale: axis.extent.scale), at: now)
    if wasHeld {
      axis.drag(to: axis.travel, at: now)
    } else if isMoving || axis.extent.overscroll(of: place) != 0 {
      let index = min(layout.count - 1, target ?? stops.nearest(to: place))
      run(land(from: place, velocity: velocity, on: stops.place(of: index)), &effects)
    }
    return reported(effects)
  }

  /// Maps a position from one strip to another, keeping its share of the distance between the same
  /// two cards; `ratio` scales a velocity.
  private static func moved(
    _ place: Double, from old: CardLayout, to new: CardLayout
  ) -> (place: Double, ratio: Double) {
    let nearest = old.nearest(to: place)
    let next = place < old.snapPoint(of: nearest) ? nearest - 1 : nearest + 1
    let kept = min(nearest, new.count - 1)
    guard old.width(of: nearest) != new.width(of: kept) || old.spacing != new.spacing,
      next >= 0, next < min(old.count, new.count), kept == nearest,
      case let ratio = (new.snapPoint(of: next) - new.snapPoint(of: nearest))
        / (old.snapPoint(of: next) - old.snapPoint(of: nearest)),
      // Cards too narrow to be told apart have no distance to share out.
      ratio.isFinite, ratio <= 1e6
    else { return (place - old.snapPoint(of: kept) + new.snapPoint(of: kept), 1) }
    return (new.snapPoint(of: nearest) + (place - old.snapPoint(of: nearest)) * ratio, ratio)
  }

  /// Starts a motion to a card from the current position and velocity.
  private mutating func move(
    to index: Int, anchor: CardLayout.Alignment? = nil, _ effects: inout Effects<Effect>
  ) {
    let target = place(of: index, anchor: anchor)
    let cards = abs(index - nearest(at: now))
    let duration = min(0.9, 0.25 + 0.04 * Double(max(1, cards)).squareRoot())
    axis.glide(to: target, lasting: duration, at: now)
    if axis.motionEnd == nil { effects.append(.settled(nearest(at: now))) }
  }

  private func place(of index: Int, anchor: CardLayout.Alignment?) -> Double {
    guard let anchor, anchor != layout.alignment else { return stops.place(of: index) }
    let part = layout.leadingEdge(of: index) + anchor.share * layout.width(of: index)
    return part + stops.anchor - anchor.share * axis.extent.viewport
  }

  // MARK: Snapping

  /// Releases held content with a velocity, in points per second.
  private mutating func release(velocity: Double, _ effects: inout Effects<Effect>) {
    // Under `whenOffsetRests` the content may already have moved away from under the pointer.
    guard axis.isHeld else { return }
    snapAt = nil
    run(plan(from: axis.offset(at: now), velocity: velocity).motion, &effects)
  }

  /// Starts a motion; one of zero length settles at once.
  private mutating func run(_ motion: ScrollMotion, _ effects: inout Effects<Effect>) {
    axis.run(motion, at: now)
    if axis.motionEnd == nil { effects.append(.settled(nearest(at: now))) }
  }

  /// Snaps to the nearest card, from rest, once the offset has been still.
  private mutating func snapFromRest(_ effects: inout Effects<Effect>) {
    let offset = axis.offset(at: now)
    let target = stops.place(of: stops.nearest(to: offset))
    guard offset != target else { return }
    run(snap(from: offset, velocity: 0, to: target), &effects)
  }

  /// The planned outcome of a release.
  private struct Plan {
    let motion: ScrollMotion
    /// The target card, and the rule that chose it.
    let index: Int
    let rule: ReleaseExplanation.Rule
    /// Where the run would come to rest if there were no cards.
    let aim: Double
  }

  /// Plans the motion after a release at an offset with a velocity, in points and points per
  /// second.
  private func plan(from offset: Double, velocity: Double) -> Plan {
    let free = axis.physics.release(from: offset, velocity: velocity, in: axis.extent)
    let aim = free.restPosition
    if strategy == .whenOffsetRests {
      let index = stops.nearest(to: aim)
      return Plan(motion: resting(free, on: index), index: index, rule: .nearest, aim: aim)
    }
    let (index, rule) = card(forRest: aim, from: offset, velocity: free.releaseVelocity)
    let target = stops.place(of: index)
    let runsOut = strategy == .afterDeceleration && flingLimit == .unlimited && free.duration > 0
    let motion =
      runsOut
      ? followed(free, bySnapTo: target, velocity: free.finalVelocity)
      : land(from: offset, velocity: velocity, on: target)
    return Plan(motion: motion, index: index, rule: rule, aim: aim)
  }

  /// The target card for a run from `offset` that would end at `rest`, and the rule that chose it.
  private func card(
    forRest rest: Double, from offset: Double, velocity: Double
  ) -> (index: Int, rule: ReleaseExplanation.Rule) {
    let nearest = stops.nearest(to: rest, direction: velocity)
    var (index, rule) = (nearest, ReleaseExplanation.Rule.nearest)
    let below = stops.next(from: offset, direction: -1)
    let above = stops.next(from: offset, direction: 1)
    if flickRule == .atLeastNext, abs(velocity) > Self.flickSpeed {
      index = velocity > 0 ? max(index, above) : min(index, below)
      if index != nearest { rule = .atLeastNext }
    }
    if flingLimit == .one {
      let held = min(max(index, below), above)
      if held != index { (index, rule) = (held, .atMostNext) }
    }
    return (index, rule)
  }

  /// A run, then the `restDelay` at its end, then a snap to a card.
  private func resting(_ free: ScrollMotion, on index: Int) -> ScrollMotion {
    let (rest, target) = (free.restPosition, stops.place(of: index))
    guard rest != target else { return free }
    let wait = EaseMotion(from: rest, to: rest, duration: Self.restDelay)
    var waiting = free
    // The run ends here at its stop speed, as at any rest; that motion continues afterwards does
    // not matter.
    waiting.append(.ease(wait), phase: .snapping, isKnownDeparture: true)
    return followed(waiting, bySnapTo: target, velocity: 0)
  }

  /// The motion from an offset with a velocity that lands on a position.
  private func land(from offset: Double, velocity: Double, on target: Double) -> ScrollMotion {
    axis.physics.release(from: offset, velocity: velocity, in: axis.extent, landing: target)
  }

  private func followed(
    _ run: ScrollMotion, bySnapTo target: Double, velocity: Double
  ) -> ScrollMotion {
    guard run.restPosition != target else { return run }
    let snap = snap(from: run.restPosition, velocity: velocity, to: target)
    var joined = run
    joined.append(snap.sequence[0], phase: .snapping)
    return joined
  }

  private func snap(from offset: Double, velocity: Double, to target: Double) -> ScrollMotion {
    axis.physics.spring(
      to: target, from: offset, velocity: velocity, in: axis.extent, phase: .snapping)
  }

  // MARK: Queries

  /// The strip position at the viewport's leading edge at a time, in points; negative where the
  /// first card is centred.
  public func contentOffset(at time: Instant) -> Double { place(at: time) - stops.anchor }

  /// The content's velocity at a time, in points per second, positive towards higher indices.
  ///
  /// Exact in free motion; while dragged, the velocity with which a release at that time would
  /// start.
  public func velocity(at time: Instant) -> Double {
    snapshot(at: time) { state in
      state.axis.isHeld ? state.dragVelocity(at: time) : state.axis.velocity(at: time)
    }
  }

  /// The content offset where the carousel will come to rest, in points; while dragged, as if
  /// released at that time.
  public func restOffset(at time: Instant) -> Double {
    snapshot(at: time) { $0.restPlace(at: time) } - stops.anchor
  }

  /// The card where it will come to rest; while dragged, as if released at that time.
  public func restIndex(at time: Instant) -> Int {
    stops.nearest(to: snapshot(at: time) { $0.restPlace(at: time) })
  }

  /// The card nearest to the anchor at a time, which a snap would choose; ties go to the lower
  /// index.
  public func nearest(at time: Instant) -> Int { stops.nearest(to: place(at: time)) }

  /// The content offset at which a card comes to rest, in points.
  ///
  /// - Precondition: `index` is that of a card.
  public func snapOffset(of index: Int) -> Double { stops.place(of: index) - stops.anchor }

  /// The anchor's distance from the viewport's leading edge, in points.
  public var anchor: Double { stops.anchor }

  /// The cards partly or wholly in the viewport at a time.
  public func visibleRange(at time: Instant) -> Range<Int> {
    let offset = contentOffset(at: time)
    return layout.indices(from: offset, to: offset + axis.extent.viewport)
  }

  /// A card's frame at a time, in points of the coordinate space of `frame`.
  ///
  /// - Precondition: `index` lies in `indices`.
  public func cardFrame(_ index: Int, at time: Instant) -> Rect {
    Rect(
      x: frame.minX + (layout.leadingEdge(of: index) - contentOffset(at: time)),
      y: frame.midY - cardHeight / 2, width: layout.width(of: index), height: cardHeight)
  }

  /// The card whose shape is hit by a press at a location in the viewport; `nil` beside and between
  /// the cards.
  ///
  /// Where a finger hits two close cards, the one directly under it wins.
  public func card(
    at location: Vector, by device: PointerSample.Device = .mouse, time: Instant
  ) -> Int? {
    guard frame.contains(location) else { return nil }
    let x = contentOffset(at: time) + (location.x - frame.minX)
    let reach = device == .touch ? ContainerShape.touchMargin : 0
    let near = [0, -reach, reach].lazy.compactMap { layout.card(at: x + $0) }
    return near.first { cardShape.isHit(at: location, by: device, in: cardFrame($0, at: time)) }
  }

  /// The card under the pointer at a time, unless a drag is under way.
  public func hoveredCard(at time: Instant) -> Int? {
    guard isEnabled, pointer.isPresent, !drag.isDragging else { return nil }
    return card(at: pointer.location, by: pointer.device, time: time)
  }

  /// The card that a release would click at a time: the pressed one, while the pointer is over it
  /// and no drag is under way.
  public func pressedCard(at time: Instant) -> Int? {
    guard let pressed, !hasCaught, hoveredCard(at: time) == pressed else { return nil }
    return pressed
  }

  /// Distance of the content past an end at a time, in points: negative before the first card.
  public func overscroll(at time: Instant) -> Double { axis.extent.overscroll(of: place(at: time)) }

  /// Position between the ends at a time, 0…1, and beyond while overshooting; 0 with a single card.
  public func progress(at time: Instant) -> Double {
    let length = axis.extent.maximum - axis.extent.minimum
    let progress = (place(at: time) - axis.extent.minimum) / length
    // On an extremely short strip, a position past its end may divide to infinity.
    return progress.isFinite ? progress : 0
  }

  /// What the carousel is doing at a time.
  public func state(at time: Instant) -> ControlState {
    snapshot(at: time) { state in
      let drag = state.drag
      let word = state.axis.state(at: time, isDragging: drag.isDragging)
      guard word == .idle else { return word }
      if drag.isActive { return drag.isDragging ? .tracking : .pressed }
      return drag.isCancelled ? .cancelled : .idle
    }
  }

  /// Whether a press, or fingers on a touchpad, hold the carousel.
  public var isPressed: Bool { drag.isActive }

  /// Whether fingers on a touchpad, rather than the pointer, hold the carousel.
  public var isHeldByFingers: Bool { drag.isByFingers }

  /// When time alone next changes the state, or `nil` if only an event can.
  public var deadline: Instant? { .earliest(axis.motionEnd, nextChange) }

  /// The next timed change other than the end of the motion: a snap, or the loss of silent fingers.
  private var nextChange: Instant? { .earliest(snapAt, drag.fingersLostAt) }

  /// Whether a later frame would look different because of time alone.
  public func isMoving(at time: Instant) -> Bool {
    snapshot(at: time) { $0.axis.motionEnd.map { time < $0 } ?? false }
  }

  /// The motion under way and when it began, for drawing and checking; `nil` while held or at rest.
  public var motion: (law: ScrollMotion, start: Instant)? {
    axis.motion.map { ($0.law, $0.start) }
  }

  /// The velocity estimate if the pointer were released at a time; `nil` unless a press is held.
  public func releaseEstimate(at time: Instant) -> VelocityEstimate? {
    drag.releaseEstimate(at: time)
  }

  /// The laws of motion; see `setPhysics(_:at:)`.
  public var physics: ScrollPhysics { axis.physics }

  /// The strip position at the viewport's anchor.
  private func place(at time: Instant) -> Double { snapshot(at: time) { $0.axis.offset(at: time) } }

  /// The velocity with which a release of the drag would start; 0 for a press that is not yet a
  /// drag.
  private func dragVelocity(at time: Instant) -> Double {
    drag.isDragging ? flingVelocity(at: time) : 0
  }

  private func flingVelocity(at time: Instant) -> Double { releaseVelocity(at: time).value }

  /// The release velocity of a drag that ends at `time`, with its derivation.
  private func releaseVelocity(at time: Instant) -> ReleaseVelocity {
    axis.releaseVelocity(forDrag: -drag.velocity(at: time).x, at: time)
  }

  private func restPlace(at time: Instant) -> Double {
    if let rest = axis.motionRest { return rest }
    let offset = axis.offset(at: time)
    guard axis.isHeld else { return offset }
    return plan(from: offset, velocity: dragVelocity(at: time)).motion.restPosition
  }

  /// Evaluates a query at a time, on a copy advanced to it if something other than the end of the
  /// motion changes the state by then.
  @inline(__always)
  private func snapshot<Answer>(at time: Instant, _ question: (Carousel) -> Answer) -> Answer {
    guard let nextChange, time >= nextChange else { return question(self) }
    return question(advanced(to: time))
  }

  // MARK: Explanation

  /// Explains where the release in a sample leads, as `handle` would carry it out; `nil` if the
  /// sample releases nothing, or clicks a card elsewhere.
  ///
  /// Positions are content offsets, so ``ReleaseExplanation/rest`` equals ``restOffset(at:)`` after
  /// the release.
  ///
  /// - Parameters:
  ///   - sample: the releasing sample; it is not handled.
  ///   - velocity: a hypothetical release velocity to use instead, in points per second.
  public func explanation(
    of sample: PointerSample, velocity: Double? = nil
  ) -> ReleaseExplanation? {
    var carousel = advanced(to: sample.time)
    guard var released = carousel.letGo(by: sample) else { return nil }
    released.value = velocity ?? released.value
    return carousel.explanation(ofRelease: released)
  }

  /// The cards that the release in a sample can lead to; `nil` if there is nothing to explain.
  ///
  /// - Parameter sample: the releasing sample; it is not handled.
  public func choices(of sample: PointerSample) -> ReleaseChoices? {
    var carousel = advanced(to: sample.time)
    return carousel.letGo(by: sample).map { carousel.choices(at: $0.value) }
  }

  private func choices(at velocity: Double) -> ReleaseChoices {
    let offset = axis.offset(at: now)
    return ReleaseChoices(
      item: .card, velocity: velocity, count: layout.count, place: { stops.place(of: $0) },
      nearest: { stops.nearest(to: $0) },
      answer: { velocity in
        let plan = plan(from: offset, velocity: velocity)
        return ReleaseChoices.Answer(index: plan.index, rule: rule(of: plan), aim: plan.aim)
      })
  }

  /// Handles the sample as `handle` does, up to the release; returns its velocity if it is one.
  private mutating func letGo(by sample: PointerSample) -> ReleaseVelocity? {
    switch drag.handle(sample, hitBox: frame, at: now).change {
    case .none, .pressed, .began, .moved, .cancelled: return nil
    case .released(let isClick):
      if isClick, let card = clickedCard(by: sample), card != nearest(at: now) { return nil }
      guard axis.isHeld else { return nil }
      return ReleaseVelocity(pointer: -drag.velocity(at: now).x, stoppedBy: .noDrag)
    case .ended(let translation):
      follow(-translation.x)
      return axis.isHeld ? releaseVelocity(at: now) : nil
    }
  }

  private func explanation(ofRelease velocity: ReleaseVelocity) -> ReleaseExplanation {
    let offset = axis.offset(at: now)
    let unit = PlaceUnit(origin: stops.anchor)
    return ReleaseExplanation(
      Release(of: drag, along: .horizontal, at: now, velocity: velocity, offset: offset),
      physics.projection(from: offset, velocity: velocity.value, in: axis.extent),
      choices(at: velocity.value).choice(unit),
      plan(from: offset, velocity: velocity.value).motion, unit)
  }

  /// At an end, the nearest card is the last one that way.
  private func rule(of plan: Plan) -> ReleaseExplanation.Rule {
    let isEdge = plan.aim == axis.extent.minimum || plan.aim == axis.extent.maximum
    return plan.rule == .nearest && isEdge ? .pastEdge : plan.rule
  }
}
