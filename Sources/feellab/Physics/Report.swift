internal import FeelFiles
internal import FeelTrace
internal import Observe
internal import Stage

/// A command's findings, in words and as JSON.
protocol Report: JSONConvertible {
  /// The findings, one per line.
  var text: String { get }
}

extension Report {
  func write(asJSON: Bool) throws(CommandFailure) {
    try StandardOutput.write(asJSON ? "\(json)\n" : text)
  }
}

/// A report with a verdict; its JSON does not name the subject.
protocol Check: Report {
  /// Whether nothing is wrong.
  var isGood: Bool { get }
  /// Why there is no verdict, or only a partial one.
  var failure: String? { get }
}

extension Check {
  var failure: String? { nil }
}

/// A column of a report's table and a member of its JSON.
struct Column<Row> {
  /// Its heading in the table; empty if it is only in the JSON.
  var head = ""
  /// Its unit, below the heading; empty for words.
  var unit = ""
  /// Its name in the JSON; empty if it is only in the table.
  var key = ""
  /// The number of decimals in the table.
  var decimals = 0
  /// A number or a word.
  let value: (Row) -> (any JSONConvertible)?

  private func cell(_ row: Row) -> String {
    let value = value(row)
    return (value as? Double)?.text(decimals: decimals) ?? value as? String ?? ""
  }

  /// The rows as a table, with headings and units.
  static func table(_ columns: [Self], of rows: [Row]) -> String {
    let columns = columns.filter { !$0.head.isEmpty }
    return PlainTable.text(
      [columns.map(\.head), columns.map(\.unit)] + rows.map { row in columns.map { $0.cell(row) } },
      rightFrom: Set(columns.indices.filter { !columns[$0].unit.isEmpty }))
  }

  /// One object per row.
  static func json(_ columns: [Self], of rows: [Row]) -> [JSON] {
    let columns = columns.filter { !$0.key.isEmpty }
    return rows.map { row in
      JSON(.object(columns.map { JSON.Member($0.key, $0.value(row)?.json ?? .null) }))
    }
  }
}

extension JSON {
  /// An object; unknown members are null.
  static func of(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSON {
    JSON(.object(members.map { Member($0, $1?.json ?? .null) }))
  }

  /// An object without unknown members.
  static func known(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSON {
    JSON(.object(members.compactMap { name, value in value.map { Member(name, $0.json) } }))
  }

  /// A number; `nil` for one that is not finite.
  static func finite(_ number: Double) -> JSON? { number.isFinite ? .number(number) : nil }

  /// An object with the members of both, the second's last.
  static func + (first: JSON, second: JSON) -> JSON {
    guard case .object(let members) = first.value, case .object(let others) = second.value else {
      return first
    }
    return JSON(.object(members + others))
  }
}

/// Something that can be a member of an object.
protocol JSONConvertible {
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
