internal import FeelFiles
internal import Glibc

struct BenchResult {
  let scene: String
  /// Median, in nanoseconds per run.
  let median: Double
  /// Minimum, in nanoseconds per run.
  let fastest: Double
  /// The 90th percentile, in nanoseconds.
  let p90: Double
  /// Number of timed runs.
  let runs: Int
}

/// Times a body for a while, in at least 21 runs.
///
/// One run and 150 ms (or the whole time if that is shorter) warm up; bodies faster than 5 µs are
/// timed in batches, so that the clock costs less than half a percent.
enum BenchTimer {
  /// Nanoseconds since an arbitrary moment.
  static func now() -> UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC_RAW, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Times a body for about `seconds` seconds.
  static func measure(_ scene: String, seconds: Double, _ body: () -> Void) -> BenchResult {
    body()
    let start = now()
    let warmUp = UInt64(min(0.15, seconds) * 1e9)
    var count = 0
    while count == 0 || now() - start < warmUp {
      body()
      count += 1
    }
    let each = Double(now() - start) / Double(count)
    let batch = each < 5000 ? Int(5000 / each) + 1 : 1
    let runs = max(21, min(4001, Int(seconds * 1e9 / (each * Double(batch)))))
    var times: [Double] = []
    times.reserveCapacity(runs)
    // An interrupted benchmark ends after the current run, and its result is not reported.
    for _ in 0..<runs where times.isEmpty || !StopSignals.arrived {
      let from = now()
      for _ in 0..<batch { body() }
      times.append(Double(now() - from) / Double(batch))
    }
    times.sort()
    return BenchResult(
      scene: scene, median: times[times.count / 2], fastest: times[0],
      p90: times[times.count * 9 / 10], runs: times.count * batch)
  }
}
