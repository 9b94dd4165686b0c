internal import CX11
internal import Glibc
internal import Synchronization

/// How long to wait for a server's replies.
///
/// While a client grabs the server (XGrabServer), the server replies to no other client.
public struct AnswerPatience: Sendable {
  let limit: Double
  let end: Int64?
  let isOver: @Sendable () -> Bool
  let abandon: @Sendable () -> Void

  /// Creates a patience.
  ///
  /// - Parameters:
  ///   - limit: the maximum time for one reply, in seconds.
  ///   - end: when to stop waiting for any reply, in microseconds of CLOCK_MONOTONIC; `nil` for
  ///     never.
  ///   - isOver: whether to stop waiting now; called from another thread.
  ///   - abandon: ends the process if the server does not even reply while the display is being
  ///     opened; called from another thread.
  public init(
    limit: Double, end: Int64? = nil, isOver: @escaping @Sendable () -> Bool,
    abandon: @escaping @Sendable () -> Void
  ) {
    (self.limit, self.end, self.isOver, self.abandon) = (limit, end, isOver, abandon)
  }
}

/// Cuts the connection when the server leaves a request unanswered for too long.
///
/// Xlib waits for a reply without limit, and no signal interrupts it. Cutting the connection makes
/// the waiting call return as if the server had died.
@safe final class AnswerWatch: Sendable {
  /// When the current wait began; 0 while not waiting.
  private let since = Atomic<Int64>(0)
  private let end: Atomic<Int64>
  /// The connection's file descriptor; -1 while the display is being opened.
  private let file = Atomic<Int32>(-1)
  private let cut = Atomic<Bool>(false)
  private let isClosed = Atomic<Bool>(false)
  private let patience: AnswerPatience

  /// The polling interval, in microseconds.
  private static let interval: UInt32 = 50_000
  /// A server that replies at all does so within this time, in microseconds.
  private static let prompt: Int64 = 300_000

  /// Starts the polling thread; `close()` ends it.
  init(_ patience: AnswerPatience) {
    self.patience = patience
    end = Atomic(patience.end ?? .max)
    WorkThread { self.check() }?.detach()
  }

  /// Whether the connection was cut.
  var hasCut: Bool { cut.load(ordering: .acquiring) }

  /// Ends the thread; the connection is not cut after this.
  func close() { isClosed.store(true, ordering: .releasing) }

  /// Sets the connection's file descriptor, once the display is open.
  func watch(_ file: Int32) { self.file.store(file, ordering: .releasing) }

  /// Sets when to stop waiting for any reply, in microseconds of CLOCK_MONOTONIC; `nil` for never.
  func wait(until end: Int64?) { self.end.store(end ?? .max, ordering: .releasing) }

  /// Runs calls that wait for the server's reply.
  func asking<Result>(_ body: () -> Result) -> Result {
    let outer = begin()
    defer { since.store(outer, ordering: .releasing) }
    return body()
  }

  /// Starts a wait; returns when an enclosing wait began, or 0.
  @discardableResult
  func begin() -> Int64 {
    let outer = since.load(ordering: .acquiring)
    if outer == 0 { since.store(cx_monotonic_us(), ordering: .releasing) }
    return outer
  }

  /// Ends the wait.
  func finish() { since.store(0, ordering: .releasing) }

  private func check() {
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
