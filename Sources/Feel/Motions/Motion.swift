/// Any single motion, stored in place: a choice without a heap allocation.
public enum Motion: Projector, Hashable {
  /// Nothing moves.
  case rest(at: Double)
  /// An exponential slowing down.
  case deceleration(Deceleration)
  /// A spring let go.
  case spring(SpringMotion)
  /// A timing curve.
  case ease(EaseMotion)

  /// Seconds until the motion ends.
  public var duration: Double {
    switch self {
    case .rest: 0
    case .deceleration(let motion): motion.duration
    case .spring(let motion): motion.duration
    case .ease(let motion): motion.duration
    }
  }

  /// The value after `elapsed` seconds.
  public func value(at elapsed: Double) -> Double {
    switch self {
    case .rest(let position): position
    case .deceleration(let motion): motion.value(at: elapsed)
    case .spring(let motion): motion.value(at: elapsed)
    case .ease(let motion): motion.value(at: elapsed)
    }
  }

  /// The velocity after `elapsed` seconds, per second.
  public func velocity(at elapsed: Double) -> Double {
    switch self {
    case .rest: 0
    case .deceleration(let motion): motion.velocity(at: elapsed)
    case .spring(let motion): motion.velocity(at: elapsed)
    case .ease(let motion): motion.velocity(at: elapsed)
    }
  }

  /// The velocity just before the end, per second.
  public var finalVelocity: Double {
    switch self {
    case .rest: 0
    case .deceleration(let motion): motion.finalVelocity
    case .spring(let motion): motion.finalVelocity
    case .ease(let motion): motion.finalVelocity
    }
  }
}
