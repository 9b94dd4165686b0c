internal import Glibc

/// Limits how many cases of a test run.
///
/// The slowest tests have many similar cases. A quick run samples them; `FEELLAB_TESTS=all` runs
/// all.
public enum Budget {
  private static let playsAll = ChildProcess.environment["FEELLAB_TESTS"] == "all"

  /// The cases to run: all of them, or an evenly spread sample.
  ///
  /// Reports how many were left out in a line on standard output, which `run.sh` counts.
  ///
  /// - Parameters:
  ///   - all: every case; with two factors, the second factor varies fastest.
  ///   - count: size of the sample in a quick run.
  ///   - test: the test's name.
  public static func cases<Case>(_ all: [Case], quick count: Int, of test: String) -> [Case] {
    guard !playsAll, count < all.count else { return all }
    let line = Array("left out: \(all.count - count) cases of \(test)\n".utf8)
    // A single write, since other tests write at the same time.
    _ = write(1, line, line.count)
    // One case per stretch, at a different position in each, so that no factor stays constant.
    let length = all.count / count
    return (0..<count).map { all[$0 * all.count / count + $0 % length] }
  }

  /// The seeds to run out of 0..<all.
  public static func seeds(_ all: Int, quick count: Int, of test: String) -> [UInt64] {
    cases(Array(0..<UInt64(all)), quick: count, of: test)
  }
}
