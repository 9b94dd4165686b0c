/// The valid ranges of the numbers of a law, so that all results are finite; NaN lies in none.
///
/// Rates, rubber bands and springs check their numbers on creation, so laws that contain them need
/// not.
enum LawRange {
  /// For divisors.
  static let positive = 1e-6...1e12
  /// For a spring's damping ratio: covers all bounces between −1 and 1.
  static let dampingRatio = 1e-16...1e16
  /// For numbers that may be 0.
  static let notNegative = 0...1e12
  /// For limits; infinity for none.
  static let limit = 0...Double.infinity
}
