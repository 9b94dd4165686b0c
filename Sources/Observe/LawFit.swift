internal import Feel
internal import Glibc

/// A disturbance of one law: what a fit adds to it.
struct Disturbance: Hashable {
  enum Kind: Hashable {
    /// From a row on everything is elsewhere.
    case step
    /// From a moment on it goes faster or slower, by the same law.
    case push
    /// One row alone is elsewhere.
    case single
    /// From a row on the law is so many intervals late, one at least.
    case late(Int)
  }

  let kind: Kind
  /// The first row that it touches.
  let index: Int
  /// When it begins, in seconds from the first row.
  let time: Double

  /// Whether its size is one of the coefficients.
  var hasColumn: Bool { if case .late = kind { false } else { true } }

  /// So many coefficients are its own: a spring that is pushed goes to another place as well.
  func columnCount(in family: LawFamily) -> Int {
    switch kind {
    case .late: 0
    case .step, .single: 1
    case .push: family.isSpring ? 2 : 1
    }
  }
}

/// A law of one family that was fitted to rows, with its disturbances.
struct LawFit {
  let family: LawFamily
  let rows: ObservedRows
  let disturbances: [Disturbance]
  /// θ.
  private(set) var shape: [Double]
  /// The constant, the family's, then those of disturbances.
  private(set) var coefficients: [Double]
  /// Σ of the squared residuals, each counting as much as its row is exact.
  private(set) var sum: Double

  /// Fits a family, from first guesses all over its range or from a given θ.
  ///
  /// - Parameter effort: so many steps of the search at most.
  init?(
    _ family: LawFamily, _ rows: ObservedRows, _ disturbances: [Disturbance] = [],
    from shape: [Double]? = nil, effort: Int = 160
  ) {
    (self.family, self.rows, self.disturbances) = (family, rows, disturbances)
    (self.shape, coefficients, sum) = ([], [], .infinity)
    let ranges = family.searched
    guard
      rows.count > family.columnCount + ranges.count + 1
        + disturbances.reduce(0, { $0 + max(1, $1.columnCount(in: family)) }),
      family.canBePushed || !disturbances.contains(where: { $0.kind == .push })
    else { return nil }
    guard !ranges.isEmpty else {
      guard let solved = solved([]) else { return nil }
      (coefficients, sum) = (solved.coefficients, solved.sum)
      return
    }
    let starts = shape.map { [$0] } ?? guesses()
    func search(_ start: [Double], _ effort: Int) -> (shape: [Double], sum: Double) {
      SimplexSearch.minimum(from: start, within: ranges.map(\.range), effort) {
        solved($0)?.sum ?? .infinity
      }
    }
    var best: (shape: [Double], sum: Double)?
    if starts.count > 1 {
      // Each a little, and then the better one on.
      best = starts.map { search($0, effort / 4) }.min { $0.sum < $1.sum }
    }
    if let start = best?.shape ?? starts.first { best = search(start, effort) }
    guard let best, let solved = solved(best.shape) else { return nil }
    (self.shape, coefficients, sum) = (best.shape, solved.coefficients, solved.sum)
  }

  /// The first guesses that describe the rows best, two for each number: some of the rows, where nothing disturbs the law.
  private func guesses() -> [[Double]] {
    let axes = family.searched.map { axis in
      (0..<axis.guesses).map {
        axis.range.lowerBound
          + (axis.range.upperBound - axis.range.lowerBound) * (Double($0) + 0.5)
          / Double(axis.guesses)
      }
    }
    let shapes =
      axes.count == 1 ? axes[0].map { [$0] } : axes[0].flatMap { a in axes[1].map { [a, $0] } }
    let thin = rows.thinned(to: 48)
    let ones = [Double](repeating: 1, count: thin.count)
    func sum(_ shape: [Double]) -> Double? {
      guard disturbances.isEmpty else { return solved(shape)?.sum }
      let columns = [ones] + family.columns(at: thin.times, shape, span: thin.span)
      return LinearLeastSquares(columns.map(thin.weighted), thin.weighted(thin.places))?.sum
    }
    var rated = shapes.compactMap { shape in sum(shape).map { (shape: shape, sum: $0) } }
    rated.sort { $0.sum < $1.sum }
    return rated.prefix(2 * axes.count).map(\.shape)
  }

