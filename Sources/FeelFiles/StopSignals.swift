internal import Glibc
internal import Synchronization
package import XWindow

/// Turns SIGINT, SIGTERM and SIGHUP into a clean end of a loop.
package enum StopSignals {
  private static let signal = Atomic<Int32>(0)
  // SAFETY: written once, before the signal handlers that read it are installed.
  nonisolated(unsafe) private static var waker: Waker?

  /// Whether one of these signals arrived.
  package static var arrived: Bool { signal.load(ordering: .relaxed) != 0 }

  /// If a signal arrived, ends the program by that signal, so that the parent process sees why;
  /// call it once nothing half-done is left.
  package static func obey(_ words: () -> String) {
    let number = signal.load(ordering: .relaxed)
    guard number != 0 else { return }
    StandardError.say(words())
    Glibc.signal(number, SIG_DFL)
    raise(number)
  }

  /// Restores the signals' default action, unless one has arrived already.
  package static func release() {
    guard !arrived else { return }
    for signal in watched where !isIgnored(signal) { Glibc.signal(signal, SIG_DFL) }
  }

  private static let watched = [SIGINT, SIGTERM, SIGHUP]

  private static func isIgnored(_ signal: Int32) -> Bool {
    var current = sigaction()
    unsafe sigaction(signal, nil, &current)
    // The handlers are only compared, as addresses.
    let handler = unsafe unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
    return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Records a signal, and wakes the window if there is one; a signal ignored by the parent
  /// process, as with nohup, stays ignored.
  package static func watch(_ waker: Waker? = nil) {
    unsafe self.waker = waker
    signal.store(0, ordering: .relaxed)
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { number in
      StopSignals.signal.store(number, ordering: .relaxed)
      unsafe StopSignals.waker?.wake()
    }
    var unblocked = sigset_t()
    unsafe sigemptyset(&unblocked)
    for signal in watched {
      unsafe sigaddset(&unblocked, signal)
      if !isIgnored(signal) { unsafe sigaction(signal, &action, nil) }
    }
    // The parent process may have blocked them.
    unsafe pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  }
}
