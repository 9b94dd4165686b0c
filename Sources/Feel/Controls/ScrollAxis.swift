internal import Glibc

/// One axis of content that a pointer can hold, that runs free by itself, and that rests.
///
///     resting --grab--> held --release--> moving --end--> resting
///                        ^                  | +------ grab ------+
///
/// Where it is follows in closed form from the phase: every offset and velocity is exact at any
/// time, and every change of phase starts from them.
struct ScrollAxis: Hashable, Sendable {
  private enum Phase: Hashable {
    case resting(Double)
    /// Held by a drag: `anchor` is where it was taken, `origin` the drag's travel then.
    case held(DragAnchor, origin: Double)
    /// Moving by `run`.
    case moving
  }

  private static let noRun = Timed(ScrollMotion(.rest(at: 0), phase: .decelerating), start: .zero)

  private var laws: Shared<ScrollPhysics>
  private(set) var extent: ScrollExtent
  private var phase: Phase
  /// The motion while it moves, or that the last grab caught, which builds up the next flick; else
  /// a rest at 0.
  ///
  /// Beside the phase, since what a case carries is copied to be looked at.
  private var run = Self.noRun
  /// How far the drag has gone, in points of content.
  private(set) var travel = 0.0
  /// Whether `run` is what the last grab caught.
  private var hasCaught = false
  private var grabTime = Instant.zero
  /// When the drag after the last grab began.
  private var dragTime: Instant?
  /// Where the content was at the last grab, in points.
  private(set) var grabOffset = 0.0
  /// The travel past an edge that a glow tells of, dying down since the content stopped there or
  /// was let go.
  private var fading: Timed<SpringMotion>?

  init(physics: ScrollPhysics, extent: ScrollExtent, offset: Double) {
    (laws, self.extent) = (Shared(physics), extent)
    phase = .resting(offset)
  }

  var physics: ScrollPhysics { laws.value }

  var isHeld: Bool { if case .held = phase { true } else { false } }

  /// The motion under way, with its start, or `nil` while held or at rest.
  var motion: Timed<ScrollMotion>? { if case .moving = phase { run } else { nil } }

  /// When the motion under way ends, or `nil`: what every frame asks, without handing out the
  /// motion.
  var motionEnd: Instant? { if case .moving = phase { run.end } else { nil } }

  /// Where the motion under way ends, in points, or `nil`.
  var motionRest: Double? { if case .moving = phase { run.law.restPosition } else { nil } }

  // What every frame asks is inlined, down to the one motion that rules: a call would copy what it
  // asks.
  @inline(__always)
  func offset(at time: Instant) -> Double {
    switch phase {
    case .resting(let offset): offset
    case .moving: run.value(at: time)
    case .held(let anchor, let origin):
      anchor.offset(draggedBy: travel - origin, physics: physics, extent: extent)
    }
  }

  /// The velocity of the motion under way, in points per second; 0 while held or at rest.
  @inline(__always)
  func velocity(at time: Instant) -> Double {
    guard case .moving = phase else { return 0 }
    return run.velocity(at: time)
  }

  /// The content's velocity for that of a drag, in points per second: less of it past an edge, more
  /// after another flick.
  func heldVelocity(forDrag velocity: Double, at time: Instant) -> Double {
    releaseVelocity(forDrag: velocity, at: time).value
  }

  /// How a release's velocity comes about from that of a drag.
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

  /// Takes hold of the content where it is; a motion stops there.
  mutating func grab(at time: Instant) {
    (grabTime, dragTime, grabOffset) = (time, nil, offset(at: time))
    travel = 0
    hasCaught = motionEnd != nil
    hold(at: grabOffset)
  }

  /// Follows a drag, `travel` points of content since the grab.
  mutating func drag(to travel: Double, at time: Instant) {
    // Something else may have moved the content under the pointer meanwhile.
    if !isHeld { hold(at: time) }
    if dragTime == nil { dragTime = time }
    self.travel = travel
    if !physics.drag.countsTravelPastEdge, rawOverscroll != 0 { hold(at: time) }
  }

  /// How far past an edge a drag has pulled, in points, whatever of it the content shows; 0 unless
  /// held.
  private var rawOverscroll: Double {
    guard case .held(let anchor, let origin) = phase else { return 0 }
    return extent.overscroll(of: anchor.rawStart + travel - origin)
  }

