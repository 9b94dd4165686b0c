internal import Glibc

/// The candidate laws for a range of rows, one per family, ranked by cost.
struct LawChoice {
  /// Likeliest first, each with the disturbances the rows support; empty if there are too few rows.
  let laws: [LawFit]

  /// A few families that together approximate almost any motion, for a quick first look.
  private static let coarse: [LawFamily] = [
    .steady, .braking, .exponential, .power, .androidSpline, .bezierFling, .criticalSpring,
    .underdampedSpring, .overdampedSpring,
  ]
  /// Number of likeliest families that are searched for disturbances.
  private static let most = 3
  /// Always searched: without its disturbance, a simple law may rank below ones with more numbers.
  private static let usual: [LawFamily] = [.exponential, .braking]

  private init(_ laws: [LawFit]) { self.laws = laws.sorted { $0.cost < $1.cost } }

  /// Fits all families, and searches the likeliest for disturbances.
  init(_ rows: ObservedRows) {
    let thin = rows.thinned(to: 90)
    var first = LawFamily.allCases.compactMap { LawFit($0, thin) }
    first.sort { $0.cost < $1.cost }
    var laws = first.compactMap { law -> LawFit? in
      thin.count == rows.count
        ? law : LawFit(law.family, rows, from: law.shape, effort: 80)
    }
    laws.sort { $0.cost < $1.cost }
    if let best = laws.first, !Self.isGood(best) {
      for index in laws.indices where !laws[index].family.isEase {
        laws[index] = laws[index].orBetter(DisturbanceSearch.openings(laws[index].family, rows))
      }
      for index in laws.indices where laws[index].family.beginsAnew {
        let anew = Self.pushes(rows, laws).compactMap {
          LawFit.begunAnew(laws[index].family, rows, at: $0.index).map {
            DisturbanceSearch.moved($0, $0.disturbances[0])
          }
        }
        laws[index] = laws[index].orBetter(anew)
      }
      laws = laws.map(DisturbanceSearch.pruned)
      laws.sort { $0.cost < $1.cost }
      for index in laws.indices
      where index < Self.most || Self.usual.contains(laws[index].family) {
        laws[index] = DisturbanceSearch.fit(laws[index])
      }
      laws.sort { $0.cost < $1.cost }
    }
    self.laws = laws
  }

  /// Laws whose cost exceeds the best by less than this are nearly as likely.
  static let alike = 10.0

  /// For rows of a single motion, laws whose cost exceeds the best by less than this are possible
  /// too; if the times scatter, `alike` applies instead.
  ///
  /// Source: R. E. Kass, A. E. Raftery, "Bayes factors", Journal of the American Statistical
  /// Association 90 (1995) 773: from 6 on the evidence is strong, from 10 on very strong.
  static let doubtful = 6.0

  /// Residuals below this are invisible, in the motion's unit.
  private static let unseen = 0.1

  /// A law fits to within the scatter if its residuals are at most this multiple of it.
  private static let leftOver = 1.3

  /// The laws that the rows cannot tell apart, the one with the fewest numbers first.
  ///
  /// If the times scatter, this includes every law that fits to within the scatter: timing errors
  /// are correlated, and a law with more numbers describes them a little better.
  var unresolved: [LawFit] {
    guard let best = laws.first else { return [] }
    let isUneven = best.rows.noise.jitter > 0 || !best.rows.noise.repeated.isEmpty
    let slack = isUneven ? Self.alike : Self.doubtful
    let alike = laws.filter {
      ($0.cost < best.cost + slack
        || isUneven && $0.deviation <= Self.leftOver * $0.rows.noise.deviation)
        && $0.disturbances.map(\.kind) == best.disturbances.map(\.kind)
    }
    // The rows do not support a law whose own numbers are undetermined.
    var told = alike.filter { !FitErrors($0).isUndeterminedIfCorrelated }
    if told.isEmpty,
      let other = laws.first(where: {
        $0.deviation <= max(Self.leftOver * $0.rows.noise.deviation, Self.unseen)
          && !FitErrors($0).isUndeterminedIfCorrelated
      })
    {
      told = [other]
    }
    guard
      let simplest = (told.isEmpty ? alike : told).min(by: {
        $0.parameterCount < $1.parameterCount
      })
    else { return [best] }
    return [simplest] + alike.filter { $0.family != simplest.family }
  }

  /// The average of a quantity over the nearly likely laws; `nil` if none provides it.
  ///
  /// Each law's stated error is conditional on that law. Laws are weighted by their likelihood,
  /// which follows from the cost, and the spread between laws is added to the error.
  ///
  /// Source: J. A. Hoeting et al., "Bayesian model averaging: a tutorial", Statistical Science 14
  /// (1999) 382.
  func average(
    _ quantity: (LawFit) -> (value: Double, error: Double)?
  ) -> (value: Double, error: Double)? {
    guard let best = laws.first else { return nil }
    let likely = laws.filter { $0.cost < best.cost + Self.alike }
    let told = likely.filter { !FitErrors($0).isUndeterminedIfCorrelated }
    let said = (told.isEmpty ? likely : told).compactMap { law in
      quantity(law).map {
        (weight: exp((best.cost - law.cost) / 2), value: $0.value, error: $0.error)
      }
    }.filter { $0.value.isFinite && $0.error.isFinite }
    let weight = said.reduce(0) { $0 + $1.weight }
    guard weight > 0 else { return nil }
    let mean = said.reduce(0) { $0 + $1.weight * $1.value } / weight
    let variance =
      said.reduce(0) { sum, law in
        let off = law.value - mean
        return sum + law.weight * (law.error * law.error + off * off)
      } / weight
    return (mean, variance.squareRoot())
  }

