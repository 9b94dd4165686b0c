internal import FeelGeometry

/// A drag of content that scrolls: what is recognised of it, and how fast the pointer went.
///
/// The opening that carousel, scroll view and pager have in common: each owns one, and alone it feeds the tracker, from the press to the release.
struct ContentDrag: Hashable, Sendable {
  var recognizer: DragRecognizer
  var tracker: VelocityTracker

  init(_ recognizer: DragRecognizer, velocity settings: VelocityTracker.Settings) {
    self.recognizer = recognizer
    tracker = VelocityTracker(settings: settings)
  }

  var isActive: Bool { recognizer.isActive }
  var isDragging: Bool { recognizer.isDragging }
  var isCancelled: Bool { recognizer.state == .cancelled }
  var axis: DragAxis { recognizer.axis }

  /// The pointer's velocity at a time, in points per second.
  func velocity(at time: Instant) -> Vector { tracker.velocity(at: time) }

  /// What a release at a time would make of the pointer's samples; `nil` unless a press is held.
  func releaseEstimate(at time: Instant) -> VelocityEstimate? {
    isActive ? tracker.estimate(at: time) : nil
  }

  /// Feeds a sample at the control's time; `abandons` tells that the gesture under way is over before what changed.
  @inline(__always)
  mutating func handle(
    _ sample: PointerSample, hitBox: Rect, at now: Instant
  ) -> (abandons: Bool, change: DragRecognizer.Change) {
    let wasActive = isActive
    // A clock that goes back counts as the latest time seen; which samples are one depends on it.
    var sample = sample
    sample.time = now
    let change = recognizer.handle(sample, hitBox: hitBox)
    switch change {
    case .pressed:
      tracker.press(at: now, location: sample.location)
      return (wasActive, change)
    case .cancelled:
      return (wasActive, change)
    case .none, .began, .moved, .released, .ended:
      if wasActive, sample.phase == .moved { tracker.add(at: now, location: sample.location) }
      return (false, change)
    }
  }

  /// Takes the laws by which the next press becomes a drag.
  ///
  /// Not while one is held: a lesser slop would move the content under a pointer that rests.
  mutating func adopt(_ physics: ScrollPhysics, slop: Slop) {
    recognizer.slop = slop
    (recognizer.deduction, recognizer.grouping) = (
      physics.drag.deduction, physics.velocity.grouping
    )
  }

  /// Abandons the gesture; whether there was one.
  mutating func cancel() -> Bool { recognizer.cancel() == .cancelled }
}
