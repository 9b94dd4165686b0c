public import FeelGeometry

/// A button that fires only when held, for actions that must not happen by accident.
///
///     resting --press--> holding --deadline--> fired, still held --release--> resting
///        ^                  |  |
///        |                  |  +-- other button, Esc, focus lost, disabled --> cancelled
///        |                  |                                                      |
///        +---- unwound -----+ released early, or moved off: unwinding              |
///        +<-------------------------------- release -------------------------------+
///
/// The action fires exactly once, at press + `pressDuration`, whether or not an event or a frame
/// happens then; a release or a cancel stamped exactly at that instant comes after it. The primary
/// button, a finger, Space and Return start a hold. A press outside the shape, a release without a
/// press, a key's auto-repeat and a second finger are ignored; a second press of the same pointer
/// without a release starts again. A time that goes backwards counts as the latest time seen.
public struct LongPressButton: Hashable, Sendable {
  /// What the button reports.
  public enum Effect: Hashable, Sendable {
    /// A hold began.
    case pressed
    /// The hold was long enough: perform the action, once.
    case fired
    /// The hold ended with an early release; nothing fires.
    case releasedEarly
    /// The hold ended because the pointer left the button, or the button moved away from it;
    /// nothing fires.
    case movedOff
    /// The hold was abandoned; nothing fires.
    case cancelled
  }

  /// When movement of the pointer abandons a hold.
  public enum MoveRule: String, Hashable, Sendable, CaseIterable {
    /// More than 16 points outside the shape.
    case outsideFrame
    /// More than 10 points from the press location, which moves with the button.
    case fromPress
    /// Never.
    case never
  }

  /// The initial progress of a hold that begins during the unwind.
  public enum Restart: String, Hashable, Sendable, CaseIterable {
    /// From 0.
    case zero
    /// From the progress shown; the hold still takes the whole `pressDuration`.
    case shownProgress
  }

  private enum Source: Hashable { case pointer(Int), key(KeySample.Key) }

  private struct Hold: Hashable {
    var source: Source
    var origin: Vector
    var start: Instant
    var deadline: Instant
    var startProgress: Double
  }

  private enum Phase: Hashable {
    case resting
    case holding(Hold)
    case unwinding(from: Double, since: Instant)
    case firedHeld(Source)
    case cancelled
  }

  /// How long the unwind to 0 takes, in seconds.
  public static let unwindDuration = 0.35
  /// How long the label keeps its fired look, in seconds.
  public static let firedLookDuration = 3.0
  /// How long the reminder to keep holding is shown after a hold that was too short, in seconds.
  public static let reminderDuration = 1.5
  /// How long a hold shows no progress, in seconds, so that a click does not flash.
  public static let indicatorDelay = 0.08
  /// How far outside its shape a hold may stray under `outsideFrame`, in points.
  public static let shapeMargin = 16.0
  /// How far from its press a hold may stray under `fromPress`, in points.
  public static let pressMargin = 10.0
  /// The valid durations of a hold, in seconds.
  public static let pressDurationRange = 0.2...10.0

  /// The button's frame, in points.
  public private(set) var frame: Rect
  /// The button's shape in its frame, as drawn and as hit by presses; a change affects a hold under
  /// way from the next event or ``layout(frame:at:)`` on.
  public var shape: ContainerShape
  /// The duration of a hold until it fires, in seconds, 0.2…10; a change applies from the next hold
  /// on.
  public var pressDuration: Double {
    didSet { Self.check(pressDuration) }
  }
  /// When movement of the pointer, or of the button from under it, abandons a hold.
  public var moveRule: MoveRule
  /// The initial progress of a hold that begins during the unwind.
  public var restart: Restart
  /// Whether the button can be pressed; see `setEnabled(_:at:)`.
  public private(set) var isEnabled = true
  /// Whether the pointer is over the button.
  public var isHovered: Bool {
    pointer.isPresent && isHit(at: pointer.location, by: pointer.device)
  }

  private var pointer = PointerPlace()
  private var phase = Phase.resting
  private var firedAt: Instant?
  private var releasedEarlyAt: Instant?
  private var now = Instant.zero

  /// Creates a button at rest.
  ///
  /// - Precondition: `pressDuration` lies in 0.2…10.
  public init(
    frame: Rect, shape: ContainerShape = .rectangle, pressDuration: Double = 2,
    moveRule: MoveRule = .outsideFrame, restart: Restart = .zero
  ) {
    Self.check(pressDuration)
    (self.frame, self.shape, self.pressDuration) = (frame.plausible, shape, pressDuration)
    (self.moveRule, self.restart) = (moveRule, restart)
  }

  private static func check(_ pressDuration: Double) {
    precondition(pressDurationRange.contains(pressDuration), "pressDuration lies in 0.2...10")
  }

  /// Moves or resizes the button.
  ///
  /// A hold continues if its pointer is still where ``moveRule`` allows it; an empty frame cancels
  /// it.
  public mutating func layout(frame: Rect, at time: Instant) -> Effects<Effect> {
    var effects = advance(to: time)
    let old = self.frame
    self.frame = frame.plausible
    carryHold(by: self.frame.center - old.center, &effects)
    return effects
  }

