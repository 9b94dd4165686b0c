internal import Glibc

/// One axis of scrollable content: at rest, held by a pointer, or in free motion.
///
///     resting --grab--> held --release--> moving --end--> resting
///                        ^                  | +------ grab ------+
///
/// The phase determines the position in closed form: every offset and velocity is exact at any
/// time, and every change of phase starts from them.
struct ScrollAxis: Hashable, Sendable {
  private enum Phase: Hashable {
    case resting(Double)
    /// Held by a drag: the anchor fixes where it began, `origin` is the travel at that moment.
    case held(DragAnchor, origin: Double)
    /// In motion, by `run`.
    case moving
  }

  private static let noRun = Timed(ScrollMotion(.rest(at: 0), phase: .decelerating), start: .zero)

  private var laws: Shared<ScrollPhysics>
  private(set) var extent: ScrollExtent
  private var phase: Phase
  /// The motion in flight, or the one caught last as momentum for the next flick, or a rest at 0;
  /// not a payload of `phase`, because pattern matching would copy it.
  private var run = Self.noRun
  /// The drag's travel, in points of content.
  private(set) var travel = 0.0
  /// Whether `run` is the motion that the last grab caught.
  private var hasCaught = false
  private var grabTime = Instant.zero
  /// When the first drag after the last grab began.
  private var dragTime: Instant?
  /// The content's offset at the last grab, in points.
  private(set) var grabOffset = 0.0
  /// The glow's travel past an edge, decaying since the content stopped there or was released.
  private var fading: Timed<SpringMotion>?

  init(physics: ScrollPhysics, extent: ScrollExtent, offset: Double) {
    (laws, self.extent) = (Shared(physics), extent)
    phase = .resting(offset)
  }

  var physics: ScrollPhysics { laws.value }

  var isHeld: Bool { if case .held = phase { true } else { false } }

  /// The motion in flight with its start, or `nil` while held or at rest.
  var motion: Timed<ScrollMotion>? { if case .moving = phase { run } else { nil } }

  /// The end of the motion in flight, or `nil`; read every frame, so it does not copy the motion.
  var motionEnd: Instant? { if case .moving = phase { run.end } else { nil } }

  /// Where the motion in flight ends, in points, or `nil`.
  var motionRest: Double? { if case .moving = phase { run.law.restPosition } else { nil } }

  // Queries of every frame are inlined down to the motion's segment: calls would copy their
  // arguments.
  @inline(__always)
  func offset(at time: Instant) -> Double {
    switch phase {
    case .resting(let offset): offset
    case .moving: run.value(at: time)
    case .held(let anchor, let origin):
      anchor.offset(draggedBy: travel - origin, physics: physics, extent: extent)
    }
  }

  /// The velocity of the motion in flight, in points per second; 0 while held or at rest.
  @inline(__always)
  func velocity(at time: Instant) -> Double {
    guard case .moving = phase else { return 0 }
    return run.velocity(at: time)
  }

  /// The content's velocity for a drag's velocity, in points per second: reduced past an edge,
  /// increased after a caught flick.
  func heldVelocity(forDrag velocity: Double, at time: Instant) -> Double {
    releaseVelocity(forDrag: velocity, at: time).value
  }

  /// The release velocity for a drag's velocity, with its derivation.
  func releaseVelocity(forDrag velocity: Double, at time: Instant) -> ReleaseVelocity {
    guard case .held(let anchor, let origin) = phase else {
      return ReleaseVelocity(pointer: velocity, stoppedBy: .noDrag)
    }
    let content =
      physics.releasesPointerVelocity
      ? velocity
      : anchor.velocity(velocity, draggedBy: travel - origin, physics: physics, extent: extent)
    return physics.releaseVelocity(
      pointer: velocity, content: content, caught: caughtMotion(at: time))
  }

  private func caughtMotion(at time: Instant) -> CaughtMotion {
    guard hasCaught else { return .nothing }
    return CaughtMotion(
      velocity: run.velocity(at: grabTime), startVelocity: run.law.releaseVelocity,
      presentVelocity: run.velocity(at: time), pause: dragTime.map { $0 - grabTime } ?? 0)
  }

