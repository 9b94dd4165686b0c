/// Finds what disturbed a law: steps, pushes, single displaced rows, late rows.
///
/// Each disturbance is tried at each row in a linear approximation, by how much of the residuals it
/// explains beyond what the law itself could; the best of each kind is then fitted in full. This
/// repeats while it pays.
struct DisturbanceSearch {
  /// Disturbances below these sizes are not reported: they are invisible, and common in real
  /// programs.
  enum Least {
    /// In the motion's unit.
    static let step = 1.5
    /// In the motion's unit.
    static let single = 1.8
    /// In units a second.
    static let push = 90.0
  }

  /// Maximum number of disturbances of a law.
  static let most = 5

  /// Adds as many disturbances to a law as the rows support.
  ///
  /// - Parameter withSmall: whether to keep those too small to report until the search ends, as
  ///   they may stand for one not found yet.
  static func fit(_ law: LawFit, withSmall: Bool = true) -> LawFit {
    var best = law
    for _ in 0..<most {
      let next = candidates(best).compactMap { candidate -> LawFit? in
        let disturbances = (best.disturbances + [candidate]).sorted { $0.index < $1.index }
        return best.refitted(disturbances, effort: 60).map { moved($0, candidate) }
      }.filter { fit in
        withSmall
          || fit.disturbances.allSatisfy { best.disturbances.contains($0) || !isSmall($0, in: fit) }
      }.min { $0.cost < $1.cost }
      guard let next, next.cost < best.cost else { break }
      // With residuals this large the rows follow several laws; no disturbance makes them one.
      let isHopeless =
        next.deviation > 8 * law.rows.noise.deviation && next.sum > 0.5 * best.sum
      best = next
      if isHopeless { break }
    }
    return pruned(best)
  }

  /// The likeliest disturbance of each kind that neighbouring rows alone suggest, without a law.
  ///
  /// A law fitted to disturbed rows is often far from the one that fits once the disturbance is
  /// known.
  static func suspects(_ rows: ObservedRows) -> [Disturbance] {
    var step: (index: Int, size: Double)?
    var push: (index: Int, size: Double)?
    var single: (index: Int, size: Double)?
    var late: (index: Int, size: Double)?
    let (times, places) = (rows.times, rows.places)
    for index in places.indices.dropFirst(2).dropLast(2) {
      let noise = rows.deviation(of: index)
      let miss = abs(places[index] - cubic(rows, [-2, -1, 1, 2].map { index + $0 }, at: index))
      // The interpolation weights of four equidistant neighbours are −1/6 and 2/3.
      if miss > 5 * 1.4 * noise, miss > single?.size ?? 0 { single = (index, miss) }
      let way = abs(places[index] - places[index - 1])
      let around = min(
        abs(places[index - 1] - places[index - 2]), abs(places[index + 1] - places[index]))
      let lost = around - way
      if way < 0.35 * around, lost > 5 * noise, lost > late?.size ?? 0 { late = (index, lost) }
      let middle = (times[index - 1] + times[index]) / 2
      guard let before = end(rows, max(0, index - 6)..<index, at: middle),
        let after = end(rows, index..<min(rows.count, index + 6), at: middle)
      else { continue }
      func share(_ part: KeyPath<End, (value: Double, error: Double)>) -> Double {
        let (a, b) = (before[keyPath: part], after[keyPath: part])
        let error = (a.error * a.error + b.error * b.error).squareRoot()
        return abs(b.value - a.value) / (noise * error)
      }
      let (place, slope) = (share(\.place), share(\.slope))
      if place > 4, place > step?.size ?? 0 { step = (index, place) }
      if slope > 4, slope > push?.size ?? 0 { push = (index, slope) }
    }
    return [(step, Disturbance.Kind.step), (push, .push), (single, .single), (late, .late(1))]
      .compactMap { found, kind in
        found.map { Disturbance(kind, at: $0.index, of: rows) }
      }
  }

  /// Position and slope extrapolated from one side, with errors in units of the rows' scatter.
  private struct End {
    var place: (value: Double, error: Double)
    var slope: (value: Double, error: Double)
  }

  /// Fits a parabola to rows and evaluates it at a time.
  private static func end(_ rows: ObservedRows, _ range: Range<Int>, at time: Double) -> End? {
    guard range.count >= 5 else { return nil }
    let unit = rows.interval
    let shares = range.map { (rows.times[$0] - time) / unit }
    let ones = [Double](repeating: 1, count: shares.count)
    guard
      let fit = LinearLeastSquares(
        [ones, shares, shares.map { $0 * $0 }], Array(rows.places[range]),
        isCovarianceWanted: true)
    else { return nil }
    func number(_ index: Int, _ unit: Double) -> (Double, Double) {
      (fit.coefficients[index] / unit, fit.inverse[index][index].squareRoot() / unit)
    }
    return End(place: number(0, 1), slope: number(1, unit))
  }

