internal import FeelGeometry

/// A drag of content that scrolls, by a pointer or by fingers on a touchpad: what is recognised of
/// it, and how fast it went.
///
/// The opening that carousel, scroll view and pager have in common: each owns one, and alone it
/// feeds the tracker, from the press to the release. To the recogniser, fingers on a touchpad are
/// one on the content itself, which goes where they push it.
struct ContentDrag: Hashable, Sendable {
  /// What the fingers on a touchpad do, as far as it is told.
  private enum Fingers: Hashable {
    case away
    case holding(FingerHold)
    /// Still down, and what they do was abandoned.
    case dismissed
  }

  private struct FingerHold: Hashable {
    /// The pointer's place as they came down, and how far they have taken the content since, in
    /// points.
    let origin: Vector
    var travel = Vector.zero
    /// When they last gave a sign.
    var lastSign: Instant
    /// What the recogniser asks of a pointer, which it does not ask of them.
    var slop: Slop
    var deduction: DragStart.Deduction

    var location: Vector { origin - travel }
  }

  /// How long fingers on a touchpad may give no sign before they count as lifted, in seconds: their
  /// lift may go to another window.
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
  /// The pointer that has the content, by its number; fingers on a touchpad are none.
  var presser: Int? { isByFingers ? nil : recognizer.presser }
  var axis: DragAxis { recognizer.axis }

  /// Whether fingers on a touchpad have the content, not a pointer.
  var isByFingers: Bool { if case .holding = fingers { true } else { false } }

  /// When fingers that give no sign count as lifted, or `nil`.
  var fingersLostAt: Instant? {
    guard case .holding(let hold) = fingers else { return nil }
    return hold.lastSign.advanced(by: Self.patience)
  }

  /// The pointer's velocity at a time, in points per second.
  func velocity(at time: Instant) -> Vector { tracker.velocity(at: time) }

  /// What a release at a time would make of the pointer's samples; `nil` unless a press is held.
  func releaseEstimate(at time: Instant) -> VelocityEstimate? {
    isActive ? tracker.estimate(at: time) : nil
  }

  /// Feeds a sample at the control's time; `abandons` tells that the gesture under way is over
  /// before what changed.
  @inline(__always)
  mutating func handle(
    _ sample: PointerSample, hitBox: Rect, at now: Instant
  ) -> (abandons: Bool, change: DragRecognizer.Change) {
    let wasActive = isActive
    if case .holding(let hold) = fingers {
      // A pointer that moves meanwhile is another device's; its press takes over.
      guard sample.phase == .down else { return (false, .none) }
      letGo(of: hold, .dismissed)
      recognizer.hand(over: sample.pointer)
    }
    guard recognizer.follows(sample) else { return (false, .none) }
    // A clock that goes back counts as the latest time seen; which samples are one depends on it.
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

  /// Feeds what fingers on a touchpad do, at the control's time; nothing while a pointer has the
  /// content.
  ///
  /// `travel`: how far they take the content, in points. A scroll whose beginning was not told
  /// begins with what is told first. `grabs` tells that they took hold before what changed.
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
      // Where they came down is no sample: nobody knows when they were there.
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
    // A lift alone is no sample: how long they had rested is what it tells.
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

  /// Takes the laws by which the next press becomes a drag.
  ///
  /// Not while one is held: a lesser slop would move the content under a pointer that rests.
  mutating func adopt(_ physics: ScrollPhysics, slop: Slop) {
    recognizer.grouping = physics.velocity.grouping
    if case .holding(var hold) = fingers {
      (hold.slop, hold.deduction) = (slop, physics.drag.deduction)
      fingers = .holding(hold)
    } else {
      (recognizer.slop, recognizer.deduction) = (slop, physics.drag.deduction)
    }
  }

  /// Abandons the gesture; whether there was one.
  mutating func cancel() -> Bool { cancel(leaving: .dismissed) }

  /// Takes fingers for lifted that have given no sign for so long; whether there were any.
  mutating func loseFingers(at now: Instant) -> Bool {
    guard let lost = fingersLostAt, now >= lost else { return false }
    return cancel(leaving: .away)
  }

  private mutating func cancel(leaving next: Fingers) -> Bool {
    guard recognizer.cancel() == .cancelled else { return false }
    if case .holding(let hold) = fingers {
      // No release will come that ends the cancelled press.
      _ = report(.up, hold.location, at: hold.lastSign)
      letGo(of: hold, next)
    }
    return true
  }
}
