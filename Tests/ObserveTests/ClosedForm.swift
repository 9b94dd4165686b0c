import Glibc

/// A law in closed form, relative to its start.
///
/// It shares no code with the engine.
enum ClosedForm {
  case steady(velocity: Double, duration: Double)
  /// Stops when its speed has fallen to `stop`.
  case exponential(velocity: Double, decay: Double, stop: Double)
  case braking(velocity: Double, deceleration: Double)
  case power(way: Double, duration: Double, exponent: Double)
  /// To `way`, with an initial velocity.
  case spring(way: Double, velocity: Double, frequency: Double, ratio: Double)
  case bezier(way: Double, duration: Double, CubicBezier)
  case cubicOut(way: Double, duration: Double)
  /// Source: ViscousFluidInterpolator in Android's Scroller.java.
  case viscous(way: Double, duration: Double)

  /// A spring is at rest once it stays this close to its target, in px.
  private static let settled = 0.05

  /// Time of its end, in seconds.
  var duration: Double {
    switch self {
    case .steady(_, let duration), .power(_, let duration, _), .bezier(_, let duration, _),
      .cubicOut(_, let duration), .viscous(_, let duration):
      return duration
    case .exponential(let velocity, let decay, let stop):
      return max(0, log(abs(velocity) / stop) / decay)
    case .braking(let velocity, let deceleration): return abs(velocity) / deceleration
    case .spring(let way, let velocity, let frequency, let ratio):
      let slowest =
        ratio > 1 ? frequency * (ratio - (ratio * ratio - 1).squareRoot()) : frequency * ratio
      let reach = abs(way) + abs(velocity) / frequency
      // With ratio 1, the envelope has a factor of time.
      return (log(reach / Self.settled) + (ratio == 1 ? 3 : 1)) / slowest
    }
  }

  /// Distance covered at a time; clamped before 0 and after the end.
  func way(at time: Double) -> Double {
    let time = min(max(0, time), duration)
    switch self {
    case .steady(let velocity, _): return velocity * time
    case .exponential(let velocity, let decay, _):
      return velocity / decay * (1 - exp(-decay * time))
    case .braking(let velocity, let deceleration):
      return velocity * time - (velocity < 0 ? -1 : 1) * deceleration * time * time / 2
    case .power(let way, let duration, let exponent):
      return way * (1 - pow(1 - time / duration, exponent))
    case .spring(let way, let velocity, let frequency, let ratio):
      guard time < duration else { return way }
      return way + Self.swing(-way, velocity, frequency, ratio, time)
    case .bezier(let way, let duration, let curve): return way * curve.value(at: time / duration)
    case .cubicOut(let way, let duration): return way * (1 - pow(1 - time / duration, 3))
    case .viscous(let way, let duration):
      func fluid(_ share: Double) -> Double {
        let x = 8 * share
        return x < 1 ? x - (1 - exp(-x)) : exp(-1) + (1 - exp(-1)) * (1 - exp(1 - x))
      }
      return way * fluid(time / duration) / fluid(1)
    }
  }

  /// Distance of a spring from its target, given its initial distance and velocity.
  private static func swing(
    _ start: Double, _ velocity: Double, _ frequency: Double, _ ratio: Double, _ time: Double
  ) -> Double {
    if ratio == 1 {
      return (start + (velocity + frequency * start) * time) * exp(-frequency * time)
    }
    if ratio < 1 {
      let damped = frequency * (1 - ratio * ratio).squareRoot()
      let side = (velocity + ratio * frequency * start) / damped
      return exp(-ratio * frequency * time)
        * (start * cos(damped * time) + side * sin(damped * time))
    }
    let root = (ratio * ratio - 1).squareRoot()
    let (slow, fast) = (-frequency * (ratio - root), -frequency * (ratio + root))
    let share = (velocity - slow * start) / (fast - slow)
    return (start - share) * exp(slow * time) + share * exp(fast * time)
  }
}

/// A CSS timing curve through (0, 0) and (1, 1), solved by bisection.
struct CubicBezier {
  let x1, y1, x2, y2: Double

  static let ease = CubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
  static let easeIn = CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  static let easeOut = CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  static let easeInOut = CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  private static func along(_ first: Double, _ second: Double, _ share: Double) -> Double {
    let left = 1 - share
    return 3 * left * left * share * first + 3 * left * share * share * second
      + share * share * share
  }

  /// The progress at a fraction of the time.
  func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if Self.along(x1, x2, middle) < time { low = middle } else { high = middle }
    }
    return Self.along(y1, y2, (low + high) / 2)
  }
}

/// A hand in closed form, relative to its press; it never moves back.
struct ClosedHand {
  /// How its speed changes.
  enum Shape: CaseIterable { case steady, accelerating, flick, endingAtRest }

  let shape: Shape
  /// How long it is still after the press, in seconds.
  let hold: Double
  /// How long it then moves, in seconds.
  let moving: Double
  /// Its mean speed during that time, in px/s.
  let speed: Double
  /// How long it is still before the release, in seconds.
  let rest: Double
  /// The exponent of a flick; or the ratio of final to initial speed of an accelerating hand.
  let number: Double

  /// Time of the release, in seconds from the press.
  var release: Double { hold + moving + rest }

  /// Distance covered at a time since the press, in px.
  func travel(at time: Double) -> Double {
    let share = min(max(0, (time - hold) / moving), 1)
    let all = speed * moving
    switch shape {
    case .steady: return all * share
    case .accelerating:
      // v₀·(1 + (n − 1)·u), whose mean is v₀·(n + 1)/2.
      return all * (share + (number - 1) * share * share / 2) * 2 / (number + 1)
    case .flick: return all * pow(share, number)
    case .endingAtRest:
      // Steady for the first half of the distance, then constant braking to a stop.
      let third = 1.0 / 3
      guard share > third else { return all * share * 1.5 }
      let left = (1 - share) / (1 - third)
      return all * (1 - left * left / 2)
    }
  }

  /// Its speed when it stops moving, in px/s.
  var finalSpeed: Double {
    switch shape {
    case .steady: speed
    case .accelerating: speed * number * 2 / (number + 1)
    case .flick: speed * number
    case .endingAtRest: 0
    }
  }
}