  /// The position of a row interpolated from four others.
  private static func cubic(_ rows: ObservedRows, _ others: [Int], at index: Int) -> Double {
    let time = rows.times[index]
    return others.reduce(0) { sum, row in
      others.reduce(rows.places[row]) { place, other in
        other == row
          ? place : place * (time - rows.times[other]) / (rows.times[row] - rows.times[other])
      } + sum
    }
  }

  /// Fits of a family with one disturbance, the best of each kind over all first guesses.
  ///
  /// A law fitted to disturbed rows is often far from the one that fits once the disturbance is
  /// known.
  static func openings(_ family: LawFamily, _ rows: ObservedRows) -> [LawFit] {
    var best: [CandidateSearch.Slot: (left: Double, shape: [Double], disturbance: Disturbance)] =
      [:]
    let guesses = LawFit.guesses(family.searched)
    for guess in guesses {
      guard let fit = LawFit(family, rows, from: guess, effort: 0) else { continue }
      var search = CandidateSearch(fit, basis: orthonormal(fit))
      search.run()
      for (slot, candidate) in search.best {
        let left = fit.sum - search.ownGain - candidate.gain
        if left < best[slot]?.left ?? .infinity {
          best[slot] = (left, fit.shape, candidate.disturbance)
        }
      }
    }
    // A fixed order, so that ties are resolved the same way every time.
    return CandidateSearch.Slot.allCases.compactMap { best[$0] }.compactMap { opening in
      LawFit(family, rows, [opening.disturbance], from: opening.shape, effort: 80)
        .map { moved($0, opening.disturbance) }
    }.filter { !isSmall($0.disturbances[0], in: $0) }
  }

  /// Moves one disturbance earlier or later while that improves the fit.
  static func moved(_ fit: LawFit, _ disturbance: Disturbance) -> LawFit {
    let others = fit.disturbances.filter { $0 != disturbance }
    var (best, current) = (fit, disturbance)
    for step in disturbance.kind == .push ? [0.5, 0.12] : [1] {
      for direction in [-step, step] {
        for _ in 0..<8 {
          guard let next = next(to: current, direction, fit.rows),
            !others.contains(where: { $0.index == next.index }),
            let other = best.refitted(
              (others + [next]).sorted { $0.index < $1.index }, effort: 12),
            other.sum < best.sum
          else { break }
          (best, current) = (other, next)
        }
      }
    }
    // A push begins between two rows, and for all later rows a few microseconds matter as much as a
    // step.
    return best.polished()
  }

  /// A disturbance moved by a number of rows, which may be a fraction only for a push.
  private static func next(
    to disturbance: Disturbance, _ step: Double, _ rows: ObservedRows
  ) -> Disturbance? {
    guard disturbance.kind == .push else {
      let index = disturbance.index + Int(step)
      guard index > 0, index < rows.count else { return nil }
      return Disturbance(disturbance.kind, at: index, of: rows)
    }
    let time = disturbance.time + step * rows.interval
    guard let index = rows.times.firstIndex(where: { $0 > time }), index > 0 else { return nil }
    return Disturbance(kind: .push, index: index, time: time)
  }

  /// Moves each disturbance to the nearby row that fits best.
  ///
  /// - Parameter fit: a fit whose disturbances were found in an even sample of its rows.
  static func placed(_ fit: LawFit) -> LawFit {
    let reach = max(2, fit.rows.count / 180)
    var best = fit
    for disturbance in fit.disturbances {
      let others = best.disturbances.filter { $0 != disturbance }
      let near =
        max(1, disturbance.index - reach)...min(fit.rows.count - 1, disturbance.index + reach)
      for index in near where !others.contains(where: { $0.index == index }) {
        let next = Disturbance(disturbance.kind, at: index, of: fit.rows)
        let all = (others + [next]).sorted { $0.index < $1.index }
        if let other = fit.refitted(all, effort: 0), other.sum < best.sum { best = other }
      }
    }
    return best.refitted(best.disturbances, effort: 80) ?? best
  }

