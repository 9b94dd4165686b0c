internal import Glibc

/// An addition to a law, such as a step or a push.
struct Disturbance: Hashable {
  enum Kind: Hashable {
    /// All rows from one on are displaced.
    case step
    /// From a moment on the velocity changes, and the same law continues.
    case push
    /// A single row is displaced.
    case single
    /// From a row on the law is this many intervals late, at least one.
    case late(Int)
  }

  let kind: Kind
  /// The first row affected.
  let index: Int
  /// When it begins, in seconds from the first row.
  let time: Double

  /// Whether its size is one of the coefficients.
  var hasColumn: Bool { if case .late = kind { false } else { true } }

  /// How many coefficients it adds: a pushed spring also gets a new target, and a pushed curve
  /// begins anew.
  func columnCount(in family: LawFamily) -> Int {
    switch kind {
    case .late: 0
    case .step, .single: 1
    case .push: family.isSpring ? 2 : family.beginsAnew ? family.columnCount - 1 : 1
    }
  }
}

extension Disturbance {
  /// A disturbance at a row, with the time at which its kind begins.
  init(_ kind: Kind, at index: Int, of rows: ObservedRows) {
    self.init(kind: kind, index: index, time: DisturbanceSearch.time(kind, index, rows))
  }
}

/// A law of one family fitted to rows, with its disturbances.
struct LawFit {
  let family: LawFamily
  let rows: ObservedRows
  private(set) var disturbances: [Disturbance]
  /// θ: the family's, then for each push that restarts a curve the logarithm of its new duration as
  /// a share of the remaining time.
  private(set) var shape: [Double]
  /// The constant, the family's coefficients, then those of disturbances.
  private(set) var coefficients: [Double]
  /// Σ of squared residuals, weighted by each row's exactness.
  private(set) var sum: Double

  /// How the duration of a restarted curve is searched, and a usual value.
  private static let anew = (range: log(0.4)...log(6), guesses: 3, usual: 0.1)

  /// Fits a family, from first guesses over its whole range or from a given θ.
  ///
  /// - Parameters:
  ///   - given: a θ, perhaps of other disturbances; empty for first guesses.
  ///   - effort: the maximum number of search steps.
  init?(
    _ family: LawFamily, _ rows: ObservedRows, _ disturbances: [Disturbance] = [],
    from given: [Double] = [], effort: Int = 160
  ) {
    (self.family, self.rows, self.disturbances) = (family, rows, disturbances)
    (self.shape, coefficients, sum) = ([], [], .infinity)
    let searched = searched
    guard
      rows.count > family.columnCount + searched.count + 1
        + disturbances.reduce(0, { $0 + max(1, $1.columnCount(in: family)) }),
      family.canBePushed || !disturbances.contains(where: { $0.kind == .push })
    else { return nil }
    guard !searched.isEmpty else {
      guard let solved = solved([]) else { return nil }
      (coefficients, sum) = (solved.coefficients, solved.sum)
      return
    }
    func search(_ start: [Double], _ effort: Int) -> (shape: [Double], sum: Double) {
      SimplexSearch.minimum(from: start, within: searched.map(\.range), effort) {
        solved($0)?.sum ?? .infinity
      }
    }
    let all =
      given.isEmpty
      ? guesses()
      : [searched.indices.map { given.indices.contains($0) ? given[$0] : Self.anew.usual }]
    var best: (shape: [Double], sum: Double)?
    if all.count > 1 {
      // Search briefly from each guess, then continue from the best.
      best = all.map { search($0, effort / 4) }.min { $0.sum < $1.sum }
    }
    if let start = best?.shape ?? all.first { best = search(start, effort) }
    guard let best, let solved = solved(best.shape) else { return nil }
    (self.shape, coefficients, sum) = (best.shape, solved.coefficients, solved.sum)
  }