  /// The size of a disturbance of the likeliest law, averaged over all nearly likely laws that have
  /// it.
  func size(of disturbance: Disturbance) -> (value: Double, error: Double) {
    average { law in
      law.disturbances.first {
        $0.kind == disturbance.kind && abs($0.index - disturbance.index) <= 1
      }.map { FitErrors.size(of: $0, in: law) }
    } ?? laws.first.map { FitErrors.size(of: disturbance, in: $0) } ?? (0, .infinity)
  }

  /// Where a curve may begin anew: wherever a push was found for another family, or the rows alone
  /// suggest one.
  private static func pushes(_ rows: ObservedRows, _ laws: [LawFit]) -> [Disturbance] {
    let best = laws.sorted { $0.cost < $1.cost }.prefix(most)
    let found =
      DisturbanceSearch.suspects(rows) + best.flatMap(\.disturbances)
    var pushes: [Disturbance] = []
    for push in found where push.kind == .push {
      if !pushes.contains(where: { abs($0.index - push.index) <= 1 }) { pushes.append(push) }
    }
    return pushes
  }

  /// Simple laws only, to extrapolate rows that are too few for a law of their own.
  init(few rows: ObservedRows) {
    self.init([.steady, .braking, .exponential].compactMap { LawFit($0, rows) })
  }

  /// Refits laws to all rows, and searches the likeliest for more disturbances.
  ///
  /// - Parameter choice: laws fitted to an even sample of the rows.
  init(_ choice: LawChoice, of rows: ObservedRows) {
    var laws = choice.laws.enumerated().compactMap { index, law in
      law.carried(to: rows, effort: index < Self.most ? 60 : 12)
    }
    laws.sort { $0.cost < $1.cost }
    if let best = laws.first {
      let placed = DisturbanceSearch.placed(best)
      let found = DisturbanceSearch.fit(placed)
      // With very many rows, disturbances too small to report become significant and hide a larger
      // one.
      laws[0] =
        found.disturbances.isEmpty ? DisturbanceSearch.fit(placed, withSmall: false) : found
    }
    laws.sort { $0.cost < $1.cost }
    self.laws = laws
  }

  /// The same laws refitted to include the rows that follow, or `nil` if none fits those.
  func extended(over rows: ObservedRows) -> LawChoice? {
    let choice = LawChoice(laws.prefix(Self.most).compactMap { $0.carried(to: rows, effort: 60) })
    guard let best = choice.laws.first, let count = laws.first?.rows.count,
      !Self.isPoor(best)
    else { return nil }
    let rest = zip(rows.places, best.fitted).dropFirst(count).map { ($0 - $1) * ($0 - $1) }
    let deviation = (rest.reduce(0, +) / Double(max(1, rest.count))).squareRoot()
    return deviation <= max(3 * rows.noise.deviation, 1) ? choice : nil
  }

  /// The mean squared residual and the number of parameters of the best of a few families, without
  /// disturbances.
  static func glance(_ rows: ObservedRows) -> (mean: Double, parameters: Int)? {
    let thin = rows.thinned(to: 32)
    let laws = coarse.compactMap { LawFit($0, thin, effort: 30) }
    return laws.min { $0.cost < $1.cost }.map {
      ($0.sum / Double(thin.count), $0.parameterCount)
    }
  }

  func filtered(_ isPossible: (LawFit) -> Bool) -> LawChoice { LawChoice(laws.filter(isPossible)) }

  /// Whether a law fits to within the scatter, and adding any disturbance does not pay.
  static func isGood(_ law: LawFit) -> Bool {
    let noise = leftOver * law.rows.noise.deviation
    guard law.disturbances.isEmpty, law.deviation <= noise else { return false }
    let traced = DisturbanceSearch.candidates(law).compactMap { law.refitted([$0], effort: 25) }
    return traced.allSatisfy { $0.cost >= law.cost }
  }

  /// Whether the residuals exceed 3 times the scatter, one unit, and 0.5 % of the distance.
  static func isPoor(_ law: LawFit) -> Bool {
    let places = law.rows.places
    let way = places.extent
    return law.deviation > max(3 * law.rows.noise.deviation, 1, 0.005 * way)
  }
}

extension LawFit {
  /// The likeliest of the given fits if it beats this one, else this one.
  fileprivate func orBetter(_ others: [LawFit]) -> LawFit {
    others.min { $0.cost < $1.cost }.flatMap { $0.cost < cost ? $0 : nil } ?? self
  }
}
