public import FeelGeometry
internal import Glibc

/// A slider for integers: the thumb follows the pointer continuously and comes to rest on an
/// integer.
///
///     resting --press--> pressed --any motion--> dragging --release--> to the integer --> resting
///        ^                  |                        | +-- click: there --+
///        +-- cancel: back to the value before
///
/// The values are `minimum`, `minimum` + `step` and so on, and `maximum`. The thumb's position is a
/// real number between the ends, and the value is that position, rounded. At a value, the thumb's
/// centre is exactly the centre of that value's tick, at both ends and at any size.
public struct IntegerSlider: Hashable, Sendable {
  /// What the slider reports.
  public enum Effect: Hashable, Sendable {
    /// A drag began.
    case dragBegan
    /// The value changed.
    case valueChanged(Int)
    /// The drag ended with a release.
    case dragEnded
    /// The press or drag was abandoned; the value it began with is restored.
    case dragCancelled
  }

  /// The effect of a press on the track.
  public enum Grip: String, Hashable, Sendable, CaseIterable {
    /// None; the thumb then moves by the pointer's travel, and a click goes to the value clicked.
    case relative
    /// The thumb jumps to the pointer.
    case jumpToPointer
  }

  /// How the thumb moves while it is dragged.
  public enum DragStyle: String, Hashable, Sendable, CaseIterable {
    /// Continuously.
    case free
    /// From value to value.
    case snapping
  }

  /// How the thumb's position is rounded to a value.
  public enum Rounding: String, Hashable, Sendable, CaseIterable {
    /// To the nearest value, halves away from zero.
    case nearest
    /// To the value below.
    case down
    /// To the value above.
    case up
  }

  /// How the thumb reaches the integer after a release.
  public enum Landing: String, Hashable, Sendable, CaseIterable {
    /// By a critically damped spring with a response of 0.2 s.
    case spring
    /// At once.
    case jump
  }

  /// The thumb's diameter, in points.
  public static let thumbSize = 20.0
  /// The minimum height of the hit box, in points.
  public static let hitHeight = 44.0
  /// The minimum distance between two ticks, in points.
  public static let tickDistance = 8.0

  /// The slider's frame, in points; the thumb's centre stays half a thumb away from either end.
  public private(set) var frame: Rect
  /// The minimum value.
  public var minimum: Int { grid.minimum }
  /// The maximum value.
  public var maximum: Int { grid.maximum }
  /// The difference between adjacent values; the last two may be closer.
  public var step: Int { grid.step }
  /// The value.
  public private(set) var value: Int
  /// The effect of a press on the track; a change applies from the next press on.
  public var grip: Grip
  /// How the thumb moves while it is dragged; a change applies from the next drag on.
  public var dragStyle: DragStyle
  /// How the thumb's position is rounded; a change applies from the next motion on.
  public var rounding: Rounding
  /// How the thumb reaches the integer; a change applies from the next release on.
  public var landing: Landing
  /// Whether the user can move the slider; see `setEnabled(_:at:)`.
  public private(set) var isEnabled = true
  /// Whether the pointer is over the hit box.
  public var isHovered: Bool { pointer.isOver(hitBox) }

  private var grid: IntegerGrid
  /// The thumb's position while held, between `minimum` and `maximum`.
  private var held: Double?
  /// Whether the drag shows the thumb at values only.
  private var isSnapping = false
  /// Reference of the drag: the thumb's position when its travel was `anchorTravel`, in points.
  private var anchorPlace = 0.0
  private var anchorTravel = 0.0
  private var valueAtPress = 0
  private var drag = DragRecognizer(axis: .horizontal, slop: .none)
  private var pointer = PointerPlace()
  private var thumbMotion: Timed<SpringMotion>?
  private var notches = NotchCount()
  private var now = Instant.zero

  /// Creates a slider at rest, on the value nearest to the given one.
  ///
  /// - Precondition: `minimum <= maximum` and `step >= 1`.
  public init(
    frame: Rect, minimum: Int = 0, maximum: Int, step: Int = 1, value: Int = 0,
    grip: Grip = .relative, dragStyle: DragStyle = .free, rounding: Rounding = .nearest,
    landing: Landing = .spring
  ) {
    self.frame = frame.plausible
    grid = IntegerGrid(minimum: minimum, maximum: maximum, step: step)
    self.value = grid.nearest(value)
    (self.grip, self.dragStyle) = (grip, dragStyle)
    (self.rounding, self.landing) = (rounding, landing)
  }

  /// The area where a press begins a drag, in points: the frame, at least 44 points high.
  public var hitBox: Rect { frame.inset(by: 0, min(0, (frame.height - Self.hitHeight) / 2)) }

