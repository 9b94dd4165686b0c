extension ProgressSlider {
  mutating func handle(_ sample: KeySample, _ effects: inout Effects<Effect>) {
    guard isEnabled, sample.phase == .down else { return }
    if drag.isActive {
      if sample.key == .escape { abandonByKey(sample.time, &effects) }
      return
    }
    let isFine = sample.modifiers.contains(.shift)
    switch sample.key {
    case .left, .down: move(by: isFine ? -0.001 : -0.01, steps: -1, &effects)
    case .right, .up: move(by: isFine ? 0.001 : 0.01, steps: 1, &effects)
    case .pageDown: move(by: -0.1, steps: -stepsPerPage, &effects)
    case .pageUp: move(by: 0.1, steps: stepsPerPage, &effects)
    case .home: place(0, &effects)
    case .end: place(1, &effects)
    default: break
    }
  }

  /// A notch is one step, or 1 %; away from the user and to the right is more.
  ///
  /// A value does not run on by a device's momentum.
  mutating func handle(_ sample: WheelSample, _ effects: inout Effects<Effect>) {
    guard isEnabled, !drag.isActive, sample.phase != .momentum, sample.delta.isPlausible else {
      return
    }
    let delta = sample.delta.x - sample.delta.y
    switch sample.unit {
    case .notches: place(rawValue(at: now) + delta * (step ?? 0.01), &effects)
    case .points where frame.width >= 1: place(rawValue(at: now) + delta / frame.width, &effects)
    case .points: break
    }
  }

  private var stepsPerPage: Int {
    guard let grid else { return 1 }
    // At most a tenth of 2^53.
    return max(1, Int((0.1 / grid.step).rounded()))
  }

  private mutating func move(by amount: Double, steps: Int, _ effects: inout Effects<Effect>) {
    guard let grid else { return place(rawValue(at: now) + amount, &effects) }
    // Steps are counted from the value shown: what lies underneath must not swallow a key.
    let index = grid.index(nearest: rawValue(at: now)) + steps
    place(grid.value(at: min(grid.count, max(0, index))), &effects)
  }

  private mutating func place(_ value: Double, _ effects: inout Effects<Effect>) {
    change(&effects) {
      $0.raw = min(1, max(0, value))
      $0.playback?.start = $0.now
    }
    endPlayback(&effects)
  }

  private mutating func abandonByKey(_ time: Instant, _ effects: inout Effects<Effect>) {
    let order = CancelSample(time: time, reason: .user)
    effects.append(contentsOf: handle(.cancel(order)))
  }
}
