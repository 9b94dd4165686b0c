internal import FeelGeometry

/// A drag of scrollable content, by a pointer or by fingers on a touchpad: recognition and
/// velocity.
///
/// The start of a drag, shared by Carousel, ScrollView and Pager; the only code that feeds the
/// tracker. Fingers on a touchpad are recognised as one pointer that presses and drags the content.
struct ContentDrag: Hashable, Sendable {
  /// The state of the fingers on a touchpad, as far as reported.
  private enum Fingers: Hashable {
    case away
    case holding(FingerHold)
    /// Still down, but their gesture was abandoned.
    case dismissed
  }

  private struct FingerHold: Hashable {
    /// The pointer's location when they came down, and how far they have moved the content since,
    /// in points.
    let origin: Vector
    var travel = Vector.zero
    /// The time of their last event.
    var lastSign: Instant
    /// The recogniser's rules for pointers, restored afterwards; they do not apply to fingers.
    var slop: Slop
    var deduction: DragStart.Deduction

    var location: Vector { origin - travel }
  }

  /// Touchpad fingers that report nothing for this long (in seconds) count as lifted: their lift
  /// may have been delivered to another window.
  private static let patience = 0.5

  var recognizer: DragRecognizer
  var tracker: VelocityTracker
  private var fingers = Fingers.away

  init(_ recognizer: DragRecognizer, velocity settings: VelocityTracker.Settings) {
    self.recognizer = recognizer
    tracker = VelocityTracker(settings: settings)
  }

  var isActive: Bool { recognizer.isActive }
  var isDragging: Bool { recognizer.isDragging }
  var isCancelled: Bool { recognizer.state == .cancelled }
  /// The id of the pointer that holds the content; `nil` for fingers on a touchpad.
  var presser: Int? { isByFingers ? nil : recognizer.presser }
  var axis: DragAxis { recognizer.axis }

  /// Whether the content is held by fingers on a touchpad rather than a pointer.
  var isByFingers: Bool { if case .holding = fingers { true } else { false } }

  /// When fingers that report nothing will count as lifted, or `nil`.
  var fingersLostAt: Instant? {
    guard case .holding(let hold) = fingers else { return nil }
    return hold.lastSign.advanced(by: Self.patience)
  }

  /// The pointer's velocity at a time, in points per second.
  func velocity(at time: Instant) -> Vector { tracker.velocity(at: time) }

  /// The velocity estimate if the pointer were released at `time`; `nil` unless pressed.
  func releaseEstimate(at time: Instant) -> VelocityEstimate? {
    isActive ? tracker.estimate(at: time) : nil
  }

  /// Handles a sample at the control's time; `abandons` means that the previous gesture ends before
  /// `change` applies.
  @inline(__always)
  mutating func handle(
    _ sample: PointerSample, hitBox: Rect, at now: Instant
  ) -> (abandons: Bool, change: DragRecognizer.Change) {
    let wasActive = isActive
    if case .holding(let hold) = fingers {
      // Any other pointer is another device: its movement is ignored, its press takes over.
      guard sample.phase == .down else { return (false, .none) }
      letGo(of: hold, .dismissed)
      recognizer.hand(over: sample.pointer)
    }
    guard recognizer.follows(sample) else { return (false, .none) }
    // A time that goes backwards counts as the latest time seen; grouping depends on it.
    var sample = sample
    sample.time = now
    let change = recognizer.handle(sample, hitBox: hitBox)
    switch change {
    case .pressed:
      tracker.press(at: now, location: sample.location)
      return (wasActive, change)
    case .cancelled: return (wasActive, change)
    case .none, .began, .moved, .released, .ended:
      if wasActive, sample.phase == .moved { tracker.add(at: now, location: sample.location) }
      return (false, change)
    }
  }

  /// Handles a touchpad sample at the control's time; ignored while a pointer holds the content.
  ///
  /// `travel`: how far the fingers move the content, in points. A scroll without a reported
  /// beginning starts with its first sample. `grabs` means that they took hold before `change`
  /// applies.
  mutating func handle(
    _ sample: WheelSample, travel: Vector, at now: Instant
  ) -> (grabs: Bool, change: DragRecognizer.Change) {
    guard sample.location.isPlausible, travel.isPlausible else { return (false, .none) }
    if sample.phase == .began, fingers == .dismissed { fingers = .away }
    switch fingers {
    case .dismissed:
      if sample.phase == .ended { fingers = .away }
      return (false, .none)
    case .away:
      guard sample.phase != .ended, !isActive else { return (false, .none) }
      let hold = FingerHold(
        origin: sample.location, lastSign: now, slop: recognizer.slop,
        deduction: recognizer.deduction)
      (recognizer.slop, recognizer.deduction) = (.none, .slop)
      let box = Rect(x: hold.origin.x - 1, y: hold.origin.y - 1, width: 2, height: 2)
      _ = report(.down, hold.origin, at: now, hitBox: box)
      // The touch-down location is no velocity sample: its time is unknown.
      tracker.reset()
      return (true, follow(hold, by: travel, .moved, at: now))
    case .holding(let hold):
      return (false, follow(hold, by: travel, sample.phase == .ended ? .up : .moved, at: now))
    }
  }

  private mutating func follow(
    _ hold: FingerHold, by travel: Vector, _ phase: PointerSample.Phase, at now: Instant
  ) -> DragRecognizer.Change {
    var hold = hold
    let sum = hold.travel + travel
    if (hold.origin - sum).isPlausible { hold.travel = sum }
    hold.lastSign = now
    fingers = .holding(hold)
    // A lift without movement is no sample: it only shows how long they had been still.
    if phase == .moved || travel != .zero { tracker.add(at: now, location: hold.location) }
    let change = report(phase, hold.location, at: now)
    guard phase == .up else { return change }
    letGo(of: hold, .away)
    return change == .released(isClick: true) ? .released(isClick: false) : change
  }

  private mutating func report(
    _ phase: PointerSample.Phase, _ location: Vector, at now: Instant, hitBox: Rect = .zero
  ) -> DragRecognizer.Change {
    recognizer.handle(
      PointerSample(time: now, phase: phase, location: location, device: .touch), hitBox: hitBox)
  }

  private mutating func letGo(of hold: FingerHold, _ next: Fingers) {
    fingers = next
    (recognizer.slop, recognizer.deduction) = (hold.slop, hold.deduction)
  }

  /// Adopts the rules by which the next press becomes a drag.
  ///
  /// A press under way keeps its own: a smaller slop would move the content under a still pointer.
  mutating func adopt(_ physics: ScrollPhysics, slop: Slop) {
    recognizer.grouping = physics.velocity.grouping
    if case .holding(var hold) = fingers {
      (hold.slop, hold.deduction) = (slop, physics.drag.deduction)
      fingers = .holding(hold)
    } else {
      (recognizer.slop, recognizer.deduction) = (slop, physics.drag.deduction)
    }
  }

  /// Abandons the gesture; returns whether there was one.
  mutating func cancel() -> Bool { cancel(leaving: .dismissed) }

  /// Treats fingers that have timed out as lifted; returns whether there were any.
  mutating func loseFingers(at now: Instant) -> Bool {
    guard let lost = fingersLostAt, now >= lost else { return false }
    return cancel(leaving: .away)
  }

  private mutating func cancel(leaving next: Fingers) -> Bool {
    guard recognizer.cancel() == .cancelled else { return false }
    if case .holding(let hold) = fingers {
      // The recogniser waits for a release after a cancel, and fingers will not report one.
      _ = report(.up, hold.location, at: hold.lastSign)
      letGo(of: hold, next)
    }
    return true
  }
}
