internal import CX11

/// Tracks the desktop's published settings: the X resources on the root window, and the settings
/// manager's window.
struct Desktop {
  /// The current settings.
  private(set) var settings = DesktopSettings()
  /// The current cursor theme.
  var cursorTheme: CursorTheme { CursorTheme(published, resources: resources) }
  // SAFETY: for all calls below: `display` keeps the connection valid, open or lost, and `Window`
  // passes the member of an event that its type names.
  private let display: Display
  private var resources = ""
  private var published = XSettings()
  private var owner: CX11.Window = 0

  init(_ display: Display) {
    self.display = display
    // Changes of managers, resources and the window manager's abilities are all announced on the
    // root window.
    unsafe XSelectInput(display.handle, display.root, PropertyChangeMask | StructureNotifyMask)
    read()
  }

  /// The scale set by the caller or the desktop.
  ///
  /// - Parameter density: pixels per inch of the output that shows the window; 0 = unknown.
  func scale(override: Double?, density: Double) -> (scale: Double, source: ScaleSource) {
    DesktopScale.choose(
      override: override, resources: resources, settings: published, density: density)
  }

  /// Whether a property change may affect what is read here.
  func concerns(_ event: XPropertyEvent) -> Bool {
    if unsafe event.window == owner { return unsafe event.atom == display.atom(.xsettingsSettings) }
    return unsafe event.window == display.root && event.atom == XA_RESOURCE_MANAGER
  }

  /// Handles the announcement of a new manager.
  mutating func managerCame(_ event: XEvent) {
    var event = unsafe event
    guard unsafe Atom(bitPattern: cx_message_long(&event, 1)) == display.atom(.xsettingsSelection)
    else { return }
    owner = 0
  }

  /// If the manager's window was destroyed, its settings stay until a new manager arrives.
  mutating func windowGone(_ window: CX11.Window) {
    if window == owner { owner = 0 }
  }

  /// Reads everything again.
  mutating func read() {
    let text = display.bytes(XA_RESOURCE_MANAGER, of: display.root)
    resources = String(decoding: text, as: UTF8.self)
    if owner == 0 { findOwner() }
    guard owner != 0 else { return }
    let bytes = display.bytes(display.atom(.xsettingsSettings), of: owner)
    // The property is empty if the manager has just exited: keep the previous settings.
    guard !bytes.isEmpty else { return }
    published = XSettings(bytes)
    settings = DesktopSettings(published)
  }

  private mutating func findOwner() {
    // Grab the server, so that the owner cannot exit before its events are selected.
    unsafe XGrabServer(display.handle)
    owner = unsafe XGetSelectionOwner(display.handle, display.atom(.xsettingsSelection))
    if owner != 0 {
      unsafe XSelectInput(display.handle, owner, PropertyChangeMask | StructureNotifyMask)
    }
    unsafe XUngrabServer(display.handle)
    unsafe XFlush(display.handle)
  }
}
