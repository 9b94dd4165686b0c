/// The modifier keys held during an event.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// One bit per key.
  public let rawValue: UInt8

  /// Either Shift key.
  public static let shift = Modifiers(rawValue: 1)
  /// Either Control key.
  public static let control = Modifiers(rawValue: 2)
  /// Either Alt key.
  public static let alt = Modifiers(rawValue: 4)

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}
