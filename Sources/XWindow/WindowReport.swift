internal import CX11

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

extension Window {
  /// What the window found out about its server.
  public var report: WindowReport {
    let handle = display.handle
    // SAFETY: of a connection that is open the vendor's name lives as long, and is copied.
    let vendor = unsafe isLost ? "" : XServerVendor(handle).map { unsafe String(cString: $0) } ?? ""
    let release = unsafe isLost ? 0 : Int(XVendorRelease(handle))
    let wanted = ["MIT-SHM", "XInputExtension", "Present", "RANDR", "SYNC", "XKEYBOARD"]
    return WindowReport(
      display: display.name, server: "\(vendor) \(release)",
      depth: unsafe isLost ? 0 : Int(XDefaultDepth(handle, display.screen)),
      transport: image.transport,
      hasExtendedInput: unsafe reader.opcode >= 0, clock: clock.source, rate: 1 / clock.interval,
      hasPixelClock: clock.hasPixelClock, scale: scale, scaleSource: scaleSource,
      extensions: isLost ? [] : wanted.filter { display.hasExtension($0) })
  }
}