  /// Removes disturbances that are too small, or that no longer pay beside the others.
  static func pruned(_ law: LawFit) -> LawFit {
    var best = law
    var isDone = false
    while !isDone {
      isDone = true
      for disturbance in best.disturbances {
        let rest = best.disturbances.filter { $0 != disturbance }
        guard let without = best.refitted(rest, effort: 60) else { continue }
        if without.cost < best.cost || isSmall(disturbance, in: best) {
          best = without
          isDone = false
          break
        }
      }
    }
    return best
  }

  private static func isSmall(_ disturbance: Disturbance, in fit: LawFit) -> Bool {
    let size = FitErrors.size(of: disturbance, in: fit)
    let least =
      switch disturbance.kind {
      case .step: Least.step
      case .single, .late: Least.single
      case .push: Least.push
      }
    return abs(size.value) < max(least, 5 * size.error)
      || !isAbrupt(disturbance, size.value, in: fit)
  }

  /// Whether neighbouring rows show a disturbance, which the slow misfit of a wrong law does not;
  /// false for all kinds but late rows near the ends, where an adjoining motion may interfere.
  private static func isAbrupt(
    _ disturbance: Disturbance, _ size: Double, in fit: LawFit
  ) -> Bool {
    let (rows, index) = (fit.rows, disturbance.index)
    let noise = rows.deviation(of: index)
    let without = fit.without(disturbance).fitted
    let rest = rows.places.indices.map { rows.places[$0] - without[$0] }
    switch disturbance.kind {
    case .step:
      // Extrapolate a line through three rows on each side to the middle between them.
      guard index >= 3, index + 2 < rows.count else { return false }
      let before = (rest[index - 1] * 5 + rest[index - 2] * 2 - rest[index - 3]) / 6
      let after = (rest[index] * 5 + rest[index + 1] * 2 - rest[index + 2]) / 6
      return abs(after - before) >= 0.4 * abs(size) - 2 * noise
    case .single:
      guard index >= 2, index + 2 < rows.count else { return false }
      let around = (rest[index - 1] + rest[index + 1]) / 2
      return abs(rest[index] - around) >= 0.6 * abs(size) - 2 * noise
    case .push:
      guard index >= 4, index + 3 < rows.count else { return false }
      let made = zip(fit.fitted, without).map { $0 - $1 }
      func slope(_ places: [Double], _ first: Int) -> Double {
        (places[first + 3] - places[first])
          / max(rows.times[first + 3] - rows.times[first], 1e-6)
      }
      // A law that brakes hard has already removed some of the push by then.
      return abs(slope(rest, index) - slope(rest, index - 4))
        >= 0.4 * abs(slope(made, index)) - 2 * noise / rows.interval
    case .late(let count):
      let way = -size / Double(count)
      let shown = rows.places[index] - rows.places[index - 1]
      return abs(shown) < 0.4 * abs(way) + 3 * noise
    }
  }

  static func time(_ kind: Disturbance.Kind, _ index: Int, _ rows: ObservedRows) -> Double {
    switch kind {
    // Nothing was shown between the last row before and the first row after.
    case .step, .late: (rows.times[index - 1] + rows.times[index]) / 2
    case .single: rows.times[index]
    case .push: rows.times[index - 1]
    }
  }

  /// The best disturbance of each kind that may pay, by how much of the residuals it explains.
  ///
  /// The gain from one row on follows from the gain from the next row on, so trying all rows costs
  /// no more than a few fits.
  static func candidates(_ fit: LawFit) -> [Disturbance] {
    var search = CandidateSearch(fit, basis: orthonormal(fit))
    search.run()
    // Refitting the law with it may lower the sum further.
    let slack = 10.0
    return CandidateSearch.Slot.allCases.compactMap { search.best[$0] }.filter { candidate in
      let left = max(0, fit.sum - candidate.gain)
      let numbers = fit.parameterCount + (candidate.disturbance.hasColumn ? 2 : 1)
      let cost = LawFit.cost(sum: left, fit.rows, numbers, fit.disturbances.count + 1)
      return cost < fit.cost + slack
    }.map(\.disturbance)
  }

  /// An orthonormal basis of what the law and its disturbances can already explain.
  private static func orthonormal(_ fit: LawFit) -> [[Double]] {
    var basis: [[Double]] = []
    for column in fit.directions.map(fit.rows.weighted) {
      var rest = column
      for _ in 0..<2 {
        for vector in basis {
          let share = LinearLeastSquares.dot(rest, vector)
          for row in rest.indices { rest[row] -= share * vector[row] }
        }
      }
      let length = LinearLeastSquares.dot(rest, rest).squareRoot()
      guard length > 1e-7 * LinearLeastSquares.dot(column, column).squareRoot() else { continue }
      basis.append(rest.map { $0 / length })
    }
    return basis
  }
}
