public import FeelGeometry

/// Follows the first button, or a finger, from press to release, and tells a click from a drag.
///
///     possible --down inside--> pressed --moved past the slop--> dragging
///        ^                         |                                 |
///        |<---------- up ----------+------------- up ---------------+
///        |                         |                                 |
///        +<-- up -- cancelled <----+-- cancel, or another button ---+
///
/// The slop is subtracted: at recognition the drag's translation is what the pointer went beyond
/// the slop, so that content starts from rest and nothing is lost afterwards. It goes by one
/// pointer, the one that pressed: until that one is let go, a second finger is ignored and cancels
/// nothing. Bad input has a fixed meaning. A location that is not finite, or further out than a
/// billion points, is none. A press outside the hit box, a release without a press and a move
/// without a location are ignored. A second press without a release abandons the first gesture and
/// begins anew. A release without a location cancels.
public struct DragRecognizer: Hashable, Sendable {
  /// What the recogniser has concluded so far.
  public enum State: Hashable, Sendable {
    /// No button is down, or none that went down inside the hit box.
    case possible
    /// The button went down at `origin`; `strayed` says that it can no longer be a click.
    case pressed(origin: Vector, strayed: Bool)
    /// A drag from `origin`; `slack` is the slop that is subtracted from its travel.
    case dragging(origin: Vector, slack: Vector)
    /// The gesture was abandoned and the button may still be down.
    case cancelled
  }

  /// What one sample brought about.
  public enum Change: Hashable, Sendable {
    /// Nothing that concerns the control.
    case none
    /// The button went down inside the hit box.
    case pressed
    /// The drag was recognised, `translation` points beyond the slop.
    case began(translation: Vector)
    /// The drag went on; `translation` points since its beginning, slop subtracted.
    case moved(translation: Vector)
    /// The button was lifted without a drag; `isClick` unless it had strayed across the axis.
    case released(isClick: Bool)
    /// The drag ended with a release, `translation` points from its beginning, slop subtracted.
    case ended(translation: Vector)
    /// The gesture was abandoned.
    case cancelled
  }

  /// Which way a drag must go to be recognised; with a lock, the axis that took the last drag.
  public private(set) var axis: DragAxis
  /// The rule that gives a drag to one of two axes, if either may take it; of a drag that was given
  /// it changes nothing.
  public internal(set) var lock: AxisLock?
  /// How far the pointer may drift before it is a drag.
  public var slop: Slop
  /// What is taken off the pointer's travel when the drag is recognised; of a drag that was
  /// recognised a change takes nothing more.
  public var deduction = DragStart.Deduction.slop {
    didSet { if deduction != oldValue { isFirstGroupOpen = false } }
  }
  /// Samples that come sooner than this after the first of a group are one to `travelAfter`, the
  /// last; in seconds.
  var grouping = 0.0
  /// The present state.
  public private(set) var state: State = .possible
  /// The pointer that pressed last, by its number; the others are ignored while it is followed.
  public private(set) var pointer: Int?
  /// How far the pointer has gone since the press, along the axis, slop and all; after a release,
  /// until then.
  private(set) var pointerTravel = Vector.zero
  /// How many samples followed the press, and to `travelAfter` how many groups of them lay past the
  /// slop.
  private var moves = 0
  private var groupsPastSlop = 0
  /// When the group of samples began that the newest is in, and whether it has got past the slop;
  /// to `travelAfter` alone.
  private var groupStart: Instant?
  private var isGroupPastSlop = false
  /// Whether samples may still come that belong to the group with which the drag began.
  private var isFirstGroupOpen = false
  /// Where the pointer was last, in points; the origin of the space before any sample.
  public private(set) var location = Vector.zero

  /// Creates a recogniser for drags along an axis.
  public init(axis: DragAxis, slop: Slop) { (self.axis, self.slop, lock) = (axis, slop, nil) }

  /// Creates a recogniser for drags along whichever of two axes they set out on.
  public init(lock: AxisLock) { (axis, slop, self.lock) = (.horizontal, lock.horizontal, lock) }

  /// Whether a press is being followed, dragging or not.
  public var isActive: Bool {
    switch state {
    case .pressed, .dragging: true
    case .possible, .cancelled: false
    }
  }

  /// Whether a drag has been recognised and goes on.
  public var isDragging: Bool { if case .dragging = state { true } else { false } }

  /// How far the drag has gone, slop subtracted; nothing unless there is one.
  var translation: Vector {
    guard case .dragging(let origin, let slack) = state else { return .zero }
    return axis.part(of: location - origin - slack)
  }

  /// Feeds one sample; a press counts only inside the hit box.
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

  /// Whether a sample is of the pointer that pressed, or any may press now.
  func follows(_ sample: PointerSample) -> Bool {
    pointer == sample.pointer || (!isActive && (pointer == nil || sample.phase == .down))
  }

  /// The pointer that presses now, by its number.
  var presser: Int? { isActive ? pointer : nil }

  /// Lets another pointer take the gesture over with its press.
  mutating func hand(over pointer: Int) { self.pointer = pointer }

  /// Takes note that what was pressed is no longer under the pointer: a release that is no drag is
  /// no click.
  mutating func stray() {
    if case .pressed(let origin, _) = state { state = .pressed(origin: origin, strayed: true) }
  }

  /// Abandons the gesture; without one, nothing happens.
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
        // Of the group with which the drag began the last sample counts.
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

  /// Counts a sample that follows the press.
  private mutating func count(at time: Instant, isPastSlop: Bool) {
    moves += 1
    guard deduction == .travelAfter else { return }
    if beginsGroup(at: time) { isGroupPastSlop = false }
    guard isPastSlop, !isGroupPastSlop else { return }
    (groupsPastSlop, isGroupPastSlop) = (groupsPastSlop + 1, true)
  }

  /// Whether a sample begins a group: it does so unless it comes too soon after the first of the
  /// last group.
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
