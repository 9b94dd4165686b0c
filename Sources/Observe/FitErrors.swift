/// How exactly the rows determine a fitted law: quantities derived from it, with standard errors.
///
/// The errors are those of least squares, from derivatives by the fit's numbers. Errors of the
/// numbers by which a law is known come from `NumberErrors`, which does not assume independent
/// residuals.
struct FitErrors {
  /// The part of a fit that the rows determine.
  struct Determined {
    /// The derivatives of the fitted values at each row, by each determined number.
    let directions: [[Double]]
    /// The covariance of those numbers for a row variance of 1.
    let inverse: [[Double]]
  }

  let fit: LawFit
  /// `nil` if the rows determine too few of its numbers.
  private let determined: Determined?
  private let covariance: [[Double]]?

  init(_ fit: LawFit) {
    self.fit = fit
    determined = Self.determined(of: fit)
    let variance = fit.variance
    covariance = determined?.inverse.map { $0.map { $0 * variance } }
  }

  /// Leaves out the moments of pushes if they make the system singular: a vanishing push has none.
  private static func determined(of fit: LawFit) -> Determined? {
    let (all, rows) = (fit.directions, fit.rows)
    let moments = fit.numberCount - fit.coefficients.count - fit.shape.count
    for left in [0, moments] {
      let directions = Array(all.dropLast(left))
      let squares = LinearLeastSquares(
        directions.map(rows.weighted), rows.weighted(rows.places), isCovarianceWanted: true)
      if let squares { return Determined(directions: directions, inverse: squares.inverse) }
    }
    return nil
  }

  /// The derivatives of a quantity by the fit's numbers.
  ///
  /// - Parameter reach: the step for θ, and for moments in seconds.
  private func gradient(reach: Double = LawFit.step, of quantity: (LawFit) -> Double) -> [Double] {
    (0..<fit.numberCount).map { number in
      let step =
        fit.coefficients.indices.contains(number)
        ? max(LawFit.step, abs(fit.coefficients[number]) * LawFit.step) : reach
      return (quantity(fit.moved(number, by: step)) - quantity(fit.moved(number, by: -step)))
        / (2 * step)
    }
  }

  /// The standard error of a quantity, infinite if the rows do not determine it.
  private func error(reach: Double = LawFit.step, of quantity: (LawFit) -> Double) -> Double {
    covariance.map { Self.error(gradient(reach: reach, of: quantity), $0) } ?? .infinity
  }

  private static func error(_ gradient: [Double], _ covariance: [[Double]]) -> Double {
    var sum = 0.0
    for row in covariance.indices {
      for column in covariance.indices {
        sum += gradient[row] * covariance[row][column] * gradient[column]
      }
    }
    return max(0, sum).squareRoot()
  }

  /// The standard error of the law's position at a time from the first row.
  func placeError(at time: Double) -> Double { error { $0.place(at: time) } }

  /// The law's velocity at a time from the first row, in units a second, with its standard error.
  func velocity(at time: Double) -> FittedValue {
    FittedValue(value: fit.velocity(at: time), error: error { $0.velocity(at: time) })
  }

  /// The law's displacement between two times from the first row, with its standard error.
  func way(from start: Double, to end: Double) -> (value: Double, error: Double) {
    func way(_ fit: LawFit) -> Double { fit.place(at: end) - fit.place(at: start) }
    return (way(fit), error(of: way))
  }

  /// The numbers by which the law is known, with their standard errors.
  var numbers: [ObservedLaw.Number] {
    let errors = determined.map { NumberErrors(fit, $0) }
    return gradients.map { number, gradient in
      ObservedLaw.Number(
        name: number.name, unit: number.unit,
        FittedValue(value: number.value, error: errors?.error(gradient) ?? .infinity))
    }
  }

  private var gradients: [(number: (name: String, unit: String, value: Double), [Double])] {
    func numbers(_ fit: LawFit) -> [(name: String, unit: String, value: Double)] {
      fit.family.numbers(fit.shape, fit.coefficients, span: fit.rows.span)
    }
    return numbers(fit).enumerated().map { place, number in
      (number, gradient { numbers($0)[place].value })
    }
  }

  /// Whether an essential number's standard error exceeds its value even if residuals are
  /// independent: the rows then determine no law.
  var isUndetermined: Bool {
    gradients.contains { number, gradient in
      let error = covariance.map { Self.error(gradient, $0) } ?? .infinity
      return !Self.usual.contains(number.name) && error >= abs(number.value)
    }
  }

  /// As `isUntold`, but for correlated residuals.
  var isUndeterminedIfCorrelated: Bool {
    numbers.contains {
      !Self.usual.contains($0.name) && $0.fitted.error >= abs($0.fitted.value)
    }
  }

  /// Numbers that may well be zero: the start, the remaining velocity and the end.
  static let usual: Set = ["start", "drift", "end"]

  /// A disturbance's size with its standard error: of a step or a single row, the displacement; of
  /// a push, the velocity added; of late rows, the initial lag.
  static func size(of disturbance: Disturbance, in fit: LawFit) -> (value: Double, error: Double) {
    guard case .late(let count) = disturbance.kind else {
      return FitErrors(fit).size(of: disturbance)
    }
    // The lost interval is centred on the disturbance.
    let (middle, half) = (disturbance.time, fit.rows.interval / 2)
    let way = FitErrors(fit.without(disturbance)).way(from: middle - half, to: middle + half)
    return (-way.value * Double(count), way.error * Double(count))
  }

  /// The size of a disturbance that has its own coefficients.
  private func size(of disturbance: Disturbance) -> (value: Double, error: Double) {
    var index = fit.family.columnCount
    for other in fit.disturbances.prefix(while: { $0 != disturbance }) {
      index += other.columnCount(in: fit.family)
    }
    guard disturbance.kind == .push, fit.family.beginsAnew else {
      return (fit.coefficients[index], error { $0.coefficients[index] })
    }
    func size(_ fit: LawFit) -> Double {
      let time = fit.disturbances.first { $0.index == disturbance.index }?.time ?? 0
      return fit.velocity(at: time + 2e-4) - fit.velocity(at: time - 2e-4)
    }
    // Tabulated curves have a piecewise constant velocity, so differentiate over a longer step.
    return (size(fit), error(reach: 0.008, of: size))
  }
}
