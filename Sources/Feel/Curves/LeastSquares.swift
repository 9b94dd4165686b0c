/// Nonlinear least squares in a few parameters, by the method of Levenberg and Marquardt.
///
/// Source: Marquardt, "An algorithm for least-squares estimation of nonlinear parameters", SIAM J. 1963.
struct LeastSquares {
  /// The parameters of the best fit.
  var parameters: [Double]
  /// Σ of the squared residuals there.
  private(set) var sum: Double
  private let times: [Double]
  private let values: [Double]
  private let model: ([Double], Double) -> Double

  /// Fits `model(parameters, time)` to values; parameters for which it gives no finite number are out of bounds.
  init?(
    times: [Double], values: [Double], start: [Double],
    model: @escaping ([Double], Double) -> Double
  ) {
    (self.times, self.values, self.model) = (times, values, model)
    parameters = start
    sum = .infinity
    sum = squares(start)
    guard sum.isFinite else { return nil }
    descend()
  }

  /// The standard errors of the parameters, or `nil` where the rows do not determine them.
  var errors: [Double]? { errors(variance: 0) }

  /// The standard errors of the parameters, where the values are known no better than with a variance; `nil` where the rows do not determine them.
  func errors(variance known: Double) -> [Double]? {
    let freedom = values.count - parameters.count
    guard freedom > 0 else { return nil }
    let (normal, _) = normalEquations()
    let variance = max(known, sum / Double(freedom))
    var errors: [Double] = []
    for index in parameters.indices {
      var unit = [Double](repeating: 0, count: parameters.count)
      unit[index] = 1
      guard let column = solve(normal, unit), column[index] > 0 else { return nil }
      errors.append((variance * column[index]).squareRoot())
    }
    return errors
  }

  private mutating func descend() {
    var damping = 1e-3
    for _ in 0..<60 {
      let (normal, gradient) = normalEquations()
      var damped = normal
      for index in parameters.indices {
        damped[index][index] += damping * max(normal[index][index], 1e-300)
      }
      guard let step = solve(damped, gradient) else {
        damping *= 10
        if damping > 1e8 { return }
        continue
      }
      let next = zip(parameters, step).map { $0 + $1 }
      let nextSum = squares(next)
      if nextSum < sum {
        let gain = sum - nextSum
        (parameters, sum) = (next, nextSum)
        damping = max(damping / 10, 1e-12)
        if gain < 1e-10 * sum { return }
      } else {
        damping *= 10
        if damping > 1e8 { return }
      }
    }
  }

  private func squares(_ parameters: [Double]) -> Double {
    var total = 0.0
    for (time, value) in zip(times, values) {
      let residual = value - model(parameters, time)
      total += residual * residual
    }
    return total.isFinite ? total : .infinity
  }

  /// JᵀJ and Jᵀr, J the derivatives of the model by central differences.
  private func normalEquations() -> (normal: [[Double]], gradient: [Double]) {
    let count = parameters.count
    let columns = parameters.indices.map { index in
      let step = 1e-6 * max(abs(parameters[index]), 1e-3)
      var (above, below) = (parameters, parameters)
      above[index] += step
      below[index] -= step
      return times.map { (model(above, $0) - model(below, $0)) / (2 * step) }
    }
    let residuals = zip(times, values).map { $1 - model(parameters, $0) }
    var normal = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    var gradient = [Double](repeating: 0, count: count)
    for i in 0..<count {
      gradient[i] = dot(columns[i], residuals)
      for j in 0...i {
        normal[i][j] = dot(columns[i], columns[j])
        normal[j][i] = normal[i][j]
      }
    }
    return (normal, gradient)
  }

  private func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
  }

  /// Solves a small positive definite system by elimination, rows and columns scaled by the diagonal.
  private func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
    let count = right.count
    let scales = (0..<count).map { index -> Double in
      let diagonal = matrix[index][index]
      return diagonal > 0 ? 1 / diagonal.squareRoot() : 1
    }
    var rows = (0..<count).map { i -> [Double] in
      let row = (0..<count).map { j -> Double in matrix[i][j] * scales[i] * scales[j] }
      return row + [right[i] * scales[i]]
    }
    for column in 0..<count {
      // What is left of the diagonal's 1 once the other columns are taken out: nothing, where they say the same.
      guard rows[column][column] > 1e-13 else { return nil }
      for below in column + 1..<max(count, column + 1) {
        let factor = rows[below][column] / rows[column][column]
        for place in column...count { rows[below][place] -= factor * rows[column][place] }
      }
    }
    var solution = [Double](repeating: 0, count: count)
    for index in (0..<count).reversed() {
      var rest = rows[index][count]
      for later in index + 1..<max(count, index + 1) {
        rest -= rows[index][later] * solution[later]
      }
      solution[index] = rest / rows[index][index]
    }
    let answer = zip(solution, scales).map { $0 * $1 }
    return answer.allSatisfy(\.isFinite) ? answer : nil
  }
}