  /// Fits a curve that restarts once, starting from separate fits of the rows before and after.
  static func begunAnew(_ family: LawFamily, _ rows: ObservedRows, at index: Int) -> LawFit? {
    let push = Disturbance(.push, at: index, of: rows)
    let (before, after) = (rows.part(0..<index), rows.part(index..<rows.count))
    guard let first = LawFit(family, before, effort: 60)?.shape,
      let second = LawFit(family, after, effort: 60)?.shape
    else { return LawFit(family, rows, [push], effort: 60) }
    let share = log(before.span / rows.span)
    let left = log(after.span / max(rows.span - push.time, rows.interval))
    let shape =
      family == .power
      ? [first[0] + share, first[1], second[0] + left]
      : [first[0] * exp(share), first[1] + share, second[1] + left]
    return LawFit(family, rows, [push], from: shape, effort: 80)
  }

  /// The grid of first guesses over the range of θ.
  static func guesses(_ searched: [(range: ClosedRange<Double>, guesses: Int)]) -> [[Double]] {
    searched.reduce([[]]) { shapes, axis in
      let length = axis.range.upperBound - axis.range.lowerBound
      let guesses = (0..<axis.guesses).map { index -> Double in
        axis.range.lowerBound + length * (Double(index) + 0.5) / Double(axis.guesses)
      }
      return shapes.flatMap { shape in guesses.map { guess -> [Double] in shape + [guess] } }
    }
  }

  /// The ranges of θ that are searched, and how many first guesses are made in each.
  private var searched: [(range: ClosedRange<Double>, guesses: Int)] {
    let anew = family.beginsAnew ? disturbances.count { $0.kind == .push } : 0
    return family.searched
      + [(ClosedRange<Double>, Int)](repeating: (Self.anew.range, Self.anew.guesses), count: anew)
  }

  /// The first guesses with the smallest residuals, two per number; on a sample of the rows if
  /// there are no disturbances.
  private func guesses() -> [[Double]] {
    let thin = rows.thinned(to: 48)
    let ones = [Double](repeating: 1, count: thin.count)
    func sum(_ shape: [Double]) -> Double? {
      guard disturbances.isEmpty else { return solved(shape)?.sum }
      let columns = [ones] + family.columns(at: thin.times, shape, span: thin.span)
      return LinearLeastSquares(columns.map(thin.weighted), thin.weighted(thin.places))?.sum
    }
    var rated = Self.guesses(searched).compactMap { shape in
      sum(shape).map { (shape: shape, sum: $0) }
    }
    rated.sort { $0.sum < $1.sum }
    return rated.prefix(2 * searched.count).map(\.shape)
  }

  private func solved(_ shape: [Double]) -> LinearLeastSquares? {
    LinearLeastSquares(
      columns(shape, at: rows.times).map(rows.weighted), rows.weighted(rows.places))
  }

  /// The contribution of each coefficient at some times, in seconds from the first row.
  private func columns(_ shape: [Double], at times: [Double]) -> [[Double]] {
    let pushes = disturbances.filter { $0.kind == .push }.map(\.time)
    let lawTimes = lawTimes(times)
    var ends = family.beginsAnew ? self.lawTimes(pushes) : []
    // A restart ends the curve before it.
    let first = ends.first.map { end in lawTimes.map { min($0, end) } } ?? lawTimes
    var columns =
      [[Double](repeating: 1, count: times.count)]
      + family.columns(at: first, shape, span: rows.span, goesOn: !pushes.isEmpty)
    var next = family.searched.count
    for disturbance in disturbances {
      switch disturbance.kind {
      case .step: columns.append(times.map { $0 >= disturbance.time ? 1 : 0 })
      case .single: columns.append(times.map { $0 == disturbance.time ? 1 : 0 })
      case .push where family.beginsAnew:
        let begin = ends.removeFirst()
        let end = ends.first ?? .infinity
        let length = max(rows.span - disturbance.time, rows.interval) * exp(shape[next])
        columns += family.columns(
          anew: lawTimes.map { max(0, min($0, end) - begin) }, shape, length: length)
        next += 1
      case .push:
        guard let push = family.push(shape) else { break }
        let elapsed = times.map { max(0, $0 - disturbance.time) }
        columns.append(elapsed.map { push.state(at: $0).place })
        if family.isSpring { columns.append(elapsed.map(push.approach)) }
      case .late: break
      }
    }
    return columns
  }

