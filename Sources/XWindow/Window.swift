internal import CX11
public import Feel

/// A window on an X server: events come out, frames go in.
///
/// One thread uses it. The host's loop is
///
///     while running {
///       let wake = window.wait(frameWanted: changed, deadline: session.deadline)
///       for event in wake.events { … }
///       if let vblank = wake.frame { window.present(damage: …) { pixels, target in … } }
///     }
///
/// A host draws when `wake.frame` says so, and then always calls `present`, also when nothing of its own changed.
@safe public final class Window {
  /// What ended a wait.
  public struct Wake: Hashable, Sendable {
    /// What happened, in order of arrival.
    public var events: [WindowEvent] = []
    /// When the frame that is to be drawn now will be seen; `nil` = draw nothing.
    public var frame: Instant?
  }

  /// The content's size, in device pixels.
  public internal(set) var pixelSize: PixelSize
  /// Device pixels per point.
  public internal(set) var scale: Double
  /// Where the scale comes from.
  public internal(set) var scaleSource: ScaleSource
  /// How it was made to fit into the screen.
  public let fit: ScreenFit
  // How much larger than the desktop asks for.
  var zoom = 1.0
  /// Whether any of it can be seen, as far as the server and the window manager tell.
  public internal(set) var isVisible = false
  /// Whether it covers the screen, as the window manager says.
  public internal(set) var isFullscreen = false
  /// Whether the connection or the window is gone.
  public internal(set) var isLost = false
  /// What the desktop says.
  public internal(set) var settings = DesktopSettings()

  let display: Display
  @safe let window: CX11.Window
  let options: WindowOptions
  let reader: CXInputReader
  let image: SharedImage
  let poller: Poller
  let presentOpcode: Int32?
  let outputs: Outputs
  var translator: EventTranslator
  var protocols: WindowProtocols
  var clock = FrameClock()
  var visibility = Visibility()
  var desktop: Desktop
  var cursors: CursorCache
  var offer: ClipboardOffer
  var paste: ClipboardPaste
  var drops: DropTarget
  /// What is to be reported next though it came from no server.
  var ownEvents: [WindowEvent] = []
  /// The server's time of the newest event of the user's, or of the window's opening.
  var userTime: UInt32 = 0
  var pending = PendingDrawing()
  var vblankRequest = VblankRequest()
  var called: FrameCall?
  var timer = FrameTimer()
  var inputCost = InputCostEstimator()
  /// Where its content is on the screen, in device pixels, as far as the manager has said.
  var position = (x: 0, y: 0)
  /// Pixels an inch of the output that shows it, or 0 = unknown.
  var density: Double

  /// Opens a window and shows it.
  public init(_ options: WindowOptions = WindowOptions()) throws(WindowError) {
    self.options = options
    display = try Display(name: options.displayName)
    desktop = Desktop(display)
    outputs = Outputs(display)
    let size = PixelSize(Int(options.width.rounded()), Int(options.height.rounded()))
    let output = outputs.reading(at: (options.x ?? 0, options.y ?? 0), size)
    density = output.density
    let wanted = desktop.scale(override: options.scale, density: density)
    fit = ScreenFit(options, at: wanted.scale, in: options.fitsScreen ? display.workArea : nil)
    (scale, scaleSource) = (fit.scale, wanted.source)
    pixelSize =
      PixelSize(
        max(Int((fit.width * scale).rounded()), 1), max(Int((fit.height * scale).rounded()), 1)
      ).drawn
    // SAFETY: here and below: `display` is held, and its handle is an open connection, or a lost one, on which Xlib does nothing.
    window = unsafe cx_open_window(
      display.handle, Int32(options.x ?? 0), Int32(options.y ?? 0), UInt32(pixelSize.width),
      UInt32(pixelSize.height))
    guard
      let image = SharedImage(
        display, window: window, allowsSharedMemory: options.allowsSharedMemory)
    else {
      throw unsafe .unsupportedVisual(depth: Int(XDefaultDepth(display.handle, display.screen)))
    }
    self.image = image
    unsafe reader = cx_input_open(
      display.handle, window,
      StructureNotifyMask | ExposureMask | PropertyChangeMask | VisibilityChangeMask)
    poller = Poller(display)
    protocols = WindowProtocols(display, window: window)
    let present = unsafe cx_present_open(display.handle, window)
    presentOpcode = present >= 0 ? present : nil
    cursors = CursorCache(display, window: window)
    offer = ClipboardOffer(display, window: window)
    paste = ClipboardPaste(display, window: window)
    drops = DropTarget(
      display, window: window, host: Self.hostName.map { String(decoding: $0, as: UTF8.self) } ?? ""
    )
    translator = EventTranslator(
      scale: scale, clock: ServerClock(monotonic: cx_monotonic_us()))
    clock.rateCap = options.frameRateCap
    clock.outputRate(output.rate, hasPixelClock: output.hasPixelClock)
    settings = desktop.settings
    position = (options.x ?? 0, options.y ?? 0)
    image.resize(to: pixelSize)
    clock.resized(to: pixelSize.width * pixelSize.height)
    finishOpening()
    guard !display.isLost else { throw .lost(display: display.name) }
  }

  deinit {
    guard !display.isLost, !isLost else { return }
    unsafe XDestroyWindow(display.handle, window)
    unsafe XFlush(display.handle)
  }

  /// The moment now, on the window's clock.
  public var now: Instant { translator.clock.instant(monotonic: cx_monotonic_us()) }

  /// Ends a wait from another thread, or from a signal's handler.
  public var waker: Waker { poller.waker }

  private func finishOpening() {
    calibrateClock()
    announceProperties()
    windowManagerChanged()
    cursors.setTheme(desktop.cursorTheme)
    setCursor(.standard)
    // Mapped last: by then the manager finds everything it asks for.
    unsafe XMapWindow(display.handle, window)
    if let id = options.startupID { StartupNotice.send(id, from: window, display) }
    unsafe XFlush(display.handle)
  }

  /// Compares the server's clock with ours, by a property that changes nothing.
  private func calibrateClock() {
    display.set(display.atom(.clockProbe), type: XA_INTEGER, longs: [0], on: window)
    var event = unsafe XEvent()
    // SAFETY: the predicate reads the type alone, which every event has, and calls nothing; the event is filled before it is read.
    let wanted: @convention(c) (OpaquePointer?, UnsafeMutablePointer<XEvent>?, XPointer?) -> Int32 =
      { _, event, _ in unsafe event?.pointee.type == PropertyNotify ? 1 : 0 }
    unsafe XSync(display.handle, 0)
    guard unsafe XCheckIfEvent(display.handle, &event, wanted, nil) != 0 else { return }
    let time = unsafe UInt32(truncatingIfNeeded: event.xproperty.time)
    userTime = time
    translator.clock.calibrate(server: time, monotonic: cx_monotonic_us())
    unsafe XDeleteProperty(display.handle, window, display.atom(.clockProbe))
  }
}
