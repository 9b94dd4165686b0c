internal import CX11

/// The screen's outputs, such as monitors, as RandR knows them.
struct Outputs {
  /// What is known of the output that shows a window.
  struct Reading: Hashable, Sendable {
    /// Frames a second, or 0 = unknown.
    var rate = 0.0
    /// Pixels an inch, or 0 = unknown.
    var density = 0.0
    /// Whether any output of the display has a pixel clock: Xvfb and VNC say of all their modes
    /// that there is none; taken for granted where nobody says.
    var hasPixelClock = true
  }

  // SAFETY: of all below: who holds `display` has a connection, open or lost; the numbers that are
  // filled in outlive the calls. RandR's own events fit into an XEvent.
  private let display: Display
  /// RandR's first event, or `nil` where there is no RandR.
  private let firstEvent: Int32?

  init(_ display: Display) {
    self.display = display
    let event = unsafe cx_outputs_open(display.handle, display.root)
    firstEvent = event >= 0 ? event : nil
  }

  /// What shows most of a window at a place on the screen.
  func reading(at place: (x: Int, y: Int), _ size: PixelSize) -> Reading {
    guard firstEvent != nil else { return Reading() }
    var output = CXOutput()
    unsafe cx_outputs_query(
      display.handle, display.root, Int32(place.x), Int32(place.y), Int32(size.width),
      Int32(size.height), &output)
    return Reading(rate: output.rate, density: output.density, hasPixelClock: output.has_clock)
  }

  /// Takes an event that says that the outputs changed, as one of the root window's size does;
  /// returns whether it was one.
  func takes(_ event: inout XEvent) -> Bool {
    guard let firstEvent else { return false }
    let isOurs = unsafe event.type >= firstEvent && event.type <= firstEvent + 1
    guard unsafe isOurs || event.type == ConfigureNotify else { return false }
    unsafe cx_outputs_update(&event)
    return true
  }
}
