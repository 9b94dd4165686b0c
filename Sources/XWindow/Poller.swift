internal import CX11

/// Waits for the connection, a deadline, or another thread.
@safe final class Poller {
  /// The reason a wait ended.
  enum Reason {
    case events, time, woken, lost
  }

  /// Lets another thread end a wait.
  let waker: Waker
  /// Another file whose readability ends a wait; negative = none.
  var watched: Int32 = -1
  /// Whether that file was readable when a wait ended.
  var isWatchedReady = false
  private let display: Display
  private let timer: Int32

  init(_ display: Display) {
    self.display = display
    // On a busy machine, this halves the number of frames that are late because the thread woke too
    // late.
    cx_short_slices()
    timer = cx_timer_create()
    waker = Waker(file: cx_wake_create())
  }

  deinit {
    cx_close(timer)
    cx_close(waker.file)
  }

  /// Waits until a time of CLOCK_MONOTONIC in microseconds, or without limit.
  ///
  /// Flushing may read events into Xlib's own queue, which poll does not see, so check the queue
  /// last.
  func sleep(until moment: Int64?) -> Reason {
    // SAFETY: for all calls below: `display` keeps the connection valid, open or lost, and its file
    // open.
    unsafe XFlush(display.handle)
    guard !display.isLost else { return .lost }
    guard unsafe XEventsQueued(display.handle, QueuedAlready) == 0 else { return .events }
    cx_timer_arm(timer, max(moment ?? 0, moment == nil ? 0 : 1))
    let connection = unsafe XConnectionNumber(display.handle)
    let ready = cx_poll(connection, timer, waker.file, watched, -1)
    if ready & 2 != 0 { cx_drain(timer) }
    if ready & 16 != 0 { isWatchedReady = true }
    // Read all pending data before treating a broken connection as lost. If none of it concerns the
    // host, the wait continues; a wake-up from another thread stays pending for the next one.
    if ready & 1 != 0 { return .events }
    if ready & 8 != 0 { return .lost }
    if ready & 4 != 0 { cx_drain(waker.file) }
    return ready & (4 | 16) != 0 ? .woken : .time
  }

  /// Waits until a time of CLOCK_MONOTONIC in microseconds, regardless of events.
  func nap(until moment: Int64) {
    unsafe XFlush(display.handle)
    cx_timer_arm(timer, moment)
    // poll ignores negative files.
    if cx_poll(-1, timer, -1, -1, -1) & 2 != 0 { cx_drain(timer) }
  }
}

/// Ends a window's wait from another thread; valid as long as the window.
public struct Waker: Hashable, Sendable {
  let file: Int32

  /// Ends the current or the next wait.
  public func wake() { cx_wake_signal(file) }
}
