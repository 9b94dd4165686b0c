/// The samples used by an estimator, oldest first, stored inline; its results depend only on them.
public struct VelocityWindow: Sendable {
  /// The maximum number of samples.
  public static let capacity = 64

  private(set) var times = InlineArray<64, Double>(repeating: 0)
  private(set) var xs = InlineArray<64, Double>(repeating: 0)
  private(set) var ys = InlineArray<64, Double>(repeating: 0)
  /// The number of samples.
  public private(set) var count = 0

  /// Creates an empty window.
  public init() {}

  /// Adds a sample, in seconds and points.
  ///
  /// - Precondition: fewer than `capacity` samples so far, and `time` is later than the last one.
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
    count > 1 ? estimator.law.velocity(self) : .zero
  }

  /// The velocity between a sample and the one before it.
  func pair(_ index: Int) -> Vector {
    let duration = times[index] - times[index - 1]
    return Vector(xs[index] - xs[index - 1], ys[index] - ys[index - 1]) * (1 / duration)
  }
}
