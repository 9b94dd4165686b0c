internal import Feel
internal import FeelTrace

/// The valid ranges of numbers in a case.
///
/// The engine traps on values that no law can have. Kinds must therefore read every number that
/// goes into a law by `number(_:in:else:)` or one of the laws below, which reject it with its name
/// and position.
enum NumberRange {
  /// Positions, velocities and times are limited to a billion.
  static let any = -1e9...1e9
  static let notNegative = 0...1e12
  static let positive = 1e-6...1e12
  /// Speeds and distances at which a motion ends.
  static let end = 1e-12...1e12
  static let keptPerSecond = 1e-300...0.999999
  static let keptPerMillisecond = 1e-300...0.99999999
  static let seconds = 1e-12...1e6
  static let response = 1e-11...6e6
  static let dampingRatio = 1e-16...1e16
  static let bounce = -0.999999...0.999999
}

/// A member of a case that is missing, or has an invalid form or value.
struct CaseError: Error {
  let mismatch: Verdict.Mismatch

  /// A member with the wrong form.
  init(_ member: String) {
    mismatch = .init(what: "the case", expected: "\(member) as its kind has it", got: "another")
  }

  /// A number that is missing or out of range.
  init(_ what: String, in range: ClosedRange<Double>, got: String) {
    mismatch = .init(
      what: what, expected: "a number from \(range.lowerBound) to \(range.upperBound)", got: got)
  }

  /// The same for the value in the table, if there is one.
  init(_ member: String, in range: ClosedRange<Double>, found json: JSON?) {
    let place = json.map { " at \($0.position.line):\($0.position.column)" } ?? ""
    self.init(member + place, in: range, got: json?.kind ?? "nothing")
  }
}

/// A number derived from others of a case, if it is in the range; `what` names the formula.
func checked(
  _ number: Double, _ what: String, in range: ClosedRange<Double>
) throws(CaseError) -> Double {
  guard range.contains(number) else { throw CaseError(what, in: range, got: "\(number)") }
  return number
}

extension JSON {
  /// The numbers of a list, unchecked; those that go into a law are read with their range.
  var numbers: [Double] { list?.compactMap(\.number) ?? [] }

  /// A required number, by its name or path, such as `tolerance.velocity`.
  ///
  /// - Parameter fallback: the value to use if it is missing.
  func number(
    _ path: String, in range: ClosedRange<Double> = NumberRange.any, else fallback: Double? = nil
  ) throws(CaseError) -> Double {
    var json: JSON? = self
    for name in path.split(separator: ".") { json = json?[String(name)] }
    if let fallback, json == nil || json == .null { return fallback }
    guard let number = json?.number, range.contains(number) else {
      throw CaseError(path, in: range, found: json)
    }
    return number
  }

  /// The numbers of a required list.
  func numbers(_ name: String, in range: ClosedRange<Double>) throws(CaseError) -> [Double] {
    guard let list = self[name]?.list else { throw CaseError(name) }
    var numbers: [Double] = []
    for element in list {
      guard let number = element.number, range.contains(number) else {
        throw CaseError(name, in: range, found: element)
      }
      numbers.append(number)
    }
    return numbers
  }

  /// A spring by mass, stiffness, and damping or damping ratio.
  func spring() throws(CaseError) -> Spring {
    let mass = try number("mass", in: NumberRange.positive, else: 1)
    let stiffness = try number("stiffness", in: 1e-24...1e24)
    _ = try checked((stiffness / mass).squareRoot(), "√(stiffness/mass)", in: NumberRange.positive)
    guard let damping = self["damping"]?.number else {
      let ratio = try number("dampingRatio", in: NumberRange.dampingRatio)
      return Spring(mass: mass, stiffness: stiffness, dampingRatio: ratio)
    }
    _ = try checked(
      damping / (2 * (stiffness * mass).squareRoot()), "the damping ratio",
      in: NumberRange.dampingRatio)
    return Spring(mass: mass, stiffness: stiffness, damping: damping)
  }
}

extension PublishedCase {
  /// A number among the parameters.
  func parameter(
    _ path: String, in range: ClosedRange<Double> = NumberRange.any, else fallback: Double? = nil
  ) throws(CaseError) -> Double {
    try JSON.object(["params": params]).number("params.\(path)", in: range, else: fallback)
  }

  /// A rate by the fraction of velocity kept per second.
  func rate(keptPerSecond name: String) throws(CaseError) -> DecelerationRate {
    DecelerationRate(keptPerSecond: try parameter(name, in: NumberRange.keptPerSecond))
  }

  /// A rate by the fraction of velocity kept per millisecond.
  func rate(keptPerMillisecond name: String) throws(CaseError) -> DecelerationRate {
    DecelerationRate(keptPerMillisecond: try parameter(name, in: NumberRange.keptPerMillisecond))
  }

  func band(_ name: String) throws(CaseError) -> RubberBand {
    RubberBand(coefficient: try parameter(name, in: NumberRange.positive))
  }

  /// A positive number of milliseconds, converted to seconds.
  func seconds(_ milliseconds: String) throws(CaseError) -> Double {
    try checked(
      parameter(milliseconds) / 1000, "params.\(milliseconds) / 1000", in: NumberRange.seconds)
  }
}
