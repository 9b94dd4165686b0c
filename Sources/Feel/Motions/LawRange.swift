/// What the numbers of a law may be, so that whatever follows from them is finite; NaN lies in none of these.
enum LawRange {
  /// What something is divided by.
  static let positive = 1e-6...1e12
  /// What may also be nothing.
  static let notNegative = 0...1e12
  /// What may also be no limit at all.
  static let limit = 0...Double.infinity
}
