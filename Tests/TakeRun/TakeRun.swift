internal import Glibc
internal import RandomSessions
internal import TestSupport

/// `TakeRun COUNT [SEED]`: plays so many random sessions and compares every take with how it was
/// lived; stops at the first fault.
///
/// The seed that is being played stands in the file that `SEED_NOTE` names, so that a crash tells
/// which it was.
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
