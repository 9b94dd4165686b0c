internal import Glibc

/// The solution of x″ + 2βx′ + ω0²x = 0 through (`offset`, `speed`) at 0, without thresholds or ends.
struct SpringWave: Hashable, Sendable {
  /// What does not depend on where it starts.
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
      // The product of sum and difference keeps the digits that β² − ω0² loses near the critical ratio.
      let discriminant = (decay - frequency) * (decay + frequency)
      squaredFrequency = spring.stiffness / spring.mass
      (split, oscillates) = (abs(discriminant).squareRoot(), discriminant < 0)
    }
  }

  private let constants: Constants
  /// x(0).
  let offset: Double
  /// x′(0).
  let speed: Double

  init(_ constants: Constants, offset: Double, speed: Double) {
    (self.constants, self.offset, self.speed) = (constants, offset, speed)
  }

  var decay: Double { constants.decay }
  var squaredFrequency: Double { constants.squaredFrequency }
  var split: Double { constants.split }
  var oscillates: Bool { constants.oscillates }

  private func through(offset: Double, speed: Double) -> SpringWave {
    SpringWave(constants, offset: offset, speed: speed)
  }

  /// e^(−βt)·C(t) and e^(−βt)·S(t).
  private func basis(at time: Double) -> (even: Double, odd: Double) {
    if oscillates {
      let fade = exp(-decay * time)
      let angle = split * time
      // The compiler's own sine and cosine, which it makes one call of the C library of: that takes little longer than either, and Glibc's module hides it. Each is the same to the bit as alone.
      let (sine, cosine) = (_sin(angle), _cos(angle))
      let odd = angle == 0 ? time : sine / split
      return (fade * cosine, fade * odd)
    }
    // cosh and sinh would overflow where the product is harmless, hence the two real exponentials.
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

  /// The velocity, which solves the same equation.
  var derivative: SpringWave {
    through(offset: speed, speed: -squaredFrequency * offset - 2 * decay * speed)
  }

  /// The rest of the solution from a later moment on.
  func advanced(by time: Double, assumingZero: Bool = false) -> SpringWave {
    through(offset: assumingZero ? 0 : value(at: time), speed: velocity(at: time))
  }

  /// The first t > 0 with x(t) = 0.
  var firstZero: Double? {
    let slope = speed + decay * offset
    if oscillates {
      guard offset != 0 || speed != 0 else { return nil }
      guard offset != 0 else { return Double.pi / split }
      // offset·cos(ωt) + slope·sin(ωt)/ω = 0.
      // Only the ratio counts; with the denominator positive a small angle keeps its digits.
      var angle = slope < 0 ? atan2(offset * split, -slope) : atan2(-offset * split, slope)
      if angle <= 0 { angle += Double.pi }
      return angle / split
    }
    guard offset != 0, slope != 0 else { return nil }
    let share = -offset / slope
    guard share > 0, share * split < 1 else { return nil }
    return split * share < 1e-9 ? share : atanh(split * share) / split
  }
}