  /// The coefficients for a θ.
  private func solved(_ shape: [Double], covariance: Bool = false) -> LinearLeastSquares? {
    let columns = columns(shape)
    return LinearLeastSquares(
      columns.map(rows.weighted), rows.weighted(rows.places), isCovarianceWanted: covariance)
  }

  private func columns(_ shape: [Double]) -> [[Double]] {
    [[Double](repeating: 1, count: rows.count)]
      + family.columns(
        at: lawTimes, shape, span: rows.span, goesOn: disturbances.contains { $0.kind == .push })
      + disturbances.flatMap { columns(of: $0, shape) }
  }

  /// When the law has the state that each row shows: later rows are late by what they lost.
  private var lawTimes: [Double] {
    var times = rows.times
    for disturbance in disturbances {
      guard case .late(let count) = disturbance.kind else { continue }
      for index in disturbance.index..<max(rows.count, disturbance.index) {
        times[index] -= Double(count) * rows.interval
      }
    }
    return times
  }

  /// What a disturbance adds to each row: by a size of 1, and of a spring that is pushed, by a place to go to that is 1 further.
  private func columns(of disturbance: Disturbance, _ shape: [Double]) -> [[Double]] {
    switch disturbance.kind {
    case .step: return [rows.times.indices.map { $0 >= disturbance.index ? 1 : 0 }]
    case .single: return [rows.times.indices.map { $0 == disturbance.index ? 1 : 0 }]
    case .push:
      guard let push = family.push(shape) else { return [] }
      let times = rows.times.map { max(0, $0 - disturbance.time) }
      let places = times.map { push.state(at: $0).place }
      return family.isSpring ? [places, times.map(push.approach)] : [places]
    case .late: return []
    }
  }

  /// The same law with its disturbances for rows between which those are that it was fitted to.
  func carried(to rows: ObservedRows, effort: Int) -> LawFit? {
    let shift = self.rows.startTime - rows.startTime
    let carried = disturbances.compactMap { disturbance -> Disturbance? in
      let time = disturbance.time + shift
      guard let index = rows.times.firstIndex(where: { $0 > time }), index > 0 else { return nil }
      var kind = disturbance.kind
      if case .late(let count) = kind {
        let share = self.rows.interval / rows.interval
        kind = .late(max(1, Int((Double(count) * share).rounded())))
      }
      return Disturbance(
        kind: kind, index: index,
        time: kind == .push ? time : DisturbanceSearch.time(kind, index, rows))
    }
    return LawFit(family, rows, carried, from: shape.isEmpty ? nil : shape, effort: effort)
  }

  // MARK: What it says

  /// How many numbers were fitted: θ, coefficients, and the moment of each disturbance.
  var parameterCount: Int { shape.count + coefficients.count + disturbances.count }

  /// Schwarz's criterion; smaller is better.
  ///
  /// Residuals under the scatter of the rows are no merit. A disturbance is searched for along all rows, so that noise
  /// has many chances to look like one: each pays for that.
  var cost: Double { Self.cost(sum: sum, rows, parameterCount, disturbances.count) }

  static func cost(
    sum: Double, _ rows: ObservedRows, _ parameters: Int, _ disturbances: Int
  ) -> Double {
    let count = Double(rows.count)
    let floor = max(rows.noise.deviation * 0.7, NoiseEstimate.least)
    return count * log(max(sum / count, floor * floor)) + Double(parameters) * log(count)
      + 12 * Double(disturbances)
  }

  /// The root of the mean squared residual.
  var deviation: Double { (sum / Double(max(1, rows.count))).squareRoot() }

  /// The variance of a row, from the residuals or the scatter of the rows, whichever is more.
  var variance: Double {
    let freedom = max(1, rows.count - parameterCount)
    let known = rows.noise.deviation * 0.7
    return max(sum / Double(freedom), known * known)
  }

