/// The laws of all families that describe some rows, and where rows have several.
struct LawChoice {
  /// The likeliest first, each with the disturbances that the rows speak for; empty where there are too few rows.
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
        ? law : LawFit(law.family, rows, from: law.shape.isEmpty ? nil : law.shape, effort: 80)
    }
    laws.sort { $0.cost < $1.cost }
    if let best = laws.first, !Self.isGood(best) {
      let suspects = DisturbanceSearch.suspects(rows)
      for index in laws.indices where index < Self.most || !laws[index].family.isEase {
        let disturbed = suspects.compactMap { suspect in
          LawFit(laws[index].family, rows, [suspect], effort: 80).map {
            DisturbanceSearch.moved($0, suspect)
          }
        }
        if let best = disturbed.min(by: { $0.cost < $1.cost }), best.cost < laws[index].cost {
          laws[index] = best
        }
        laws[index] = DisturbanceSearch.pruned(laws[index])
      }
      laws.sort { $0.cost < $1.cost }
      for index in laws.indices
      where index < Self.most || Self.usual.contains(laws[index].family) {
        laws[index] = DisturbanceSearch.fit(laws[index])
      }
      laws.sort { $0.cost < $1.cost }
    }
    self.laws = laws
  }

  /// The laws of some rows, fitted to all of them; what else disturbs the likeliest is looked for.
  ///
  /// - Parameters:
  ///   - choice: the laws of some of the rows, evenly.
  ///   - rows: all of them.
  init(_ choice: LawChoice, of rows: ObservedRows) {
    var laws = choice.laws.enumerated().compactMap { index, law in
      law.carried(to: rows, effort: index < Self.most ? 60 : 12)
    }
    laws.sort { $0.cost < $1.cost }
    if let best = laws.first { laws[0] = DisturbanceSearch.fit(DisturbanceSearch.placed(best)) }
    laws.sort { $0.cost < $1.cost }
    self.laws = laws
  }

  /// The same laws over some more rows that come after theirs, or `nil` where those keep to none of them.
  func extended(over rows: ObservedRows) -> LawChoice? {
    let choice = LawChoice(laws.prefix(Self.most).compactMap { $0.carried(to: rows, effort: 60) })
    guard let best = choice.laws.first, let count = laws.first?.rows.count,
      !Self.isPoor(best)
    else { return nil }
    let rest = zip(rows.places, best.fitted).dropFirst(count).map { ($0 - $1) * ($0 - $1) }
    let deviation = (rest.reduce(0, +) / Double(max(1, rest.count))).squareRoot()
    return deviation <= max(3 * rows.noise.deviation, 1) ? choice : nil
  }

  /// The mean squared residual of the best law of a few families, without disturbances, and how many numbers it has.
  static func glance(_ rows: ObservedRows) -> (mean: Double, parameters: Int)? {
    let thin = rows.thinned(to: 32)
    let laws = coarse.compactMap { LawFit($0, thin, effort: 30) }
    return laws.min { $0.cost < $1.cost }.map {
      ($0.sum / Double(thin.count), $0.parameterCount)
    }
  }

  /// Whether a law leaves no more than the rows scatter, and no trace of a disturbance.
  static func isGood(_ law: LawFit) -> Bool {
    let noise = 1.3 * law.rows.noise.deviation
    guard law.disturbances.isEmpty, law.deviation <= noise else { return false }
    let traced = DisturbanceSearch.candidates(law).compactMap { candidate in
      LawFit(
        law.family, law.rows, [candidate], from: law.shape.isEmpty ? nil : law.shape, effort: 25)
    }
    return traced.allSatisfy { $0.cost >= law.cost }
  }

  /// Whether a law misses the rows by more than they scatter, and by more than a unit and 0.5 % of the way.
  static func isPoor(_ law: LawFit) -> Bool {
    let places = law.rows.places
    let way = (places.max() ?? 0) - (places.min() ?? 0)
    return law.deviation > max(3 * law.rows.noise.deviation, 1, 0.005 * way)
  }
}
