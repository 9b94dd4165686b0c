internal import FeelFiles
internal import Glibc
internal import Synchronization
internal import XWindow

/// Work on a separate thread beside the window; progress and completion wake the window up.
final class SideWork<Outcome: Sendable>: Sendable {
  private let waker: Waker
  private let percent = Atomic(0)
  private let isUnwanted = Atomic(false)
  private let result = Mutex<Outcome?>(nil)
  private let thread = Mutex<WorkThread?>(nil)

  /// Starts the work; `nil` if the system provides no thread.
  ///
  /// - Parameters:
  ///   - niceness: nice value by which the thread yields to the window when the processor is busy.
  ///   - work: checks `isAbandoned` and reports its share.
  init?(
    _ waker: Waker, niceness: Int32 = 0, _ work: @escaping @Sendable (SideWork) -> Outcome
  ) {
    self.waker = waker
    let started = WorkThread {
      // On Linux this applies only to this thread and to programs it starts.
      _ = nice(niceness)
      let outcome = work(self)
      self.result.withLock { $0 = outcome }
      waker.wake()
    }
    guard let started else { return nil }
    thread.withLock { $0 = started }
  }

  /// The share done, 0…1, in hundredths.
  var share: Double { Double(percent.load(ordering: .relaxed)) / 100 }

  func report(_ share: Double) {
    let known = Int(share * 100)
    if percent.exchange(known, ordering: .relaxed) != known { waker.wake() }
  }

  /// Whether the result is no longer wanted.
  var isAbandoned: Bool { isUnwanted.load(ordering: .relaxed) }

  func abandon() { isUnwanted.store(true, ordering: .relaxed) }

  /// The result, once the work has ended.
  var outcome: Outcome? {
    guard let outcome = result.withLock({ $0 }) else { return nil }
    join()
    return outcome
  }

  func join() { thread.withLock({ $0.take() })?.join() }
}
