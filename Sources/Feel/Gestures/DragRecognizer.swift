public import FeelGeometry

/// Tracks the primary button, or a finger, from press to release, and tells clicks from drags.
///
///     possible --down inside--> pressed --moved past the slop--> dragging
///        ^                         |                                 |
///        |<---------- up ----------+------------- up ---------------+
///        |                         |                                 |
///        +<-- up -- cancelled <----+-- cancel, or another button ---+
///
/// The slop is subtracted: the translation starts with the travel beyond the slop, so content
/// starts from rest and nothing is lost afterwards. It tracks one pointer, the one that pressed:
/// until that is released, a second finger is ignored and cancels nothing. Invalid input has
/// defined results: non-finite locations, and those beyond 1e9 pt, are ignored, as are a press
/// outside the hit box, a release without a press and a move without a location. A second press
/// without a release abandons the first gesture and starts another. A release without a location
/// cancels.
public struct DragRecognizer: Hashable, Sendable {
  /// The recogniser's current conclusion.
  public enum State: Hashable, Sendable {
    /// No button is down, or none that was pressed inside the hit box.
    case possible
    /// The button went down at `origin`; `strayed` means that it can no longer be a click.
    case pressed(origin: Vector, strayed: Bool)
    /// A drag from `origin`, with `slack` subtracted from its travel.
    case dragging(origin: Vector, slack: Vector)
    /// The gesture was abandoned, and the button may still be down.
    case cancelled
  }

  /// The result of one sample.
  public enum Change: Hashable, Sendable {
    /// Nothing relevant to the control.
    case none
    /// The button went down inside the hit box.
    case pressed
    /// A drag was recognised, `translation` points beyond the slop.
    case began(translation: Vector)
    /// The drag continued; `translation` points since its start, slop subtracted.
    case moved(translation: Vector)
    /// The button was released without a drag; `isClick` unless the pointer strayed across the
    /// axis.
    case released(isClick: Bool)
    /// The drag ended with a release, `translation` points from its start, slop subtracted.
    case ended(translation: Vector)
    /// The gesture was abandoned.
    case cancelled
  }

  /// The direction in which drags are recognised; with a lock, the axis of the last drag.
  public private(set) var axis: DragAxis
  /// Chooses between two axes, if a drag may go along either; does not affect a drag already
  /// recognised.
  public internal(set) var lock: AxisLock?
  /// How far the pointer may drift before it is a drag.
  public var slop: Slop
  /// What is subtracted from the pointer's travel at recognition; setting it does not affect a drag
  /// already recognised.
  public var deduction = DragStart.Deduction.slop {
    didSet { if deduction != oldValue { isFirstGroupOpen = false } }
  }
  /// With `travelAfter`, samples within this time of a group's first sample form one group, of
  /// which the last counts; in seconds.
  var grouping = 0.0
  /// The current state.
  public private(set) var state: State = .possible
  /// The id of the pointer that pressed last; others are ignored while it is tracked.
  public private(set) var pointer: Int?
  /// The pointer's travel along the axis since the press, slop included; after a release, its final
  /// value.
  private(set) var pointerTravel = Vector.zero
  /// The number of samples since the press and, for `travelAfter`, of groups with a sample past the
  /// slop.
  private var moves = 0
  private var groupsPastSlop = 0
  /// For `travelAfter`: the start of the newest group of samples, and whether it exceeded the slop.
  private var groupStart: Instant?
  private var isGroupPastSlop = false
  /// Whether more samples may belong to the group with which the drag began.
  private var isFirstGroupOpen = false
  /// The pointer's last location, in points; zero before the first sample.
  public private(set) var location = Vector.zero

  /// Creates a recogniser for drags along an axis.
  public init(axis: DragAxis, slop: Slop) { (self.axis, self.slop, lock) = (axis, slop, nil) }

  /// Creates a recogniser for drags along either of two axes, chosen by a lock.
  public init(lock: AxisLock) { (axis, slop, self.lock) = (.horizontal, lock.horizontal, lock) }

  /// Whether a press is being tracked, dragging or not.
  public var isActive: Bool {
    switch state {
    case .pressed, .dragging: true
    case .possible, .cancelled: false
    }
  }

  /// Whether a drag is under way.
  public var isDragging: Bool { if case .dragging = state { true } else { false } }

  /// The drag's translation, slop subtracted; zero without a drag.
  var translation: Vector {
    guard case .dragging(let origin, let slack) = state else { return .zero }
    return axis.part(of: location - origin - slack)
  }

  /// Handles one sample; a press counts only inside the hit box.
  public mutating func handle(_ sample: PointerSample, hitBox: Rect) -> Change {
    guard follows(sample) else { return .none }
    guard sample.location.isPlausible else {
      return sample.phase == .up && isActive ? cancel() : .none
    }
    defer { location = sample.location }
    switch sample.phase {
    case .down: return press(sample, hitBox: hitBox)
    case .moved: return move(sample)
    case .up: return release(sample)
    case .exited: return .none
    }
  }

