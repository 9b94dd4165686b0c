/// The estimator `leastSquares`.
enum LeastSquaresParabola: EstimatorLaw {
  static let title = "least squares"
  static let thins = true

  static func velocity(_ window: VelocityWindow) -> Vector {
    window.count == 2 ? window.pair(1) : window.parabola()
  }

  static func words(_ settings: VelocityTracker.Settings) -> String {
    "a parabola through the last \(milliseconds(settings)) ms"
  }
}

extension VelocityWindow {
  /// The slope at the newest sample of the least-squares parabola through the samples.
  ///
  /// Uses polynomials orthogonal over the sample times, 1, t − a and (t − a)² − b·(t − a) − c,
  /// which keep the digits that the normal equations lose.
  fileprivate func parabola() -> Vector {
    // Spans, because the arrays' own subscripts would copy them whole for every sample.
    let times = times.span
    let xs = xs.span
    let ys = ys.span
    let total = Double(count)
    var mean = 0.0
    for index in 0..<count { mean += times[index] }
    mean /= total
    var (square, cube) = (0.0, 0.0)
    for index in 0..<count {
      let t = times[index] - mean
      square += t * t
      cube += t * t * t
    }
    let tilt = cube / square
    let lift = square / total
    var quadratic = 0.0
    var (line, bend) = (Vector.zero, Vector.zero)
    let (x0, y0) = (xs[count - 1], ys[count - 1])
    for index in 0..<count {
      let t = times[index] - mean
      let bow = t * t - tilt * t - lift
      // Relative to the newest sample, since large coordinates would cost digits.
      let offset = Vector(xs[index] - x0, ys[index] - y0)
      quadratic += bow * bow
      line += offset * t
      bend += offset * bow
    }
    let newest = times[count - 1] - mean
    return line * (1 / square) + bend * ((2 * newest - tilt) / quadratic)
  }
}