  /// Grabs the content where it is; any motion stops there.
  mutating func grab(at time: Instant) {
    (grabTime, dragTime, grabOffset) = (time, nil, offset(at: time))
    travel = 0
    hasCaught = motionEnd != nil
    hold(at: grabOffset)
  }

  /// Applies a drag; `travel` is in points of content since the grab.
  mutating func drag(to travel: Double, at time: Instant) {
    // The content may have been moved meanwhile by something else.
    if !isHeld { hold(at: time) }
    if dragTime == nil { dragTime = time }
    self.travel = travel
    if !physics.drag.countsTravelPastEdge, rawOverscroll != 0 { hold(at: time) }
  }

  /// How far a drag has pulled past an edge, in points, before resistance; 0 unless held.
  private var rawOverscroll: Double {
    guard case .held(let anchor, let origin) = phase else { return 0 }
    return extent.overscroll(of: anchor.rawStart + travel - origin)
  }

  /// The glow's strength at an edge, −1…1, negative at the start; 0 for physics without a glow.
  func glow(at time: Instant) -> Double {
    guard let glow = physics.glow else { return 0 }
    if isHeld { return glow.strength(ofTravel: rawOverscroll) }
    return fading.map { glow.strength(ofTravel: $0.value(at: time)) } ?? 0
  }

  /// When the last glow has faded, or `nil` if there is none.
  var glowEnd: Instant? { fading?.end }

  private mutating func hold(at time: Instant) { hold(at: offset(at: time)) }

  /// Sets the travel of a drag, as after a change of its unit, without moving the content.
  mutating func recount(travel: Double, at time: Instant) {
    guard isHeld else { return }
    let shown = offset(at: time)
    self.travel = travel
    hold(at: shown)
  }

  private mutating func hold(at offset: Double) {
    phase = .held(DragAnchor(at: offset, physics: physics, extent: extent), origin: travel)
    if !hasCaught { run = Self.noRun }
  }

  /// Starts a motion, or rests at its end if its duration is 0.
  mutating func run(_ motion: ScrollMotion, at time: Instant) {
    startGlow(after: motion, at: time)
    guard motion.duration > 0 else { return place(at: motion.restPosition) }
    (phase, run, hasCaught) = (.moving, Timed(motion, start: time), false)
  }

  /// Starts the glow where a drag pulled past an edge, or where a run will stop dead.
  private mutating func startGlow(after motion: ScrollMotion, at time: Instant) {
    fading = nil
    guard let glow = physics.glow else { return }
    let pulled = rawOverscroll
    if pulled != 0 {
      fading = Timed(glow.fading(from: pulled, velocity: 0), start: time)
    } else if motion.phase(at: motion.duration) == .bouncing {
      let last = motion.sequence.count - 1
      let velocity = last > 0 ? motion.sequence.velocity(before: last) : motion.releaseVelocity
      fading = Timed(
        glow.fading(from: 0, velocity: velocity), start: time.advanced(by: motion.duration))
    }
  }

  /// Moves to an offset, clamped to the extent, by a spring that takes about `duration` from rest
  /// and never overshoots an end.
  mutating func glide(to target: Double, lasting duration: Double, at time: Instant) {
    let (start, velocity) = (offset(at: time), velocity(at: time))
    let target = extent.clamped(target)
    let distance = target - start
    let spring = Spring.settling(within: 0.5, of: abs(distance), after: duration)
    // A critical spring overshoots its target if it starts towards it faster than ω·distance. If
    // it starts away from it, it travels at most v/(e·ω) before it turns. Neither may pass an end.
    let room = velocity < 0 ? start - extent.minimum : extent.maximum - start
    let isTowards = distance * velocity > 0
    let needed =
      isTowards
      ? abs(velocity / distance) : room > 0 ? min(abs(velocity) / (exp(1) * room), 1e5) : 0
    guard distance != 0, needed < 1e6 else { return place(at: target) }
    let frequency = max(spring.angularFrequency, needed * (1 + 1e-9))
    let motion = physics.spring(
      to: target, from: start, velocity: velocity, in: extent,
      spring: Spring(angularFrequency: frequency))
    run(motion, at: time)
  }

