/// A number read off measurements, with its standard error.
public struct FittedValue: Hashable, Sendable {
  /// The number.
  public let value: Double
  /// Its standard error, one σ, from the scatter of the measurements about the fit.
  public let error: Double

  /// Creates a value.
  public init(value: Double, error: Double) {
    (self.value, self.error) = (value, error)
  }
}

/// Why measurements could not be fitted.
public enum FitError: Error, Hashable, Sendable {
  /// There are fewer rows than the fit needs.
  case tooFewRows(needed: Int, got: Int)
  /// There are fewer rows than the fit needs up to the first of the rest at their end, that one included.
  case tooFewRowsBeforeRest(needed: Int, got: Int)
  /// A row, counted from 0, has a number that no measurement can have.
  case badRow(index: Int)
  /// Times do not grow from one row, counted from 0, to the next.
  case timeGoesBack(index: Int)
  /// No parameters describe the rows.
  case noFit
}
