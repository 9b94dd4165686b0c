internal import Glibc

/// The values 0, s, 2s … and 1 of a control that moves in steps: the end is always one of them,
/// however far it is from the last step.
public struct StepGrid: Hashable, Sendable {
  /// The finest step: 2^−53, below which a number near 1 has no neighbours.
  public static let finest = 0x1p-53

  /// The distance between two values, in `finest`..<1.
  public let step: Double
  /// The number of the last value, which is 1.
  public let count: Int

  /// Creates the grid of a step; one finer than `finest` counts as that.
  ///
  /// - Precondition: `0 < step < 1`; NaN is refused.
  public init(step: Double) {
    precondition(Self.isValid(step), "step lies in (0, 1)")
    self.step = max(step, Self.finest)
    // A third has three steps though 3 · ⅓ may round to more than 1.
    count = Int((1 / self.step - 1e-9).rounded(.up))
  }

  /// Whether a step can be used: 0 < step < 1.
  public static func isValid(_ step: Double) -> Bool { step > 0 && step < 1 }

  /// The number of the value nearest to a raw one, 0…`count`; of two equally near the lower.
  public func index(nearest raw: Double) -> Int {
    guard raw > 0 else { return 0 }
    // What is a tie but for rounding counts as one: 0.15 lies between 0.1 and 0.2.
    let position = (raw / step - 0.5 - 1e-9).rounded(.up)
    let last = Double(count - 1)
    guard position >= last else { return max(0, Int(position)) }
    // The last way may be shorter than a step.
    return raw > (value(at: count - 1) + 1) / 2 + 1e-9 * step ? count : count - 1
  }

  /// The value of a number, 0…1, as the shortest decimal that it is: 0.9, and not what three times
  /// 0.3 rounds to.
  public func value(at index: Int) -> Double {
    guard index < count else { return 1 }
    let value = Double(index) * step
    let short = (value * 1e12).rounded() / 1e12
    return abs(short - value) <= 4 * value.ulp ? short : value
  }

  /// The value nearest to a raw one, 0…1; of two equally near the lower.
  public func nearest(_ raw: Double) -> Double { value(at: index(nearest: raw)) }
}
