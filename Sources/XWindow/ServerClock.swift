package import Feel

/// Converts the server's 32-bit milliseconds to times of the session.
///
/// The session starts at a whole millisecond of CLOCK_MONOTONIC, so that times are exact if the
/// server uses that clock, as all current ones do.
package struct ServerClock: Hashable, Sendable {
  /// CLOCK_MONOTONIC at the session's start, in microseconds; a whole number of milliseconds.
  package let start: Int64
  /// Added to the server's clock to get CLOCK_MONOTONIC, in milliseconds.
  package private(set) var offset: Int64 = 0
  /// The newest server time in milliseconds, unwrapped.
  private var newest: Int64

  /// A clock for a session that starts now.
  package init(monotonic: Int64) {
    start = monotonic / 1000 * 1000
    newest = start / 1000
  }

  /// Calibrates with a server time just received: more than a second apart, the server uses another
  /// clock.
  package mutating func calibrate(server: UInt32, monotonic: Int64) {
    let milliseconds = monotonic / 1000
    let difference = Int64(Int32(truncatingIfNeeded: milliseconds - Int64(server)))
    offset = abs(difference) > 1000 ? difference : 0
    newest = milliseconds - offset
  }

  /// Corrects the offset by the server time of an event just read, which cannot be in the future.
  ///
  /// Otherwise a clock that runs slower than the server's, as under faketime, would put input ever
  /// further into the future, and the stage would freeze until its own time got there.
  package mutating func received(server: UInt32, monotonic: Int64) {
    offset = min(offset, monotonic / 1000 - unwrapped(server))
  }

  /// The session time of a server time; times may wrap, and go back a little.
  package mutating func instant(server: UInt32) -> Instant {
    let unwrapped = unwrapped(server)
    newest = max(newest, unwrapped)
    return Instant(microseconds: (unwrapped + offset) * 1000 - start)
  }

  /// The session time of a Present time, in microseconds of the server's clock.
  package func instant(present: UInt64) -> Instant {
    let milliseconds = unwrapped(UInt32(truncatingIfNeeded: present / 1000)) + offset
    return Instant(microseconds: milliseconds * 1000 + Int64(present % 1000) - start)
  }

  private func unwrapped(_ server: UInt32) -> Int64 {
    newest + Int64(Int32(bitPattern: server &- UInt32(truncatingIfNeeded: newest)))
  }

  /// The session time of a CLOCK_MONOTONIC time, in microseconds.
  package func instant(monotonic: Int64) -> Instant { Instant(microseconds: monotonic - start) }
}
