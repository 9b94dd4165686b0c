internal import FeelTrace

/// The result of a case.
public enum Verdict: Hashable, Sendable {
  /// Every check passed, except those named, which the engine does not support.
  case passed(without: [String])
  /// A check failed.
  case failed([Mismatch])
  /// The engine does not support the kind, for the given reason.
  case skipped(String)

  /// An unexpected result.
  public struct Mismatch: Hashable, Sendable {
    /// What was checked.
    public let what: String
    /// The expected result, in words.
    public let expected: String
    /// The actual result, in words.
    public let got: String
  }
}

/// The results of the checks in one case.
struct Findings {
  private var asked = 0
  private var mismatches: [Verdict.Mismatch] = []
  private var left: [String] = []

  var verdict: Verdict {
    if !mismatches.isEmpty { return .failed(mismatches) }
    // A case without checks proves nothing.
    return asked > 0
      ? .passed(without: left)
      : .failed([.init(what: "the case", expected: "something asked", got: "nothing")])
  }

  /// Records something that the engine does not support.
  mutating func leave(_ what: String) {
    if !left.contains(what) { left.append(what) }
  }

  /// Checks a number within a tolerance of another; NaN fails.
  mutating func close(
    _ what: @autoclosure () -> String, _ found: Double, _ wanted: Double, within tolerance: Double
  ) {
    hold(what(), abs(found - wanted) <= tolerance, "\(wanted) ± \(tolerance)", "\(found)")
  }

  /// Checks that a value equals another.
  mutating func equal<Value: Equatable>(
    _ what: @autoclosure () -> String, _ found: Value, _ wanted: Value
  ) {
    hold(what(), found == wanted, "\(wanted)", "\(found)")
  }

  /// Checks a value against an expectation [operator, …]: eq, approx, between, gt, lt or floor.
  ///
  /// Without a tolerance, approx uses 1e-10.
  mutating func meets(_ what: String, _ found: JSON, _ expectation: JSON) throws(CaseError) {
    guard let words = expectation.list, words.count > 1, let rule = words[0].text else {
      throw CaseError("expected of \(what)")
    }
    let wanted = words[1]
    if rule == "eq", wanted.number == nil { return equal(what, "\(found)", "\(wanted)") }
    guard let number = wanted.number else { throw CaseError("expected of \(what)") }
    guard let value = found.number else { return hold(what, false, "\(number)", "\(found)") }
    let second = words.count > 2 ? words[2].number : nil
    switch rule {
    case "eq": equal(what, value, number)
    case "approx": close(what, value, number, within: second ?? 1e-10)
    case "gt": hold(what, value > number, "> \(number)", "\(value)")
    case "lt": hold(what, value < number, "< \(number)", "\(value)")
    case "between":
      guard let second else { throw CaseError("expected of \(what)") }
      hold(what, value >= number && value <= second, "\(number)…\(second)", "\(value)")
    case "floor": equal(what, value.rounded(.down), number)
    default: throw CaseError("expected of \(what)")
    }
  }

  private mutating func hold(_ what: String, _ isMet: Bool, _ wanted: String, _ found: String) {
    asked += 1
    if !isMet { mismatches.append(.init(what: what, expected: wanted, got: found)) }
  }
}
