/// The samples that an estimator counts, oldest first, in place; its answers are plain functions of them.
public struct VelocityWindow: Sendable {
  /// How many samples fit.
  public static let capacity = 64

  private var times = InlineArray<64, Double>(repeating: 0)
  private var xs = InlineArray<64, Double>(repeating: 0)
  private var ys = InlineArray<64, Double>(repeating: 0)
  /// How many samples there are.
  public private(set) var count = 0

  /// Creates an empty window.
  public init() {}

  /// Adds a sample: seconds and points.
  ///
  /// - Precondition: fewer than `capacity` samples so far, and `time` above that of the last one.
  public mutating func append(time: Double, x: Double, y: Double) {
    precondition(count < VelocityWindow.capacity, "a window holds at most 64 samples")
    precondition(count == 0 || time > times[count - 1], "times grow")
    times[count] = time
    xs[count] = x
    ys[count] = y
    count += 1
  }

  /// The velocity by an estimator, in points per second; zero with fewer than two samples.
  public func velocity(by estimator: VelocityEstimator) -> Vector {
    guard count > 1 else { return .zero }
    switch estimator {
    case .leastSquares:
      return count == 2 ? pair(1) : parabola()
    case .uikit: return weighted(0.05, 0.35, 0.6)
    case .macOS: return weighted(0.2, 0.65, 0.15)
    case .impulse: return Vector(impulse(xs.span), impulse(ys.span))
    case .firstToLast:
      let duration = times[count - 1] - times[0]
      return Vector(xs[count - 1] - xs[0], ys[count - 1] - ys[0]) * (1 / duration)
    case .lastPair: return pair(count - 1)
    case .meanOfPairs:
      var sum = Vector.zero
      for index in 1..<count { sum += pair(index) }
      return sum * (1 / Double(count - 1))
    }
  }

  /// The velocity between a sample and the one before it.
  private func pair(_ index: Int) -> Vector {
    let duration = times[index] - times[index - 1]
    return Vector(xs[index] - xs[index - 1], ys[index] - ys[index - 1]) * (1 / duration)
  }

  /// The last three pair velocities weighted, the newest first; with fewer pairs the weights that are left count whole.
  private func weighted(_ newest: Double, _ middle: Double, _ oldest: Double) -> Vector {
    var sum = pair(count - 1) * newest
    var weight = newest
    if count > 2 {
      sum += pair(count - 2) * middle
      weight += middle
    }
    if count > 3 {
      sum += pair(count - 3) * oldest
      weight += oldest
    }
    return count > 3 ? sum : sum * (1 / weight)
  }

  /// The slope at the newest sample of the parabola with the least squared distance to the samples.
  ///
  /// By polynomials orthogonal over the sample times: 1, t − a and (t − a)² − b·(t − a) − c, which keeps the digits
  /// that the normal equations lose.
  private func parabola() -> Vector {
    // Spans: the arrays' own subscripts would copy them whole for every sample.
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
      // Relative to the newest sample: large coordinates would cost digits.
      let offset = Vector(xs[index] - x0, ys[index] - y0)
      quadratic += bow * bow
      line += offset * t
      bend += offset * bow
    }
    let newest = times[count - 1] - mean
    return line * (1 / square) + bend * ((2 * newest - tilt) / quadratic)
  }

  /// √(2·work) of a mass pushed along: work = Σ (vᵢ − √(2·work))·|vᵢ|, the first term halved.
  ///
  /// Source: AOSP's ImpulseVelocityTrackerStrategy.
  private func impulse(_ positions: Span<Double>) -> Double {
    let times = times.span
    var work = 0.0
    for index in 1..<count {
      let before = VelocityWindow.speed(ofWork: work)
      let pair =
        (positions[index] - positions[index - 1]) / (times[index] - times[index - 1])
      work += (pair - before) * abs(pair)
      if index == 1 { work /= 2 }
    }
    return VelocityWindow.speed(ofWork: work)
  }

  private static func speed(ofWork work: Double) -> Double {
    let speed = (2 * abs(work)).squareRoot()
    return work < 0 ? -speed : speed
  }
}
