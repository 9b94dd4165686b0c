internal import Glibc

/// Polls every few milliseconds until there is an answer or `limit` seconds have passed.
///
/// Only for events outside this process: the limit is generous, and no test asserts how long it
/// took.
public func eventually<Answer>(
  within limit: Double = 60, _ question: () throws -> Answer?
) rethrows -> Answer? {
  let end = monotonicSeconds() + limit
  repeat {
    if let answer = try question() { return answer }
    usleep(4000)
  } while monotonicSeconds() < end
  return nil
}

/// Whether a condition becomes true within `limit` seconds.
public func eventually(within limit: Double = 60, _ condition: () throws -> Bool) rethrows -> Bool {
  try eventually(within: limit) { try condition() ? true : nil } ?? false
}

/// The system's monotonic clock, in seconds.
public func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
