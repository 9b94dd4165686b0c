public import Feel
public import FeelTrace

/// The values of a scene's parameters: a preset, and what was set over the defaults.
public struct ParameterSet: Hashable, Sendable {
  /// The declarations, in order.
  public let parameters: [Parameter]
  /// The laws of scrolling, before any parameter changes them.
  public var preset: ScrollPreset
  private var values: [String: ParameterValue] = [:]

  /// Creates the set in which every parameter has its default.
  public init(_ parameters: [Parameter], preset: ScrollPreset = .uikit) {
    (self.parameters, self.preset) = (parameters, preset)
  }

  /// What differs from the defaults, in order of declaration.
  public var changed: [(key: String, value: ParameterValue)] {
    parameters.compactMap { parameter in
      guard let value = values[parameter.key], value != inherited(parameter) else { return nil }
      return (parameter.key, value)
    }
  }

  /// The declaration of a key.
  public func parameter(_ key: String) throws(ParameterError) -> Parameter {
    guard let parameter = parameters.first(where: { $0.key == key }) else {
      throw ParameterError.unknownKey(key, known: parameters.map(\.key))
    }
    return parameter
  }

  /// Sets a parameter; what its domain does not hold is refused and changes nothing.
  public mutating func set(_ key: String, to value: ParameterValue) throws(ParameterError) {
    let parameter = try parameter(key)
    guard parameter.accepts(value) else {
      throw ParameterError.outOfDomain(
        key: key, value: value.text, domain: parameter.domainText)
    }
    values[key] = value
  }

  /// The number of a key.
  ///
  /// - Precondition: a parameter of that key is declared as a number.
  public func number(_ key: String) -> Double {
    guard case .number(let number) = self[key] else {
      preconditionFailure("\(key) is declared as a number")
    }
    return number
  }

  /// The word of a key.
  ///
  /// - Precondition: a parameter of that key is declared as a choice.
  public func choice(_ key: String) -> String {
    guard case .choice(let word) = self[key] else {
      preconditionFailure("\(key) is declared as a choice")
    }
    return word
  }

  /// Whether a key is on.
  ///
  /// - Precondition: a parameter of that key is declared as a flag.
  public func flag(_ key: String) -> Bool {
    guard case .flag(let flag) = self[key] else {
      preconditionFailure("\(key) is declared as a flag")
    }
    return flag
  }

  /// The value of a key: what was set, else what the preset says, else the default.
  ///
  /// - Precondition: a parameter of that key is declared.
  public subscript(key: String) -> ParameterValue {
    if let value = values[key] { return value }
    guard let parameter = parameters.first(where: { $0.key == key }) else {
      preconditionFailure("\(key) is a declared parameter")
    }
    return inherited(parameter)
  }

  /// What a parameter is unless set: what the preset says of a pager's turn, else the default.
  private func inherited(_ parameter: Parameter) -> ParameterValue {
    TurnParameters.value(of: parameter.key, in: preset.turn) ?? parameter.defaultValue
  }
}

extension ParameterValue {
  /// The value as it is written on a command line.
  public var text: String {
    switch self {
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    case .choice(let word): word
    case .flag(let flag): flag ? "on" : "off"
    }
  }
}