  // MARK: Events

  /// Handles an event, after advancing to its time.
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

  /// Advances to a time without an event; early, late or repeated calls are harmless.
  public mutating func advance(to time: Instant) -> Effects<Effect> {
    now = max(now, time)
    if let end = thumbMotion?.end, now >= end { thumbMotion = nil }
    return Effects()
  }

  /// Moves or resizes the slider; the thumb stays at its value, and further motion uses the new
  /// width.
  ///
  /// A press that is not yet a drag no longer clicks: the value under the pointer has changed.
  public mutating func layout(frame: Rect, at time: Instant) -> Effects<Effect> {
    let effects = advance(to: time)
    if self.frame != frame.plausible { drag.stray() }
    self.frame = frame.plausible
    guard drag.isActive else { return effects }
    // Travel so far stays as it is; only further travel uses the new width.
    anchor(at: held ?? thumb(at: now))
    return effects
  }

  /// Enables or disables user input; disabling abandons a drag.
  public mutating func setEnabled(_ enabled: Bool, at time: Instant) -> Effects<Effect> {
    var effects = advance(to: time)
    isEnabled = enabled
    if !enabled { cancel(&effects) }
    return effects
  }

  /// Sets the value, rounded to the nearest valid one; ignored from a press to its release.
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

  /// Changes the range; a value outside the new grid becomes the nearest one and is reported.
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
    pointer.handle(sample, presser: drag.presser)
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
    case .moved(let translation): follow(translation.x, &effects)
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