  // MARK: Events

  /// Handles an event, after advancing to its time.
  public mutating func handle(_ event: InputEvent) -> Effects<Effect> {
    var effects = advance(to: event.time)
    switch event {
    case .pointer(let sample): handle(sample, &effects)
    case .key(let sample): handle(sample, &effects)
    case .cancel: cancel(&effects)
    case .wheel: break
    }
    return effects
  }

  /// Advances to a time without an event; early, late or repeated calls are harmless.
  public mutating func advance(to time: Instant) -> Effects<Effect> {
    var effects = Effects<Effect>()
    now = max(now, time)
    if case .holding(let hold) = phase, now >= hold.deadline {
      phase = .firedHeld(hold.source)
      firedAt = hold.deadline
      effects.append(.fired)
    }
    if case .unwinding(_, let since) = phase, now >= since.advanced(by: Self.unwindDuration) {
      phase = .resting
    }
    if let start = firedAt, now >= start.advanced(by: Self.firedLookDuration) { firedAt = nil }
    if let start = releasedEarlyAt, now >= start.advanced(by: Self.reminderDuration) {
      releasedEarlyAt = nil
    }
    return effects
  }

  /// Enables or disables the button; disabling abandons a hold.
  public mutating func setEnabled(_ enabled: Bool, at time: Instant) -> Effects<Effect> {
    var effects = advance(to: time)
    isEnabled = enabled
    if !enabled { cancel(&effects) }
    return effects
  }

  private mutating func handle(_ sample: PointerSample, _ effects: inout Effects<Effect>) {
    guard sample.location.isPlausible else {
      // A release at an unknown location must not count as one over the button.
      if sample.phase == .up { cancel(&effects) }
      return
    }
    // A second finger must not interfere with the first.
    guard presser == nil || presser == sample.pointer else { return }
    pointer.handle(sample, presser: presser)
    switch sample.phase {
    case .down:
      let goesOn = sample.button == .primary && !isHeldByKey
      if isPressed { cancel(&effects) }
      if goesOn && isHovered { begin(.pointer(sample.pointer), at: sample.location, &effects) }
    case .moved: releaseIfOff(&effects)
    case .up:
      if sample.button == .primary { lift(.pointer(sample.pointer), &effects) }
    case .exited: break
    }
  }

  private mutating func handle(_ sample: KeySample, _ effects: inout Effects<Effect>) {
    let starts = sample.key == .space || sample.key == .return
    switch sample.phase {
    case .up: lift(.key(sample.key), &effects)
    case .down where sample.isRepeat: break
    case .down:
      // A second key cancels a hold by key, as a second button cancels one by mouse.
      if isPressed {
        if sample.key == .escape || isHeldByKey { cancel(&effects) }
      } else if starts {
        begin(.key(sample.key), at: frame.center, &effects)
      }
    }
  }

  private mutating func begin(
    _ source: Source, at location: Vector, _ effects: inout Effects<Effect>
  ) {
    guard isEnabled, !frame.isEmpty else { return }
    let startProgress = restart == .shownProgress ? progress(at: now) : 0
    phase = .holding(
      Hold(
        source: source, origin: location, start: now,
        deadline: now.advanced(by: pressDuration), startProgress: startProgress))
    releasedEarlyAt = nil
    effects.append(.pressed)
  }

  private mutating func lift(_ source: Source, _ effects: inout Effects<Effect>) {
    switch phase {
    case .holding(let hold) where hold.source == source:
      unwind()
      releasedEarlyAt = now
      effects.append(.releasedEarly)
    case .firedHeld(source): phase = .resting
    case .cancelled: phase = .resting
    default: break
    }
  }

  private mutating func unwind() { phase = .unwinding(from: progress(at: now), since: now) }

  /// Moves a hold with the button, unless that takes the button too far from the pointer.
  private mutating func carryHold(by way: Vector, _ effects: inout Effects<Effect>) {
    guard case .holding(var hold) = phase else { return }
    if frame.isEmpty { return cancel(&effects) }
    hold.origin += way
    phase = .holding(hold)
    // The location of an absent pointer is unknown.
    if pointer.isPresent { releaseIfOff(&effects) }
  }

  /// Ends a hold whose pointer is outside the area that the rule allows.
  private mutating func releaseIfOff(_ effects: inout Effects<Effect>) {
    guard case .holding(let hold) = phase, case .pointer = hold.source,
      hasLeft(pointer.location, hold)
    else { return }
    unwind()
    effects.append(.movedOff)
  }

  private mutating func cancel(_ effects: inout Effects<Effect>) {
    guard isPressed else { return }
    phase = .cancelled
    effects.append(.cancelled)
  }

  private func hasLeft(_ location: Vector, _ hold: Hold) -> Bool {
    switch moveRule {
    case .never: false
    case .fromPress: (location - hold.origin).length > Self.pressMargin
    case .outsideFrame: !shape.contains(location, in: frame, margin: Self.shapeMargin)
    }
  }

