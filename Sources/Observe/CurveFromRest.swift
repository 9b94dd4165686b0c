internal import Glibc

/// A curve or spring from one rest to another, fitted to rows that include some of the rest.
///
/// A law fitted to the moving rows alone may start with any velocity. The rows before show that it
/// starts from rest, and where; with few rows, that decides between similar laws.
struct CurveFromRest {
  /// The shape of the curve.
  enum Form: Hashable {
    /// Android's viscous timing curve: a slow start for an eighth of its time, then an exponential.
    ///
    /// Source: Android's `Scroller.ViscousFluidInterpolator`, whose scale is 8.
    case viscous
    case law(LawFamily)

    fileprivate static let all: [Form] =
      [.viscous]
      + ([
        .exponential, .criticalSpring, .underdampedSpring, .overdampedSpring, .cssEase, .easeIn,
        .easeOut, .easeInOut, .cubicOut,
      ] as [LawFamily]).map(Form.law)

    fileprivate static let scale = 8.0

    private static func viscousShare(_ time: Double) -> Double {
      let x = scale * min(max(0, time), 1)
      return x < 1 ? x - (1 - exp(-x)) : 1 - (1 - exp(-1)) * exp(1 - x)
    }

    /// The search ranges after the start: the logarithm of a time in seconds, and a spring's second
    /// number.
    fileprivate func searched(
      _ times: ClosedRange<Double>
    ) -> [(range: ClosedRange<Double>, guesses: Int)] {
      let time = (range: log(times.lowerBound)...log(times.upperBound), guesses: 6)
      return switch self {
      case .law(let family) where family == .underdampedSpring || family == .overdampedSpring:
        [time, (range: family.searched[1].range, guesses: 3)]
      default: [time]
      }
    }

    /// The share of the distance covered at some times, in seconds.
    fileprivate func shares(
      after times: [Double], _ shape: ArraySlice<Double>
    ) -> [Double] {
      let numbers = Array(shape)
      let length = exp(numbers[0])
      switch self {
      case .viscous: return times.map { Self.viscousShare($0 / length) }
      case .law(let family) where family.isEase:
        let table = TimingTable.of(family)
        return times.map { table.first(at: $0 / length) }
      case .law(let family):
        // A spring's frequency is the inverse of the searched time.
        guard let push = family.push([-numbers[0]] + numbers.dropFirst()) else { return [] }
        return times.map { time in
          guard time > 0 else { return 0 }
          return family.isSpring ? push.approach(at: time) : 1 - exp(-time / length)
        }
      }
    }
  }

  let form: Form
  /// When it begins, in seconds, with its standard error.
  let start: (value: Double, error: Double)
  /// When a viscous curve turns into an exponential, in seconds.
  let turn: Double
  /// The root mean square residual, in the motion's unit.
  let deviation: Double
  /// As `LawFit.cost`.
  let cost: Double

  /// Size of an even sample, used if there are more than twice as many rows.
  private static let most = 360
  /// The largest residual of a curve, as a multiple of the rows' scatter.
  private static let leftOver = 1.25

  private init?(_ form: Form, _ rows: ObservedRows, from starts: ClosedRange<Double>) {
    let searched =
      [(range: starts, guesses: 5)]
      + form.searched(rows.interval / 2...max(2 * rows.span, 2 * rows.interval))
    let ones = [Double](repeating: 1, count: rows.count)
    func shares(_ shape: [Double]) -> [Double] {
      form.shares(after: rows.times.map { $0 - shape[0] }, shape.dropFirst())
    }
    let places = rows.weighted(rows.places)
    func solved(_ shape: [Double]) -> LinearLeastSquares? {
      LinearLeastSquares([ones, shares(shape)].map(rows.weighted), places)
    }
    func sum(_ shape: [Double]) -> Double { solved(shape)?.sum ?? .infinity }
    let guesses = LawFit.guesses(searched).map { (shape: $0, sum: sum($0)) }
    let best = guesses.sorted { $0.sum < $1.sum }.prefix(2).map { guess in
      SimplexSearch.minimum(from: guess.shape, within: searched.map(\.range), 120, sum)
    }.min { $0.sum < $1.sum }
    guard let best, best.sum.isFinite, let way = solved(best.shape)?.coefficients[1] else {
      return nil
    }
    self.form = form
    deviation = (best.sum / Double(rows.count)).squareRoot()
    turn = rows.startTime + best.shape[0] + exp(best.shape[1]) / Form.scale
    cost = LawFit.cost(sum: best.sum, rows, best.shape.count + 2, 0)
    let middle = shares(best.shape)
    // Only start and time: a spring's ratio is undetermined if it hardly differs from an
    // exponential.
    let directions = best.shape.indices.prefix(2).map { index in
      var other = best.shape
      other[index] += LawFit.step
      return zip(shares(other), middle).map { way * ($0 - $1) / LawFit.step }
    }
    let squares = LinearLeastSquares(
      ([ones, middle] + directions).map(rows.weighted), places, isCovarianceWanted: true)
    let scatter = max(deviation, rows.noise.deviation)
    start = (
      rows.startTime + best.shape[0],
      squares.map { scatter * $0.inverse[2][2].squareRoot() } ?? .infinity
    )
  }

  /// The latest likely start of the motion in seconds, averaged over curves; `nil` if there are
  /// none.
  ///
  /// Curves are weighted by their likelihood, which follows from the cost. A slow start is poorly
  /// determined, and until its latest likely time hardly anything has been visible.
  static func latestStart(_ curves: [CurveFromRest]) -> Double? {
    guard let best = curves.first else { return nil }
    let weights = curves.map { exp((best.cost - $0.cost) / 2) }
    let all = weights.reduce(0, +)
    func mean(_ value: (CurveFromRest) -> Double) -> Double {
      zip(weights, curves).reduce(0) { $0 + $1.0 * value($1.1) } / all
    }
    let start = mean(\.start.value)
    let variance = mean {
      $0.start.error * $0.start.error + ($0.start.value - start) * ($0.start.value - start)
    }
    return start + 1.5 * variance.squareRoot()
  }

  /// All curves that fit to within the scatter, likeliest first.
  ///
  /// - Parameters:
  ///   - rows: the moving rows, and some at rest before and after them.
  ///   - starts: when the motion may begin, in seconds from the first row.
  static func all(_ rows: ObservedRows, from starts: ClosedRange<Double>) -> [CurveFromRest] {
    guard rows.count > Stretch.fewest else { return [] }
    let rows = rows.thinned(to: most)
    return Form.all.compactMap { CurveFromRest($0, rows, from: starts) }
      .filter { $0.deviation <= leftOver * rows.noise.deviation }
      .sorted { $0.cost < $1.cost }
  }
}
