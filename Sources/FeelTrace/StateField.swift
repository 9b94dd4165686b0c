/// One named value of a session's state.
///
/// `--state-file` writes these; a recording writes them once a second, so that a replay can be
/// compared.
public struct StateField: Hashable, Sendable {
  /// Its name, such as "carousel.index"; no two fields of a state share one.
  public var name: String
  /// Its value.
  public var value: StateValue

  /// Creates a field.
  public init(_ name: String, _ value: StateValue) { (self.name, self.value) = (name, value) }
}

/// What a state field can hold.
public enum StateValue: Hashable, Sendable {
  /// A number in the field's unit; two of them agree when they differ by `tolerance` or less.
  case number(Double)
  /// A count or an index, compared exactly.
  case integer(Int)
  /// A word, compared exactly; but "nan", "inf" and "-inf" agree with the numbers they name, which
  /// JSON has no notation for.
  case text(String)
  /// Yes or no, compared exactly.
  case flag(Bool)

  /// How far apart two numbers may be and still agree, in the field's unit.
  ///
  /// The last bits of exp and sin differ between machines; everything else is exact.
  public static let tolerance = 1e-6

  /// Whether a replayed value agrees with a recorded one.
  ///
  /// JSON does not tell 1 from 1.0, so an integer may be compared with a number; two integers are
  /// compared exactly.
  public func agrees(with other: StateValue) -> Bool {
    if case .integer = self, case .integer = other { return self == other }
    if let a = asNumber, let b = other.asNumber {
      return a == b || abs(a - b) <= Self.tolerance || (a.isNaN && b.isNaN)
    }
    return self == other
  }

  /// The number that a value is, or that its word names.
  private var asNumber: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
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
  public var json: JSON { JSON(.object(map { JSON.Member($0.name, $0.value.json) })) }
}
