/// The JSON representation of a type: one declaration for writing and reading.
public struct JSONForm<Value> {
  /// What is expected, as words that follow "expected".
  let expected: () -> String
  /// Converts a value to JSON.
  let write: (Value) -> JSON
  /// Converts JSON to a value; `nil` if something else was expected, or an error if it is more
  /// specific.
  let read: (JSON) throws(JSONError) -> Value?

  /// Creates a form.
  public init(
    _ expected: @autoclosure @escaping () -> String, _ write: @escaping (Value) -> JSON,
    _ read: @escaping (JSON) throws(JSONError) -> Value?
  ) {
    (self.expected, self.write, self.read) = (expected, write, read)
  }

  /// The same form, restricted to valid values.
  public func when(
    _ expected: @autoclosure @escaping () -> String, _ isRight: @escaping (Value) -> Bool
  ) -> JSONForm {
    JSONForm(expected(), write) { (json) throws(JSONError) in
      try read(json).flatMap { isRight($0) ? $0 : nil }
    }
  }

  /// An array of values, of limited length.
  public static func list<Element>(
    of form: JSONForm<Element>, atMost limit: Int = .max
  ) -> JSONForm where Value == [Element] {
    JSONForm("an array", { .list($0.map(form.write)) }) { (json) throws(JSONError) in
      guard let items = json.list, items.count <= limit else { return nil }
      return try items.map { (item) throws(JSONError) in
        guard let value = try form.read(item) else { throw item.error(form.expected()) }
        return value
      }
    }
  }
}

extension JSONForm<JSON> {
  /// Any JSON, unchanged.
  public static var json: Self { Self("a value", { $0 }, { $0 }) }
}

extension JSONForm<Bool> {
  /// `true` or `false`.
  public static var flag: Self { Self("true or false", JSON.flag) { $0.flag } }
}

extension JSONForm<Double> {
  /// A number.
  public static var number: Self { Self("a number", JSON.number) { $0.number } }
}

extension JSONForm<Int> {
  /// An integer in a range, described by `expected`.
  public static func integer(
    _ range: some RangeExpression<Int>, _ expected: @autoclosure @escaping () -> String
  ) -> Self {
    Self(expected(), JSON.integer) { json in
      guard case .integer(let integer) = json.value else { return nil }
      return Int(exactly: integer).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension JSONForm<String> {
  /// A string.
  public static var text: Self { Self("a string", JSON.text) { $0.text } }
}

extension JSONForm where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// A case of an enumeration, by its raw value.
  public static var word: Self {
    let words = { Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") }
    return Self("one of \(words())", { .text($0.rawValue) }) {
      $0.text.flatMap(Value.init(rawValue:))
    }
  }
}
