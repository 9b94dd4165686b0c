internal import Glibc

/// A thread that runs one function and ends.
package struct WorkThread: Sendable {
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let id: pthread_t

  /// Starts the thread; `nil` if the system cannot create one.
  package init?(_ run: @escaping @Sendable () -> Void) {
    var id = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(run))
    let code = unsafe pthread_create(
      &id, nil,
      { work in
        guard let work = unsafe work else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      return nil
    }
    self.id = id
  }

  /// Waits until the thread has ended; call once.
  package func join() { pthread_join(id, nil) }

  /// Lets the thread end by itself, instead of `join()`.
  func detach() { pthread_detach(id) }
}