  /// The law's time for each displayed time: rows after a delay lag by the intervals lost.
  private func lawTimes(_ times: [Double]) -> [Double] {
    var lawTimes = times
    for disturbance in disturbances {
      guard case .late(let count) = disturbance.kind else { continue }
      for index in times.indices where times[index] >= disturbance.time {
        lawTimes[index] -= Double(count) * rows.interval
      }
    }
    return lawTimes
  }

  /// The same law and disturbances refitted to rows that contain the original ones.
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
      return kind == .push
        ? Disturbance(kind: kind, index: index, time: time)
        : Disturbance(kind, at: index, of: rows)
    }
    return LawFit(family, rows, carried, from: shape, effort: effort)
  }

  /// The same family refitted with other disturbances, starting from the current θ.
  func refitted(_ disturbances: [Disturbance], effort: Int) -> LawFit? {
    LawFit(family, rows, disturbances, from: shape, effort: effort)
  }

  /// The law without the effect of one disturbance, all else unchanged.
  func without(_ disturbance: Disturbance) -> LawFit {
    var other = self
    var (first, next) = (family.columnCount, family.searched.count)
    for own in disturbances {
      let count = own.columnCount(in: family)
      let isAnew = own.kind == .push && family.beginsAnew
      if own == disturbance {
        other.coefficients.removeSubrange(first..<first + count)
        if isAnew { other.shape.remove(at: next) }
        other.disturbances.removeAll { $0 == disturbance }
        break
      }
      first += count
      if isAnew { next += 1 }
    }
    return other
  }

  /// The least-squares optimum in all numbers at once, including the moments of pushes: coordinate
  /// descent converges slowly because the numbers are correlated.
  ///
  /// Source: the Gauss–Newton method, with steps halved that go too far.
  func polished() -> LawFit {
    var best = self
    for _ in 0..<8 {
      let rest = zip(rows.places, best.fitted).map { $0 - $1 }
      guard
        let steps = LinearLeastSquares(
          best.directions.map(rows.weighted), rows.weighted(rest))?.coefficients
      else { break }
      let better = [1, 0.5, 0.2, 0.05].lazy.compactMap { best.stepped(steps, by: $0) }
        .first { $0.sum < best.sum }
      guard let better else { break }
      let isDone = best.sum - better.sum < 1e-6 * best.sum
      best = better
      if isDone { break }
    }
    return best
  }

  /// The fit with θ and moments advanced by a share of some steps; `nil` if that leaves their
  /// range.
  private func stepped(_ steps: [Double], by share: Double) -> LawFit? {
    var other = self
    for number in coefficients.count..<numberCount {
      other = other.moved(number, by: share * steps[number])
    }
    for (number, axis) in zip(other.shape, searched) where !axis.range.contains(number) {
      return nil
    }
    for (index, push) in other.disturbances.enumerated() where push.kind == .push {
      guard let row = rows.times.firstIndex(where: { $0 > push.time }), row > 0 else { return nil }
      other.disturbances[index] = Disturbance(kind: .push, index: row, time: push.time)
    }
    guard let solved = other.solved(other.shape) else { return nil }
    (other.coefficients, other.sum) = (solved.coefficients, solved.sum)
    return other
  }

  // MARK: Cost and motion

  /// The number of fitted parameters: θ, coefficients, and the moment of each disturbance.
  var parameterCount: Int { shape.count + coefficients.count + disturbances.count }

  /// Schwarz's criterion; smaller is better.
  ///
  /// Residuals below the scatter of the rows earn nothing. Disturbances are searched for in all
  /// rows, which gives noise many chances to look like one, so each has a price; a step that shows
  /// nothing new also pays for the coincidence.
  var cost: Double {
    Self.cost(sum: sum, rows, parameterCount, disturbances.count)
      + Self.coincidence * Double(disturbances.count(where: showsNothingNew))
  }

  /// The price of a step that exactly cancels the law's motion in a frame: −2 · ln(chance).
  ///
  /// Two rounded rows with a scatter of 0.3 differ by 0.6, and steps are up to 40 units.
  private static let coincidence = 2 * log(40 / 0.6)

  /// Whether a step repeats the previous row's position: such a frame is far likelier to be late.
  private func showsNothingNew(_ disturbance: Disturbance) -> Bool {
    let index = disturbance.index
    return disturbance.kind == .step && rows.places[index] == rows.places[index - 1]
  }

  /// Schwarz's criterion for given residuals.
  ///
  /// - Parameter least: residuals below this earn nothing either, in the motion's unit.
  static func cost(
    sum: Double, _ rows: ObservedRows, _ parameters: Int, _ disturbances: Int,
    least: Double = 0
  ) -> Double {
    let count = Double(rows.count)
    let floor = max(rows.noise.deviation * 0.7, NoiseEstimate.least, least)
    return count * log(max(sum / count, floor * floor)) + Double(parameters) * log(count)
      + 12 * Double(disturbances)
  }

  /// The root of the mean squared residual.
  var deviation: Double { (sum / Double(max(1, rows.count))).squareRoot() }

  /// The variance of a row, from the residuals or the rows' scatter, whichever is greater.
  var variance: Double { variance(scatter: rows.noise.deviation) }

  /// The variance from these rows alone, but no less than pooled with the usual scatter of rows of
  /// the same origin.
  ///
  /// A few residuals may be small by chance.
  var shownVariance: Double {
    let shown = variance(scatter: rows.noise.scatter)
    let (freedom, usual) = (Double(max(1, rows.count - parameterCount)), rows.noise.usual)
    return max(
      shown, (freedom * shown + Self.known * usual * usual) / (freedom + Self.known))
  }

  /// The usual scatter of an origin counts as this many residuals: it varies by about a third
  /// between clips.
  private static let known = 10.0

  private func variance(scatter: Double) -> Double {
    let freedom = max(1, rows.count - parameterCount)
    let known = scatter * 0.7
    return max(sum / Double(freedom), known * known)
  }

  /// The fitted value at each row.
  var fitted: [Double] { LinearLeastSquares.total(coefficients, columns(shape, at: rows.times)) }

  /// The law's position relative to the first row at a time from it, without single displaced rows.
  func place(at time: Double) -> Double { places(at: [time])[0] }

  private func places(at times: [Double]) -> [Double] {
    var law = self
    for disturbance in disturbances where disturbance.kind == .single {
      law = law.without(disturbance)
    }
    return LinearLeastSquares.total(law.coefficients, law.columns(law.shape, at: times))
  }

  /// When the law begins, in seconds from the first row, `nil` for one without a beginning; before
  /// that it is constant.
  var begin: Double? {
    let isCurve = family.isEase || family == .androidSpline || family == .bezierFling
    return isCurve ? shape[0] * rows.span : nil
  }

  /// The velocity at a time from the first row, in units a second.
  func velocity(at time: Double) -> Double { velocities(at: [time])[0] }

  /// The velocity at each row, in units a second.
  var velocities: [Double] { velocities(at: rows.times) }

  private func velocities(at times: [Double]) -> [Double] {
    let step = 1e-4
    let (after, before) = (
      places(at: times.map { $0 + step }), places(at: times.map { $0 - step })
    )
    return zip(after, before).map { ($0 - $1) / (2 * step) }
  }

  // MARK: Derivatives

  /// The derivatives of the fitted values at each row by the coefficients, then by θ, then by the
  /// moments of pushes.
  var directions: [[Double]] {
    let middle = fitted
    return columns(shape, at: rows.times)
      + (coefficients.count..<numberCount).map { number in
        zip(moved(number, by: Self.step).fitted, middle).map { ($0 - $1) / Self.step }
      }
  }

  /// The step for numerical derivatives.
  static let step = 1e-5

  /// How many numbers can be varied: the coefficients, θ, and the moments of pushes.
  var numberCount: Int {
    coefficients.count + shape.count + disturbances.count { $0.kind == .push }
  }

  /// The fit with one of those numbers changed.
  func moved(_ number: Int, by step: Double) -> LawFit {
    var other = self
    if number < coefficients.count {
      other.coefficients[number] += step
    } else if number < coefficients.count + shape.count {
      other.shape[number - coefficients.count] += step
    } else {
      let pushes = disturbances.indices.filter { disturbances[$0].kind == .push }
      let index = pushes[number - coefficients.count - shape.count]
      let push = disturbances[index]
      other.disturbances[index] = Disturbance(
        kind: .push, index: push.index, time: push.time + step)
    }
    return other
  }
}
