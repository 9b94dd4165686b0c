/// Diagnostics about the server and the connection, for people to read.
public struct WindowReport: Hashable, Sendable {
  /// The display's name.
  public var display: String
  /// The server's vendor and release.
  public var server: String
  /// The screen's bits per pixel.
  public var depth: Int
  /// How pixels are transferred.
  public var transport: PixelTransport
  /// Whether pointer input uses XInput 2, with smooth scrolling and touch.
  public var hasExtendedInput: Bool
  /// The source of the vblanks.
  public var clock: FrameClock.Source
  /// The refresh rate used, in Hz.
  public var rate: Double
  /// Whether the display has a pixel clock; if not, input is drawn at once.
  public var hasPixelClock: Bool
  /// Device pixels per point.
  public var scale: Double
  /// The source of the scale.
  public var scaleSource: ScaleSource
  /// The extensions in use that the server has.
  public var extensions: [String]
}