  /// Whether a sample comes from the tracked pointer, or from one that may press now.
  func follows(_ sample: PointerSample) -> Bool {
    pointer == sample.pointer || (!isActive && (pointer == nil || sample.phase == .down))
  }

  /// The id of the pointer that is pressing.
  var presser: Int? { isActive ? pointer : nil }

  /// Transfers the gesture to another pointer, which is about to press.
  mutating func hand(over pointer: Int) { self.pointer = pointer }

  /// Marks the press as strayed: what it pressed has moved, so its release is not a click.
  mutating func stray() {
    if case .pressed(let origin, _) = state { state = .pressed(origin: origin, strayed: true) }
  }

  /// Abandons the gesture; does nothing without one.
  public mutating func cancel() -> Change {
    guard isActive else { return .none }
    state = .cancelled
    return .cancelled
  }

  private mutating func press(_ sample: PointerSample, hitBox: Rect) -> Change {
    if sample.button != .primary { return cancel() }
    pointer = sample.pointer
    (moves, groupsPastSlop, pointerTravel) = (0, 0, .zero)
    (groupStart, isGroupPastSlop, isFirstGroupOpen) = (nil, false, false)
    let isInside = hitBox.contains(sample.location)
    let wasActive = isActive
    state = isInside ? .pressed(origin: sample.location, strayed: false) : .possible
    if isInside { return .pressed }
    return wasActive ? .cancelled : .none
  }

  private mutating func move(_ sample: PointerSample) -> Change {
    follow(sample.location)
    switch state {
    case .possible, .cancelled: return .none
    case .dragging(let origin, let slack):
      if isFirstGroupOpen, !beginsGroup(at: sample.time) {
        // Of the group with which the drag began, the last sample counts.
        state = .dragging(origin: origin, slack: pointerTravel)
        return .moved(translation: .zero)
      }
      isFirstGroupOpen = false
      return .moved(translation: pointerTravel - slack)
    case .pressed(let origin, let hadStrayed):
      let travel = sample.location - origin
      if let lock {
        guard let taker = lock.axis(of: travel, device: sample.device) else {
          let limit = lock.vertical.distance(for: sample.device)
          state = .pressed(origin: origin, strayed: hadStrayed || travel.length > limit)
          return .none
        }
        (axis, slop) = (taker, lock.slop(of: taker))
      }
      let limit = slop.distance(for: sample.device)
      let along = axis.part(of: travel)
      count(at: sample.time, isPastSlop: along.length > limit)
      guard along.length > limit, hasSeenEnough else {
        state = .pressed(origin: origin, strayed: hadStrayed || travel.length > limit)
        return .none
      }
      let slack = slack(of: along, from: origin, limit: limit)
      state = .dragging(origin: origin, slack: slack)
      isFirstGroupOpen = deduction == .travelAfter
      return .began(translation: along - slack)
    }
  }

  /// Counts a sample after the press.
  private mutating func count(at time: Instant, isPastSlop: Bool) {
    moves += 1
    guard deduction == .travelAfter else { return }
    if beginsGroup(at: time) { isGroupPastSlop = false }
    guard isPastSlop, !isGroupPastSlop else { return }
    (groupsPastSlop, isGroupPastSlop) = (groupsPastSlop + 1, true)
  }

  /// Whether a sample starts a group: it does, unless it is within `grouping` of the last group's
  /// first.
  private mutating func beginsGroup(at time: Instant) -> Bool {
    if let groupStart, time - groupStart < grouping { return false }
    groupStart = time
    return true
  }

  private mutating func follow(_ location: Vector) {
    switch state {
    case .pressed(let origin, _), .dragging(let origin, _):
      pointerTravel = axis.part(of: location - origin)
    case .possible, .cancelled: break
    }
  }

  private var hasSeenEnough: Bool {
    switch deduction {
    case .slop, .nothing: true
    case .travelBefore: moves > 1
    case .travelAfter: groupsPastSlop > 1
    }
  }

  private func slack(of along: Vector, from origin: Vector, limit: Double) -> Vector {
    switch deduction {
    case .slop: along * (limit / along.length)
    case .nothing: .zero
    case .travelBefore: axis.part(of: location - origin)
    case .travelAfter: along
    }
  }

  private mutating func release(_ sample: PointerSample) -> Change {
    guard sample.button == .primary else { return .none }
    follow(sample.location)
    defer { (state, pointer) = (.possible, nil) }
    switch state {
    case .possible, .cancelled: return .none
    case .pressed(_, let strayed): return .released(isClick: !strayed)
    case .dragging(let origin, let slack):
      return .ended(translation: axis.part(of: sample.location - origin - slack))
    }
  }
}
