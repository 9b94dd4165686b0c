/// What the window found out about its server, for a person to read.
public struct WindowReport: Hashable, Sendable {
  /// The display's name.
  public var display: String
  /// The server's maker and release.
  public var server: String
  /// Bits a pixel of the screen.
  public var depth: Int
  /// How pixels get there.
  public var transport: PixelTransport
  /// Whether the pointer comes by XInput 2, with smooth scrolling and touch.
  public var hasExtendedInput: Bool
  /// Where the vblanks come from.
  public var clock: FrameClock.Source
  /// The display's rate as the clock has it, in Hz.
  public var rate: Double
  /// Whether the display has a pixel clock; where it has none, input is drawn at once.
  public var hasPixelClock: Bool
  /// Device pixels per point.
  public var scale: Double
  /// Where the scale comes from.
  public var scaleSource: ScaleSource
  /// Of the extensions that are made use of, those that the server has.
  public var extensions: [String]
}
