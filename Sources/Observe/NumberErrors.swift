/// Standard errors of a law's numbers when residuals are correlated.
///
/// The usual formula assumes independent residuals. Those of pictures are not: a program that was
/// late once stays late, and a slightly wrong law misses many consecutive rows in the same
/// direction. So the error is computed from the residuals themselves, neighbours together; if times
/// scatter, it includes the change in the number if all rows up to a moment were late. Positions
/// in a clip are measured from key frames, which were measured from earlier ones: they drift with
/// distance, and as a law absorbs most of a drift, no residual shows it.
///
/// Source: W. K. Newey, K. D. West, Econometrica 55 (1987) 703; residuals as in J. G. MacKinnon, H.
/// White, Journal of Econometrics 29 (1985) 305.
struct NumberErrors {
  /// The covariance for a row variance of 1.
  private let inverse: [[Double]]
  private let variance: Double
  /// The weighted derivatives of the fitted value at each row, by coefficients and then θ.
  private let directions: [[Double]]
  /// Each row's weighted residual against a law fitted without it.
  private let residuals: [Double]
  /// The weighted displacement of each row if its time changed by the scatter of times.
  private let shifts: [Double]
  /// The variance that drift adds at each row.
  private let drifts: [Double]
  /// The weight of each row.
  private let weights: [Double]

  /// The largest common delay of rows, in multiples of the scatter of their times.
  private static let lateness = 1.5
  /// Upper limit of a row's leverage on its own fitted value.
  private static let mostLeverage = 0.9

  init(_ fit: LawFit, _ determined: FitErrors.Determined) {
    let inverse = determined.inverse
    let directions = determined.directions.map(fit.rows.weighted)
    let left = fit.rows.weighted(zip(fit.rows.places, fit.fitted).map { $0 - $1 })
    residuals = left.indices.map { row in
      var leverage = 0.0
      for first in directions.indices {
        for second in directions.indices {
          leverage += directions[first][row] * inverse[first][second] * directions[second][row]
        }
      }
      return left[row] / (1 - min(leverage, Self.mostLeverage))
    }
    let late = Self.lateness * fit.rows.noise.jitter
    shifts = late > 0 ? fit.rows.weighted(fit.velocities.map { $0 * late }) : []
    let variance = fit.shownVariance
    let places = fit.rows.places
    drifts = zip(places.prefix(1) + places, places).map { fit.rows.noise.drift * abs($1 - $0) }
    weights = fit.rows.weighted([Double](repeating: 1, count: places.count))
    (self.inverse, self.directions, self.variance) = (inverse, directions, variance)
  }

  /// The standard error of a number with this gradient by the coefficients and θ.
  func error(_ gradient: [Double]) -> Double {
    let share = inverse.map { LinearLeastSquares.dot($0, gradient) }
    let usual = max(0, LinearLeastSquares.dot(share, gradient)) * variance
    // The change of the number per unit change of each row.
    let influences = residuals.indices.map { row in
      directions.indices.reduce(0) { $0 + share[$1] * directions[$1][row] }
    }
    let parts = zip(influences, residuals).map { $0 * $1 }
    let together = LinearLeastSquares.neweyWestVariance(parts)
    let late = Self.most(influences, shifts)
    return (max(usual, together) + late * late + drift(influences)).squareRoot()
  }

  /// The variance of a number due to drift, which displaces a row and all later ones.
  private func drift(_ influences: [Double]) -> Double {
    var (later, variance) = (0.0, 0.0)
    for row in influences.indices.reversed() {
      later += influences[row] * weights[row]
      variance += later * later * drifts[row]
    }
    return variance
  }

  /// The largest change of a number if all rows before some moment were off.
  private static func most(_ influences: [Double], _ offs: [Double]) -> Double {
    var (sum, most) = (0.0, 0.0)
    for (influence, off) in zip(influences, offs) {
      sum += influence * off
      most = max(most, abs(sum))
    }
    return most
  }
}
