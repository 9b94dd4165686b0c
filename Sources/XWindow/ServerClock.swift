package import Feel

/// Turns the server's 32-bit milliseconds into moments of the session.
///
/// The session's start is a whole millisecond of CLOCK_MONOTONIC, so that a server on the same
/// clock, as all current ones are, gives exact moments.
package struct ServerClock: Hashable, Sendable {
  /// CLOCK_MONOTONIC at the session's start, in microseconds; a whole number of milliseconds.
  package let start: Int64
  /// What is added to the server's clock to get CLOCK_MONOTONIC, in milliseconds.
  package private(set) var offset: Int64 = 0
  /// The newest server time, unwrapped, in milliseconds.
  private var newest: Int64

  /// A clock for a session that starts now.
  package init(monotonic: Int64) {
    start = monotonic / 1000 * 1000
    newest = start / 1000
  }

  /// Compares with a time that the server just told: over one second apart, its clock is another
  /// one.
  package mutating func calibrate(server: UInt32, monotonic: Int64) {
    let milliseconds = monotonic / 1000
    let difference = Int64(Int32(truncatingIfNeeded: milliseconds - Int64(server)))
    offset = abs(difference) > 1000 ? difference : 0
    newest = milliseconds - offset
  }

  /// Takes the server time of an event that has just been read: none comes from the future.
  ///
  /// A clock that turns out to run slower than the server's, as under faketime, would otherwise put
  /// input ever further ahead, and the stage would stand still until its own time got there.
  package mutating func received(server: UInt32, monotonic: Int64) {
    offset = min(offset, monotonic / 1000 - unwrapped(server))
  }

  /// The moment of a server time; times may go back a little, and wrap.
  package mutating func instant(server: UInt32) -> Instant {
    let unwrapped = unwrapped(server)
    newest = max(newest, unwrapped)
    return Instant(microseconds: (unwrapped + offset) * 1000 - start)
  }

  /// The moment of a time that Present tells, in microseconds of the server's clock.
  package func instant(present: UInt64) -> Instant {
    let milliseconds = unwrapped(UInt32(truncatingIfNeeded: present / 1000)) + offset
    return Instant(microseconds: milliseconds * 1000 + Int64(present % 1000) - start)
  }

  private func unwrapped(_ server: UInt32) -> Int64 {
    newest + Int64(Int32(bitPattern: server &- UInt32(truncatingIfNeeded: newest)))
  }

  /// The moment of a time of CLOCK_MONOTONIC, in microseconds.
  package func instant(monotonic: Int64) -> Instant { Instant(microseconds: monotonic - start) }
}
