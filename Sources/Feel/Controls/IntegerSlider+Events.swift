public import FeelGeometry
internal import Glibc

extension IntegerSlider {
  /// Feeds an event, after letting time pass up to it.
  public mutating func handle(_ event: InputEvent) -> Effects<Effect> {
    var effects = advance(to: event.time)
    switch event {
    case .pointer(let sample): handle(sample, &effects)
    case .key(let sample): handle(sample, &effects)
    case .wheel(let sample): handle(sample, &effects)
    case .cancel: cancel(&effects)
    }
    return effects
  }

  /// Lets time pass without an event; early, late or twice is harmless.
  public mutating func advance(to time: Instant) -> Effects<Effect> {
    now = max(now, time)
    if let end = thumbMotion?.end, now >= end { thumbMotion = nil }
    return Effects()
  }

  /// Moves or resizes the slider; the thumb stays at its value, and later motion counts by the new width.
  ///
  /// A press that is no drag yet is then no click: another value is under the pointer.
  public mutating func layout(frame: Rect, at time: Instant) -> Effects<Effect> {
    let effects = advance(to: time)
    if self.frame != frame.plausible { drag.stray() }
    self.frame = frame.plausible
    guard drag.isActive else { return effects }
    // What was dragged so far stays; only what comes counts by the new width.
    anchor(at: held ?? thumb(at: now))
    return effects
  }

  /// Makes the slider able or unable to be moved; disabling it abandons a drag.
  public mutating func setEnabled(_ enabled: Bool, at time: Instant) -> Effects<Effect> {
    var effects = advance(to: time)
    isEnabled = enabled
    if !enabled { cancel(&effects) }
    return effects
  }

  /// Sets the value, to the nearest that there is; ignored from a press to its release.
  public mutating func setValue(
    _ value: Int, animated: Bool = true, at time: Instant
  ) -> Effects<Effect> {
    let effects = advance(to: time)
    guard !drag.isActive else { return effects }
    let start = thumb(at: now)
    self.value = grid.nearest(value)
    land(from: animated ? start : Double(self.value))
    return effects
  }

  /// Changes the values there are; a value that is none of them becomes the nearest and is reported.
  ///
  /// - Precondition: `minimum <= maximum` and `step >= 1`.
  public mutating func setRange(
    minimum: Int, maximum: Int, step: Int = 1, at time: Instant
  ) -> Effects<Effect> {
    var effects = advance(to: time)
    grid = IntegerGrid(minimum: minimum, maximum: maximum, step: step)
    thumbMotion = nil
    valueAtPress = grid.nearest(valueAtPress)
    if let held {
      hold(at: held, &effects)
      anchor(at: self.held ?? held)
    } else {
      change(to: grid.nearest(value), &effects)
    }
    return effects
  }

  private var travel: Double {
    guard case .dragging(let origin, _) = drag.state else { return 0 }
    return drag.location.x - origin.x
  }

  private mutating func handle(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    pointer.follow(sample, presser: drag.presser)
    guard isEnabled || sample.phase == .up else { return }
    let wasActive = drag.isActive
    let change = drag.handle(sample, hitBox: hitBox)
    if wasActive && (change == .pressed || change == .cancelled) { abandon(&effects) }
    switch change {
    case .none, .cancelled: break
    case .pressed: grab(at: sample.location, &effects)
    case .began(let translation):
      effects.append(.dragBegan)
      isSnapping = dragStyle == .snapping
      follow(translation.x, &effects)
    case .moved(let translation):
      follow(translation.x, &effects)
    case .released(let isClick):
      if isClick, grip == .relative { goTo(sample.location, &effects) }
      letGo()
    case .ended(let translation):
      follow(translation.x, &effects)
      letGo()
      effects.append(.dragEnded)
    }
  }

  private mutating func grab(at location: Vector, _ effects: inout Effects<Effect>) {
    valueAtPress = value
    let shown = thumb(at: now)
    (held, isSnapping) = (shown, false)
    thumbMotion = nil
    notches.reset()
    if grip == .jumpToPointer { hold(at: place(atX: location.x), &effects) }
    anchor(at: held ?? shown)
  }

  /// Counts the drag's travel from where it is, from a place of the thumb.
  private mutating func anchor(at place: Double) {
    (anchorPlace, anchorTravel) = (place, travel)
  }

  private mutating func follow(_ travel: Double, _ effects: inout Effects<Effect>) {
    hold(at: anchorPlace + units(for: travel - anchorTravel), &effects)
  }

  private mutating func goTo(_ location: Vector, _ effects: inout Effects<Effect>) {
    guard abs(location.x - thumbX(at: now)) > Self.thumbSize / 2 else { return }
    change(to: grid.value(at: place(atX: location.x), rounding), &effects)
  }

  private mutating func hold(at place: Double, _ effects: inout Effects<Effect>) {
    let place = min(Double(maximum), max(Double(minimum), place))
    held = place
    change(to: grid.value(at: place, rounding), &effects)
  }

  private mutating func letGo() {
    guard held != nil else { return }
    let shown = thumb(at: now)
    held = nil
    land(from: shown)
  }

  private mutating func land(from place: Double) {
    let distance = place - Double(value)
    guard landing == .spring, distance != 0 else {
      thumbMotion = nil
      return
    }
    // At rest within a tenth of a point, and never within more of a step than nobody sees.
    let threshold = min(0.01, 0.1 * span / max(1, trackLength))
    let motion = SpringMotion(
      Self.landingSpring, from: place, to: Double(value), threshold: max(1e-12, threshold))
    // So near its tick that there is no way to go, it is there.
    thumbMotion = motion.duration > 0 ? Timed(motion, start: now) : nil
  }

  mutating func change(to newValue: Int, _ effects: inout Effects<Effect>) {
    guard newValue != value else { return }
    value = newValue
    effects.append(.valueChanged(newValue))
  }

  mutating func moveByKey(to newValue: Int, _ effects: inout Effects<Effect>) {
    let start = thumb(at: now)
    change(to: newValue, &effects)
    land(from: start)
  }

  mutating func cancel(_ effects: inout Effects<Effect>) {
    guard drag.cancel() == .cancelled else { return }
    abandon(&effects)
  }

  private mutating func abandon(_ effects: inout Effects<Effect>) {
    change(to: valueAtPress, &effects)
    letGo()
    effects.append(.dragCancelled)
  }

  static let landingSpring = Spring(response: 0.2, dampingRatio: 1)
}
