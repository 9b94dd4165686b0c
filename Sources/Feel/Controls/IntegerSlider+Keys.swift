extension IntegerSlider {
  mutating func handle(_ sample: KeySample, _ effects: inout Effects<Effect>) {
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

  /// A notch is one; away from the user and to the right is more.
  ///
  /// A value does not run on by a device's momentum.
  mutating func handle(_ sample: WheelSample, _ effects: inout Effects<Effect>) {
    guard isEnabled, !drag.isActive, sample.unit == .notches, sample.phase != .momentum,
      sample.delta.isPlausible
    else { return }
    let whole = notches.take(sample.delta.x - sample.delta.y, at: now)
    if whole != 0 { move(by: whole, &effects) }
  }

  /// A tenth of the range, and no less than 2.
  private var page: Int { max(2, Int(min(span / 10, 1e15))) }

  private mutating func move(by amount: Int, _ effects: inout Effects<Effect>) {
    let (sum, overflow) = value.addingReportingOverflow(amount)
    moveByKey(to: overflow ? (amount < 0 ? minimum : maximum) : sum, &effects)
  }
}
