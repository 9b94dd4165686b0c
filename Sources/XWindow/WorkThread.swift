internal import Glibc

/// A thread that does one thing and ends.
package struct WorkThread: Sendable {
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let id: pthread_t

  /// Starts the thread, or is nothing where the system gives none.
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

  /// Waits until it has ended; called once.
  package func join() { pthread_join(id, nil) }

  /// Lets it end by itself, in the place of `join()`.
  func detach() { pthread_detach(id) }
}
