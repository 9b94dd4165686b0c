internal import Glibc
internal import RandomSessions
internal import TestSupport

/// `TakeRun COUNT [SEED]`: plays COUNT random sessions, compares every take with what happened
/// live, and stops at the first fault.
///
/// Writes the current seed to the file named by `SEED_NOTE`, so that it is known after a crash.
@main struct TakeRun {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let count = arguments.first.flatMap({ UInt64($0) }) else {
      LongRun.fail("usage: TakeRun COUNT [SEED]", code: 2)
    }
    let first = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
    var (takes, moments) = (0, 0)
    for seed in first..<(first + count) {
      LongRun.note("seed \(seed)")
      let check = TakeCheck(seed: seed)
      if let fault = check.fault { LongRun.fail(fault, code: 1) }
      takes += check.takes
      moments += check.moments
    }
    print("\(count) sessions from seed \(first): \(takes) takes at \(moments) moments as they were")
  }
}
