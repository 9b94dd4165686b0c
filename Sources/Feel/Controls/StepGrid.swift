internal import Glibc

/// The values 0, s, 2s … and 1 of a stepped control; 1 is always included, however near the step
/// before it is.
public struct StepGrid: Hashable, Sendable {
  /// The finest step: 2^−53, below which a number near 1 has no neighbours.
  public static let finest = 0x1p-53

  /// The distance between two values, in `finest`..<1.
  public let step: Double
  /// The index of the last value, which is 1.
  public let count: Int

  /// Creates a grid; a step finer than `finest` counts as `finest`.
  ///
  /// - Precondition: `0 < step < 1`; NaN is refused.
  public init(step: Double) {
    precondition(Self.isValid(step), "step lies in (0, 1)")
    self.step = max(step, Self.finest)
    // A third has three steps although 3 · ⅓ may round to more than 1.
    count = Int((1 / self.step - 1e-9).rounded(.up))
  }

  /// Whether a step is valid: 0 < step < 1.
  public static func isValid(_ step: Double) -> Bool { step > 0 && step < 1 }

  /// The index of the value nearest to a raw one, 0…`count`; ties go to the lower one.
  public func index(nearest raw: Double) -> Int {
    guard raw > 0 else { return 0 }
    // A tie up to rounding errors counts as one: 0.15 is between 0.1 and 0.2.
    let position = (raw / step - 0.5 - 1e-9).rounded(.up)
    let last = Double(count - 1)
    guard position >= last else { return max(0, Int(position)) }
    // The last interval may be shorter than a step.
    return raw > (value(at: count - 1) + 1) / 2 + 1e-9 * step ? count : count - 1
  }

  /// The value at an index, 0…1, as a short decimal where that is exact but for rounding: 0.9
  /// instead of three times 0.3.
  public func value(at index: Int) -> Double {
    guard index < count else { return 1 }
    let value = Double(index) * step
    let short = (value * 1e12).rounded() / 1e12
    return abs(short - value) <= 4 * value.ulp ? short : value
  }

  /// The value nearest to a raw one, 0…1; ties go to the lower one.
  public func nearest(_ raw: Double) -> Double { value(at: index(nearest: raw)) }
}
