internal import Glibc

/// How many of a test's cases are played.
///
/// The tests that take longest have many cases of a kind. A quick run plays some of each; with
/// `FEELLAB_TESTS=all` a run plays all.
public enum Budget {
  private static let playsAll = ChildProcess.environment["FEELLAB_TESTS"] == "all"

  /// The cases that a test plays: all, or as many as are named, spread over them.
  ///
  /// What is left out is said in a line on the standard output, which `run.sh` counts.
  ///
  /// - Parameters:
  ///   - all: every case; with two factors, the second one's values are neighbours.
  ///   - count: how many are played on the way.
  ///   - test: the test's name.
  public static func cases<Case>(_ all: [Case], quick count: Int, of test: String) -> [Case] {
    guard !playsAll, count < all.count else { return all }
    let line = Array("left out: \(all.count - count) cases of \(test)\n".utf8)
    // In one piece, as other tests write at the same time.
    _ = write(1, line, line.count)
    // One of each stretch, at another place in each: no factor has the same value throughout.
    let length = all.count / count
    return (0..<count).map { all[$0 * all.count / count + $0 % length] }
  }

  /// The seeds that a test plays of those from 0 on.
  public static func seeds(_ all: Int, quick count: Int, of test: String) -> [UInt64] {
    cases(Array(0..<UInt64(all)), quick: count, of: test)
  }
}
