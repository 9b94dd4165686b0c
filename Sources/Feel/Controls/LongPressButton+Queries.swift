public import FeelGeometry

extension LongPressButton {
  /// When time alone next changes the state, or `nil` if only an event can.
  public var deadline: Instant? {
    var next: Instant?
    func consider(_ time: Instant) { next = next.map { min($0, time) } ?? time }
    switch phase {
    case .holding(let hold): consider(hold.deadline)
    case .unwinding(_, let since): consider(since.advanced(by: Self.unwindDuration))
    case .resting, .firedHeld, .cancelled: break
    }
    if let firedAt { consider(firedAt.advanced(by: Self.firedLookDuration)) }
    if let releasedEarlyAt { consider(releasedEarlyAt.advanced(by: Self.reminderDuration)) }
    return next
  }

  /// How far the hold has come at a time, 0…1.
  ///
  /// While held it grows evenly to 1 at the deadline; released early it returns to 0 in 0.35 s, easing in and out; otherwise 0.
  public func progress(at time: Instant) -> Double {
    switch phase {
    case .resting, .firedHeld, .cancelled: return 0
    case .holding(let hold):
      // At the end of time itself a hold has no length.
      guard time < hold.deadline, hold.start < hold.deadline else { return 0 }
      let done = BoundedProgress(time - hold.start, in: 0...(hold.deadline - hold.start))
      return hold.startProgress + (1 - hold.startProgress) * done.ratio
    case .unwinding(let start, let since):
      guard time < since.advanced(by: Self.unwindDuration) else { return 0 }
      let share = Ease.easeInOut.progress(at: (time - since) / Self.unwindDuration)
      return start * (1 - share)
    }
  }

  /// Whether the indicator is to be drawn at a time: not in the first 80 ms of a hold, nor for the unwind of so short a one.
  public func isIndicatorVisible(at time: Instant) -> Bool {
    switch phase {
    case .resting, .firedHeld, .cancelled: false
    case .holding(let hold):
      time < hold.deadline
        && (hold.startProgress > 0 || time - hold.start >= Self.indicatorDelay)
    case .unwinding(let start, let since):
      start * pressDuration >= Self.indicatorDelay
        && time < since.advanced(by: Self.unwindDuration)
    }
  }

  /// Whether the label has its fired look at a time: for 3 s from the firing on.
  public func showsFiredLook(at time: Instant) -> Bool {
    if case .holding(let hold) = phase, time >= hold.deadline {
      return time < hold.deadline.advanced(by: Self.firedLookDuration)
    }
    guard let firedAt else { return false }
    return time < firedAt.advanced(by: Self.firedLookDuration)
  }

  /// Whether the reminder to keep holding is to be shown at a time: for 1.5 s after a hold that was released too early, not after one that was taken back by moving off.
  public func showsReminder(at time: Instant) -> Bool {
    guard let releasedEarlyAt else { return false }
    return time < releasedEarlyAt.advanced(by: Self.reminderDuration)
  }

  /// The outline of the button's shape, moved inwards by so many points: what an indicator follows and the fired look fills.
  public func outline(inset: Double = 0) -> ContainerShape.Outline {
    shape.outline(in: frame, inset: inset)
  }

  /// Whether a press at a place starts a hold: of a mouse within the shape, of a finger up to 8 points outside.
  public func isHit(at location: Vector, by device: PointerSample.Device) -> Bool {
    shape.isHit(at: location, by: device, in: frame)
  }

  /// Whether a hold goes on that has not fired.
  public var isPressed: Bool {
    guard case .holding = phase else { return false }
    return true
  }

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
