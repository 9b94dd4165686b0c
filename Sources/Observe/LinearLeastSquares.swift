/// The linear combination of given columns that best describes some values.
struct LinearLeastSquares {
  /// One per column.
  let coefficients: [Double]
  /// Σ of the squared residuals.
  let sum: Double
  /// The inverse of the normal equations' matrix; multiplied by the variance of a value, it is the
  /// covariance of the coefficients.
  let inverse: [[Double]]

  /// Solves the system; `nil` if the columns are linearly dependent.
  ///
  /// - Parameters:
  ///   - columns: each as long as `values`.
  ///   - isCovarianceWanted: whether to compute `inverse`; otherwise it is empty.
  init?(_ columns: [[Double]], _ values: [Double], isCovarianceWanted: Bool = false) {
    let count = columns.count
    guard count <= values.count else { return nil }
    var matrix = SquareMatrix(count)
    var right = [Double](repeating: 0, count: count)
    for row in 0..<count {
      right[row] = Self.dot(columns[row], values)
      for column in 0...row { matrix[row, column] = Self.dot(columns[row], columns[column]) }
    }
    guard matrix.factor() else { return nil }
    coefficients = matrix.solve(right)
    inverse =
      isCovarianceWanted
      ? (0..<count).map { index in
        matrix.solve((0..<count).map { $0 == index ? 1 : 0 })
      } : []
    var rest = values
    for (coefficient, column) in zip(coefficients, columns) {
      for row in rest.indices { rest[row] -= coefficient * column[row] }
    }
    let sum = Self.dot(rest, rest)
    guard sum.isFinite else { return nil }
    self.sum = sum
  }

  /// Σ coefficient · column.
  static func total(_ coefficients: [Double], _ columns: [[Double]]) -> [Double] {
    var places = [Double](repeating: 0, count: columns[0].count)
    for (coefficient, column) in zip(coefficients, columns) {
      for row in places.indices { places[row] += coefficient * column[row] }
    }
    return places
  }

  /// The variance of a sum whose neighbouring parts are correlated.
  ///
  /// Source: W. K. Newey, K. D. West, Econometrica 55 (1987) 703.
  static func neweyWestVariance(_ parts: [Double]) -> Double {
    let reach = Int(Double(parts.count).squareRoot())
    var together = dot(parts, parts)
    for distance in stride(from: 1, through: min(reach, parts.count - 1), by: 1) {
      let weight = 2 * (1 - Double(distance) / Double(reach + 1))
      for row in distance..<parts.count { together += weight * parts[row] * parts[row - distance] }
    }
    return together
  }

  /// The dot product in four independent sums, so that additions need not wait for each other.
  static func dot(_ a: [Double], _ b: [Double]) -> Double {
    var (first, second, third, fourth) = (0.0, 0.0, 0.0, 0.0)
    var index = 0
    while index + 3 < a.count {
      first += a[index] * b[index]
      second += a[index + 1] * b[index + 1]
      third += a[index + 2] * b[index + 2]
      fourth += a[index + 3] * b[index + 3]
      index += 4
    }
    while index < a.count {
      first += a[index] * b[index]
      index += 1
    }
    return first + second + (third + fourth)
  }
}

/// The lower half of a symmetric matrix, and then of its Cholesky factor, row by row.
private struct SquareMatrix {
  private let count: Int
  private var values: [Double]

  init(_ count: Int) {
    self.count = count
    values = [Double](repeating: 0, count: count * count)
  }

  subscript(row: Int, column: Int) -> Double {
    get { values[row * count + column] }
    set { values[row * count + column] = newValue }
  }

  /// Replaces the matrix by its Cholesky factor; false if it is singular.
  mutating func factor() -> Bool {
    for row in 0..<count {
      for column in 0...row {
        let own = self[row, column]
        var rest = own
        for index in 0..<column { rest -= self[row, index] * self[column, index] }
        if row == column {
          guard rest > 1e-12 * own else { return false }
          self[row, row] = rest.squareRoot()
        } else {
          self[row, column] = rest / self[column, column]
        }
      }
    }
    return true
  }

  /// Solves for a right-hand side, using the factor.
  func solve(_ right: [Double]) -> [Double] {
    var solution = right
    for row in 0..<count {
      for column in 0..<row { solution[row] -= self[row, column] * solution[column] }
      solution[row] /= self[row, row]
    }
    for row in (0..<count).reversed() {
      for below in row + 1..<max(count, row + 1) {
        solution[row] -= self[below, row] * solution[below]
      }
      solution[row] /= self[row, row]
    }
    return solution
  }
}
