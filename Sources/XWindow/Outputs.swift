internal import CX11

/// The screen's outputs, such as monitors, as reported by RandR.
struct Outputs {
  /// The properties of the output that shows a window.
  struct Reading: Hashable, Sendable {
    /// Frames per second, or 0 = unknown.
    var rate = 0.0
    /// Pixels per inch, or 0 = unknown.
    var density = 0.0
    /// Whether any output of the display has a pixel clock: in Xvfb and VNC, all modes report none;
    /// assumed if unknown.
    var hasPixelClock = true
  }

  // SAFETY: for all calls below: `display` keeps the connection valid, open or lost; out parameters
  // outlive the calls. RandR's own events fit into an XEvent.
  private let display: Display
  /// RandR's first event number, or `nil` without RandR.
  private let firstEvent: Int32?

  init(_ display: Display) {
    self.display = display
    let event = unsafe cx_outputs_open(display.handle, display.root)
    firstEvent = event >= 0 ? event : nil
  }

  /// The properties of the output that shows most of a window.
  func reading(at place: (x: Int, y: Int), _ size: PixelSize) -> Reading {
    guard firstEvent != nil else { return Reading() }
    var output = CXOutput()
    unsafe cx_outputs_query(
      display.handle, display.root, Int32(place.x), Int32(place.y), Int32(size.width),
      Int32(size.height), &output)
    return Reading(rate: output.rate, density: output.density, hasPixelClock: output.has_clock)
  }

  /// Handles an event that reports a change of outputs, including a root window resize; returns
  /// whether it was one.
  func takes(_ event: inout XEvent) -> Bool {
    guard let firstEvent else { return false }
    let isOurs = unsafe event.type >= firstEvent && event.type <= firstEvent + 1
    guard unsafe isOurs || event.type == ConfigureNotify else { return false }
    unsafe cx_outputs_update(&event)
    return true
  }
}
