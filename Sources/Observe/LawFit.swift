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

  /// So many coefficients are its own: a spring that is pushed goes to another place as well, and a
  /// curve begins anew.
  func columnCount(in family: LawFamily) -> Int {
    switch kind {
    case .late: 0
    case .step, .single: 1
    case .push: family.isSpring ? 2 : family.beginsAnew ? family.columnCount - 1 : 1
    }
  }
}

extension Disturbance {
  /// One of some rows, which begins when one of its kind does.
  init(_ kind: Kind, at index: Int, of rows: ObservedRows) {
    self.init(kind: kind, index: index, time: DisturbanceSearch.time(kind, index, rows))
  }
}

/// A law of one family that was fitted to rows, with its disturbances.
struct LawFit {
  let family: LawFamily
  let rows: ObservedRows
  private(set) var disturbances: [Disturbance]
  /// θ: the family's, then of each push that begins a curve anew how long that takes, as the
  /// logarithm of a share of the time left.
  private(set) var shape: [Double]
  /// The constant, the family's, then those of disturbances.
  private(set) var coefficients: [Double]
  /// Σ of the squared residuals, each counting as much as its row is exact.
  private(set) var sum: Double

  /// What is searched for how long a curve takes that began anew, and a usual value.
  private static let anew = (range: log(0.4)...log(6), guesses: 3, usual: 0.1)