  /// Makes a thumb position and the drag's current travel the new reference.
  private mutating func anchor(at place: Double) { (anchorPlace, anchorTravel) = (place, travel) }

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
    // At rest within a tenth of a point, and at most 0.01 units from the integer.
    let threshold = min(0.01, 0.1 * span / max(1, trackLength))
    let motion = SpringMotion(
      Self.landingSpring, from: place, to: Double(value), threshold: max(1e-12, threshold))
    // So close to its tick that the motion has no duration: it is there.
    thumbMotion = motion.duration > 0 ? Timed(motion, start: now) : nil
  }

  private mutating func change(to newValue: Int, _ effects: inout Effects<Effect>) {
    guard newValue != value else { return }
    value = newValue
    effects.append(.valueChanged(newValue))
  }

  private mutating func moveByKey(to newValue: Int, _ effects: inout Effects<Effect>) {
    let start = thumb(at: now)
    change(to: newValue, &effects)
    land(from: start)
  }

  private mutating func cancel(_ effects: inout Effects<Effect>) {
    guard drag.cancel() == .cancelled else { return }
    abandon(&effects)
  }

  private mutating func abandon(_ effects: inout Effects<Effect>) {
    change(to: valueAtPress, &effects)
    letGo()
    effects.append(.dragCancelled)
  }

  private static let landingSpring = Spring(response: 0.2, dampingRatio: 1)

  // MARK: Keys and wheel

  private mutating func handle(_ sample: KeySample, _ effects: inout Effects<Effect>) {
    guard isEnabled, sample.phase == .down else { return }
    if drag.isActive {
      if sample.key == .escape { cancel(&effects) }
      return
    }
    switch sample.key {
    case .left, .down: move(by: -1, &effects)
    case .right, .up: move(by: 1, &effects)
    case .pageDown: move(by: -page, &effects)
    case .pageUp: move(by: page, &effects)
    case .home: moveByKey(to: minimum, &effects)
    case .end: moveByKey(to: maximum, &effects)
    default: break
    }
  }

  /// A notch is a step; away from the user or to the right increases the value; momentum is
  /// ignored.
  private mutating func handle(_ sample: WheelSample, _ effects: inout Effects<Effect>) {
    guard isEnabled, !drag.isActive, sample.unit == .notches, sample.phase != .momentum,
      sample.delta.isPlausible
    else { return }
    let whole = notches.add(sample.delta.x - sample.delta.y, at: now)
    if whole != 0 { move(by: whole, &effects) }
  }

  /// A tenth of the range in steps, at least 2.
  private var page: Int { max(2, Int(grid.last / 10)) }

  private mutating func move(by steps: Int, _ effects: inout Effects<Effect>) {
    let (index, amount) = (grid.index(nearest: value), steps.magnitude)
    let (sum, overflow) = index.addingReportingOverflow(amount)
    let target = steps < 0 ? index - min(index, amount) : overflow ? grid.last : sum
    moveByKey(to: grid.value(at: target), &effects)
  }

  // MARK: Queries

  /// The thumb's position at a time, between `minimum` and `maximum`; the value once it has landed.
  public func thumb(at time: Instant) -> Double {
    if let held { return isSnapping ? Double(grid.value(at: held, rounding)) : held }
    return thumbMotion?.value(at: time) ?? Double(value)
  }

  /// The thumb's velocity at a time, in values per second; 0 while held, as a release does not
  /// fling it.
  public func velocity(at time: Instant) -> Double {
    guard held == nil, let thumbMotion, time < thumbMotion.end else { return 0 }
    return thumbMotion.velocity(at: time)
  }

  /// When the thumb will land, while in motion.
  public var landingTime: Instant? { thumbMotion?.end }

  /// The horizontal centre of the thumb at a time, in points of the coordinate space of `frame`.
  public func thumbX(at time: Instant) -> Double { x(of: thumb(at: time)) }

  /// The horizontal centre of a value's tick, and of the thumb at that value, in points of the
  /// coordinate space of `frame`.
  public func tickX(of value: Int) -> Double { x(of: Double(value)) }

  /// The values with a tick, ascending: all, or every 5th, 10th, 50th … where ticks would be closer
  /// than 8 points.
  ///
  /// With a step of 1 these are multiples of 5, 10, 50 …; otherwise they are counted from the
  /// minimum.
  public var ticks: [Int] {
    let stride = UInt(tickStride)
    let first = step == 1 ? Self.multiple(of: tickStride, atOrAbove: minimum) ?? minimum : minimum
    let start = UInt(bitPattern: first &- minimum) / UInt(step)
    return Swift.stride(from: 0, through: (grid.last - start) / stride, by: 1)
      .map { grid.value(at: start + $0 * stride) }
  }

  /// A tick at a moment, to be drawn by the caller.
  public struct Tick: Hashable, Sendable {
    /// The tick's value.
    public let value: Int
    /// Its centre on the slider's middle line, in points: the thumb's centre at that value.
    public let center: Vector
    /// How far the thumb's centre is to the right of the tick, in points; negative if to the left.
    public let thumbDistance: Double
  }

  /// A value's tick at a time.
  public func tick(_ value: Int, at time: Instant) -> Tick {
    let x = tickX(of: value)
    return Tick(value: value, center: Vector(x, frame.midY), thumbDistance: thumbX(at: time) - x)
  }

  /// The number of values from one tick to the next: 1, 5, 10, 50, 100 and so on.
  public var tickStride: Int {
    let (distance, last) = (trackLength * Double(step) / max(1, span), Double(grid.last))
    var (stride, isFive) = (1, true)
    while Double(stride) * distance < Self.tickDistance, Double(stride) < last, stride < 1 << 58 {
      stride *= isFive ? 5 : 2
      isFive.toggle()
    }
    return stride
  }

  /// Whether a press is held on the slider.
  public var isPressed: Bool { drag.isActive }

  /// What the slider is doing at a time: `idle`, `pressed`, `tracking`, `snapping` or `cancelled`.
  public func state(at time: Instant) -> ControlState {
    if drag.isActive { return drag.isDragging ? .tracking : .pressed }
    if let end = thumbMotion?.end, time < end { return .snapping }
    return drag.state == .cancelled ? .cancelled : .idle
  }

  /// When time alone next changes the state, or `nil` if only an event can.
  public var deadline: Instant? { landingTime }

  /// Whether a later frame would look different because of time alone.
  public func isMoving(at time: Instant) -> Bool { thumbMotion.map { time < $0.end } ?? false }

  /// The length of the range, in units of the value.
  private var span: Double { Double(maximum) - Double(minimum) }

  /// The travel of the thumb's centre, in points.
  private var trackLength: Double { max(0, frame.width - Self.thumbSize) }

  /// Converts travel from points to units; 0 where the slider is too short to move in.
  private func units(for travel: Double) -> Double {
    trackLength >= 1 ? travel * span / trackLength : 0
  }

  private func place(atX x: Double) -> Double {
    let place = Double(minimum) + units(for: x - frame.minX - Self.thumbSize / 2)
    return min(Double(maximum), max(Double(minimum), place))
  }

  private func x(of place: Double) -> Double {
    let start = frame.minX + min(frame.width, Self.thumbSize) / 2
    guard span > 0 else { return start }
    let share = (place - Double(minimum)) / span
    // Not rounded at 1: the last tick is exactly as far from its end as the first from its own.
    return share >= 1 ? start + trackLength : start + share * trackLength
  }

  private static func multiple(of step: Int, atOrAbove value: Int) -> Int? {
    let remainder = value % step
    if remainder == 0 { return value }
    let (next, overflow) = (value - remainder).addingReportingOverflow(remainder > 0 ? step : 0)
    return overflow ? nil : next
  }
}