  /// Scrolls by the notches of a wheel, whole or fractional, never past the extent.
  mutating func turn(by notches: Double, at time: Instant) {
    let wheel = physics.wheel
    let (start, velocity) = (offset(at: time), velocity(at: time))
    let base = base(at: time)
    let target = extent.clamped(base + notches * wheel.way(viewport: extent.viewport))
    // Already on its way there: a later notch would only slow it down.
    if base == target, base != start { return }
    switch wheel.smoothing {
    case .none: place(at: target)
    case .spring(let duration): glide(to: target, lasting: duration, at: time)
    case .ease(let ease):
      guard target != start,
        let motion = ease.motion(from: start, velocity: velocity, to: target, in: extent)
      else { return glide(to: target, lasting: ease.duration, at: time) }
      run(ScrollMotion(.ease(motion), phase: .programmatic), at: time)
    }
  }

  /// The offset from which the next order counts, so that orders faster than their motion add up.
  func base(at time: Instant) -> Double {
    guard let motion, motion.law.phase(at: time - motion.start) == .programmatic else {
      return offset(at: time)
    }
    return motion.law.restPosition
  }

  /// The distance per notch of the wheel, in points.
  var notch: Double { physics.wheel.way(viewport: extent.viewport) }

  /// Changes the extent and replans.
  ///
  /// Content at rest is clamped to the new extent. Motion in flight is replanned under it from its
  /// current position and velocity.
  mutating func adapt(to extent: ScrollExtent, at time: Instant) {
    guard extent != self.extent else { return }
    let (start, velocity) = (offset(at: time), velocity(at: time))
    let motion = motion
    change(extent: extent, at: time)
    if let motion {
      run(replanned(motion, from: start, velocity: velocity, at: time), at: time)
    } else if !isHeld {
      place(at: extent.clamped(start))
    }
  }

  /// Changes the extent but keeps the rest position of motion in flight; on a finer pixel grid it
  /// comes closer to it before it stops.
  mutating func keepRest(in extent: ScrollExtent, at time: Instant) {
    let isFiner = extent.scale > self.extent.scale
    let (start, velocity) = (offset(at: time), velocity(at: time))
    change(extent: extent, at: time)
    guard isFiner, let motion else { return }
    let (rest, elapsed) = (motion.law.restPosition, time - motion.start)
    let next: ScrollMotion
    if case .spring(let spring) = motion.law.sequence[motion.law.sequence.index(at: elapsed)],
      spring.target == rest
    {
      next = physics.spring(
        to: rest, from: start, velocity: velocity, in: extent, spring: spring.spring,
        phase: motion.law.phase(at: elapsed))
    } else {
      next = physics.release(from: start, velocity: velocity, in: extent, landing: rest)
    }
    if next.duration > 0 { run(next, at: time) }
  }

  /// Replaces the physics; motion in flight continues from its current position and velocity.
  mutating func adopt(_ physics: ScrollPhysics, at time: Instant) {
    guard physics != self.physics else { return }
    let (start, velocity) = (offset(at: time), velocity(at: time))
    let motion = motion
    change(physics: physics, at: time)
    guard let motion else { return }
    let next = replanned(motion, from: start, velocity: velocity, at: time)
    // So close to its end that the new physics would stop it at once: it finishes as planned.
    if next.duration > 0 || next.restPosition == start { run(next, at: time) }
  }

  private func replanned(
    _ motion: Timed<ScrollMotion>, from start: Double, velocity: Double, at time: Instant
  ) -> ScrollMotion {
    guard motion.law.phase(at: time - motion.start) == .programmatic else {
      return physics.release(from: start, velocity: velocity, in: extent)
    }
    let target = extent.clamped(motion.law.restPosition)
    return physics.spring(to: target, from: start, velocity: velocity, in: extent)
  }

