internal import CX11

/// Follows what the desktop publishes: the X resources on the root window, and the settings
/// manager's window.
struct Desktop {
  /// What the settings say.
  private(set) var settings = DesktopSettings()
  /// Where cursors come from.
  var cursorTheme: CursorTheme { CursorTheme(published, resources: resources) }
  // SAFETY: of all below: who holds `display` has a connection, open or lost, and `Window` hands
  // over the member of an event that its type names.
  private let display: Display
  private var resources = ""
  private var published = XSettings()
  private var owner: CX11.Window = 0

  init(_ display: Display) {
    self.display = display
    // Announcements of managers, of resources and of what the window manager can do all come on the
    // root window.
    unsafe XSelectInput(display.handle, display.root, PropertyChangeMask | StructureNotifyMask)
    read()
  }

  /// The scale that the desktop, or the caller, asks for.
  ///
  /// - Parameter density: pixels an inch of the output that shows the window; 0 = unknown.
  func scale(override: Double?, density: Double) -> (scale: Double, source: ScaleSource) {
    DesktopScale.choose(
      override: override, resources: resources, settings: published, density: density)
  }

  /// Whether a change of a property may change what is read here.
  func concerns(_ event: XPropertyEvent) -> Bool {
    if unsafe event.window == owner { return unsafe event.atom == display.atom(.xsettingsSettings) }
    return unsafe event.window == display.root && event.atom == XA_RESOURCE_MANAGER
  }

  /// Takes the announcement of a manager.
  mutating func managerCame(_ event: XEvent) {
    var event = unsafe event
    guard unsafe Atom(bitPattern: cx_message_long(&event, 1)) == display.atom(.xsettingsSelection)
    else { return }
    owner = 0
  }

  /// If the manager's window was destroyed, what it said stays until another comes.
  mutating func windowGone(_ window: CX11.Window) {
    if window == owner { owner = 0 }
  }

  /// Reads everything anew.
  mutating func read() {
    let text = display.bytes(XA_RESOURCE_MANAGER, of: display.root)
    resources = String(decoding: text, as: UTF8.self)
    if owner == 0 { findOwner() }
    guard owner != 0 else { return }
    let bytes = display.bytes(display.atom(.xsettingsSettings), of: owner)
    // Nothing, where a manager went right after it had changed something: what it said before
    // stays.
    guard !bytes.isEmpty else { return }
    published = XSettings(bytes)
    settings = DesktopSettings(published)
  }

  private mutating func findOwner() {
    // Grabbed, so that the manager cannot leave between the question and the selection of its
    // events.
    unsafe XGrabServer(display.handle)
    owner = unsafe XGetSelectionOwner(display.handle, display.atom(.xsettingsSelection))
    if owner != 0 {
      unsafe XSelectInput(display.handle, owner, PropertyChangeMask | StructureNotifyMask)
    }
    unsafe XUngrabServer(display.handle)
    unsafe XFlush(display.handle)
  }
}
