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
