public import FeelGeometry

/// Cards side by side, dragged and flicked, that come to rest on a card.
///
///     resting --press--> held --drag past the slop--> dragging --release--> moving --> settled
///        ^                 |                             |                    |
///        |                 +-- click --> to that card    +-- cancel --> snaps from rest
///        +---------------------- settled --------------------- press: caught where it is
///
/// All offsets of the strip are of the point that lies on the viewport's anchor (centre, start or
/// end), so that a resize moves nothing: the card that was centred stays so, even in mid-motion.
/// The work of an event, a query and a frame does not depend on the number of cards.
public struct Carousel: Passing, Hashable, Sendable {
  /// What the carousel reports; a change of offset comes first, at most one a call.
  public enum Effect: Hashable, Sendable {
    /// The content offset is another than reported last, in points.
    case offsetChanged(Double)
    /// A drag began.
    case dragBegan
    /// A drag ended with a release.
    case dragEnded
    /// A press or a drag was abandoned; the carousel snaps from rest.
    case cancelled
    /// A card was clicked, pressed and released on the same card; if it is not the settled one, the
    /// carousel is on its way to it.
    case clicked(Int)
    /// The carousel came to rest, on this card.
    case settled(Int)
  }

  /// How the card to rest on is found after a release.
  public enum SnapStrategy: String, Hashable, Sendable, CaseIterable {
    /// The rest is projected at release, and one motion lands on the card nearest to it.
    case projected
    /// The fling runs out first; then the nearest card is snapped to.
    case afterDeceleration
    /// Whenever the offset has not changed for a while, whoever holds it: it snaps away under a
    /// still finger.
    case whenOffsetRests
  }

  /// How many cards one fling may pass.
  public enum FlingLimit: String, Hashable, Sendable, CaseIterable {
    /// As many as it has momentum for.
    case unlimited
    /// To the next card in its direction, and no further.
    case one
  }

  /// What a flick faster than 100 points a second achieves at least.
  public enum FlickRule: String, Hashable, Sendable, CaseIterable {
    /// The next card in its direction.
    case atLeastNext
    /// Whatever card is nearest.
    case nearestOnly
  }

  /// Faster than this is a flick, in points per second.
  public static let flickSpeed = 100.0
  /// How long the offset must stand still for `whenOffsetRests`, in seconds.
  public static let restDelay = 0.1
  /// How long after the last precise wheel event the carousel snaps, in seconds.
  public static let wheelDelay = 0.15
  /// How many cards the notches of a wheel may be ahead of what is shown.
  public static let notchQueue = 10

  /// The viewport, in points.
  public private(set) var frame: Rect
  /// What it does at its ends; see `setEnds(_:at:)`.
  public private(set) var ends: CarouselEnds
  /// The height of every card, in points, positive; they lie in the middle of the viewport's
  /// height.
  public var cardHeight: Double {
    didSet { Self.check(cardHeight: cardHeight) }
  }
  /// How the card to rest on is found; a change applies from the next release on.
  public var strategy: SnapStrategy
  /// How many cards one fling may pass; a change applies from the next release on.
  public var flingLimit: FlingLimit
  /// What a flick achieves at least; a change applies from the next release on.
  public var flickRule: FlickRule
  /// Whether the carousel can be moved by the user; see `setEnabled(_:at:)`.
  public private(set) var isEnabled = true
  /// The shape in which every card is drawn, and that the pointer has to hit for the card to be
  /// hovered, pressed and clicked.
  public var cardShape = ContainerShape.rectangle
  /// Whether the pointer is over the viewport.
  public var isHovered: Bool { pointer.isOver(frame) }

  private var stops: CardStops
  private var axis: ScrollAxis
  private var drag: ContentDrag
  private var pointer = PointerPlace()
  /// The card that was pressed, until the press ends or becomes a drag.
  private var pressed: Int?
  private var reportedOffset: Double
  /// When a carousel whose offset stands still snaps, if it is to.
  private var snapAt: Instant?
  /// Whether the press stopped a motion, so that its release is no click.
  private var hasCaught = false
  private var notches = NotchCount()
  private var now = Instant.zero

  /// Creates a carousel at rest on a card.
  ///
  /// - Parameters:
  ///   - frame: the viewport, in points.
  ///   - layout: where the cards lie along the strip.
  ///   - ends: what it does where a card on its anchor would leave room in the viewport.
  ///   - cardHeight: the height of every card, in points.
  ///   - index: the card it rests on, held to those there are.
  ///   - strategy: when and where it snaps.
  ///   - flingLimit: how many cards one fling may pass.
  ///   - flickRule: whether a flick always leaves its card.
  ///   - physics: how the strip moves.
  ///   - slop: how far a pointer may drift before it drags.
  ///   - scale: device pixels a point.
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

