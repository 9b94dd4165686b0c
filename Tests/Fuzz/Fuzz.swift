internal import Glibc
internal import TestSupport

/// `Fuzz KIND SECONDS [SEED [COUNT]]`: runs random cases of a kind until the time is up or COUNT
/// have run, and stops at the first that breaks a promise.
///
/// Each case is made from its seed alone; the current one is written to the file named by
/// `SEED_NOTE`, so that it is known after a crash.
@main struct Fuzz {
  /// Limit of a case's processor time, in seconds; none comes close.
  private static let patience = 120

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let numbers = arguments.dropFirst().map { UInt64($0) }
    guard 2...4 ~= arguments.count, let kind = FuzzKinds.named(arguments[0]),
      numbers.allSatisfy({ $0 != nil }), let seconds = numbers[0]
    else {
      let names = FuzzKinds.all.map { $0.name }.joined(separator: ", ")
      LongRun.fail("usage: Fuzz KIND SECONDS [SEED [COUNT]]\nThe kinds are \(names).", code: 2)
    }
    let first = (numbers.count > 1 ? numbers[1] : 1) ?? 1
    let count = (numbers.count > 2 ? numbers[2] : .max) ?? .max
    do {
      let flaw = try play(kind.init(), from: first, seconds: Double(seconds), count: count)
      if let flaw { LongRun.fail(flaw, code: 1) }
    } catch {
      LongRun.fail("\(kind.name): \(error)", code: 1)
    }
  }

  /// Returns the broken promise, after the kind and its server have been released.
  private static func play(
    _ kind: consuming any FuzzKind, from first: UInt64, seconds: Double, count: UInt64
  ) throws -> String? {
    var kind = kind
    let (name, end) = (type(of: kind).name, monotonicSeconds() + seconds)
    var seed = first
    var watch = itimerval()
    watch.it_value.tv_sec = patience
    repeat {
      LongRun.note("\(name) \(seed)")
      setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &watch, nil)
      if let flaw = try kind.flaw(of: seed) { return "\(name), seed \(seed): \(flaw)" }
      seed &+= 1
    } while seed &- first < count && monotonicSeconds() < end
    print("\(name): \(seed &- first) cases hold from seed \(first)\(kind.figures)")
    return nil
  }
}

/// A kind of random cases, and the promises about them.
protocol FuzzKind {
  static var name: String { get }
  /// Other totals, reported after the number of cases.
  var figures: String { get }

  init() throws

  /// Runs the case of a seed; returns how it breaks a promise, or `nil`.
  mutating func flaw(of seed: UInt64) throws -> String?
}

extension FuzzKind {
  var figures: String { "" }
}

/// Something that prevents cases from running.
struct Obstacle: Error, CustomStringConvertible {
  let what: String

  /// One sentence describing the failure.
  var description: String { "\(what) is not there or does not do what it is needed for" }
}

enum FuzzKinds {
  static var all: [any FuzzKind.Type] {
    [
      RasterKind.self, BandKind.self, RecordingKind.self, ParameterKind.self, TableKind.self,
      ConformanceKind.self, CommandKind.self, EventKind.self, PreferenceKind.self, ServerKind.self,
      FileKind.self, SaveKind.self, ClipKind.self, SpringKind.self,
    ]
  }

  static func named(_ name: String) -> (any FuzzKind.Type)? { all.first { $0.name == name } }
}
