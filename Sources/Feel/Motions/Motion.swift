internal import Glibc

/// Any single motion, stored inline: an enumeration without heap allocation.
public enum Motion: Projector, Hashable {
  /// Nothing moves.
  case rest(at: Double)
  /// An exponential deceleration.
  case deceleration(Deceleration)
  /// An exponential deceleration with an additional drift and braking.
  case braked(BrakedDeceleration)
  /// A deceleration by a power of the remaining time.
  case power(PowerDeceleration)
  /// A deceleration by a constant force.
  case constant(ConstantDeceleration)
  /// The motion of a released spring.
  case spring(SpringMotion)
  /// A timing curve.
  case ease(EaseMotion)

  /// Seconds until the motion ends.
  public var duration: Double {
    switch self {
    case .rest: 0
    case .deceleration(let motion): motion.duration
    case .braked(let motion): motion.duration
    case .power(let motion): motion.duration
    case .constant(let motion): motion.duration
    case .spring(let motion): motion.duration
    case .ease(let motion): motion.duration
    }
  }

  /// The value after `elapsed` seconds.
  public func value(at elapsed: Double) -> Double {
    switch self {
    case .rest(let position): position
    case .deceleration(let motion): motion.value(at: elapsed)
    case .braked(let motion): motion.value(at: elapsed)
    case .power(let motion): motion.value(at: elapsed)
    case .constant(let motion): motion.value(at: elapsed)
    case .spring(let motion): motion.value(at: elapsed)
    case .ease(let motion): motion.value(at: elapsed)
    }
  }

  /// The velocity after `elapsed` seconds, per second.
  public func velocity(at elapsed: Double) -> Double {
    switch self {
    case .rest: 0
    case .deceleration(let motion): motion.velocity(at: elapsed)
    case .braked(let motion): motion.velocity(at: elapsed)
    case .power(let motion): motion.velocity(at: elapsed)
    case .constant(let motion): motion.velocity(at: elapsed)
    case .spring(let motion): motion.velocity(at: elapsed)
    case .ease(let motion): motion.velocity(at: elapsed)
    }
  }

  /// Value and velocity after `elapsed` seconds.
  public func state(at elapsed: Double) -> MotionState {
    switch self {
    case .rest(let position): MotionState(value: position, velocity: 0)
    case .deceleration(let motion): motion.state(at: elapsed)
    case .braked(let motion): motion.state(at: elapsed)
    case .power(let motion): motion.state(at: elapsed)
    case .constant(let motion): motion.state(at: elapsed)
    case .spring(let motion): motion.state(at: elapsed)
    case .ease(let motion): motion.state(at: elapsed)
    }
  }

  /// The velocity just before the end, per second.
  public var finalVelocity: Double {
    switch self {
    case .rest: 0
    case .deceleration(let motion): motion.finalVelocity
    case .braked(let motion): motion.finalVelocity
    case .power(let motion): motion.finalVelocity
    case .constant(let motion): motion.finalVelocity
    case .spring(let motion): motion.finalVelocity
    case .ease(let motion): motion.finalVelocity
    }
  }

  /// Where the motion tends: its end, or the asymptote of an exponential.
  var tendency: Double {
    if case .deceleration(let motion) = self, motion.duration > 0 { return motion.asymptote }
    return finalValue
  }

  /// When a free motion passes a position, in seconds, or `nil` if it stops before it or moves away
  /// from it.
  ///
  /// Only for decelerations of every kind and eases; `nil` for others.
  public func crossingTime(of position: Double) -> Double? {
    switch self {
    case .deceleration(let motion): motion.crossingTime(of: position)
    case .braked(let motion): motion.crossingTime(of: position)
    case .power(let motion): motion.crossingTime(of: position)
    case .constant(let motion): motion.crossingTime(of: position)
    case .ease(let motion): position == motion.end ? nil : motion.crossingTime(of: position)
    case .rest, .spring: nil
    }
  }

  /// The free motion with the same start and velocity that comes to rest exactly at a position, or
  /// `nil`.
  ///
  /// Refused if the position lies against the motion, or needs more than twice or less than a fifth
  /// of the free distance. For an exponential that is a rate between k/2 and 5k.
  public func landing(at position: Double) -> Motion? {
    switch self {
    case .deceleration(let motion): return motion.landing(at: position).map(Motion.deceleration)
    case .braked(let motion): return motion.landing(at: position).map(Motion.braked)
    case .power(let motion): return motion.landing(at: position).map(Motion.power)
    case .constant(let motion): return motion.landing(at: position).map(Motion.constant)
    case .ease(let motion):
      guard motion.end != motion.start else { return nil }
      let stretch = (position - motion.start) / (motion.end - motion.start)
      guard stretch >= 0.2, stretch <= 2 else { return nil }
      return .ease(
        EaseMotion(
          from: motion.start, to: position, duration: motion.duration * stretch, ease: motion.ease))
    case .rest, .spring: return nil
    }
  }

  // MARK: Seams

  /// When a motion reaches a seam, in seconds since its start: the first time for a place, the last
  /// for a speed.
  ///
  /// - Throws: `SeamError` when it never does.
  public func time(of seam: Seam) throws(SeamError) -> Double {
    switch seam {
    case .time(let time):
      guard time >= 0, time <= duration else { throw .timeOutside(time, duration: duration) }
      return time
    case .place(let place):
      if case .rest = self { throw .noMotion }
      guard let time = passingTime(of: place) else {
        throw .placeNotPassed(place, from: initialValue, to: finalValue)
      }
      return time
    case .speed(let speed):
      if case .rest = self { throw .noMotion }
      guard let time = time(ofSlowingTo: speed) else {
        throw .speedNotPassed(speed, from: abs(velocity(at: 0)), to: abs(finalVelocity))
      }
      return time
    }
  }

  private func passingTime(of place: Double) -> Double? {
    if case .spring(let motion) = self { return motion.passingTime(of: place) }
    return crossingTime(of: place)
  }

  /// The last moment at which the speed falls to `speed`, bisected between two moments of which the
  /// earlier is faster.
  private func time(ofSlowingTo speed: Double) -> Double? {
    guard speed > 0, duration > 0, abs(finalVelocity) <= speed else { return nil }
    if case .spring(let motion) = self {
      let time = motion.wave.derivative.settlingTime(within: speed)
      return time > 0 && time <= duration ? time : nil
    }
    // An ease may accelerate first; every other run only decelerates.
    let steps = 64.0
    let faster = stride(from: steps - 1, through: 0, by: -1).lazy.map { duration * $0 / steps }
      .first { abs(velocity(at: $0)) >= speed }
    guard var low = faster else { return nil }
    var high = min(duration, low + duration / steps)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if abs(velocity(at: middle)) >= speed { low = middle } else { high = middle }
    }
  }
}
