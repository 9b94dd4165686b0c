internal import Glibc

/// The solution of x″ + 2βx′ + ω0²x = 0 through (`offset`, `speed`) at 0, without thresholds or
/// ends.
struct SpringWave: Hashable, Sendable {
  /// The constants that do not depend on the initial state.
  struct Constants: Hashable, Sendable {
    /// β, per second.
    let decay: Double
    /// ω0², per second squared.
    let squaredFrequency: Double
    /// √|β² − ω0²|, per second.
    let split: Double
    /// Whether β² < ω0².
    let oscillates: Bool

    init(_ spring: Spring) {
      decay = spring.decayRate
      let frequency = spring.angularFrequency
      // A product of sum and difference keeps the digits that β² − ω0² loses near critical damping.
      let discriminant = (decay - frequency) * (decay + frequency)
      squaredFrequency = spring.stiffness / spring.mass
      (split, oscillates) = (abs(discriminant).squareRoot(), discriminant < 0)
    }
  }

  private let constants: Constants
  /// x(0).
  let offset: Double
  /// x′(0).
  private let speed: Double

  init(_ constants: Constants, offset: Double, speed: Double) {
    (self.constants, self.offset, self.speed) = (constants, offset, speed)
  }

  private var decay: Double { constants.decay }
  private var squaredFrequency: Double { constants.squaredFrequency }
  var split: Double { constants.split }
  var oscillates: Bool { constants.oscillates }

  /// e^(−βt)·C(t) and e^(−βt)·S(t).
  private func basis(at time: Double) -> (even: Double, odd: Double) {
    if oscillates {
      let fade = exp(-decay * time)
      let angle = split * time
      // Use the compiler's own sine and cosine, which it merges into one call of the C library that
      // takes little longer than either; Glibc's module hides that. Both results are bit-identical
      // to separate calls.
      let (sine, cosine) = (_sin(angle), _cos(angle))
      let odd = angle == 0 ? time : sine / split
      return (fade * cosine, fade * odd)
    }
    // cosh and sinh may overflow where the product does not, so use the two real exponentials.
    let slow = exp(-squaredFrequency / (decay + split) * time)
    guard split > 0 else { return (slow, slow * time) }
    let gap = expm1(-2 * split * time)
    return (slow * (1 + gap / 2), slow * -gap / (2 * split))
  }

  func value(at time: Double) -> Double {
    let (even, odd) = basis(at: time)
    return offset * even + (speed + decay * offset) * odd
  }

  func velocity(at time: Double) -> Double {
    let (even, odd) = basis(at: time)
    return speed * even - (squaredFrequency * offset + decay * speed) * odd
  }

  func state(at time: Double) -> MotionState {
    let (even, odd) = basis(at: time)
    return MotionState(
      value: offset * even + (speed + decay * offset) * odd,
      velocity: speed * even - (squaredFrequency * offset + decay * speed) * odd)
  }

  /// The velocity, a solution of the same equation.
  var derivative: SpringWave {
    SpringWave(constants, offset: speed, speed: -squaredFrequency * offset - 2 * decay * speed)
  }

  /// The solution from a zero at `time` on.
  func advanced(toZero time: Double) -> SpringWave {
    SpringWave(constants, offset: 0, speed: velocity(at: time))
  }

  /// The first t > 0 with x(t) = 0.
  var firstZero: Double? {
    let slope = speed + decay * offset
    if oscillates {
      guard offset != 0 || speed != 0 else { return nil }
      guard offset != 0 else { return Double.pi / split }
      // offset·cos(ωt) + slope·sin(ωt)/ω = 0.
      // Only the ratio matters; a positive denominator keeps the digits of a small angle.
      var angle = slope < 0 ? atan2(offset * split, -slope) : atan2(-offset * split, slope)
      if angle <= 0 { angle += Double.pi }
      return angle / split
    }
    guard offset != 0, slope != 0 else { return nil }
    let share = -offset / slope
    guard share > 0, share * split < 1 else { return nil }
    return split * share < 1e-9 ? share : atanh(split * share) / split
  }

  // MARK: Settling

  /// The first moment after which |x| stays below `threshold`, in seconds.
  ///
  /// Exact up to rounding: |x| has its maxima at known times, the last that reaches the threshold
  /// starts a monotone stretch, and the crossing is bracketed in it.
  func settlingTime(within threshold: Double) -> Double {
    guard offset != 0 || speed != 0 else { return 0 }
    guard let turn = derivative.firstZero else {
      return abs(offset) < threshold ? 0 : crossing(of: threshold, from: 0)
    }
    let peak = abs(value(at: turn))
    guard peak >= threshold else {
      guard abs(offset) >= threshold else { return 0 }
      return crossing(of: threshold, between: 0, and: turn)
    }
    guard oscillates else { return crossing(of: threshold, from: turn) }
    // Each half turn reduces the amplitude by the same factor.
    let halfTurn = Double.pi / split
    let count = (log(peak / threshold) / (decay * halfTurn)).rounded(.down)
    let last = turn + max(0, count) * halfTurn
    return crossing(of: threshold, between: last, and: last + halfTurn)
  }

  /// The moment at which the monotone tail from `start` falls to `threshold`.
  private func crossing(of threshold: Double, from start: Double) -> Double {
    var step = 1 / squaredFrequency.squareRoot()
    var end = start + step
    while abs(value(at: end)) >= threshold, step < 1e15 {
      step *= 2
      end = start + step
    }
    return crossing(of: threshold, between: start, and: end)
  }

  /// The moment in a monotone stretch at which |x| falls to `threshold`.
  private func crossing(of threshold: Double, between start: Double, and end: Double) -> Double {
    let side: Double = value(at: start) < 0 ? -1 : 1
    var (low, high) = (start, end)
    for _ in 0..<100 {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if side * value(at: middle) >= threshold { low = middle } else { high = middle }
    }
    return high
  }
}
