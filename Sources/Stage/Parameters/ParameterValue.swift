public import Feel
public import FeelTrace

/// A parameter's key and its value.
public struct ParameterSetting: Hashable, Sendable {
  /// The parameter's key.
  public var key: String
  /// The value.
  public var value: ParameterValue

  /// Creates a setting.
  public init(_ key: String, _ value: ParameterValue) { (self.key, self.value) = (key, value) }
}

extension ParameterValue {
  /// The value as JSON.
  public var json: JSON {
    switch self {
    case .number(let number): .number(number)
    case .choice(let choice): .text(choice)
    case .flag(let flag): .flag(flag)
    case .unlimited: .null
    }
  }

  /// Converts JSON to a value.
  ///
  /// - Throws: `JSONError` for an array or an object.
  public init(_ json: JSON) throws(JSONError) {
    switch json.value {
    case .number(let number): self = .number(number)
    case .integer(let integer): self = .number(Double(integer))
    case .text(let text): self = .choice(text)
    case .flag(let flag): self = .flag(flag)
    case .null: self = .unlimited
    default: throw json.error("a number, a string, true, false or null")
    }
  }
}

extension [ParameterSetting] {
  /// The settings as one JSON object, in their order.
  public var json: JSON { JSON(.object(map { JSON.Member($0.key, $0.value.json) })) }
}
