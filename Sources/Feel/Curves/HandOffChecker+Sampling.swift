extension HandOffChecker {
  /// The jumps inside a motion of which nothing is known but its values, and its end.
  ///
  /// Each of `steps` stretches is halved again and again towards the half in which more happens, down to neighbouring
  /// moments: what is left there is a jump. One that is smaller than the change in the rest of its stretch can be
  /// missed; more steps find it.
  ///
  /// `steps`: held to 1 or more.
  public func jumps(in motion: some Projector, steps: Int = 1000) -> [HandOff] {
    let duration = motion.duration
    guard duration > 0, duration.isFinite else { return [] }
    let (last, steps) = (duration.nextDown, max(1, steps))
    var found: [HandOff] = []
    for index in 0..<steps {
      let start = last * Double(index) / Double(steps)
      let end = last * Double(index + 1) / Double(steps)
      for measure in [Measure.value, .velocity] {
        let handOff = narrow(motion, from: start, to: end, by: measure)
        let isNew = found.last.map { handOff.time - $0.time > 1e-9 } ?? true
        if handOff.verdict == .jump, isNew { found.append(handOff) }
      }
    }
    return found
  }

  /// How long a motion goes on at its end without being seen to move, in seconds.
  ///
  /// It counts from the last moment at which the value is at least `threshold` from its last one. `steps` is
  /// held to 1 or more.
  public func quietTail(of motion: some Projector, threshold: Double, steps: Int = 1000) -> Double {
    let duration = motion.duration
    guard duration > 0, duration.isFinite else { return 0 }
    let rest = motion.finalValue
    let (last, steps) = (duration.nextDown, max(1, steps))
    for index in (0..<steps).reversed() {
      var low = last * Double(index) / Double(steps)
      guard abs(motion.value(at: low) - rest) >= threshold else { continue }
      var high = last * Double(index + 1) / Double(steps)
      for _ in 0..<60 {
        let middle = low + (high - low) / 2
        if abs(motion.value(at: middle) - rest) >= threshold { low = middle } else { high = middle }
      }
      return duration - high
    }
    return duration
  }

  private enum Measure { case value, velocity }

  private func narrow(
    _ motion: some Projector, from start: Double, to end: Double, by measure: Measure
  ) -> HandOff {
    func state(_ time: Double) -> MotionState { motion.state(at: time) }
    func change(_ a: MotionState, _ b: MotionState) -> Double {
      measure == .value ? abs(b.value - a.value) : abs(b.velocity - a.velocity)
    }
    var (low, high) = (start, end)
    var (before, after) = (state(low), state(high))
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      let between = state(middle)
      if change(before, between) >= change(between, after) {
        (high, after) = (middle, between)
      } else {
        (low, before) = (middle, between)
      }
    }
    return judge(at: high, from: before, to: after)
  }
}
