/// The size and weight in which a line of text is set.
public struct TextStyle: Hashable, Sendable {
  /// How heavy the strokes are.
  public enum Weight: String, Hashable, Sendable {
    /// For words to read.
    case regular
    /// A little heavier; regular where the family has none.
    case medium
    /// For words that matter more.
    case semibold
  }

  /// Size of the em, in points.
  public var size: Double
  /// How heavy the strokes are.
  public var weight: Weight

  /// Creates a style.
  public init(size: Double, weight: Weight = .regular) {
    (self.size, self.weight) = (size, weight)
  }
}
