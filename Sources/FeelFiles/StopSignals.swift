internal import Glibc
internal import Synchronization
package import XWindow

/// Turns Ctrl+C and a polite kill into the clean end of a loop.
package enum StopSignals {
  private static let signal = Atomic<Int32>(0)
  // Written before the handlers are in place and never again, so that they may read it at any
  // moment.
  nonisolated(unsafe) private static var waker: Waker?

  /// Whether such a signal arrived.
  package static var arrived: Bool { signal.load(ordering: .relaxed) != 0 }

  /// Ends the program by the signal that arrived, if one did, so that whoever started it learns
  /// why; call it once nothing half-done is left.
  package static func obey(_ words: () -> String) {
    let number = signal.load(ordering: .relaxed)
    guard number != 0 else { return }
    StandardError.say(words())
    Glibc.signal(number, SIG_DFL)
    raise(number)
  }

  /// Lets a signal end the program at once again, unless one has arrived already.
  package static func release() {
    guard !arrived else { return }
    for signal in watched where !isIgnored(signal) { Glibc.signal(signal, SIG_DFL) }
  }

  private static let watched = [SIGINT, SIGTERM, SIGHUP]

  private static func isIgnored(_ signal: Int32) -> Bool {
    var current = sigaction()
    unsafe sigaction(signal, nil, &current)
    // The handlers are only compared, as the addresses that they are.
    let handler = unsafe unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
    return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Takes note of a signal, and wakes up a window if there is one; one that whoever started the
  /// program had ignored, as nohup does, stays ignored.
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
    // Whoever started the program may have had them blocked, for itself.
    unsafe pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  }
}