  /// How strongly an edge glows, −1…1, negative at the beginning's; 0 for laws without a glow.
  func glow(at time: Instant) -> Double {
    guard let glow = physics.glow else { return 0 }
    if isHeld { return glow.strength(ofTravel: rawOverscroll) }
    return fading.map { glow.strength(ofTravel: $0.value(at: time)) } ?? 0
  }

  /// When the last glow has died down, or `nil` where nothing glows.
  var glowEnd: Instant? { fading?.end }

  private mutating func hold(at time: Instant) { hold(at: offset(at: time)) }

  /// Counts the travel of a drag anew, as after a change of its unit; the content stays where it is
  /// shown.
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

  /// Starts a motion, or rests where it ends if it has no length.
  mutating func run(_ motion: ScrollMotion, at time: Instant) {
    kindle(after: motion, at: time)
    guard motion.duration > 0 else { return place(at: motion.restPosition) }
    (phase, run, hasCaught) = (.moving, Timed(motion, start: time), false)
  }

  /// Lets the edge glow where a drag pulled past it, or where a run is about to stop dead.
  private mutating func kindle(after motion: ScrollMotion, at time: Instant) {
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

  /// Sets out for a place with a spring that takes about `duration` from rest; held to the extent,
  /// never past it.
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

  /// Takes the notches of a wheel, as many as they are: on to the place where they lead, never past
  /// the extent.
  mutating func turn(by notches: Double, at time: Instant) {
    let wheel = physics.wheel
    let (start, velocity) = (offset(at: time), velocity(at: time))
    let base = base(at: time)
    let target = extent.clamped(base + notches * wheel.way(viewport: extent.viewport))
    // Where it goes already, a later notch would only slow it down.
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

  /// Where a further order counts from: orders that come faster than they are carried out add up.
  func base(at time: Instant) -> Double {
    guard let motion, motion.law.phase(at: time - motion.start) == .programmatic else {
      return offset(at: time)
    }
    return motion.law.restPosition
  }

  /// How far a notch of the wheel scrolls, in points.
  var notch: Double { physics.wheel.way(viewport: extent.viewport) }

  /// Adapts to other lengths.
  ///
  /// Content at rest is moved inside them. Content in motion keeps its place and velocity, and
  /// continues under the new lengths.
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

  /// Takes other lengths under a motion that keeps its rest, and on a finer grid of pixels comes
  /// closer to it before it stops.
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

  /// Adopts other laws: content in motion keeps its place and velocity, and continues under them.
  mutating func adopt(_ physics: ScrollPhysics, at time: Instant) {
    guard physics != self.physics else { return }
    let (start, velocity) = (offset(at: time), velocity(at: time))
    let motion = motion
    change(physics: physics, at: time)
    guard let motion else { return }
    let next = replanned(motion, from: start, velocity: velocity, at: time)
    // So near its rest that the new laws would put it there at once, it goes on as it was planned.
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

  /// Puts the content somewhere, at rest.
  mutating func place(at offset: Double) {
    (phase, run, hasCaught) = (.resting(offset), Self.noRun, false)
  }

  /// Lets a motion that has ended come to rest; whether it did so now.
  mutating func settle(at time: Instant) -> Bool {
    guard case .moving = phase, time >= run.end else { return false }
    place(at: run.law.restPosition)
    return true
  }

  /// Changes the laws or the lengths, while the content stays and a motion continues as planned.
  mutating func change(
    physics: ScrollPhysics? = nil, extent: ScrollExtent? = nil, at time: Instant
  ) {
    let shown = offset(at: time)
    if let physics { laws = Shared(physics) }
    self.extent = extent ?? self.extent
    guard isHeld else { return }
    hold(at: shown)
  }

  /// What the axis is doing at a time; `isDragging` tells a drag from a press.
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

  /// The pages that content which is let go chooses from by its own laws; `nil` where it has none.
  ///
  /// - Parameters:
  ///   - offset: where it is let go, in points.
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

  /// Explains a release of content by its own laws, which may rest it on pages; `start` is where
  /// the drag began, in points.
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
  /// The critically damped spring that comes within a distance of its target after a time, from
  /// rest, all in points and seconds.
  ///
  /// d·(1 + s)·e^(−s) = threshold with s = ω·duration, solved by s = ln(d/threshold) + ln(1 + s),
  /// which converges for every s > 0.
  fileprivate static func settling(
    within threshold: Double, of distance: Double, after duration: Double
  ) -> Spring {
    let start = max(1, log(max(distance / threshold, 4)))
    var s = start
    for _ in 0..<12 { s = start + log(1 + s) }
    return Spring(angularFrequency: s / duration)
  }
}
