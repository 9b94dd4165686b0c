internal import FeelFiles
internal import FeelTrace
internal import Observe

/// What a command found, in words and as JSON.
protocol Report: JSONConvertible {
  /// The findings, a line each.
  var text: String { get }
}

extension Report {
  /// Writes the findings to the standard output.
  func write(asJSON: Bool) throws(CommandFailure) {
    try StandardOutput.write(asJSON ? "\(json)\n" : text)
  }
}

extension JSON {
  /// An object; what is not known is null.
  static func of(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSON {
    JSON(.object(members.map { Member($0, $1?.json ?? .null) }))
  }

  /// An object without the members that are not known.
  static func known(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSON {
    JSON(.object(members.compactMap { name, value in value.map { Member(name, $0.json) } }))
  }

  /// A number; `nil` for one that is not finite.
  static func finite(_ number: Double) -> JSON? { number.isFinite ? .number(number) : nil }

  /// An object with the members of two, the second one's last.
  static func + (first: JSON, second: JSON) -> JSON {
    guard case .object(let members) = first.value, case .object(let others) = second.value else {
      return first
    }
    return JSON(.object(members + others))
  }
}

/// What can be a member of an object.
protocol JSONConvertible {
  /// It as a value.
  var json: JSON { get }
}

extension JSON: JSONConvertible {
  var json: JSON { self }
}

extension Bool: JSONConvertible {
  var json: JSON { .flag(self) }
}

extension Int: JSONConvertible {
  var json: JSON { .integer(self) }
}

extension Double: JSONConvertible {
  var json: JSON { .number(self) }
}

extension String: JSONConvertible {
  var json: JSON { .text(self) }
}

extension FittedValue: JSONConvertible {
  /// The number with its standard error.
  var json: JSON { JSON.of(["value": value, "error": error]) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  var json: JSON { .list(map(\.json)) }
}
