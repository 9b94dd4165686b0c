internal import CX11
internal import Glibc
internal import Synchronization

/// How long to wait for a server's answers.
///
/// While a client holds the server for itself (XGrabServer), no other client's requests are
/// answered.
public struct AnswerPatience: Sendable {
  let limit: Double
  let end: Int64?
  let isOver: @Sendable () -> Bool
  let abandon: @Sendable () -> Void

  /// Creates a patience.
  ///
  /// - Parameters:
  ///   - limit: how long one answer may take, in seconds.
  ///   - end: when to stop waiting for any, in microseconds of CLOCK_MONOTONIC; `nil` for never.
  ///   - isOver: whether to stop waiting now; asked from another thread.
  ///   - abandon: ends the process where not even the opening of the display was answered; called
  ///   from another thread.
  public init(
    limit: Double, end: Int64? = nil, isOver: @escaping @Sendable () -> Bool,
    abandon: @escaping @Sendable () -> Void
  ) {
    (self.limit, self.end, self.isOver, self.abandon) = (limit, end, isOver, abandon)
  }
}

/// Cuts a connection off when its server leaves a request unanswered for too long.
///
/// Xlib waits for an answer without end, and no signal interrupts it. Once the connection is cut,
/// the call that waits returns as it does when a server dies.
@safe final class AnswerWatch: Sendable {
  /// Since when an answer is waited for; 0 while none is.
  private let since = Atomic<Int64>(0)
  private let end: Atomic<Int64>
  /// The connection's file; -1 while the display is being opened.
  private let file = Atomic<Int32>(-1)
  private let cut = Atomic<Bool>(false)
  private let isClosed = Atomic<Bool>(false)
  private let patience: AnswerPatience

  /// How often it looks, in microseconds.
  private static let interval: UInt32 = 50_000
  /// What is answered at all is answered within this, in microseconds.
  private static let prompt: Int64 = 300_000

  /// Starts the thread that looks; `close()` ends it.
  init(_ patience: AnswerPatience) {
    self.patience = patience
    end = Atomic(patience.end ?? .max)
    WorkThread { self.look() }?.detach()
  }

  /// Whether the connection was cut.
  var hasCut: Bool { cut.load(ordering: .acquiring) }

  /// Ends the thread; nothing is cut after this.
  func close() { isClosed.store(true, ordering: .releasing) }

  /// Says that the display is open.
  func watch(_ file: Int32) { self.file.store(file, ordering: .releasing) }

  /// Says when to stop waiting for any answer, in microseconds of CLOCK_MONOTONIC; `nil` for never.
  func wait(until end: Int64?) { self.end.store(end ?? .max, ordering: .releasing) }

  /// Does what waits for the server's answer.
  func asking<Result>(_ body: () -> Result) -> Result {
    let outer = begin()
    defer { since.store(outer, ordering: .releasing) }
    return body()
  }

  /// Says that an answer is waited for from now on; returns since when one was before.
  @discardableResult
  func begin() -> Int64 {
    let outer = since.load(ordering: .acquiring)
    if outer == 0 { since.store(cx_monotonic_us(), ordering: .releasing) }
    return outer
  }

  /// Says that nothing is waited for.
  func finish() { since.store(0, ordering: .releasing) }

  private func look() {
    while !isClosed.load(ordering: .acquiring) {
      usleep(Self.interval)
      let since = since.load(ordering: .acquiring)
      guard since != 0 else { continue }
      let now = cx_monotonic_us()
      let isOver = now > end.load(ordering: .acquiring) || patience.isOver()
      let waited = now - since
      guard Double(waited) > patience.limit * 1e6 || isOver && waited > Self.prompt else {
        continue
      }
      cut.store(true, ordering: .releasing)
      let file = file.load(ordering: .acquiring)
      if file < 0 {
        cx_show_errors()
        patience.abandon()
      } else {
        shutdown(file, Int32(SHUT_RDWR))
      }
      return
    }
  }
}
