/// How exactly rows tell a law's numbers, when they are not what least squares takes them for.
///
/// The usual formula holds for residuals that know nothing of each other. Those of pictures do: a
/// program that was late once goes on late, and a law that is not quite the program's misses many
/// rows in a row the same way. So the residuals themselves are asked what they could have made of a
/// number, those next to each other together; and where times scatter, by how much it would be
/// another if all rows from some moment on were late.
/// Places of a clip are those of key frames, which are as far off as the rows are found to scatter:
/// so all rows from some moment on may be elsewhere as well.
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
  /// By how much each row would be elsewhere, with its weight, if its key frame were.
  private let steps: [Double]

  /// Rows may be late together by so many times the scatter of their times.
  private static let lateness = 1.5
  /// Key frames are off by this share of what a single row is.
  private static let share = 0.7
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
    let step = Self.share * variance.squareRoot()
    steps =
      fit.rows.noise.exactness > 0
      ? fit.rows.weighted([Double](repeating: step, count: fit.rows.count)) : []
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
    let (late, elsewhere) = (Self.most(influences, shifts), Self.most(influences, steps))
    return (max(usual, together) + late * late + elsewhere * elsewhere).squareRoot()
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
