internal import FeelFiles
internal import FeelTrace
internal import Observe
internal import Stage

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

/// A report of what was judged: what was looked at is not in its JSON.
protocol Check: Report {
  /// Whether nothing is wrong.
  var isGood: Bool { get }
  /// Why nothing could be judged, or not to the end.
  var failure: String? { get }
}

extension Check {
  var failure: String? { nil }
}

/// What a report says of each of several things: a column of its table and a member of its JSON.
struct Column<Row> {
  /// Its name over the table; empty where it is in the JSON alone.
  var head = ""
  /// Its unit under that; numbers have one, words have none.
  var unit = ""
  /// Its name in the JSON; empty where it is in the table alone.
  var key = ""
  /// To how many decimals the table rounds a number.
  var decimals = 0
  /// A number or a word.
  let value: (Row) -> (any JSONConvertible)?

  private func cell(_ row: Row) -> String {
    let value = value(row)
    return (value as? Double)?.text(decimals: decimals) ?? value as? String ?? ""
  }

  /// The rows as a table, under the columns' names and units.
  static func table(_ columns: [Self], of rows: [Row]) -> String {
    let columns = columns.filter { !$0.head.isEmpty }
    return PlainTable.text(
      [columns.map(\.head), columns.map(\.unit)] + rows.map { row in columns.map { $0.cell(row) } },
      rightFrom: Set(columns.indices.filter { !columns[$0].unit.isEmpty }))
  }

  /// An object for each row.
  static func json(_ columns: [Self], of rows: [Row]) -> [JSON] {
    let columns = columns.filter { !$0.key.isEmpty }
    return rows.map { row in
      JSON(.object(columns.map { JSON.Member($0.key, $0.value(row)?.json ?? .null) }))
    }
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
