internal import FeelFiles
internal import FeelTrace
internal import Observe

/// What a command found, in words and as JSON.
protocol Report {
  /// The findings, a line each.
  var text: String { get }
  /// The findings as one object.
  var json: JSON { get }
}

extension Report {
  /// Writes the findings to the standard output.
  func write(asJSON: Bool) throws(CommandFailure) {
    try StandardOutput.write(asJSON ? "\(json)\n" : text)
  }
}

extension JSON {
  /// An object without the members that are not known.
  static func known(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    JSON(.object(members.compactMap { name, value in value.map { Member(name, $0) } }))
  }

  /// A number; `nil` for one that is not finite.
  static func finite(_ number: Double) -> JSON? { number.isFinite ? .number(number) : nil }

  /// A number with its standard error.
  static func fitted(_ fitted: FittedValue) -> JSON {
    .object(["value": .number(fitted.value), "error": .number(fitted.error)])
  }

  /// An object with the members of two, the second one's last.
  static func + (first: JSON, second: JSON) -> JSON {
    guard case .object(let members) = first.value, case .object(let others) = second.value else {
      return first
    }
    return JSON(.object(members + others))
  }
}
