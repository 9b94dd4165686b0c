public import Feel

extension Parameter.Form {
  // Decimals in the panel and in storage; stored numbers are precise enough to show the same again.
  private static let shownDecimals = 1e4
  private static let keptDecimals = 1e6

  /// The shown form of a stored number, given the other numbers of its spring.
  public func shown(_ kept: Double, in parameters: ParameterSet) -> Double {
    shown(kept) { parameters.number($0) }
  }

  /// The shown form of a stored number, given the inherited values of its spring's other numbers.
  public func inherited(_ kept: Double, in parameters: ParameterSet) -> Double {
    shown(kept) { key in
      guard case .number(let number) = parameters.inherited(key) else { return .infinity }
      return number
    }
  }

  private func shown(_ kept: Double, among constant: (String) -> Double) -> Double {
    let number =
      switch self {
      case .duration(let mass):
        Spring(mass: constant(mass), stiffness: kept, dampingRatio: 1).response
      case .bounce: Spring(angularFrequency: 1, dampingRatio: kept).bounce
      case .damping(let mass, let stiffness):
        Spring(mass: constant(mass), stiffness: constant(stiffness), damping: kept).bounce
      case .constant: kept
      }
    return Self.rounded(number, Self.shownDecimals)
  }

  /// The stored form of a shown number, given the other numbers of its spring.
  ///
  /// - Precondition: a duration is positive, a bounce lies in (−1, 1).
  public func kept(_ shown: Double, in parameters: ParameterSet) -> Double {
    let number =
      switch self {
      case .duration(let mass):
        parameters.number(mass) * Spring(duration: shown, bounce: 0).stiffness
      case .bounce: Spring(duration: 1, bounce: shown).dampingRatio
      case .damping(let mass, let stiffness):
        Spring(
          mass: parameters.number(mass), stiffness: parameters.number(stiffness),
          dampingRatio: Spring(duration: 1, bounce: shown).dampingRatio
        ).damping
      case .constant: shown
      }
    return Self.rounded(number, Self.keptDecimals)
  }

  private static func rounded(_ number: Double, _ decimals: Double) -> Double {
    // Adding 0 turns −0, which would be written with its sign, into 0.
    (number * decimals).rounded() / decimals + 0
  }
}
