public import Feel
internal import Glibc

/// Why measured flings could not be fitted.
public enum FitError: Error, Hashable, Sendable {
  /// There are fewer rows than the fit needs.
  case tooFewRows(needed: Int, got: Int)
  /// A row, counted from 0, has a number that no measurement can have.
  case badRow(index: Int)
  /// No parameters describe the rows.
  case noFit
}

/// The stop speed, and optionally the rate, fitted to flings with known duration and distance.
///
/// With x(t) = x0 + v0/k·(1 − e^(−kt)) and a stop at the speed s, a fling over D lasts T = ln((k·D
/// + s)/s)/k. The fit minimises the squared errors of T.
///
/// If rests are on whole pixels, D is known only to half a pixel; if the run is stretched to end on
/// one, a pixel of r points leaves T known to T·r/(2·D). No error or verdict claims to be finer
/// than that.
public struct FlingFit: Hashable, Sendable {
  /// One measured fling.
  public struct Row: Hashable, Sendable {
    /// The time from the release to the last change of the offset, in seconds.
    public let duration: Double
    /// The distance covered, in points; the sign does not matter.
    public let distance: Double

    /// Creates a row.
    public init(duration: Double, distance: Double) {
      (self.duration, self.distance) = (duration, distance)
    }
  }

  /// How a stop rule compares with the measured rows.
  public struct Verdict: Hashable, Sendable {
    /// The rule.
    public let rule: StopRule
    /// How much longer its flings last than the measured ones, on average, in seconds; at the rate
    /// that suits the rule best unless one was given.
    public let meanExcess: Double
    /// The root of the mean squared difference, in seconds.
    public let spread: Double
    /// Whether the spread exceeds three times that of the best fit, 3 ms, and the effect of rests
    /// on whole pixels.
    public let isRejected: Bool
  }

  /// s, in points per second.
  public let stopSpeed: FittedValue
  /// k, per second; with error 0 if it was given.
  public let decayPerSecond: FittedValue
  /// The root of the mean squared difference of the durations at the best fit, in seconds.
  public let spread: Double
  /// Whether the best fit misses the durations by more than two frames at 60 a second, so that the
  /// flings do not follow such a law.
  public var isPoor: Bool { spread > 2.0 / 60 }
  /// The candidate rules, each compared with the rows.
  public let verdicts: [Verdict]

  /// A smaller decay, per second, counts as none; fits stay above it.
  private static let leastDecay = 1e-6

  /// Rules in use, and so worth a verdict; pixels are at a scale of 2.
  public static let candidates: [StopRule] = [
    .speed(10), .speed(20), .speed(1), .remaining(1), .remaining(0.5), .remainingPixels(0.5),
  ]

