internal import CX11

/// What the window owes its window manager: answers to pings, and counters that say which size has
/// been drawn.
///
/// The manager sends a number before it resizes the window. The window sets a counter to that
/// number by a request that follows the pixels of the new size, never earlier: the manager would
/// show the old picture in the new frame.
///
/// The window does not ask to be shown past the compositor (_NET_WM_BYPASS_COMPOSITOR): frames
/// would be seen a frame sooner, but torn.
///
/// Source: Extended Window Manager Hints 1.5, "_NET_WM_SYNC_REQUEST", and the extended counter of
/// mutter's "Window Manager Frame Drawing".
struct WindowProtocols {
  /// The number of a change of size, and which counter is to be set to it.
  private struct SizeRequest {
    var value: Int64
    var isExtended: Bool
  }

  private let display: Display
  /// The counters, basic and extended; 0 where the server has none.
  private let counters: (basic: XSyncCounter, extended: XSyncCounter)
  /// The value of the extended counter: even at rest, odd while a frame is drawn.
  ///
  /// Any client can name any number, so it goes around at its end.
  private var extendedValue: Int64 = 0
  /// A request whose new size has not come yet.
  private var announced: SizeRequest?
  /// A request whose new size has come but has not been drawn yet.
  private var undrawn: SizeRequest?
  /// Whether the manager says when it has shown a frame.
  var reportsFrames = false
  /// When the last frame was sent, in microseconds of CLOCK_MONOTONIC; `nil` once the manager has
  /// reported it, or need not.
  private(set) var unreportedSince: Int64?
  /// How many frames running the manager has not reported.
  private var missedReports = 0

  init(_ display: Display, window: CX11.Window) {
    self.display = display
    let handle = display.handle
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 3, 1)
    // SAFETY: here and below: `display` is held; numbers that are filled in outlive the calls, and
    // what is sent is copied.
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
  /// Not WM_TAKE_FOCUS, which is for windows that move the keyboard focus themselves: this one
  /// leaves it to the manager, as its input hint says.
  var atoms: [UInt] {
    let always = [display.atom(.wmDeleteWindow), display.atom(.netWmPing)]
    return counters.basic == 0 ? always : always + [display.atom(.netWmSyncRequest)]
  }

  /// Whether a frame is owed, whatever else there is to draw.
  var owesFrame: Bool { undrawn != nil }

  /// Takes the number that announces a change of size: its lower and upper 32 bits.
  mutating func announce(low: Int, high: Int, isExtended: Bool) {
    let value = Int64(truncatingIfNeeded: high) << 32 | Int64(UInt32(truncatingIfNeeded: low))
    announced = SizeRequest(value: value, isExtended: isExtended)
  }

  /// Notes that the announced size has come.
  mutating func configured() {
    guard let announced else { return }
    undrawn = announced
    self.announced = nil
  }

  /// Call before a frame is drawn: makes the extended counter odd.
  mutating func frameBegins() {
    // Three frames running without a report: the manager that promised them is gone.
    missedReports = unreportedSince == nil ? 0 : missedReports + 1
    if missedReports >= 3 { reportsFrames = false }
    unreportedSince = nil
    if let undrawn, undrawn.isExtended {
      // At rest the counter is even.
      extendedValue = (undrawn.value &+ 1) / 2 &* 2
    }
    guard counters.extended != 0, reportsFrames || undrawn?.isExtended == true else { return }
    extendedValue &+= 1
    set(counters.extended, extendedValue)
  }

  /// Call after a frame's pixels have been sent, with CLOCK_MONOTONIC in microseconds: makes the
  /// extended counter even.
  mutating func frameEnded(now: Int64) {
    if let undrawn, !undrawn.isExtended { set(counters.basic, undrawn.value) }
    undrawn = nil
    guard extendedValue % 2 != 0 else { return }
    // Three more says that the frame keeps time with the manager's reports, one more only that it
    // is done.
    extendedValue &+= reportsFrames ? 3 : 1
    set(counters.extended, extendedValue)
    if reportsFrames { unreportedSince = now }
  }

  /// Notes the manager's report that it has shown the frame.
  mutating func frameDrawn() { unreportedSince = nil }

  /// Answers a ping by sending it on to the root window.
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
