public import TextLayout

extension TextStyle {
  /// The smallest words, 11 pt.
  public static let caption = TextStyle(size: 11)
  /// Words beside a control, 12 pt.
  public static let small = TextStyle(size: 12)
  /// Words to read, 13 pt.
  public static let body = TextStyle(size: 13)
  /// Words that matter more, 13 pt.
  public static let strong = TextStyle(size: 13, weight: .semibold)
  /// The name of a scene, 16 pt.
  public static let title = TextStyle(size: 16, weight: .semibold)
  /// The number on a card, 40 pt.
  public static let cardNumber = TextStyle(size: 40, weight: .semibold)
  /// A number to be read from afar, 28 pt.
  public static let readout = TextStyle(size: 28)

  /// The style so many times as large, to half a point.
  public func grown(_ factor: Double) -> TextStyle {
    TextStyle(size: (size * factor * 2).rounded() / 2, weight: weight)
  }
}
