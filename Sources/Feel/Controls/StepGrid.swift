internal import Glibc

/// The values 0, s, 2s … ≤ 1 of a control that moves in steps.
public struct StepGrid: Hashable, Sendable {
  /// The finest step: 2^−53, below which a number near 1 has no neighbours.
  public static let finest = 0x1p-53

  /// The distance between two values, in `finest`..<1.
  public let step: Double
  /// How many steps fit into 0…1.
  public let count: Int

  /// Creates the grid of a step; one finer than `finest` counts as that.
  ///
  /// - Precondition: `0 < step < 1`; NaN is refused.
  public init(step: Double) {
    precondition(Self.isValid(step), "step lies in (0, 1)")
    self.step = max(step, Self.finest)
    // A third has three steps though 3 · ⅓ may round to more than 1.
    count = Int((1 / self.step + 1e-9).rounded(.down))
  }

  /// Whether a step can be used: 0 < step < 1.
  public static func isValid(_ step: Double) -> Bool { step > 0 && step < 1 }

  /// The number of the value nearest to a raw one, 0…`count`; of two equally near the lower.
  public func index(nearest raw: Double) -> Int {
    guard raw > 0 else { return 0 }
    // What is a tie but for rounding counts as one: 0.15 lies between 0.1 and 0.2.
    let position = (raw / step - 0.5 - 1e-9).rounded(.up)
    return position >= Double(count) ? count : max(0, Int(position))
  }

  /// The value of a number, 0…1.
  public func value(at index: Int) -> Double { min(1, Double(index) * step) }

  /// The value nearest to a raw one, 0…1; of two equally near the lower.
  public func nearest(_ raw: Double) -> Double { value(at: index(nearest: raw)) }
}