  /// What is fitted at each row.
  var fitted: [Double] {
    let columns = columns(shape)
    return rows.times.indices.map { row in
      var place = 0.0
      for index in columns.indices { place += coefficients[index] * columns[index][row] }
      return place
    }
  }

  /// What the fit leaves of each row once a disturbance is taken out of it.
  func remainder(without disturbance: Disturbance) -> [Double] {
    let fitted = fitted
    var rest = rows.places.indices.map { rows.places[$0] - fitted[$0] }
    if let column = columns(of: disturbance, shape).first {
      let size = size(of: disturbance).value
      for row in rest.indices { rest[row] += size * column[row] }
    }
    return rest
  }

  /// The law's place at a time from the first row, from the first row's place on.
  func place(at time: Double) -> Double {
    var lawTime = time
    for case let disturbance in disturbances where time >= disturbance.time {
      if case .late(let count) = disturbance.kind { lawTime -= Double(count) * rows.interval }
    }
    let law = family.columns(
      at: [lawTime], shape, span: rows.span,
      goesOn: disturbances.contains { $0.kind == .push })
    var place = coefficients[0]
    for (index, column) in law.enumerated() { place += coefficients[index + 1] * column[0] }
    var next = law.count + 1
    for disturbance in disturbances where disturbance.hasColumn {
      let size = coefficients[next]
      switch disturbance.kind {
      case .step where time >= disturbance.time: place += size
      case .push where time > disturbance.time:
        guard let push = family.push(shape) else { break }
        place += size * push.state(at: time - disturbance.time).place
        if family.isSpring {
          place += coefficients[next + 1] * push.approach(at: time - disturbance.time)
        }
      case .step, .push, .single, .late: break
      }
      next += disturbance.columnCount(in: family)
    }
    return place
  }

  /// When the law begins, in seconds from the first row: before that it stands still; `nil` for one that has always been.
  var begin: Double? {
    switch family {
    case .androidSpline, .bezierFling: shape[0] * rows.span
    default: family.isEase ? shape[0] * rows.span : nil
    }
  }

  /// The velocity at a time from the first row, a second.
  func velocity(at time: Double) -> Double {
    let step = 1e-4
    return (place(at: time + step) - place(at: time - step)) / (2 * step)
  }

  /// The velocity at each row, a second.
  var velocities: [Double] {
    let goesOn = disturbances.contains { $0.kind == .push }
    let (times, step) = (lawTimes, 1e-4)
    func columns(_ shift: Double) -> [[Double]] {
      family.columns(at: times.map { $0 + shift }, shape, span: rows.span, goesOn: goesOn)
    }
    let (before, after) = (columns(-step), columns(step))
    var velocities = [Double](repeating: 0, count: rows.count)
    for index in before.indices {
      for row in velocities.indices {
        velocities[row] +=
          coefficients[index + 1] * (after[index][row] - before[index][row]) / (2 * step)
      }
    }
    var next = before.count + 1
    for disturbance in disturbances where disturbance.hasColumn {
      if disturbance.kind == .push, let push = family.push(shape) {
        for row in velocities.indices where rows.times[row] > disturbance.time {
          let state = push.state(at: rows.times[row] - disturbance.time)
          velocities[row] += coefficients[next] * state.velocity
          guard family.isSpring else { continue }
          velocities[row] += coefficients[next + 1] * push.stiffness * state.place
        }
      }
      next += disturbance.columnCount(in: family)
    }
    return velocities
  }

  /// The coefficient of a disturbance and its standard error: the size of a step or a single row, the push's velocity; of rows that are late, how far they lag at first.
  func size(of disturbance: Disturbance) -> (value: Double, error: Double) {
    let errors = errors
    var next = family.columnCount
    for other in disturbances {
      if other == disturbance {
        guard other.hasColumn else {
          guard case .late(let count) = other.kind else { break }
          // Just before it, in the middle of the interval that was lost.
          let before = velocity(at: other.time - 2e-4)
          return (-before * rows.interval * Double(count), (2 * variance).squareRoot())
        }
        return (coefficients[next], errors.map { $0[next] } ?? .infinity)
      }
      next += other.columnCount(in: family)
    }
    return (0, .infinity)
  }

