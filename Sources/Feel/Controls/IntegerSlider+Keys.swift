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

  /// A notch is a step; away from the user and to the right is more.
  ///
  /// A value does not run on by a device's momentum.
  mutating func handle(_ sample: WheelSample, _ effects: inout Effects<Effect>) {
    guard isEnabled, !drag.isActive, sample.unit == .notches, sample.phase != .momentum,
      sample.delta.isPlausible
    else { return }
    let whole = notches.take(sample.delta.x - sample.delta.y, at: now)
    if whole != 0 { move(by: whole, &effects) }
  }

  /// A tenth of the range in steps, and no less than 2.
  private var page: Int { max(2, Int(grid.last / 10)) }

  private mutating func move(by steps: Int, _ effects: inout Effects<Effect>) {
    let (index, amount) = (grid.index(nearest: value), steps.magnitude)
    let (sum, overflow) = index.addingReportingOverflow(amount)
    let target = steps < 0 ? index - min(index, amount) : overflow ? grid.last : sum
    moveByKey(to: grid.value(at: target), &effects)
  }
}
