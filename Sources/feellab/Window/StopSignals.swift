internal import Glibc
internal import Synchronization
internal import XWindow

/// Turns Ctrl+C and a polite kill into the clean end of a loop.
enum StopSignals {
  private static let hasArrived = Atomic(false)
  // Written before the handlers are in place and never again, so that they may read it at any moment.
  nonisolated(unsafe) private static var waker: Waker?

  /// Whether such a signal arrived.
  static var arrived: Bool { hasArrived.load(ordering: .relaxed) }

  /// Wakes up a window when a signal arrives; one that whoever started the program had ignored, as nohup does, stays ignored.
  static func watch(_ waker: Waker) {
    unsafe self.waker = waker
    hasArrived.store(false, ordering: .relaxed)
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in
      StopSignals.hasArrived.store(true, ordering: .relaxed)
      unsafe StopSignals.waker?.wake()
    }
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var inherited = sigaction()
      unsafe sigaction(signal, nil, &inherited)
      // The handlers are only compared, as the addresses that they are.
      let handler = unsafe unsafeBitCast(inherited.__sigaction_handler.sa_handler, to: Int.self)
      let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
      guard handler != ignored else { continue }
      unsafe sigaction(signal, &action, nil)
    }
  }
}
