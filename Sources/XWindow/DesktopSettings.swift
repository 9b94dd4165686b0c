/// What the desktop says about looks and habits; `nil` where it says nothing.
public struct DesktopSettings: Hashable, Sendable {
  /// Whether the desktop's theme is dark.
  public var isDark: Bool?
  /// Whether the desktop asks for no animations.
  public var reducesMotion: Bool?
  /// The longest time between the clicks of a double click, in seconds.
  public var doubleClickTime: Double?
  /// How far a press may drift before it is a drag, in device pixels.
  public var dragThresholdPixels: Double?
  /// The family of the font that the desktop writes its own windows with: "Cantarell".
  public var fontFamily: String?

  /// Settings that say nothing.
  public init() {}
}
