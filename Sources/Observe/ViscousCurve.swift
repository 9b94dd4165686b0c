internal import Glibc

/// Android's viscous timing curve: a slow start for an eighth of its time, then an exponential.
///
/// A spring that starts from rest is so similar that rounded rows may fit it better.
///
/// Source: Android's `Scroller.ViscousFluidInterpolator`, whose scale is 8.
struct ViscousCurve {
  /// When the exponential begins, in seconds from the first row.
  let turn: Double
  /// When the curve starts, in seconds from the first row.
  let start: Double
  /// The root mean square of what it leaves, in the motion's unit.
  let deviation: Double

  private static let scale = 8.0

  /// Fits the curve; `nil` where no part of its way can be told.
  init?(_ rows: ObservedRows) {
    guard rows.count >= 8, let span = rows.times.last, span > 0 else { return nil }
    let ones = [Double](repeating: 1, count: rows.count)
    // A start and a duration as shares of the rows' time.
    func sum(_ shape: [Double]) -> Double {
      let shares = rows.times.map { ($0 / span - shape[0]) / shape[1] }
      return LinearLeastSquares([ones, shares.map(Self.share)], rows.places)?.sum ?? .infinity
    }
    let ranges = [-0.1...0.6, 0.25...3.0]
    let guesses = (0..<8).flatMap { start in
      (0..<10).map { length in [-0.1 + 0.1 * Double(start), 0.3 * pow(1.28, Double(length))] }
    }
    guard let first = guesses.min(by: { sum($0) < sum($1) }) else { return nil }
    let found = SimplexSearch.minimum(from: first, within: ranges, 160, sum)
    guard found.sum.isFinite else { return nil }
    start = found.shape[0] * span
    turn = start + found.shape[1] * span / Self.scale
    deviation = (found.sum / Double(rows.count)).squareRoot()
  }

  /// The share of the way after a share of the time.
  private static func share(_ time: Double) -> Double {
    let x = scale * min(max(0, time), 1)
    return x < 1 ? x - (1 - exp(-x)) : 1 - (1 - exp(-1)) * exp(1 - x)
  }
}
