/// The size and weight of a line of text.
public struct TextStyle: Hashable, Sendable {
  /// The weight of the strokes.
  public enum Weight: String, Hashable, Sendable {
    /// For body text.
    case regular
    /// Slightly heavier; regular if the family has no medium.
    case medium
    /// For emphasis.
    case semibold
  }

  /// The size of the em, in points.
  public var size: Double
  /// The weight of the strokes.
  public var weight: Weight

  /// Creates a style.
  public init(size: Double, weight: Weight = .regular) {
    (self.size, self.weight) = (size, weight)
  }
}
