internal import Glibc

/// The laws of all families that describe some rows, and where rows have several.
struct LawChoice {
  /// The likeliest first, each with the disturbances that the rows speak for; empty where there are
  /// too few rows.
  let laws: [LawFit]

  /// Families whose laws between them come near to any motion, for a first look.
  private static let coarse: [LawFamily] = [
    .steady, .braking, .exponential, .power, .androidSpline, .bezierFling, .criticalSpring,
    .underdampedSpring, .overdampedSpring,
  ]
  /// So many families are looked at closely, the likeliest first.
  private static let most = 3
  /// These always are: a disturbance may make others with more numbers look likelier.
  private static let usual: [LawFamily] = [.exponential, .braking]

  private init(_ laws: [LawFit]) { self.laws = laws.sorted { $0.cost < $1.cost } }

  /// Fits all families; disturbances are looked for with the likeliest.
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

  /// Laws that cost so much more than the likeliest are nearly as likely.
  static let alike = 10.0

  /// Laws of the rows of one motion that cost more than the likeliest by less than this may be its
  /// law as well; where times scatter, `alike`.
  ///
  /// Source: R. E. Kass, A. E. Raftery, "Bayes factors", Journal of the American Statistical
  /// Association 90 (1995) 773: from 6 on the evidence is strong, from 10 on very strong.
  static let doubtful = 6.0

  /// What a law leaves is nothing that anybody sees, in the motion's unit.
  private static let unseen = 0.1

  /// What a law leaves is no more than rows scatter, up to so many times that.
  private static let leftOver = 1.3

  /// The laws that the rows cannot tell apart, the one with the fewest numbers first.
  ///
  /// Where times scatter, that is also a law that leaves no more than the rows scatter: times are
  /// off together for a while, which a law with more numbers describes a little better.
  var untold: [LawFit] {
    guard let best = laws.first else { return [] }
    let isUneven = best.rows.noise.jitter > 0 || !best.rows.noise.repeated.isEmpty
    let slack = isUneven ? Self.alike : Self.doubtful
    let alike = laws.filter {
      ($0.cost < best.cost + slack
        || isUneven && $0.deviation <= Self.leftOver * $0.rows.noise.deviation)
        && $0.disturbances.map(\.kind) == best.disturbances.map(\.kind)
    }
    // A law whose own numbers are anything is told by none of them.
    var told = alike.filter { !FitErrors($0).isAnything }
    if told.isEmpty,
      let other = laws.first(where: {
        $0.deviation <= max(Self.leftOver * $0.rows.noise.deviation, Self.unseen)
          && !FitErrors($0).isAnything
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

  /// What laws that are nearly as likely say of a quantity; `nil` where none says anything.
  ///
  /// What a law says of its error holds if it is the law. Each counts as likely as its cost tells,
  /// and what they differ by is an error as well.
  ///
  /// Source: J. A. Hoeting et al., "Bayesian model averaging: a tutorial", Statistical Science 14
  /// (1999) 382.
  func average(
    _ quantity: (LawFit) -> (value: Double, error: Double)?
  ) -> (value: Double, error: Double)? {
    guard let best = laws.first else { return nil }
    let likely = laws.filter { $0.cost < best.cost + Self.alike }
    let told = likely.filter { !FitErrors($0).isAnything }
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

  /// The size of a disturbance of the likeliest law, by all laws that are nearly as likely and have
  /// it too.
  func size(of disturbance: Disturbance) -> (value: Double, error: Double) {
    average { law in
      law.disturbances.first {
        $0.kind == disturbance.kind && abs($0.index - disturbance.index) <= 1
      }.map { FitErrors.size(of: $0, in: law) }
    } ?? laws.first.map { FitErrors.size(of: disturbance, in: $0) } ?? (0, .infinity)
  }

  /// Where curves may begin anew: where something else was pushed that describes the rows well, and
  /// what looks like that.
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

  /// What tells where rows lead next that are too few for a law of their own.
  init(few rows: ObservedRows) {
    self.init([.steady, .braking, .exponential].compactMap { LawFit($0, rows) })
  }

  /// The laws of some rows, fitted to all of them; what else disturbs the likeliest is looked for.
  ///
  /// - Parameter choice: the laws of some of the rows, evenly.
  init(_ choice: LawChoice, of rows: ObservedRows) {
    var laws = choice.laws.enumerated().compactMap { index, law in
      law.carried(to: rows, effort: index < Self.most ? 60 : 12)
    }
    laws.sort { $0.cost < $1.cost }
    if let best = laws.first {
      let placed = DisturbanceSearch.placed(best)
      let found = DisturbanceSearch.fit(placed)
      // Very many rows speak for disturbances that nobody is told of, which hide a larger one.
      laws[0] =
        found.disturbances.isEmpty ? DisturbanceSearch.fit(placed, withSmall: false) : found
    }
    laws.sort { $0.cost < $1.cost }
    self.laws = laws
  }

  /// The same laws over some more rows that come after theirs, or `nil` where those keep to none of
  /// them.
  func extended(over rows: ObservedRows) -> LawChoice? {
    let choice = LawChoice(laws.prefix(Self.most).compactMap { $0.carried(to: rows, effort: 60) })
    guard let best = choice.laws.first, let count = laws.first?.rows.count,
      !Self.isPoor(best)
    else { return nil }
    let rest = zip(rows.places, best.fitted).dropFirst(count).map { ($0 - $1) * ($0 - $1) }
    let deviation = (rest.reduce(0, +) / Double(max(1, rest.count))).squareRoot()
    return deviation <= max(3 * rows.noise.deviation, 1) ? choice : nil
  }

  /// The mean squared residual of the best law of a few families, without disturbances, and how
  /// many numbers it has.
  static func glance(_ rows: ObservedRows) -> (mean: Double, parameters: Int)? {
    let thin = rows.thinned(to: 32)
    let laws = coarse.compactMap { LawFit($0, thin, effort: 30) }
    return laws.min { $0.cost < $1.cost }.map {
      ($0.sum / Double(thin.count), $0.parameterCount)
    }
  }

  /// The laws that are possible.
  func filtered(_ isPossible: (LawFit) -> Bool) -> LawChoice { LawChoice(laws.filter(isPossible)) }

  /// Whether a law leaves no more than the rows scatter, and no trace of a disturbance.
  static func isGood(_ law: LawFit) -> Bool {
    let noise = leftOver * law.rows.noise.deviation
    guard law.disturbances.isEmpty, law.deviation <= noise else { return false }
    let traced = DisturbanceSearch.candidates(law).compactMap { law.refitted([$0], effort: 25) }
    return traced.allSatisfy { $0.cost >= law.cost }
  }

  /// Whether a law misses the rows by more than they scatter, and by more than a unit and 0.5 % of
  /// the way.
  static func isPoor(_ law: LawFit) -> Bool {
    let places = law.rows.places
    let way = places.extent
    return law.deviation > max(3 * law.rows.noise.deviation, 1, 0.005 * way)
  }
}

extension LawFit {
  /// The likeliest of some fits where it is likelier than this one.
  fileprivate func orBetter(_ others: [LawFit]) -> LawFit {
    others.min { $0.cost < $1.cost }.flatMap { $0.cost < cost ? $0 : nil } ?? self
  }
}
