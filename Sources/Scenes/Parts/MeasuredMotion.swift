internal import Feel

/// A motion known only at some moments, with positions and velocities interpolated linearly in
/// between.
///
/// The velocities are measured too, not derived: during a drag, they are those of a release.
struct MeasuredMotion: Projector, Hashable {
  /// The moments in order of time, the first at 0; never empty.
  let points: [Curve.Point]

  /// Creates a motion.
  ///
  /// - Precondition: there is a point, the first is at 0, and times increase.
  init(_ points: [Curve.Point]) {
    precondition(points.first?.time == 0, "a motion begins at 0")
    precondition(zip(points, points.dropFirst()).allSatisfy { $0.time < $1.time }, "time goes on")
    self.points = points
  }

  var duration: Double { points[points.count - 1].time }
  var finalVelocity: Double { points[points.count - 1].velocity }

  func value(at elapsed: Double) -> Double {
    let (index, share) = place(of: elapsed)
    guard share > 0 else { return points[index].value }
    return points[index].value + share * (points[index + 1].value - points[index].value)
  }

  func velocity(at elapsed: Double) -> Double {
    guard elapsed >= 0, elapsed < duration else { return 0 }
    let (index, share) = place(of: elapsed)
    return points[index].velocity + share * (points[index + 1].velocity - points[index].velocity)
  }

  /// The point at or before a moment, and the fraction of the way to the next one.
  private func place(of elapsed: Double) -> (index: Int, share: Double) {
    guard elapsed > 0 else { return (0, 0) }
    guard elapsed < duration else { return (points.count - 1, 0) }
    var (low, high) = (0, points.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].time <= elapsed { low = middle } else { high = middle }
    }
    return (low, (elapsed - points[low].time) / (points[high].time - points[low].time))
  }
}
