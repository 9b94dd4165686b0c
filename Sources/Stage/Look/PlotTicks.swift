internal import Glibc

/// The numbers that a plot's grid stands on: whole multiples of 1, 2 or 5 times a power of ten.
public struct PlotTicks: Hashable, Sendable {
  /// From one number to the next.
  public let step: Double
  /// How many decimals tell them apart.
  public let decimals: Int
  /// The numbers, in order; none where the steps are finer than the numbers' own grain.
  public let values: [Double]

  /// The numbers between two bounds, both included, with the finest step that makes at most `count` intervals of them.
  ///
  /// - Precondition: `lower` is less than `upper`, both are finite, and `count` is at least 1.
  public init(from lower: Double, to upper: Double, atMost count: Double) {
    precondition(lower < upper && (upper - lower).isFinite, "lower is less than upper")
    precondition(count >= 1, "there is room for an interval")
    let raw = (upper - lower) / count
    // The rounding of the logarithm can only be one off, and then 10 or 1 is what fits.
    let exponent = Int(log10(raw).rounded(.down))
    let mantissa = [1, 2, 5, 10].first { $0 * pow(10, Double(exponent)) >= raw * (1 - 1e-9) } ?? 10
    let scale = mantissa == 10 ? exponent + 1 : exponent
    let multiple = mantissa == 10 ? 1 : mantissa
    decimals = max(0, -scale)
    // 3 / 10 is the number nearest to 0.3; 3 · 0.1 is not.
    let (factor, divisor) =
      scale < 0 ? (multiple, pow(10, Double(-scale))) : (multiple * pow(10, Double(scale)), 1)
    step = factor / divisor
    let first = (lower / step - 1e-9).rounded(.up)
    let last = (upper / step + 1e-9).rounded(.down)
    guard first <= last, max(abs(first), abs(last)) < 1e15 else {
      values = []
      return
    }
    values = (0...Int(last - first)).map { (first + Double($0)) * factor / divisor }
  }
}
