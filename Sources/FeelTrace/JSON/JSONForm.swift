/// How a value stands in JSON: one declaration writes it and reads it.
public struct JSONForm<Value> {
  /// What is right, as words that follow "expected".
  let expected: () -> String
  /// The value as JSON.
  let write: (Value) -> JSON
  /// The value that JSON says; `nil` where something else was expected, or an error where it is
  /// known what else.
  let read: (JSON) throws(JSONError) -> Value?

  /// Creates a form.
  public init(
    _ expected: @autoclosure @escaping () -> String, _ write: @escaping (Value) -> JSON,
    _ read: @escaping (JSON) throws(JSONError) -> Value?
  ) {
    (self.expected, self.write, self.read) = (expected, write, read)
  }

  /// The same form, of right values only.
  public func when(
    _ expected: @autoclosure @escaping () -> String, _ isRight: @escaping (Value) -> Bool
  ) -> JSONForm {
    JSONForm(expected(), write) { (json) throws(JSONError) in
      try read(json).flatMap { isRight($0) ? $0 : nil }
    }
  }

  /// An array of values, so many at most.
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
  /// Anything, as it stands.
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
  /// A whole number in a range; `expected` says which.
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
  /// One of an enumeration's words.
  public static var word: Self {
    let words = { Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") }
    return Self("one of \(words())", { .text($0.rawValue) }) {
      $0.text.flatMap(Value.init(rawValue:))
    }
  }
}
