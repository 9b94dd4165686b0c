internal import Feel
internal import FeelTrace

/// The reported motion of another program's content and hand.
struct ProgramMotion: Sendable {
  /// Programs do not report that content has come to rest: content that has begun to move counts
  /// as resting after this long without a change, in seconds.
  private static let firstPatience = 0.1
  /// Content that moves again after a shorter pause, in seconds, is still moved by its hand.
  private static let pause = 0.5

  /// The content's offset, in the program's unit; `nil` before its first frame.
  private(set) var offset: Double?
  private(set) var isPressed = false
  /// The last pointer location, in the program's unit.
  private(set) var pointer = Vector.zero
  /// The pointer's travel since the press, along both axes.
  private(set) var travel = Vector.zero
  /// The content's offset at the press.
  private(set) var pressedOffset: Double?
  private(set) var isByHand = false
  // The last frames with movement, oldest first.
  private var frames: [(time: Instant, offset: Double)] = []
  private var hasMovedSincePress = false
  private var patience = firstPatience
  /// When its hand last acted.
  private(set) var lastInput: Instant?
  private var lastMoved: Instant?
  private var isAtRest = true
  /// When its content was last reported.
  private(set) var told: Instant?
  /// The motion in that frame, if it is a measured clip's.
  private var measured: ObservedLine.Motion?
  /// The measured clip, if it is one.
  private let clip: ObservedClip?

  init(in clip: ObservedClip? = nil) { self.clip = clip }

  mutating func show(_ offset: Double, _ motion: ObservedLine.Motion? = nil, at now: Instant) {
    defer { (self.offset, told, measured) = (offset, now, motion) }
    if let motion {
      if motion.state != .idle || !isAtRest { lastMoved = now }
      // A clip whose content does not come to rest may show it held.
      (patience, isAtRest) = (Self.pause, motion.state == .idle && (isAtRest || clip?.cut == nil))
      return
    }
    guard let old = self.offset, offset != old else {
      if self.offset == nil { frames = [(now, offset)] }
      if isAtRest { frames = [(now, offset)] }
      return
    }
    if let rested = restedSince(at: now), now - rested > Self.pause { isByHand = false }
    if !isAtRest, let lastMoved {
      // Two and a half frames, as one may be missing; before a slow landing they get longer.
      patience = min(Self.pause, max(0.02, 2.5 * (now - lastMoved)))
    } else {
      patience = Self.firstPatience
    }
    frames = frames.suffix(2) + [(now, offset)]
    (lastMoved, isAtRest, hasMovedSincePress) = (now, false, isPressed)
  }

  mutating func point(
    _ place: Vector, _ phase: ObservedLine.PointerPhase, at now: Instant
  ) {
    if phase == .down, !isPressed {
      (isPressed, hasMovedSincePress, travel, pressedOffset) = (true, false, .zero, offset)
    } else if isPressed {
      travel += place - pointer
    }
    pointer = place
    guard isPressed else { return }
    (isByHand, lastInput) = (true, now)
    if phase == .up || phase == .cancel { isPressed = false }
  }

  mutating func turn(at now: Instant) { (isByHand, lastInput) = (true, now) }

  /// When it will be known to rest, unless something happens before; never in a clip that does not
  /// show its rest.
  var deadline: Instant? {
    guard !isAtRest, clip?.cut == nil else { return nil }
    return [lastMoved?.advanced(by: patience), clipRest].compactMap { $0 }.min()
  }

  /// When a clip's content comes to rest, unless it was moved again since.
  private var clipRest: Instant? {
    guard let rest = clip?.restOnStage, lastMoved ?? rest <= rest else { return nil }
    return rest
  }

  mutating func advance(to now: Instant) {
    if let deadline, now >= deadline { isAtRest = true }
  }

  func isMoving(at now: Instant) -> Bool { !isAtRest && deadline.map { now < $0 } ?? true }

  /// When its rest began, while at rest.
  func restedSince(at now: Instant) -> Instant? {
    guard !isPressed, !isMoving(at: now) else { return nil }
    if let rest = clipRest, rest <= now { return rest }
    return [lastMoved, lastInput].compactMap { $0 }.max()
  }

  /// The velocity over the last frames, in units per second.
  func velocity(at now: Instant) -> Double {
    if let measured { return isMoving(at: now) ? measured.velocity : 0 }
    guard isMoving(at: now), let first = frames.first, let last = frames.last,
      last.time > first.time
    else { return 0 }
    return (last.offset - first.offset) / (last.time - first.time)
  }

  /// The state of the content; `isOutside` states whether it is past an end.
  func state(at now: Instant, isOutside: Bool) -> ControlState {
    if isPressed { return isOutside ? .rubber : hasMovedSincePress ? .tracking : .pressed }
    guard isMoving(at: now) else { return .idle }
    if let measured { return measured.state }
    return isOutside ? .bouncing : isByHand ? .decelerating : .programmatic
  }
}
