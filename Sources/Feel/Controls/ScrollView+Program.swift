public import FeelGeometry

extension ScrollView {
  /// Scrolls to an offset in points, held to the ends, with a motion that a press may interrupt; ignored while a pointer holds the content or its bar.
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

  /// Lets the content go with a velocity in points per second, as if a drag had ended so; ignored while a pointer holds it.
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

  /// Moves or resizes the viewport or the content; content in motion goes on without a jump, content at rest is held to its ends.
  public mutating func layout(
    frame: Rect, contentLength: Double? = nil, scale: Double? = nil, at time: Instant
  ) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    self.frame = frame.plausible
    if let contentLength { self.contentLength = ScrollLayout.length(contentLength) }
    axis.adapt(
      to: Self.extent(of: layout, scale: scale ?? axis.extent.scale), at: now)
    // What the bar was dragged so far stays; only what comes counts by the new lengths.
    bar.offsetAtPress = axis.offset(at: now) - barTravel(for: bar.drag.translation)
    return reported(effects)
  }

  /// Changes the laws of motion; content in motion goes on by the new ones, from where it is and as fast as it is.
  public mutating func setPhysics(_ physics: ScrollPhysics, at time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    pass(to: time, &effects)
    drag.tracker.settings = physics.velocity
    axis.adopt(physics, at: now)
    return reported(effects)
  }

  mutating func handle(_ sample: KeySample, _ effects: inout Effects<Effect>) {
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

  mutating func handle(_ sample: WheelSample, _ effects: inout Effects<Effect>) {
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
  var pageLength: Double { max(Self.line, layout.viewport - Self.line) }

  /// Orders that come faster than they are carried out add up.
  mutating func glide(
    by distance: Double, lasting duration: Double, _ effects: inout Effects<Effect>
  ) {
    var base = axis.offset(at: now)
    if let motion = axis.motion, motion.law.phase(at: now - motion.start) == .programmatic {
      base = motion.law.restPosition
    }
    glide(to: base + distance, lasting: duration, &effects)
  }

  private mutating func glide(
    to target: Double, lasting duration: Double, _ effects: inout Effects<Effect>
  ) {
    endFling(.cutShort, &effects)
    axis.glide(to: target, lasting: duration, at: now)
    bar.lastUse = now
  }
}
