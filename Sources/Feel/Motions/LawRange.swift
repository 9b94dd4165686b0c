/// What the numbers of a law may be, so that whatever follows from them is finite; NaN lies in none
/// of these.
///
/// Rates, rubber bands and springs look to their numbers where they are made, so that a law which
/// has one need not.
enum LawRange {
  /// What something is divided by.
  static let positive = 1e-6...1e12
  /// A spring's damping ratio: all that come of a bounce between −1 and 1.
  static let dampingRatio = 1e-16...1e16
  /// What may also be nothing.
  static let notNegative = 0...1e12
  /// What may also be no limit at all.
  static let limit = 0...Double.infinity
}