  /// Where the cards lie along the strip.
  public var layout: CardLayout { stops.layout }

  private static func extent(of stops: CardStops, in frame: Rect, scale: Double) -> ScrollExtent {
    ScrollExtent(
      minimum: stops.range.lowerBound, maximum: stops.range.upperBound, viewport: frame.width,
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

  /// Makes the carousel able or unable to be moved by the user; disabling it abandons a drag.
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
      if axis.settle(at: now) { effects.append(.settled(nearest(at: now))) }
      if drag.loseFingers(at: now) { abandon(&effects) }
      if let moment = snapAt, now >= moment {
        snapAt = nil
        snapFromRest(&effects)
      }
    }
    now = target
  }

  /// Puts the change of offset, if there is one, before what came of it.
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
    pointer.follow(sample, presser: drag.presser)
    guard isEnabled || sample.phase == .up else { return }
    let (abandons, change) = drag.handle(sample, hitBox: frame, at: now)
    if abandons { abandon(&effects) }
    if change == .pressed { pressed = card(at: sample.location, by: sample.device, time: now) }
    respond(to: change, clickOf: clickedCard(by: sample), &effects)
    if !drag.isActive || drag.isDragging { pressed = nil }
  }

  /// The card that a release at a sample's place would click: the one that was pressed, if it is
  /// still there.
  private func clickedCard(by sample: PointerSample) -> Int? {
    guard let pressed, !hasCaught,
      card(at: sample.location, by: sample.device, time: now) == pressed
    else { return nil }
    return pressed
  }

  /// Does with the content what a drag asks for, by a pointer or by fingers on a touchpad.
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
    hasCaught = axis.motionEnd != nil
    axis.grab(at: now)
    notches.reset()
    waitForRest()
  }

  private mutating func follow(_ travel: Double) {
    guard travel != axis.travel else { return }
    axis.drag(to: travel, at: now)
    waitForRest()
  }

  /// Watching only the offset: the wait begins anew with every change of it.
  private mutating func waitForRest() {
    snapAt = strategy == .whenOffsetRests ? end(ofWait: Self.restDelay) : nil
  }

  /// When a wait of some seconds from now is over, or `nil` where time ends before: content must
  /// not snap away in the instant it is caught.
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
    // What the device does after a lift that nobody told of.
    if sample.phase == .momentum, drag.isByFingers { cancel(&effects) }
    // Of a lift it makes a motion of its own, to a card: the device's would be a second one.
    guard sample.phase != .momentum, !drag.isActive else { return }
    let delta = travel?.x ?? sample.delta.x + sample.delta.y
    guard delta != 0 else { return }
    if travel == nil {
      turn(by: delta, perNotch: sample.modifiers.contains(.shift) ? 5 : 1, &effects)
    } else {
      slide(by: delta)
    }
  }

  /// From the card that is being gone to, or else the nearest one.
  private mutating func step(by cards: Int, _ effects: inout Effects<Effect>) {
    snapAt = nil
    move(to: index(targetIndex, movedBy: cards), &effects)
  }

  /// The card so many further, or the last one on the way.
  private func index(_ base: Int, movedBy cards: Int) -> Int {
    let (sum, overflow) = base.addingReportingOverflow(cards)
    return stops.held(overflow ? (cards < 0 ? 0 : layout.count - 1) : sum)
  }

  /// One notch is one card; notches that come faster than the cards add up.
  private mutating func turn(
    by turned: Double, perNotch cards: Int, _ effects: inout Effects<Effect>
  ) {
    let whole = notches.take(turned, at: now)
    guard whole != 0 else { return }
    let shown = nearest(at: now)
    let reach = Self.notchQueue * cards
    let wanted = index(targetIndex, movedBy: whole * cards) - shown
    snapAt = nil
    move(to: index(shown, movedBy: min(reach, max(-reach, wanted))), &effects)
  }

  /// A surface that scrolls by distance moves the content itself, never past an end; what bounces
  /// there bounces on.
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

  /// The cards that can be gone to: what a go-to field may name.
  ///
  /// Contained cards that fit the viewport have one place to rest, that of the first; so has a
  /// single card.
  public var indices: Range<Int> {
    let isWhole = ends.containment == .none || (ends.containment == .keep && !stops.hasOnePlace)
    return isWhole ? 0..<layout.count : stops.cards.lowerBound..<stops.cards.upperBound + 1
  }

  /// Brings a card to its place, with a motion that a press may interrupt.
  ///
  /// An index that no card has moves nothing; so does any order while a pointer holds the carousel.
  ///
  /// `anchor`: which part of the card goes to the same part of the viewport; `nil` for the
  /// carousel's own alignment. Any other is left again at the next snap.
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

  /// Moves or resizes the viewport; the card on its anchor stays there, in mid-motion too, or as
  /// near to it as the ends let it.
  public mutating func layout(
    frame: Rect, scale: Double? = nil, at time: Instant
  ) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    self.frame = frame.plausible
    fit(layout, scale: scale, &effects)
    return reported(effects)
  }

  /// Changes what the carousel does at its ends; what rests where it can no longer rests at the
  /// nearest place.
  public mutating func setEnds(_ ends: CarouselEnds, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    self.ends = ends
    fit(layout, &effects)
    return reported(effects)
  }

  /// Brings stops and extent in line with cards, frame and ends, and with them what may no longer
  /// rest where it would.
  private mutating func fit(
    _ layout: CardLayout, scale: Double? = nil, _ effects: inout Effects<Effect>
  ) {
    let (old, resting) = (stops, axis.motionRest ?? axis.offset(at: now))
    stops = CardStops(layout, viewport: frame.width, ends: ends)
    let velocity = axis.velocity(at: now)
    axis.keepRest(in: Self.extent(of: stops, in: frame, scale: scale ?? axis.extent.scale), at: now)
    // Without containment a card rests at the same place of the strip in any viewport.
    guard old != stops, old.range != stops.range, !axis.isHeld else { return }
    let target = end(for: resting, of: old) ?? stops.place(of: stops.held(old.nearest(to: resting)))
    guard target != resting else { return }
    if axis.motionEnd == nil { return axis.place(at: target) }
    run(land(from: axis.offset(at: now), velocity: velocity, on: target), &effects)
  }

  /// The end of the strip for what rested at one of another: there it rests in any viewport,
  /// however wide its card is.
  private func end(for place: Double, of old: CardStops) -> Double? {
    switch place {
    case old.range.lowerBound: stops.range.lowerBound
    case old.range.upperBound: stops.range.upperBound
    default: nil
    }
  }

  /// Changes the laws of motion; a motion under way goes on to the same card from where it is, as
  /// fast as it is.
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

  /// Changes the cards; the card nearest to the centre stays there, or the last one takes its
  /// place.
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

  /// A place of one strip on another, in the same share of the way between the same two cards; and
  /// what that does to a velocity.
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
      // Cards too narrow to be told apart have no way between them to share out.
      ratio.isFinite, ratio <= 1e6
    else { return (place - old.snapPoint(of: kept) + new.snapPoint(of: kept), 1) }
    return (new.snapPoint(of: nearest) + (place - old.snapPoint(of: nearest)) * ratio, ratio)
  }

  /// Sets out for a card from wherever the carousel is, as fast as it is.
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

  /// Lets go of the held content with a velocity, in points per second.
  private mutating func release(velocity: Double, _ effects: inout Effects<Effect>) {
    // Under `whenOffsetRests` the content may already be on its way under the pointer.
    guard axis.isHeld else { return }
    snapAt = nil
    run(plan(from: axis.offset(at: now), velocity: velocity).motion, &effects)
  }

  /// Starts a motion; one without length has settled at once.
  private mutating func run(_ motion: ScrollMotion, _ effects: inout Effects<Effect>) {
    axis.run(motion, at: now)
    if axis.motionEnd == nil { effects.append(.settled(nearest(at: now))) }
  }

  /// The offset has stood still: to the nearest card, from rest.
  private mutating func snapFromRest(_ effects: inout Effects<Effect>) {
    let offset = axis.offset(at: now)
    let target = stops.place(of: stops.nearest(to: offset))
    guard offset != target else { return }
    run(snap(from: offset, velocity: 0, to: target), &effects)
  }

  /// A release that was planned.
  private struct Plan {
    let motion: ScrollMotion
    /// The card to rest on, and what decided it.
    let index: Int
    let rule: ReleaseExplanation.Rule
    /// Where the run would rest were there no cards.
    let aim: Double
  }

  /// The whole motion after a release at an offset with a velocity, in points and points per
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

  /// The card to rest on after a run from an offset that would end at `rest`, and what decides it.
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

  /// A run that is followed, once its rest has been seen, by a snap to a card.
  private func resting(_ free: ScrollMotion, on index: Int) -> ScrollMotion {
    let (rest, target) = (free.restPosition, stops.place(of: index))
    guard rest != target else { return free }
    let wait = EaseMotion(from: rest, to: rest, duration: Self.restDelay)
    var waiting = free
    // The run stops here from its stop speed, as at any rest; that the rest is not the last one
    // changes nothing.
    waiting.append(.ease(wait), phase: .snapping, isKnownDeparture: true)
    return followed(waiting, bySnapTo: target, velocity: 0)
  }

  /// The motion that lands on a place from an offset with a velocity.
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

  /// The viewport's leading edge on the strip at a time, in points; negative where the first card
  /// is centred.
  public func contentOffset(at time: Instant) -> Double { place(at: time) - stops.anchor }

  /// The content's velocity at a time, in points per second, positive towards higher indices.
  ///
  /// Exact while it moves by itself; while it is dragged, what a release at that time would start
  /// with.
  public func velocity(at time: Instant) -> Double {
    asked(at: time) { state in
      state.axis.isHeld ? state.dragVelocity(at: time) : state.axis.velocity(at: time)
    }
  }

  /// Where the carousel will rest, as a content offset in points: while it is dragged, if it were
  /// released at that time.
  public func restOffset(at time: Instant) -> Double {
    asked(at: time) { $0.restPlace(at: time) } - stops.anchor
  }

  /// The card it will rest on: while it is dragged, if it were released at that time.
  public func restIndex(at time: Instant) -> Int {
    stops.nearest(to: asked(at: time) { $0.restPlace(at: time) })
  }

  /// The card nearest to the anchor at a time, which would be snapped to; a tie goes to the lower
  /// index.
  public func nearest(at time: Instant) -> Int { stops.nearest(to: place(at: time)) }

  /// The content offset at which a card comes to rest, in points.
  ///
  /// - Precondition: `index` is that of a card.
  public func snapOffset(of index: Int) -> Double { stops.place(of: index) - stops.anchor }

  /// How far beyond the viewport's beginning the anchor lies, in points.
  public var anchor: Double { stops.anchor }

  /// The cards of which some part lies in the viewport at a time.
  public func visibleRange(at time: Instant) -> Range<Int> {
    let offset = contentOffset(at: time)
    return layout.indices(from: offset, to: offset + axis.extent.viewport)
  }

  /// Where a card is at a time, in points of the frame's space.
  ///
  /// - Precondition: `index` lies in `indices`.
  public func cardFrame(_ index: Int, at time: Instant) -> Rect {
    Rect(
      x: frame.minX + (layout.leadingEdge(of: index) - contentOffset(at: time)),
      y: frame.midY - cardHeight / 2, width: layout.width(of: index), height: cardHeight)
  }

  /// The card whose shape a press at a place in the viewport hits at a time; `nil` beside and
  /// between the cards.
  ///
  /// Where cards are so close that a finger hits two, it is the one that lies under it.
  public func card(
    at location: Vector, by device: PointerSample.Device = .mouse, time: Instant
  ) -> Int? {
    guard frame.contains(location) else { return nil }
    let x = contentOffset(at: time) + (location.x - frame.minX)
    let reach = device == .touch ? ContainerShape.touchMargin : 0
    let near = [0, -reach, reach].lazy.compactMap { layout.card(at: x + $0) }
    return near.first { cardShape.isHit(at: location, by: device, in: cardFrame($0, at: time)) }
  }

  /// The card under the pointer at a time, while nothing is dragged.
  public func hoveredCard(at time: Instant) -> Int? {
    guard isEnabled, pointer.isPresent, !drag.isDragging else { return nil }
    return card(at: pointer.location, by: pointer.device, time: time)
  }

  /// The card that a release would click at a time: the one that was pressed, while it is under the
  /// pointer and nothing is dragged.
  public func pressedCard(at time: Instant) -> Int? {
    guard let pressed, !hasCaught, hoveredCard(at: time) == pressed else { return nil }
    return pressed
  }

  /// How far past an end the content shows at a time, in points: negative before the first card.
  public func overscroll(at time: Instant) -> Double { axis.extent.overscroll(of: place(at: time)) }

  /// Where the carousel is between its ends at a time, 0…1 and beyond while it overshoots; 0 with a
  /// single card.
  public func progress(at time: Instant) -> Double {
    let length = axis.extent.maximum - axis.extent.minimum
    let progress = (place(at: time) - axis.extent.minimum) / length
    // A strip may be so short that anything past its end is infinitely many lengths away.
    return progress.isFinite ? progress : 0
  }

  /// What the carousel is doing at a time.
  public func state(at time: Instant) -> ControlState {
    asked(at: time) { state in
      let drag = state.drag
      let word = state.axis.state(at: time, isDragging: drag.isDragging)
      guard word == .idle else { return word }
      if drag.isActive { return drag.isDragging ? .tracking : .pressed }
      return drag.isCancelled ? .cancelled : .idle
    }
  }

  /// Whether a press is held on the carousel, or fingers on a touchpad hold it.
  public var isPressed: Bool { drag.isActive }

  /// Whether fingers on a touchpad hold the carousel, away from the pointer.
  public var isHeldByFingers: Bool { drag.isByFingers }

  /// When time alone next changes the state, or `nil` if only an event can.
  public var deadline: Instant? { .earliest(axis.motionEnd, nextChange) }

  /// When something but the motion under way happens by itself: a snap, or the loss of fingers that
  /// give no sign.
  private var nextChange: Instant? { .earliest(snapAt, drag.fingersLostAt) }

  /// Whether a later frame would look different because of time alone.
  public func isMoving(at time: Instant) -> Bool {
    asked(at: time) { $0.axis.motionEnd.map { time < $0 } ?? false }
  }

  /// The motion under way and when it began, for drawing and checking; `nil` while held or at rest.
  public var motion: (law: ScrollMotion, start: Instant)? {
    axis.motion.map { ($0.law, $0.start) }
  }

  /// What a release at a time would make of the pointer's samples; `nil` unless a press is held.
  public func releaseEstimate(at time: Instant) -> VelocityEstimate? {
    drag.releaseEstimate(at: time)
  }

  /// The laws of motion; see `setPhysics(_:at:)`.
  public var physics: ScrollPhysics { axis.physics }

  /// The point of the strip that lies on the viewport's anchor.
  private func place(at time: Instant) -> Double { asked(at: time) { $0.axis.offset(at: time) } }

  /// The velocity that a release of the drag would start with; a press that is not yet a drag has
  /// none.
  private func dragVelocity(at time: Instant) -> Double {
    drag.isDragging ? flingVelocity(at: time) : 0
  }

  private func flingVelocity(at time: Instant) -> Double { releaseVelocity(at: time).value }

  /// How the velocity of a drag that ends at a time comes about.
  private func releaseVelocity(at time: Instant) -> ReleaseVelocity {
    axis.releaseVelocity(forDrag: -drag.velocity(at: time).x, at: time)
  }

  private func restPlace(at time: Instant) -> Double {
    if let rest = axis.motionRest { return rest }
    let offset = axis.offset(at: time)
    guard axis.isHeld else { return offset }
    return plan(from: offset, velocity: dragVelocity(at: time)).motion.restPosition
  }

  /// Asks the state at a time to come: another one than this if something but the motion under way
  /// happens until then.
  @inline(__always)
  private func asked<Answer>(at time: Instant, _ question: (Carousel) -> Answer) -> Answer {
    guard let nextChange, time >= nextChange else { return question(self) }
    return question(brought(to: time))
  }

  // MARK: Explanation

  /// Why the release that a sample is comes to rest where it does: what `handle` of that sample
  /// would do, explained; `nil` where the sample lets go of nothing, or clicks a card elsewhere.
  ///
  /// Places are content offsets, so that ``ReleaseExplanation/rest`` is what ``restOffset(at:)``
  /// says after the release.
  ///
  /// - Parameters:
  ///   - sample: the one that lets go; it is not handled.
  ///   - velocity: the release velocity to assume instead, in points per second: what would have
  ///     been.
  public func explanation(
    of sample: PointerSample, velocity: Double? = nil
  ) -> ReleaseExplanation? {
    var carousel = brought(to: sample.time)
    guard var released = carousel.letGo(by: sample) else { return nil }
    released.value = velocity ?? released.value
    return carousel.explanation(ofRelease: released)
  }

  /// The cards that the release which a sample is chooses from; `nil` where there is nothing to
  /// explain.
  ///
  /// - Parameter sample: the one that lets go; it is not handled.
  public func choices(of sample: PointerSample) -> ReleaseChoices? {
    var carousel = brought(to: sample.time)
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

  /// Follows the sample as `handle` does, up to the release: its velocity, if it is one.
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

  /// At an end the nearest card is the last one there is.
  private func rule(of plan: Plan) -> ReleaseExplanation.Rule {
    let isEdge = plan.aim == axis.extent.minimum || plan.aim == axis.extent.maximum
    return plan.rule == .nearest && isEdge ? .pastEdge : plan.rule
  }
}
