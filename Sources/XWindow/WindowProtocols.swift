internal import CX11

/// What the window owes its window manager: answers to pings, and counters that say which size has been drawn.
///
/// The manager sends a number before it resizes the window; once the new size has been drawn and sent, the counter is set to that number, by a
/// request behind the pixels. Never earlier: whoever answers on receipt shows the old picture in the new frame.
///
/// Source: Extended Window Manager Hints 1.5, "_NET_WM_SYNC_REQUEST", and the extended counter of mutter's "Window Manager Frame Drawing".
struct WindowProtocols {
  private struct Request {
    var value: Int64
    var isExtended: Bool
  }

  private let display: Display
  /// The counters, basic and extended; 0 where the server has none.
  private let counters: (basic: XSyncCounter, extended: XSyncCounter)
  /// The value of the extended counter: even at rest, odd while a frame is drawn.
  private var extendedValue: Int64 = 0
  /// A number that waits for its change of size.
  private var announced: Request?
  /// A number whose change of size waits to be drawn.
  private var bound: Request?
  /// Whether the manager reports frames.
  var reportsFrames = false
  /// When the frame went out that the manager has not reported yet, in microseconds of CLOCK_MONOTONIC.
  private(set) var unreportedSince: Int64?
  private var missedReports = 0

  init(_ display: Display, window: CX11.Window) {
    self.display = display
    let handle = display.handle
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 3, 1)
    // SAFETY: here and below: `display` is held; numbers that are filled in outlive the calls, and what is sent is copied.
    let has =
      unsafe display.hasExtension("SYNC") && XSyncQueryExtension(handle, &event, &error) != 0
      && XSyncInitialize(handle, &major, &minor) != 0
    guard has else {
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
  /// WM_TAKE_FOCUS is for windows that place the keyboard themselves: this one lets its manager do it, as its input hint says. Nor does it ask for the compositor to be passed over: that would be a frame sooner, and torn.
  var atoms: [UInt] {
    let always = [display.atom(.wmDeleteWindow), display.atom(.netWmPing)]
    return counters.basic == 0 ? always : always + [display.atom(.netWmSyncRequest)]
  }

  /// Whether a frame is owed, whatever else there is to draw.
  var owesFrame: Bool { bound != nil }

  /// Takes a number that announces a change of size.
  mutating func announce(low: Int, high: Int, isExtended: Bool) {
    let value = Int64(truncatingIfNeeded: high) << 32 | Int64(UInt32(truncatingIfNeeded: low))
    announced = Request(value: value, isExtended: isExtended)
  }

  /// The change of size has come.
  mutating func configured() {
    guard let announced else { return }
    bound = announced
    self.announced = nil
  }

  /// Before a frame is drawn.
  mutating func frameBegins() {
    // The last frame was never reported. Three times running, the manager that promised it is gone.
    missedReports = unreportedSince == nil ? 0 : missedReports + 1
    if missedReports >= 3 { reportsFrames = false }
    unreportedSince = nil
    if let bound, bound.isExtended {
      extendedValue = (bound.value + 1) / 2 * 2
    }
    guard counters.extended != 0, reportsFrames || bound?.isExtended == true else { return }
    extendedValue += 1
    set(counters.extended, extendedValue)
  }

  /// After a frame's pixels are on their way, with CLOCK_MONOTONIC in microseconds.
  mutating func frameEnded(now: Int64) {
    if let bound, !bound.isExtended { set(counters.basic, bound.value) }
    bound = nil
    guard extendedValue % 2 != 0 else { return }
    // Plus three asks for the frame to be shown in its turn; plus one says that it is done.
    extendedValue += reportsFrames ? 3 : 1
    set(counters.extended, extendedValue)
    if reportsFrames { unreportedSince = now }
  }

  /// The manager has shown a frame.
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
