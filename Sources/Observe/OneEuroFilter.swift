/// A low-pass filter whose cutoff grows with the speed: it smooths slow motion and hardly delays
/// fast motion.
///
/// Source: Casiez, Roussel and Vogel, "1 € filter", CHI 2012.
public struct OneEuroFilter: Hashable, Sendable {
  /// The cutoff at rest, in 1/s.
  public var cutoff: Double
  /// The growth of the cutoff, in 1/s per unit a second.
  public var growth: Double
  /// The cutoff for the speed itself, in 1/s.
  public var speedCutoff: Double

  private struct State: Hashable {
    let time: Double
    let raw: Double
    let value: Double
    let speed: Double
  }

  private var last: State?

  /// Creates an empty filter; the cutoffs must be positive, the growth 0 or more.
  public init(cutoff: Double = 1, growth: Double = 0.007, speedCutoff: Double = 1) {
    (self.cutoff, self.growth, self.speedCutoff) = (cutoff, growth, speedCutoff)
  }

  /// Adds a value and returns the smoothed one; a value that is not later than the last changes
  /// nothing.
  public mutating func value(_ raw: Double, at time: Double) -> Double {
    guard let last else {
      self.last = State(time: time, raw: raw, value: raw, speed: 0)
      return raw
    }
    guard time > last.time else { return last.value }
    let gap = time - last.time
    let speed = Self.mixed((raw - last.raw) / gap, last.speed, Self.share(speedCutoff, gap))
    let value = Self.mixed(raw, last.value, Self.share(cutoff + growth * abs(speed), gap))
    self.last = State(time: time, raw: raw, value: value, speed: speed)
    return value
  }

  /// α of a first-order low pass: 1 / (1 + τ / gap), τ = 1 / (2π · cutoff).
  private static func share(_ cutoff: Double, _ gap: Double) -> Double {
    1 / (1 + 1 / (2 * Double.pi * cutoff * gap))
  }

  private static func mixed(_ new: Double, _ old: Double, _ share: Double) -> Double {
    share * new + (1 - share) * old
  }
}
