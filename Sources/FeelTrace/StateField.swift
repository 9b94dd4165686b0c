/// One named value of a session's state.
///
/// `--state-file` writes these; a recording contains them once per second, to check a replay.
public struct StateField: Hashable, Sendable {
  /// The name, such as "carousel.index"; unique within a state.
  public var name: String
  /// The value.
  public var value: StateValue

  /// Creates a field.
  public init(_ name: String, _ value: StateValue) { (self.name, self.value) = (name, value) }
}

/// The value of a state field.
public enum StateValue: Hashable, Sendable {
  /// A number in the field's unit; two agree if they differ by at most `tolerance`.
  case number(Double)
  /// A count or an index, compared exactly.
  case integer(Int)
  /// A word, compared exactly; but "nan", "inf" and "-inf" agree with the numbers they name, for
  /// which JSON has no notation.
  case text(String)
  /// A boolean, compared exactly.
  case flag(Bool)

  /// The maximum difference of two numbers that agree, in the field's unit.
  ///
  /// The last bits of exp and sin differ between machines; everything else is exact.
  public static let tolerance = 1e-6

  /// Whether a replayed value agrees with a recorded one.
  ///
  /// JSON does not distinguish 1 from 1.0, so an integer may be compared with a number; two
  /// integers are compared exactly.
  public func agrees(with other: StateValue) -> Bool {
    if case .integer = self, case .integer = other { return self == other }
    if let a = asNumber, let b = other.asNumber {
      return a == b || abs(a - b) <= Self.tolerance || (a.isNaN && b.isNaN)
    }
    return self == other
  }

  /// The numeric value, or the number that a word names.
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

  /// The value as JSON; a non-finite number becomes the word "nan", "inf" or "-inf".
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
  /// The fields as one JSON object, in order.
  public var json: JSON { JSON(.object(map { JSON.Member($0.name, $0.value.json) })) }
}
