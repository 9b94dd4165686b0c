/// One observable of a session's state, by name: what `--state-file` prints and a trace writes down every second.
public struct StateField: Hashable, Sendable {
  /// Its name, unique in a state: "carousel.index".
  public var name: String
  /// Its value.
  public var value: StateValue

  /// Creates a field.
  public init(_ name: String, _ value: StateValue) {
    (self.name, self.value) = (name, value)
  }
}

/// A value of an observable.
public enum StateValue: Hashable, Sendable {
  /// A number in the observable's unit; two of them agree when they differ by 1e-6 or less.
  case number(Double)
  /// A count or an index, compared exactly.
  case integer(Int)
  /// A word, compared exactly.
  case text(String)
  /// Yes or no, compared exactly.
  case flag(Bool)

  /// How far two numbers may be apart and still agree.
  ///
  /// The last bits of exp and sin differ between machines; everything else is exact.
  public static let tolerance = 1e-6

  /// Whether a replayed value agrees with a written one.
  ///
  /// JSON has one kind of number: who writes 1 may mean 1.0.
  public func agrees(with other: StateValue) -> Bool {
    if case .integer = self, case .integer = other { return self == other }
    if let a = number, let b = other.number {
      return a == b || abs(a - b) <= Self.tolerance || (a.isNaN && b.isNaN)
    }
    return self == other
  }

  private var number: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    // What is not finite has no JSON number and is written as a word.
    case .text("nan"): .nan
    case .text("inf"): .infinity
    case .text("-inf"): -.infinity
    default: nil
    }
  }

  /// The value as JSON: a number that is not finite as the word "nan", "inf" or "-inf".
  public var json: JSON {
    switch self {
    case .number(let number): number.isFinite ? .number(number) : .text(number.description)
    case .integer(let integer): .integer(integer)
    case .text(let text): .text(text)
    case .flag(let flag): .flag(flag)
    }
  }

  /// Reads a value.
  ///
  /// - Throws: `JSONError` for null, an array or an object.
  public init(_ json: JSON) throws(JSONError) {
    switch json.value {
    case .number(let number): self = .number(number)
    case .integer(let integer): self = .integer(Int(integer))
    case .text(let text): self = .text(text)
    case .flag(let flag): self = .flag(flag)
    default: throw json.error("a number, a string, true or false")
    }
  }
}

extension [StateField] {
  /// The fields as one JSON object, in their order.
  public var json: JSON {
    JSON(.object(map { JSON.Member($0.name, $0.value.json) }))
  }
}
