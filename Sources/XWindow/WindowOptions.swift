/// How a window is to be made.
public struct WindowOptions: Hashable, Sendable {
  /// The title; the program's name comes first.
  public var title = "FeelLab"
  /// The display to open, or `nil` for `DISPLAY`.
  public var displayName: String?
  /// Width of the content, in points.
  public var width = 1200.0
  /// Height of the content, in points.
  public var height = 800.0
  /// The smallest width of the content, in points.
  public var minimumWidth = 480.0
  /// The smallest height of the content, in points.
  public var minimumHeight = 320.0
  /// Whether it is made to fit into the part of the screen that is free for windows, if need be at
  /// a lower scale.
  public var fitsScreen = false
  /// The left edge on the screen, in device pixels, or `nil` for the window manager's choice.
  public var x: Int?
  /// The top edge on the screen, in device pixels, or `nil` for the window manager's choice.
  public var y: Int?
  /// Whether it starts over the full screen.
  public var isFullscreen = false
  /// Device pixels per point, or `nil` to follow the desktop.
  public var scale: Double?
  /// Whether pixels may go through shared memory.
  public var allowsSharedMemory = true
  /// Whether key presses, clicks and pointer motions are taken that another client sent, and no
  /// device made.
  public var acceptsSentEvents = false
  /// The most frames a second; `nil` = the display's rate.
  public var frameRateCap: Double?
  /// What its launcher calls this start of the program (DESKTOP_STARTUP_ID), or `nil`.
  public var startupID: String?
  /// Pictures for the window manager, of any sizes.
  public var icons: [WindowIcon] = []

  /// The usual window.
  public init() {}
}

/// A picture that stands for the window.
public struct WindowIcon: Hashable, Sendable {
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// 0xAARRGGBB, not premultiplied, row-major from the top left.
  public var pixels: [UInt32]

  /// Creates a picture.
  ///
  /// - Precondition: `pixels.count == width * height`.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(pixels.count == width * height, "an icon has width times height pixels")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}
