/// The options for creating a window.
public struct WindowOptions: Hashable, Sendable {
  /// The title, starting with the program's name.
  public var title = "FeelLab"
  /// The display to open, or `nil` for `DISPLAY`.
  public var displayName: String?
  /// Width of the content, in points.
  public var width = 1200.0
  /// Height of the content, in points.
  public var height = 800.0
  /// The minimum width of the content, in points.
  public var minimumWidth = 480.0
  /// The minimum height of the content, in points.
  public var minimumHeight = 320.0
  /// Whether to fit the window into the screen's work area, if necessary at a lower scale.
  public var fitsScreen = false
  /// The left edge on the screen, in device pixels, or `nil` for the window manager's choice.
  public var x: Int?
  /// The top edge on the screen, in device pixels, or `nil` for the window manager's choice.
  public var y: Int?
  /// Whether it starts in full screen.
  public var isFullscreen = false
  /// Device pixels per point, or `nil` to follow the desktop.
  public var scale: Double?
  /// Whether shared memory may be used for pixels.
  public var allowsSharedMemory = true
  /// Whether to accept synthetic input events, sent by another client rather than made by a device.
  public var acceptsSentEvents = false
  /// The maximum frames per second; `nil` = the display's rate.
  public var frameRateCap: Double?
  /// The launcher's id for this start of the program (DESKTOP_STARTUP_ID), or `nil`.
  public var startupID: String?
  /// Icons for the window manager, of any sizes.
  public var icons: [WindowIcon] = []

  /// The default options.
  public init() {}
}

/// An icon of the window.
public struct WindowIcon: Hashable, Sendable {
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// 0xAARRGGBB, not premultiplied, row-major from the top left.
  public var pixels: [UInt32]

  /// Creates an icon.
  ///
  /// - Precondition: `pixels.count == width * height`.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(pixels.count == width * height, "an icon has width times height pixels")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}
