public import TextLayout

extension TextStyle {
  /// Axes and units, 11 pt.
  public static let caption = TextStyle(size: 11)
  /// Hints and chips, 12 pt.
  public static let small = TextStyle(size: 12)
  /// Small words that matter more, 12 pt.
  public static let smallStrong = TextStyle(size: 12, weight: .semibold)
  /// Names of lanes, small buttons, 12 pt.
  public static let smallMedium = TextStyle(size: 12, weight: .medium)
  /// Words to read, 13 pt.
  public static let body = TextStyle(size: 13)
  /// Names of buttons, 13 pt.
  public static let medium = TextStyle(size: 13, weight: .medium)
  /// Words that matter more, 13 pt.
  public static let strong = TextStyle(size: 13, weight: .semibold)
  /// The name of a panel, a held time, 15 pt.
  public static let title = TextStyle(size: 15, weight: .semibold)
  /// A heading, a clock, 20 pt.
  public static let heading = TextStyle(size: 20, weight: .semibold)
  /// The clock of a take, 20 pt.
  public static let clock = TextStyle(size: 20, weight: .medium)
  /// A number to be read from afar, 34 pt.
  public static let readout = TextStyle(size: 34, weight: .medium)
  /// What a part of a scene is for, in one word, 44 pt.
  public static let verb = TextStyle(size: 44, weight: .semibold)
  /// The same where it stands alone, 64 pt.
  public static let loneVerb = TextStyle(size: 64, weight: .semibold)
  /// The number on a card, 44 pt.
  public static let cardNumber = TextStyle(size: 44, weight: .medium)

  /// The style so many times as large, to half a point.
  public func grown(_ factor: Double) -> TextStyle {
    TextStyle(size: (size * factor * 2).rounded() / 2, weight: weight)
  }
}