  /// The standard errors of the coefficients, then of θ, or `nil` where the rows do not determine them.
  var errors: [Double]? {
    covariance.map { matrix in matrix.indices.map { max(0, matrix[$0][$0]).squareRoot() } }
  }

  /// The covariance of the coefficients, then of θ.
  private var covariance: [[Double]]? {
    let variance = variance
    return inverse(directions)?.map { $0.map { $0 * variance } }
  }

  /// That covariance for rows of a variance of 1.
  func inverse(_ directions: [[Double]]) -> [[Double]]? {
    LinearLeastSquares(
      directions.map(rows.weighted), rows.weighted(rows.places), isCovarianceWanted: true
    )?.inverse
  }

  /// The derivatives of what is fitted at each row by the coefficients, then by θ.
  var directions: [[Double]] {
    var all = columns(shape)
    let middle = fitted
    for index in shape.indices {
      let step = 1e-5
      var moved = shape
      moved[index] += step
      let other = columns(moved)
      var derivative = [Double](repeating: 0, count: rows.count)
      for row in derivative.indices {
        var place = 0.0
        for column in other.indices { place += coefficients[column] * other[column][row] }
        derivative[row] = (place - middle[row]) / step
      }
      all.append(derivative)
    }
    return all
  }

  /// The standard error of the law's place at a time from the first row.
  func placeError(at time: Double) -> Double {
    guard let covariance else { return .infinity }
    var gradient = [Double](repeating: 0, count: coefficients.count + shape.count)
    let middle = place(at: time)
    var other = self
    for index in coefficients.indices {
      other.coefficients[index] += 1
      gradient[index] = other.place(at: time) - middle
      other.coefficients[index] -= 1
    }
    for index in shape.indices {
      other.shape[index] += 1e-5
      gradient[coefficients.count + index] = (other.place(at: time) - middle) / 1e-5
      other.shape[index] = shape[index]
    }
    return Self.error(gradient, covariance)
  }

  /// The numbers by which people know the law, with their standard errors.
  var numbers: [ObservedLaw.Number] {
    let errors = NumberErrors(self)
    return gradients.map { number, gradient in
      ObservedLaw.Number(
        name: number.name, unit: number.unit,
        FittedValue(value: number.value, error: errors?.error(gradient) ?? .infinity))
    }
  }

  /// Those numbers, and the derivatives of each by the coefficients, then by θ.
  private var gradients: [(number: (name: String, unit: String, value: Double), [Double])] {
    let span = rows.span
    let values = family.numbers(shape, coefficients, span: span)
    return values.enumerated().map { place, number in
      var gradient = [Double](repeating: 0, count: coefficients.count + shape.count)
      for index in coefficients.indices {
        var moved = coefficients
        let step = max(1e-6, abs(moved[index]) * 1e-6)
        moved[index] += step
        let other = family.numbers(shape, moved, span: span)[place].value
        gradient[index] = (other - number.value) / step
      }
      for index in shape.indices {
        var moved = shape
        moved[index] += 1e-6
        let other = family.numbers(moved, coefficients, span: span)[place].value
        gradient[coefficients.count + index] = (other - number.value) / 1e-6
      }
      return (number, gradient)
    }
  }

  /// Whether a number that makes the law what it is, is worse known than it is large even if residuals know nothing of each other: then the rows tell no law.
  var isUntold: Bool {
    // When it began, what is left of the velocity and when it ends may well be nothing.
    let usual: Set = ["start", "drift", "end"]
    let covariance = covariance
    return gradients.contains { number, gradient in
      let error = covariance.map { Self.error(gradient, $0) } ?? .infinity
      return !usual.contains(number.name) && error >= abs(number.value)
    }
  }

  private static func error(_ gradient: [Double], _ covariance: [[Double]]) -> Double {
    var sum = 0.0
    for row in gradient.indices {
      for column in gradient.indices {
        sum += gradient[row] * covariance[row][column] * gradient[column]
      }
    }
    return max(0, sum).squareRoot()
  }
}
