public import TextLayout

extension TextStyle {
  /// Axes and units, 11 pt.
  public static let caption = TextStyle(size: 11)
  /// Hints and chips, 12 pt.
  public static let small = TextStyle(size: 12)
  /// Emphasised small text, 12 pt.
  public static let smallStrong = TextStyle(size: 12, weight: .semibold)
  /// Names of lanes, small buttons, 12 pt.
  public static let smallMedium = TextStyle(size: 12, weight: .medium)
  /// Body text, 13 pt.
  public static let body = TextStyle(size: 13)
  /// Names of buttons, 13 pt.
  public static let medium = TextStyle(size: 13, weight: .medium)
  /// Emphasised body text, 13 pt.
  public static let strong = TextStyle(size: 13, weight: .semibold)
  /// The name of a panel, a held time, 15 pt.
  public static let title = TextStyle(size: 15, weight: .semibold)
  /// A heading, a clock, 20 pt.
  public static let heading = TextStyle(size: 20, weight: .semibold)
  /// The clock of a take, 20 pt.
  public static let clock = TextStyle(size: 20, weight: .medium)
  /// A number to be read from a distance, 34 pt.
  public static let readout = TextStyle(size: 34, weight: .medium)
  /// The purpose of a part of a scene, in one word, 44 pt.
  public static let verb = TextStyle(size: 44, weight: .semibold)
  /// Such a word where it stands alone, 64 pt.
  public static let loneVerb = TextStyle(size: 64, weight: .semibold)
  /// The number on a card, 44 pt.
  public static let cardNumber = TextStyle(size: 44, weight: .medium)

  /// The style scaled by a factor, rounded to half a point.
  public func grown(_ factor: Double) -> TextStyle {
    TextStyle(size: (size * factor * 2).rounded() / 2, weight: weight)
  }
}