  /// The id of the pointer that holds the button, before or after it has fired.
  private var presser: Int? {
    switch phase {
    case .holding(let hold):
      if case .pointer(let pointer) = hold.source { pointer } else { nil }
    case .firedHeld(.pointer(let pointer)): pointer
    case .resting, .unwinding, .firedHeld, .cancelled: nil
    }
  }

  private var isHeldByKey: Bool {
    guard case .holding(let hold) = phase, case .key = hold.source else { return false }
    return true
  }

  // MARK: Queries

  /// When time alone next changes the state, or `nil` if only an event can.
  public var deadline: Instant? {
    let change: Instant? =
      switch phase {
      case .holding(let hold): hold.deadline
      case .unwinding(_, let since): since.advanced(by: Self.unwindDuration)
      case .resting, .firedHeld, .cancelled: nil
      }
    let look = firedAt?.advanced(by: Self.firedLookDuration)
    let reminder = releasedEarlyAt?.advanced(by: Self.reminderDuration)
    return .earliest(change, .earliest(look, reminder))
  }

  /// The progress of the hold at a time, 0…1.
  ///
  /// Linear up to 1 at the deadline while held; after an early release it returns to 0 in 0.35 s,
  /// easing in and out; otherwise 0.
  public func progress(at time: Instant) -> Double {
    switch phase {
    case .resting, .firedHeld, .cancelled: return 0
    case .holding(let hold):
      // At the last instant a hold has no length.
      guard time < hold.deadline, hold.start < hold.deadline else { return 0 }
      let done = BoundedProgress(time - hold.start, in: 0...(hold.deadline - hold.start))
      return hold.startProgress + (1 - hold.startProgress) * done.ratio
    case .unwinding(let start, let since):
      guard time < since.advanced(by: Self.unwindDuration) else { return 0 }
      let share = Ease.easeInOut.progress(at: (time - since) / Self.unwindDuration)
      return start * (1 - share)
    }
  }

  /// Whether to draw the indicator at a time: not in the first 80 ms of a hold, nor for the unwind
  /// of such a short one.
  public func isIndicatorVisible(at time: Instant) -> Bool {
    switch phase {
    case .resting, .firedHeld, .cancelled: false
    case .holding(let hold):
      time < hold.deadline && (hold.startProgress > 0 || time - hold.start >= Self.indicatorDelay)
    case .unwinding(let start, let since):
      start * pressDuration >= Self.indicatorDelay && time < since.advanced(by: Self.unwindDuration)
    }
  }

  /// Whether the label has its fired look at a time: for 3 s after firing.
  public func showsFiredLook(at time: Instant) -> Bool { timeSinceFired(at: time) != nil }

  /// Seconds since the button fired, while its label has its fired look; otherwise `nil`.
  public func timeSinceFired(at time: Instant) -> Double? {
    var fired = firedAt
    if case .holding(let hold) = phase, time >= hold.deadline { fired = hold.deadline }
    guard let fired, time < fired.advanced(by: Self.firedLookDuration) else { return nil }
    return max(0, time - fired)
  }

  /// How much longer a hold must last to fire, in seconds; `nil` if none is under way.
  public func timeLeft(at time: Instant) -> Double? {
    guard case .holding(let hold) = phase, time < hold.deadline else { return nil }
    return hold.deadline - time
  }

  /// Whether to show the reminder to keep holding at a time: for 1.5 s after an early release, but
  /// not after the pointer moved off.
  public func showsReminder(at time: Instant) -> Bool {
    guard let releasedEarlyAt else { return false }
    return time < releasedEarlyAt.advanced(by: Self.reminderDuration)
  }

  /// The outline of the button's shape, inset by a number of points: the path of an indicator, and
  /// the area of the fired look.
  public func outline(inset: Double = 0) -> ContainerShape.Outline {
    shape.outline(in: frame, inset: inset)
  }

  /// Whether a press at a location starts a hold: a mouse must be within the shape, a finger at
  /// most 8 points outside.
  public func isHit(at location: Vector, by device: PointerSample.Device) -> Bool {
    shape.isHit(at: location, by: device, in: frame)
  }

  /// Whether a hold is under way that has not fired.
  public var isPressed: Bool { if case .holding = phase { true } else { false } }

  /// What the button is doing: `idle`, `pressed`, `snapping` while it unwinds, or `cancelled`.
  public var state: ControlState {
    switch phase {
    case .resting: .idle
    case .holding, .firedHeld: .pressed
    case .unwinding: .snapping
    case .cancelled: .cancelled
    }
  }

  /// Whether a later frame would look different because of time alone.
  public func isMoving(at time: Instant) -> Bool {
    switch phase {
    case .resting, .firedHeld, .cancelled: false
    case .holding(let hold): time < hold.deadline
    case .unwinding(_, let since): time < since.advanced(by: Self.unwindDuration)
    }
  }
}
