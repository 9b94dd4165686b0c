/// The size and weight in which a line of text is set.
public struct TextStyle: Hashable, Sendable {
  /// How heavy the strokes are.
  public enum Weight: String, Hashable, Sendable { case regular, semibold }

  /// Size of the em, in points.
  public var size: Double
  /// How heavy the strokes are.
  public var weight: Weight

  /// Creates a style.
  public init(size: Double, weight: Weight = .regular) {
    (self.size, self.weight) = (size, weight)
  }
}
