internal import CX11

/// Waits for the connection, a moment, or another thread.
@safe final class Poller {
  /// What ended a wait.
  enum Reason {
    case events, time, woken, lost
  }

  /// The way for another thread to end a wait.
  let waker: Waker
  /// Another file that ends a wait when it can be read; negative = none.
  var watched: Int32 = -1
  /// Whether it could be read at the end of a wait.
  var isWatchedReady = false
  private let display: Display
  private let timer: Int32

  init(_ display: Display) {
    self.display = display
    // On a busy machine this halves the frames that are late because their moment was slept
    // through.
    cx_short_slices()
    timer = cx_timer_create()
    waker = Waker(file: cx_wake_create())
  }

  deinit {
    cx_close(timer)
    cx_close(waker.file)
  }

  /// Waits until a moment of CLOCK_MONOTONIC in microseconds, or for good.
  ///
  /// A flush may read events into Xlib's own queue, where poll does not see them: it is asked last
  /// of all.
  func sleep(until moment: Int64?) -> Reason {
    // SAFETY: here and below: who holds `display` has a connection, open or lost, and its file
    // stays open as long.
    unsafe XFlush(display.handle)
    guard !display.isLost else { return .lost }
    guard unsafe XEventsQueued(display.handle, QueuedAlready) == 0 else { return .events }
    cx_timer_arm(timer, max(moment ?? 0, moment == nil ? 0 : 1))
    let connection = unsafe XConnectionNumber(display.handle)
    let ready = cx_poll(connection, timer, waker.file, watched, -1)
    if ready & 2 != 0 { cx_drain(timer) }
    if ready & 16 != 0 { isWatchedReady = true }
    // What is left to read is read before a broken connection is believed. Where it is nothing of
    // the host's, the wait goes on: another thread's call stays for the next one.
    if ready & 1 != 0 { return .events }
    if ready & 8 != 0 { return .lost }
    if ready & 4 != 0 { cx_drain(waker.file) }
    return ready & (4 | 16) != 0 ? .woken : .time
  }

  /// Waits until a moment of CLOCK_MONOTONIC in microseconds, whatever arrives.
  func nap(until moment: Int64) {
    unsafe XFlush(display.handle)
    cx_timer_arm(timer, moment)
    // The files that poll is to leave out are negative.
    if cx_poll(-1, timer, -1, -1, -1) & 2 != 0 { cx_drain(timer) }
  }
}

/// Ends a window's wait from another thread; good as long as the window is.
public struct Waker: Hashable, Sendable {
  let file: Int32

  /// Ends the wait that is under way, or the next one.
  public func wake() { cx_wake_signal(file) }
}
