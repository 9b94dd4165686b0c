/// Finds jumps: at the seams of a sequence, and inside a motion of which only the values are known.
///
/// A hand-off is continuous if the value jumps by less than 1e-9 pt or 8 units in the last place of
/// the offset, whichever is larger, and the velocity by less than 1e-6 pt/s or 8 such units. Coming
/// to rest may drop the stop speed and the rest threshold.
public struct HandOffChecker: Hashable, Sendable {
  /// The largest jump of a value that is ignored, in points.
  public var valueTolerance: Double
  /// The largest jump of a velocity that is ignored, in points per second.
  public var velocityTolerance: Double
  /// The highest speed from which a motion may come to rest, in points per second.
  public var restSpeed: Double
  /// The largest distance from which a motion may come to rest, in points.
  public var restThreshold: Double

  /// Creates a checker; the default thresholds of rest are those of `uikit` at scale 1.
  public init(
    valueTolerance: Double = 1e-9, velocityTolerance: Double = 1e-6, restSpeed: Double = 10,
    restThreshold: Double = 0.5
  ) {
    (self.valueTolerance, self.velocityTolerance) = (valueTolerance, velocityTolerance)
    (self.restSpeed, self.restThreshold) = (restSpeed, restThreshold)
  }

  /// Creates a checker with the thresholds of rest of a preset's physics.
  public init(physics: ScrollPhysics, scale: Double) {
    self.init(
      restSpeed: physics.restSpeed(scale: scale), restThreshold: physics.restThreshold(scale: scale)
    )
  }

  /// Classifies one change of motion.
  ///
  /// - Parameters:
  ///   - time: when it happens, in seconds.
  ///   - before: the state just before.
  ///   - after: the state just after.
  ///   - isRest: whether nothing moves afterwards.
  ///   - isKnown: whether a jump of velocity is intended here.
  public func judge(
    at time: Double, from before: MotionState, to after: MotionState, isRest: Bool = false,
    isKnown: Bool = false
  ) -> HandOff {
    HandOff(
      time: time, before: before, after: after,
      verdict: verdict(from: before, to: after, isRest: isRest, isKnown: isKnown))
  }

  private func verdict(
    from before: MotionState, to after: MotionState, isRest: Bool, isKnown: Bool
  ) -> HandOff.Verdict {
    let valueJump = abs(after.value - before.value)
    let velocityJump = abs(after.velocity - before.velocity)
    let largest = max(abs(before.value), abs(after.value))
    let fastest = max(abs(before.velocity), abs(after.velocity))
    let isWhole = valueJump < max(valueTolerance, 8 * largest.ulp)
    let isSmooth = velocityJump < max(velocityTolerance, 8 * fastest.ulp)
    if isWhole && isSmooth { return isRest ? .rest : .continuous }
    // Motions end where they cross their threshold, so allow for a rounding error.
    let slack = 1 + 1e-9
    if isRest, valueJump <= restThreshold * slack + 8 * largest.ulp,
      velocityJump <= restSpeed * slack
    {
      return .rest
    }
    return isKnown && isWhole ? .knownDeparture : .jump
  }

  /// Checks every change in a scroll's motion: its start, its seams and its end.
  ///
  /// `released`: the content's state just before; `nil` skips the start.
  public func check(_ motion: ScrollMotion, released: MotionState? = nil) -> [HandOff] {
    let sequence = motion.sequence
    var found: [HandOff] = []
    if let released {
      found.append(
        judge(
          at: 0, from: released, to: motion.state(at: 0), isRest: motion.duration == 0,
          isKnown: motion.isKnownDeparture(0)))
    }
    for index in 1..<max(1, sequence.count) {
      let time = sequence.startTime(of: index)
      let next = sequence[index]
      let before = MotionState(
        value: sequence.value(before: index), velocity: sequence.velocity(before: index))
      found.append(
        judge(
          at: time, from: before, to: next.state(at: 0), isRest: next.duration == 0,
          isKnown: motion.isKnownDeparture(index)))
    }
    if motion.duration > 0, sequence[sequence.count - 1].duration > 0 {
      found.append(end(of: motion))
    }
    return found
  }

  /// Checks the end of a motion, from just before it to rest.
  public func end(of motion: some Projector) -> HandOff {
    let duration = motion.duration
    let before = MotionState(
      value: motion.value(at: duration.nextDown), velocity: motion.finalVelocity)
    let after = MotionState(value: motion.finalValue, velocity: 0)
    return judge(at: duration, from: before, to: after, isRest: true)
  }

  // MARK: Sampling

  /// Finds the jumps inside a motion of which only the values are known.
  ///
  /// Each of `steps` intervals is bisected towards the half with the larger change, down to
  /// adjacent moments: a change that remains is a jump. One smaller than the change in the rest of
  /// its interval can be missed; more steps find it.
  ///
  /// `steps`: at least 1; smaller values count as 1.
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

  /// How long the end of a motion lasts without visible movement, in seconds.
  ///
  /// Counted from the last moment at which the value is at least `threshold` from its final one.
  /// `steps` is at least 1; smaller values count as 1.
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
