internal import FeelFiles
internal import Glibc
internal import Synchronization
internal import XWindow

/// Work that goes on beside the window, on a thread of its own; news of it end the window's wait.
final class SideWork<Outcome: Sendable>: Sendable {
  private let waker: Waker
  private let percent = Atomic(0)
  private let isUnwanted = Atomic(false)
  private let result = Mutex<Outcome?>(nil)
  private let thread = Mutex<WorkThread?>(nil)

  /// Starts it, or is nothing where the system gives no thread.
  ///
  /// - Parameters:
  ///   - niceness: how much less than the window it gets of the processor where there is not enough
  ///   for both, as a nice value.
  ///   - work: asks `isAbandoned` and reports its share.
  init?(
    _ waker: Waker, niceness: Int32 = 0, _ work: @escaping @Sendable (SideWork) -> Outcome
  ) {
    self.waker = waker
    let started = WorkThread {
      // On Linux it holds for this thread alone, and for the programs that it starts.
      _ = nice(niceness)
      let outcome = work(self)
      self.result.withLock { $0 = outcome }
      waker.wake()
    }
    guard let started else { return nil }
    thread.withLock { $0 = started }
  }

  /// The share that is done, 0…1, in hundredths.
  var share: Double { Double(percent.load(ordering: .relaxed)) / 100 }

  func report(_ share: Double) {
    let known = Int(share * 100)
    if percent.exchange(known, ordering: .relaxed) != known { waker.wake() }
  }

  /// Whether nobody wants its outcome any more.
  var isAbandoned: Bool { isUnwanted.load(ordering: .relaxed) }

  func abandon() { isUnwanted.store(true, ordering: .relaxed) }

  /// What has come of it, once it has ended.
  var outcome: Outcome? {
    guard let outcome = result.withLock({ $0 }) else { return nil }
    join()
    return outcome
  }

  func join() { thread.withLock({ $0.take() })?.join() }
}
