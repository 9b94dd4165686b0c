/// Rate, velocity, edge and spring from one measured run (t, x).
///
/// The model is the reference physics: an exponential from x0 with v0 and k, which goes on for ever, stops at a given
/// speed or at one of its own, or runs through an edge into a spring that takes over with the velocity there. Which of these the rows show is decided by
/// the least squares with a fine for every parameter (Schwarz's criterion).
/// Of a rest at the end a few rows are taken, which tell its place: however long it was recorded, it says nothing more.
public struct TrajectoryFit: Hashable, Sendable {
  /// One measured position.
  public struct Row: Hashable, Sendable {
    /// In seconds.
    public let time: Double
    /// In points.
    public let position: Double

    /// Creates a row.
    public init(time: Double, position: Double) {
      (self.time, self.position) = (time, position)
    }
  }

  /// What happens at the edge, where the rows show one.
  public struct Edge: Hashable, Sendable {
    /// Where it is, in points.
    public let position: FittedValue
    /// The spring's ω0, per second.
    public let angularFrequency: FittedValue
  }

  /// k, per second.
  public let decayPerSecond: FittedValue
  /// v0 at the first row, in points per second.
  public let velocity: FittedValue
  /// x0 at the first row, in points.
  public let start: FittedValue
  /// The edge, or `nil` if the run ends by itself.
  public let edge: Edge?
  /// The root of the mean squared residual of the rows up to the rest at their end and a few of it, in points.
  public let residual: Double
  /// Whether the fit misses the positions by more than 1 point and more than 0.5 % of the way between the furthest of them: then this is no such motion, or not one alone.
  public let isPoor: Bool
  /// The time of the first row, in seconds: the motion's 0.
  public let startTime: Double
  /// The ratio of the spring, as it was given.
  public let dampingRatio: Double
  /// The speed at which the run ends, in points per second, or 0 if the rows show no stop.
  public let stopSpeed: Double

  /// Fits the rows.
  ///
  /// - Parameters:
  ///   - rows: at least 8, in order of time.
  ///   - dampingRatio: the spring's ratio ζ; 1e-16…1e16.
  ///   - stopSpeed: the speed at which a run that meets no edge is likely to end, in points per second; positive. A run
  ///     that goes on below it, or that stops at another speed, is recognised.
  /// - Throws: `FitError` with fewer than 8 rows up to the rest at their end, times that do not grow, or numbers that are not finite.
  public init(
    rows: [Row], dampingRatio: Double = 1, stopSpeed: Double = 10
  ) throws(FitError) {
    precondition(
      LawRange.dampingRatio.contains(dampingRatio), "dampingRatio lies in 1e-16...1e16")
    precondition(stopSpeed > 0 && stopSpeed.isFinite, "stopSpeed is positive and finite")
    guard rows.count >= 8 else { throw .tooFewRows(needed: 8, got: rows.count) }
    for (index, row) in rows.enumerated() {
      guard row.time.isFinite, row.position.isFinite else { throw .badRow(index: index) }
      guard index == 0 || row.time > rows[index - 1].time else { throw .timeGoesBack(index: index) }
    }
    let whole = TrajectorySearch(rows: rows, dampingRatio: dampingRatio, stopSpeed: stopSpeed)
    if let count = whole.rowsBeforeRest, count < 8 {
      throw .tooFewRowsBeforeRest(needed: 8, got: count)
    }
    let search = whole.untilRest
    guard let best = search.best, let errors = best.fit.errors else { throw .noFit }
    func fitted(_ index: Int) -> FittedValue {
      FittedValue(value: best.fit.parameters[index], error: errors[index])
    }
    startTime = rows[0].time
    self.dampingRatio = dampingRatio
    self.stopSpeed = best.stopSpeed
    (start, velocity, decayPerSecond) = (fitted(0), fitted(1), fitted(2))
    edge = best.hasEdge ? Edge(position: fitted(3), angularFrequency: fitted(4)) : nil
    residual = (best.fit.sum / Double(search.count)).squareRoot()
    let positions = rows.map(\.position)
    let way = (positions.max() ?? 0) - (positions.min() ?? 0)
    isPoor = residual > max(1, 0.005 * way)
  }
}
