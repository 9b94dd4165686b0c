/// Coefficients of given columns that describe values best.
struct LinearLeastSquares {
  /// One for each column.
  let coefficients: [Double]
  /// Σ of the squared residuals.
  let sum: Double
  /// The inverse of the normal equations' matrix: times the variance of a value, the covariance of the coefficients.
  let inverse: [[Double]]

  /// Solves; `nil` where columns say the same as others.
  ///
  /// - Parameters:
  ///   - columns: each as long as `values`.
  ///   - values: what they are to add up to.
  ///   - isCovarianceWanted: whether `inverse` is computed; else it is empty.
  init?(_ columns: [[Double]], _ values: [Double], isCovarianceWanted: Bool = false) {
    let count = columns.count
    guard count <= values.count else { return nil }
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    var right = [Double](repeating: 0, count: count)
    for row in 0..<count {
      right[row] = Self.dot(columns[row], values)
      for column in 0...row {
        matrix[row][column] = Self.dot(columns[row], columns[column])
        matrix[column][row] = matrix[row][column]
      }
    }
    guard let factor = Self.factor(matrix) else { return nil }
    coefficients = Self.solve(factor, right)
    inverse =
      isCovarianceWanted
      ? (0..<count).map { index in
        Self.solve(factor, (0..<count).map { $0 == index ? 1 : 0 })
      } : []
    var sum = 0.0
    for row in values.indices {
      var rest = values[row]
      for column in 0..<count { rest -= coefficients[column] * columns[column][row] }
      sum += rest * rest
    }
    guard sum.isFinite else { return nil }
    self.sum = sum
  }

  static func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
  }

  /// Cholesky's factor, or `nil` where a column has nothing of its own left.
  private static func factor(_ matrix: [[Double]]) -> [[Double]]? {
    var factor = matrix
    for row in matrix.indices {
      for column in 0...row {
        var rest = matrix[row][column]
        for index in 0..<column { rest -= factor[row][index] * factor[column][index] }
        if row == column {
          guard rest > 1e-12 * matrix[row][row] else { return nil }
          factor[row][row] = rest.squareRoot()
        } else {
          factor[row][column] = rest / factor[column][column]
        }
      }
    }
    return factor
  }

  private static func solve(_ factor: [[Double]], _ right: [Double]) -> [Double] {
    var solution = right
    for row in right.indices {
      for column in 0..<row { solution[row] -= factor[row][column] * solution[column] }
      solution[row] /= factor[row][row]
    }
    for row in right.indices.reversed() {
      for below in row + 1..<max(right.count, row + 1) {
        solution[row] -= factor[below][row] * solution[below]
      }
      solution[row] /= factor[row][row]
    }
    return solution
  }
}
