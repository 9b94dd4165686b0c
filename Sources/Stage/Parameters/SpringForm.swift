package import Feel

/// A number of a spring that is kept as physics has it and shown, unless asked otherwise, as a hand feels it.
///
/// Kept are the angular frequency ω and the damping ratio ζ, of mass 1. Shown are the duration 2π/ω in seconds, and the bounce: 1 − ζ up to ζ = 1, 1/ζ − 1 beyond. Each of the two shown is one of the two kept, so that there is one truth, and editing one leaves the other.
public enum SpringForm: Hashable, Sendable {
  /// An angular frequency, shown as a duration; the key of its damping ratio, or `nil` where that is 1.
  case duration(ratio: String?)
  /// A damping ratio, shown as a bounce; the key of its angular frequency.
  case bounce(frequency: String)

  // As fine as the panel shows, and as is kept of what was set there: fine enough to show the same again.
  private static let shownDecimals = 1e4
  private static let keptDecimals = 1e6

  /// What is shown of a kept number.
  public func shown(_ kept: Double) -> Double {
    let number =
      switch self {
      case .duration: Spring(angularFrequency: kept).response
      case .bounce: Spring(angularFrequency: 1, dampingRatio: kept).bounce
      }
    return Self.rounded(number, Self.shownDecimals)
  }

  /// What is kept of a shown number.
  ///
  /// - Precondition: a duration is positive, a bounce lies in (−1, 1).
  public func kept(_ shown: Double) -> Double {
    let number =
      switch self {
      case .duration: Spring(duration: shown, bounce: 0).angularFrequency
      case .bounce: Spring(duration: 1, bounce: shown).dampingRatio
      }
    return Self.rounded(number, Self.keptDecimals)
  }

  /// The spring of a kept number and its partner.
  package func spring(_ kept: Double, in parameters: ParameterSet) -> Spring {
    switch self {
    case .duration(let ratio):
      Spring(angularFrequency: kept, dampingRatio: ratio.map(parameters.number) ?? 1)
    case .bounce(let frequency):
      Spring(angularFrequency: parameters.number(frequency), dampingRatio: kept)
    }
  }

  private static func rounded(_ number: Double, _ decimals: Double) -> Double {
    // Never −0, which is written with its sign.
    (number * decimals).rounded() / decimals + 0
  }
}
