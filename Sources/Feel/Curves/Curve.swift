/// A motion sampled as points, for drawing, export and comparison.
public struct Curve: Hashable, Sendable {
  /// One point of a motion.
  public struct Point: Hashable, Sendable {
    /// Seconds since the start.
    public let time: Double
    /// The value, in the motion's unit.
    public let value: Double
    /// The velocity, per second.
    public let velocity: Double

    /// Creates a point.
    public init(time: Double, value: Double, velocity: Double) {
      (self.time, self.value, self.velocity) = (time, value, velocity)
    }
  }

  /// The points, in order of time; never empty.
  public let points: [Point]
  /// The motion's duration, in seconds.
  public let duration: Double

  /// The maximum number of points, so that a mistyped step does not exhaust memory.
  public static let greatestCount = 1_000_000

  /// Samples a motion at `steps` + 1 evenly spaced times from its start to its end.
  ///
  /// The last point has the velocity just before the end. A motion of 0 s gives one point.
  ///
  /// `steps`: clamped to 1…`greatestCount` − 1.
  public init(_ motion: some Projector, steps: Int = 100) {
    let steps = min(max(1, steps), Curve.greatestCount - 1)
    duration = motion.duration
    guard duration > 0 else {
      points = [Point(time: 0, value: motion.value(at: 0), velocity: 0)]
      return
    }
    let duration = duration
    var points = (0..<steps).map { index in
      Curve.point(of: motion, at: duration * Double(index) / Double(steps))
    }
    points.append(
      Point(time: duration, value: motion.value(at: duration), velocity: motion.finalVelocity))
    self.points = points
  }

  /// Samples a motion every `step` seconds from its start, and at its end.
  ///
  /// - Precondition: `step` is positive and finite.
  public init(_ motion: some Projector, every step: Double) {
    precondition(step > 0 && step.isFinite, "step is positive and finite")
    duration = motion.duration
    var points: [Point] = []
    var index = 0
    while Double(index) * step < duration, index < Curve.greatestCount - 1 {
      points.append(Curve.point(of: motion, at: Double(index) * step))
      index += 1
    }
    points.append(
      Point(time: duration, value: motion.value(at: duration), velocity: motion.finalVelocity))
    self.points = points
  }

  /// Samples a motion at given times, in seconds, in the order given.
  ///
  /// - Precondition: `times` is not empty.
  public init(_ motion: some Projector, at times: [Double]) {
    precondition(!times.isEmpty, "there is a time to sample at")
    duration = motion.duration
    points = times.map { Curve.point(of: motion, at: $0) }
  }

  /// The signed distance from the first value to the last.
  public var distance: Double { rest - points[0].value }

  /// The last value.
  public var rest: Double { points[points.count - 1].value }

  private static func point(of motion: some Projector, at time: Double) -> Point {
    Point(time: time, value: motion.value(at: time), velocity: motion.velocity(at: time))
  }

  /// The points as CSV under the header `t,x,v`: seconds, points, points per second.
  ///
  /// Every number has the fewest digits that read back as the same number.
  public var csv: String {
    var text = "t,x,v\n"
    for point in points { text += "\(point.time),\(point.value),\(point.velocity)\n" }
    return text
  }

  /// The label of a value axis: "x, pt".
  package static func valueLabel(_ unit: String) -> String { unit.isEmpty ? "x" : "x, \(unit)" }

  /// The label of a velocity axis: "v, pt/s".
  package static func velocityLabel(_ unit: String) -> String {
    unit.isEmpty ? "v, 1/s" : "v, \(unit)/s"
  }
}
