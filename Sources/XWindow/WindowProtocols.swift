internal import CX11

/// The window's duties to its window manager: replies to pings, and counters that report which size
/// has been drawn.
///
/// The manager sends a number before it resizes the window. The window sets a counter to that
/// number by a request after the pixels of the new size, never earlier: otherwise the manager would
/// show the old picture in the new frame.
///
/// The window does not ask to bypass the compositor (_NET_WM_BYPASS_COMPOSITOR): frames would be
/// visible one frame sooner, but torn.
///
/// Source: Extended Window Manager Hints 1.5, "_NET_WM_SYNC_REQUEST", and the extended counter of
/// mutter's "Window Manager Frame Drawing".
struct WindowProtocols {
  /// The number of a resize, and which counter to set to it.
  private struct SizeRequest {
    var value: Int64
    var isExtended: Bool
  }

  private let display: Display
  /// The counters, basic and extended; 0 where the server has none.
  private let counters: (basic: XSyncCounter, extended: XSyncCounter)
  /// The value of the extended counter: even at rest, odd while a frame is being drawn.
  ///
  /// It wraps around, because any client can send any number.
  private var extendedValue: Int64 = 0
  /// A request whose new size has not arrived yet.
  private var announced: SizeRequest?
  /// A request whose new size has arrived but has not been drawn yet.
  private var undrawn: SizeRequest?
  /// Whether the manager reports the frames it has shown.
  var reportsFrames = false
  /// When the last frame was sent, in microseconds of CLOCK_MONOTONIC; `nil` if no report for it is
  /// pending.
  private(set) var unreportedSince: Int64?
  /// The number of consecutive frames without a report.
  private var missedReports = 0

  init(_ display: Display, window: CX11.Window) {
    self.display = display
    let handle = display.handle
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 3, 1)
    // SAFETY: for all calls below: `display` keeps the connection valid; out parameters outlive the
    // calls, and Xlib copies what it sends.
    let hasCounters =
      unsafe display.hasExtension("SYNC") && XSyncQueryExtension(handle, &event, &error) != 0
      && XSyncInitialize(handle, &major, &minor) != 0
    guard hasCounters else {
      counters = (0, 0)
      return
    }
    let zero = XSyncValue(hi: 0, lo: 0)
    unsafe counters = (XSyncCreateCounter(handle, zero), XSyncCreateCounter(handle, zero))
    display.set(
      display.atom(.netWmSyncRequestCounter), type: XA_CARDINAL,
      longs: [counters.basic, counters.extended], on: window)
  }

  /// The protocols to announce.
  ///
  /// Not WM_TAKE_FOCUS, which is for windows that set the keyboard focus themselves: this one
  /// leaves it to the manager, as its input hint says.
  var atoms: [UInt] {
    let always = [display.atom(.wmDeleteWindow), display.atom(.netWmPing)]
    return counters.basic == 0 ? always : always + [display.atom(.netWmSyncRequest)]
  }

  /// Whether a frame must be drawn for a resize, regardless of other changes.
  var owesFrame: Bool { undrawn != nil }

  /// Handles the announcement of a resize: the lower and upper 32 bits of its number.
  mutating func announce(low: Int, high: Int, isExtended: Bool) {
    let value = Int64(truncatingIfNeeded: high) << 32 | Int64(UInt32(truncatingIfNeeded: low))
    announced = SizeRequest(value: value, isExtended: isExtended)
  }

  /// Records that the announced size has arrived.
  mutating func configured() {
    guard let announced else { return }
    undrawn = announced
    self.announced = nil
  }

  /// Makes the extended counter odd; call before a frame is drawn.
  mutating func frameBegins() {
    // Three consecutive frames without a report: the manager that promised them is gone.
    missedReports = unreportedSince == nil ? 0 : missedReports + 1
    if missedReports >= 3 { reportsFrames = false }
    unreportedSince = nil
    if let undrawn, undrawn.isExtended {
      // Round up to even, the state at rest.
      extendedValue = (undrawn.value &+ 1) / 2 &* 2
    }
    guard counters.extended != 0, reportsFrames || undrawn?.isExtended == true else { return }
    extendedValue &+= 1
    set(counters.extended, extendedValue)
  }

  /// Makes the extended counter even; call after a frame's pixels have been sent, with
  /// CLOCK_MONOTONIC in microseconds.
  mutating func frameEnded(now: Int64) {
    if let undrawn, !undrawn.isExtended { set(counters.basic, undrawn.value) }
    undrawn = nil
    guard extendedValue % 2 != 0 else { return }
    // +3 requests a report for this frame; +1 only marks it as finished.
    extendedValue &+= reportsFrames ? 3 : 1
    set(counters.extended, extendedValue)
    if reportsFrames { unreportedSince = now }
  }

  /// The manager reports that it has shown the frame.
  mutating func frameDrawn() { unreportedSince = nil }

  /// Replies to a ping by sending it back to the root window.
  func pong(_ event: XEvent) {
    var event = unsafe event
    unsafe event.xclient.window = display.root
    let mask = SubstructureNotifyMask | SubstructureRedirectMask
    unsafe _ = XSendEvent(display.handle, display.root, 0, mask, &event)
  }

  private func set(_ counter: XSyncCounter, _ value: Int64) {
    let value = XSyncValue(
      hi: Int32(truncatingIfNeeded: value >> 32), lo: UInt32(truncatingIfNeeded: value))
    unsafe _ = XSyncSetCounter(display.handle, counter, value)
  }
}
