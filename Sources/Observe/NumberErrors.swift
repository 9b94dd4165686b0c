/// How exactly rows tell a law's numbers, when they are not what least squares takes them for.
///
/// The usual formula holds for residuals that know nothing of each other. Those of pictures do: a
/// program that was late once goes on late, and a law that is not quite the program's misses many
/// rows in a row the same way. So the residuals themselves are asked what they could have made of a
/// number, those next to each other together; and where times scatter, by how much it would be
/// another if all rows from some moment on were late.
/// Places of a clip are measured from key frames, whose own places were measured from earlier ones:
/// they drift as the content goes, and a law describes most of a drift, so that no residual shows
/// it.
///
/// Source: W. K. Newey, K. D. West, Econometrica 55 (1987) 703; residuals as in J. G. MacKinnon, H.
/// White, Journal of Econometrics 29 (1985) 305.
struct NumberErrors {
  /// For rows of a variance of 1.
  private let inverse: [[Double]]
  private let variance: Double
  /// The derivatives of what is fitted at each row, by the fit's coefficients and then θ, with the
  /// row's weight.
  private let directions: [[Double]]
  /// What is left of each row, with its weight, as it would be had the row not drawn the law to
  /// itself.
  private let residuals: [Double]
  /// By how much each row would be elsewhere, with its weight, if its time were another by as much
  /// as times scatter.
  private let shifts: [Double]
  /// The variance of how far places drift before each row.
  private let drifts: [Double]
  /// How much each row counts.
  private let weights: [Double]

  /// Rows may be late together by so many times the scatter of their times.
  private static let lateness = 1.5
  /// A row has this share at most in what is fitted there.
  private static let mostLeverage = 0.9

  /// Looks at a fit and what the rows determine of it.
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

  /// The standard error of a number that changes so with the coefficients and θ.
  func error(_ gradient: [Double]) -> Double {
    let share = inverse.map { LinearLeastSquares.dot($0, gradient) }
    let usual = max(0, LinearLeastSquares.dot(share, gradient)) * variance
    // What the number changes by with each row.
    let influences = residuals.indices.map { row in
      directions.indices.reduce(0) { $0 + share[$1] * directions[$1][row] }
    }
    let parts = zip(influences, residuals).map { $0 * $1 }
    let together = LinearLeastSquares.together(parts)
    let late = Self.most(influences, shifts)
    return (max(usual, together) + late * late + drift(influences)).squareRoot()
  }

  /// The variance of a number by how far places drift: from each row on all later ones are
  /// elsewhere.
  private func drift(_ influences: [Double]) -> Double {
    var (later, variance) = (0.0, 0.0)
    for row in influences.indices.reversed() {
      later += influences[row] * weights[row]
      variance += later * later * drifts[row]
    }
    return variance
  }

  /// By how much a number would be another at most if all rows from some moment on were off.
  private static func most(_ influences: [Double], _ offs: [Double]) -> Double {
    var (sum, most) = (0.0, 0.0)
    for (influence, off) in zip(influences, offs) {
      sum += influence * off
      most = max(most, abs(sum))
    }
    return most
  }
}