  /// Fits the stop speed, and the rate unless it is given.
  ///
  /// - Parameters:
  ///   - rows: the measured flings.
  ///   - rate: the rate, if known; `nil` fits it too.
  ///   - resolution: what the distances are rounded to, in points, 0 or more: the pixels on which
  ///     motions rest.
  /// - Throws: `FitError` with fewer rows than parameters + 1, with numbers that are not positive
  ///   and finite, or if no decay explains the rows.
  public init(
    rows: [Row], rate: DecelerationRate? = .normal, resolution: Double = 1
  ) throws(FitError) {
    let needed = rate == nil ? 3 : 2
    guard rows.count >= needed else { throw .tooFewRows(needed: needed, got: rows.count) }
    for (index, row) in rows.enumerated() {
      guard row.duration > 0, row.duration.isFinite, row.distance != 0, row.distance.isFinite else {
        throw .badRow(index: index)
      }
    }
    let distances = rows.map { abs($0.distance) }
    let durations = rows.map(\.duration)
    let given = rate?.decayPerSecond
    func model(_ logs: [Double]) -> [Double] {
      let k = given ?? exp(logs[1])
      return distances.map { Self.duration(of: $0, decay: k, stopSpeed: exp(logs[0])) }
    }
    let start = given == nil ? [log(10.0), log(2.0)] : [log(10.0)]
    guard let fit = Self.nearest(durations, from: start, model) else { throw .noFit }
    let rounding = FlingFit.rounding(of: rows, resolution / 2)
    // An error distributed evenly within bounds ±r has variance r²/3.
    let variance = max(rounding * rounding / 3, fit.sum / Double(rows.count - start.count))
    let errors = fit.inverse.indices.map { (variance * fit.inverse[$0][$0]).squareRoot() }
    let speed = exp(fit.logs[0])
    let k = given ?? exp(fit.logs[1])
    // If the rate might as well be zero, the rows do not determine it.
    guard k >= Self.leastDecay, given != nil || errors[1] < 1 else { throw .noFit }
    stopSpeed = FittedValue(value: speed, error: speed * errors[0])
    decayPerSecond = FittedValue(value: k, error: given == nil ? k * errors[1] : 0)
    let spread = (fit.sum / Double(rows.count)).squareRoot()
    self.spread = spread
    verdicts = FlingFit.candidates.map { rule in
      func duration(_ k: Double, _ way: Double) -> Double {
        let stop = rule.stopSpeed(decayPerSecond: k, scale: 2)
        return FlingFit.duration(of: way, decay: k, stopSpeed: stop)
      }
      // Each rule gets the rate that suits it best.
      let own =
        given
        ?? Self.nearest(durations, from: [log(k)]) { logs in
          distances.map { duration(exp(logs[0]), $0) }
        }.map { max(Self.leastDecay, exp($0.logs[0])) } ?? k
      let excesses = zip(distances, durations).map { duration(own, $0) - $1 }
      let mean = excesses.reduce(0, +) / Double(excesses.count)
      let root = FlingFit.root(excesses)
      return Verdict(
        rule: rule, meanExcess: mean, spread: root,
        isRejected: root > max(3 * spread, 0.003, rounding))
    }
  }

  /// The model parameters closest to the durations, as logarithms to keep them positive; `nil` if
  /// the durations leave one undetermined.
  ///
  /// Gauss–Newton steps, halved until they help.
  private static func nearest(
    _ durations: [Double], from start: [Double], _ model: ([Double]) -> [Double]
  ) -> (logs: [Double], sum: Double, inverse: [[Double]])? {
    let reach = 1e-6
    func left(_ logs: [Double]) -> (rows: [Double], sum: Double) {
      let rows = zip(durations, model(logs)).map { $0 - $1 }
      return (rows, LinearLeastSquares.dot(rows, rows))
    }
    var logs = start
    while true {
      let now = left(logs)
      func moved(_ index: Int, _ way: Double) -> [Double] {
        model(logs.indices.map { logs[$0] + ($0 == index ? way : 0) })
      }
      let columns = logs.indices.map { index in
        zip(moved(index, reach), moved(index, -reach)).map { ($0 - $1) / (2 * reach) }
      }
      guard let step = LinearLeastSquares(columns, now.rows, isCovarianceWanted: true) else {
        return nil
      }
      let steps = (0..<20).lazy.map { halvings in
        zip(logs, step.coefficients).map { $0 + $1 / Double(1 << halvings) }
      }
      guard let next = steps.first(where: { left($0).sum < now.sum * (1 - 1e-10) }) else {
        return (logs, now.sum, step.inverse)
      }
      logs = next
    }
  }

  /// The largest effect of a distance error on the durations, rms in seconds.
  private static func rounding(of rows: [Row], _ error: Double) -> Double {
    root(rows.map { $0.duration * error / max(error, abs($0.distance)) })
  }

  private static func root(_ numbers: [Double]) -> Double {
    (numbers.reduce(0) { $0 + $1 * $1 } / Double(numbers.count)).squareRoot()
  }

  /// The duration of a fling over a distance in points according to the fit, in seconds.
  public func duration(of distance: Double) -> Double {
    Self.duration(of: distance, decay: decayPerSecond.value, stopSpeed: stopSpeed.value)
  }

  private static func duration(of distance: Double, decay: Double, stopSpeed: Double) -> Double {
    log1p(decay * distance / stopSpeed) / decay
  }
}