  /// Puts the content at an offset, at rest.
  mutating func place(at offset: Double) {
    (phase, run, hasCaught) = (.resting(offset), Self.noRun, false)
  }

  /// Ends a motion whose time is over; returns whether it ended now.
  mutating func settle(at time: Instant) -> Bool {
    guard case .moving = phase, time >= run.end else { return false }
    place(at: run.law.restPosition)
    return true
  }

  /// Changes physics or extent without moving the content; motion in flight finishes as planned.
  mutating func change(
    physics: ScrollPhysics? = nil, extent: ScrollExtent? = nil, at time: Instant
  ) {
    let shown = offset(at: time)
    if let physics { laws = Shared(physics) }
    self.extent = extent ?? self.extent
    guard isHeld else { return }
    hold(at: shown)
  }

  /// The axis's state at a time; `isDragging` distinguishes a drag from a press.
  @inline(__always)
  func state(at time: Instant, isDragging: Bool) -> ControlState {
    switch phase {
    case .resting: return .idle
    case .held:
      if !isDragging { return .pressed }
      return extent.overscroll(of: offset(at: time)) == 0 ? .tracking : .rubber
    case .moving:
      guard time < run.end else { return .idle }
      switch run.law.phase(at: time - run.start) {
      case .decelerating: return .decelerating
      case .bouncing: return .bouncing
      case .snapping: return .snapping
      case .programmatic: return .programmatic
      }
    }
  }

  /// The pages to which the physics may move released content; `nil` without paging.
  ///
  /// - Parameters:
  ///   - offset: where it is released, in points.
  ///   - start: where the drag began, in points.
  func choices(
    from offset: Double, start: Double, velocity: Double, plan: @escaping (Double) -> ScrollMotion
  ) -> ReleaseChoices? {
    guard let turning = physics.paging, let pages = turning.pages(in: extent) else { return nil }
    return ReleaseChoices(
      item: .page, velocity: velocity, count: Int(pages.last) + 1,
      place: { pages.place(Double($0)) }, nearest: { Int(pages.held(pages.number($0)).rounded()) },
      answer: { velocity in
        let rest = plan(velocity).restPosition
        let turn = turning.turn(on: pages, from: offset, velocity: velocity, start: start)
        let number = pages.number(rest).rounded()
        let rule = turn.number == number ? turn.rule : .pastEdge
        return ReleaseChoices.Answer(index: Int(number), rule: rule, aim: pages.projected(turn.aim))
      })
  }

  /// Explains a release by the physics, which may move it to a page; `start` is where the drag
  /// began, in points.
  func explanation(
    of release: Release, from start: Double, plan: @escaping (Double) -> ScrollMotion
  ) -> ReleaseExplanation {
    let (offset, velocity) = (release.offset, release.velocity.value)
    let choices = choices(from: offset, start: start, velocity: velocity, plan: plan)
    let projection =
      choices.map { $0.answer(velocity).aim }
      .map { ReleaseExplanation.Projection(tends: $0, stops: $0) }
      ?? physics.projection(from: offset, velocity: velocity, in: extent)
    return ReleaseExplanation(
      release, projection, choices?.choice(PlaceUnit()), plan(velocity), PlaceUnit())
  }
}

extension Spring {
  /// The critically damped spring that comes within a distance of its target after a duration, from
  /// rest, all in points and seconds.
  ///
  /// d·(1 + s)·e^(−s) = threshold with s = ω·duration; the fixed-point iteration s =
  /// ln(d/threshold) + ln(1 + s) converges for every s > 0.
  fileprivate static func settling(
    within threshold: Double, of distance: Double, after duration: Double
  ) -> Spring {
    let start = max(1, log(max(distance / threshold, 4)))
    var s = start
    for _ in 0..<12 { s = start + log(1 + s) }
    return Spring(angularFrequency: s / duration)
  }
}