  /// Fits a family, from first guesses all over its range or from a given θ.
  ///
  /// - Parameters:
  ///   - given: a θ, perhaps of other disturbances; empty for first guesses.
  ///   - effort: so many steps of the search at most.
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
      // Each a little, and then the better one on.
      best = all.map { search($0, effort / 4) }.min { $0.sum < $1.sum }
    }
    if let start = best?.shape ?? all.first { best = search(start, effort) }
    guard let best, let solved = solved(best.shape) else { return nil }
    (self.shape, coefficients, sum) = (best.shape, solved.coefficients, solved.sum)
  }

  /// Fits a curve that began anew once, from what the rows before and after that say by themselves.
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

  /// First guesses for a family's θ, all over its range.
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

  /// The first guesses that describe the rows best, two for each number: some of the rows, where
  /// nothing disturbs the law.
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

  /// The coefficients for a θ.
  private func solved(_ shape: [Double]) -> LinearLeastSquares? {
    LinearLeastSquares(
      columns(shape, at: rows.times).map(rows.weighted), rows.weighted(rows.places))
  }

  /// What each coefficient contributes at some times, in seconds from the first row.
  private func columns(_ shape: [Double], at times: [Double]) -> [[Double]] {
    let pushes = disturbances.filter { $0.kind == .push }.map(\.time)
    let lawTimes = lawTimes(times)
    var ends = family.beginsAnew ? self.lawTimes(pushes) : []
    // What began anew has ended the curve before it.
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

  /// When the law has the state that is shown at some times: later rows are late by what they lost.
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
      return kind == .push
        ? Disturbance(kind: kind, index: index, time: time)
        : Disturbance(kind, at: index, of: rows)
    }
    return LawFit(family, rows, carried, from: shape, effort: effort)
  }

  /// The same family fitted with other disturbances, from the θ that it has.
  func refitted(_ disturbances: [Disturbance], effort: Int) -> LawFit? {
    LawFit(family, rows, disturbances, from: shape, effort: effort)
  }

  /// What the law would be had one of its disturbances not been, all else the same.
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

  /// The fit with all its numbers where they describe the rows best, moments of pushes among them:
  /// a search one by one goes slowly along what they make up for in each other.
  ///
  /// Source: the method is that of Gauss and Newton; a step that goes too far is halved.
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

  /// The fit with θ and moments another by a share of some steps, or `nil` where that leaves their
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

  // MARK: What it says

  /// How many numbers were fitted: θ, coefficients, and the moment of each disturbance.
  var parameterCount: Int { shape.count + coefficients.count + disturbances.count }

  /// Schwarz's criterion; smaller is better.
  ///
  /// Residuals under the scatter of the rows are no merit. A disturbance is searched for along all
  /// rows, so that noise has many chances to look like one: each pays for that, and a step that
  /// shows nothing new for a coincidence.
  var cost: Double {
    Self.cost(sum: sum, rows, parameterCount, disturbances.count)
      + Self.coincidence * Double(disturbances.count(where: showsNothingNew))
  }

  /// What it costs that a step takes back just what the law goes in a frame.
  ///
  /// It is −2 times the logarithm of how rarely one does: two rows that are rounded and scatter by
  /// 0.3 differ by 0.6, and steps are up to 40 units.
  private static let coincidence = 2 * log(40 / 0.6)

  /// Whether a step leaves a row where the one before it was: a frame that shows nothing new is far
  /// likelier to be late.
  private func showsNothingNew(_ disturbance: Disturbance) -> Bool {
    let index = disturbance.index
    return disturbance.kind == .step && rows.places[index] == rows.places[index - 1]
  }

  /// The same of any residuals.
  ///
  /// - Parameter least: residuals of less are no merit either, in the motion's unit.
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

  /// The variance of a row, from the residuals or the scatter of the rows, whichever is more.
  var variance: Double { variance(scatter: rows.noise.deviation) }

  /// The same by the rows themselves, and no less than with rows of the same origin.
  ///
  /// Few residuals are small by chance. They count together with what such rows usually scatter by.
  var shownVariance: Double {
    let shown = variance(scatter: rows.noise.scatter)
    let (freedom, usual) = (Double(max(1, rows.count - parameterCount)), rows.noise.usual)
    return max(
      shown, (freedom * shown + Self.known * usual * usual) / (freedom + Self.known))
  }

  /// What is known of the scatter of rows of one origin counts as so many residuals: from clip to
  /// clip it differs by about a third.
  private static let known = 10.0

  private func variance(scatter: Double) -> Double {
    let freedom = max(1, rows.count - parameterCount)
    let known = scatter * 0.7
    return max(sum / Double(freedom), known * known)
  }

  /// What is fitted at each row.
  var fitted: [Double] { LinearLeastSquares.total(coefficients, columns(shape, at: rows.times)) }

  /// The law's place at a time from the first row, from the first row's place on; single rows that
  /// are elsewhere are no part of it.
  func place(at time: Double) -> Double { places(at: [time])[0] }

  private func places(at times: [Double]) -> [Double] {
    var law = self
    for disturbance in disturbances where disturbance.kind == .single {
      law = law.without(disturbance)
    }
    return LinearLeastSquares.total(law.coefficients, law.columns(law.shape, at: times))
  }

  /// When the law begins, in seconds from the first row: before that it stands still; `nil` for one
  /// that has always been.
  var begin: Double? {
    let isCurve = family.isEase || family == .androidSpline || family == .bezierFling
    return isCurve ? shape[0] * rows.span : nil
  }

  /// The velocity at a time from the first row, a second.
  func velocity(at time: Double) -> Double { velocities(at: [time])[0] }

  /// The velocity at each row, a second.
  var velocities: [Double] { velocities(at: rows.times) }

  private func velocities(at times: [Double]) -> [Double] {
    let step = 1e-4
    let (after, before) = (
      places(at: times.map { $0 + step }), places(at: times.map { $0 - step })
    )
    return zip(after, before).map { ($0 - $1) / (2 * step) }
  }

  // MARK: Its numbers

  /// The derivatives of what is fitted at each row by the coefficients, then by θ, then by the
  /// moments of pushes.
  var directions: [[Double]] {
    let middle = fitted
    return columns(shape, at: rows.times)
      + (coefficients.count..<numberCount).map { number in
        zip(moved(number, by: Self.step).fitted, middle).map { ($0 - $1) / Self.step }
      }
  }

  /// By how much a number is another where a derivative is asked for.
  static let step = 1e-5

  /// How many numbers can be another a little: the coefficients, θ, and the moments of pushes.
  var numberCount: Int {
    coefficients.count + shape.count + disturbances.count { $0.kind == .push }
  }

  /// The fit with one of those numbers another.
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
