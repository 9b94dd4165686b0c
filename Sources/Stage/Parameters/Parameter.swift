public import FeelTrace

/// One number or choice of a scene: what it is called, what it may be, and what it is unless set.
///
/// This one declaration is what the inspector, `--set`, preset files and `feellab list` read.
public struct Parameter: Hashable, Sendable {
  /// What a parameter may be.
  public enum Domain: Hashable, Sendable {
    /// A number in a closed range.
    case number(ClosedRange<Double>)
    /// A whole number in a closed range.
    case integer(ClosedRange<Double>)
    /// One of several words.
    case choice([String])
    /// On or off.
    case flag
  }

  /// Its name in commands and files: control.parameter.
  public let key: String
  /// Its name on screen.
  public let label: String
  /// Its unit, or nothing.
  public let unit: String
  /// What it may be.
  public let domain: Domain
  /// What it is unless set.
  public let defaultValue: ParameterValue
  /// What it does, in a sentence.
  public let doc: String
  /// How the panel shows it, where it is a number of a spring.
  public let form: SpringForm?

  /// Creates a declaration.
  ///
  /// - Precondition: the default lies in the domain.
  public init(
    _ key: String, _ label: String, unit: String = "", _ domain: Domain,
    default defaultValue: ParameterValue, doc: String, form: SpringForm? = nil
  ) {
    (self.key, self.label, self.unit, self.domain) = (key, label, unit, domain)
    (self.defaultValue, self.doc, self.form) = (defaultValue, doc, form)
    precondition(accepts(defaultValue), "a parameter's default lies in its domain")
  }

  /// Whether a value lies in the domain; NaN lies in none.
  public func accepts(_ value: ParameterValue) -> Bool {
    switch (domain, value) {
    case (.number(let range), .number(let number)): range.contains(number)
    case (.integer(let range), .number(let number)):
      range.contains(number) && number == number.rounded()
    case (.choice(let words), .choice(let word)): words.contains(word)
    case (.flag, .flag): true
    default: false
    }
  }

  /// The value that a word on a command line or in a field stands for.
  public func value(parsing word: String) throws(ParameterError) -> ParameterValue {
    let value: ParameterValue? =
      switch domain {
      case .number, .integer: Double(word).map(ParameterValue.number)
      case .choice: .choice(word)
      case .flag:
        switch word {
        case "on", "true", "yes": .flag(true)
        case "off", "false", "no": .flag(false)
        default: nil
        }
      }
    guard let value, accepts(value) else {
      throw ParameterError.outOfDomain(key: key, value: word, domain: domainText)
    }
    return value
  }

  /// The domain in words, for a message.
  public var domainText: String {
    switch domain {
    case .number(let range):
      "a number from \(range.lowerBound) to \(range.upperBound)\(unit.isEmpty ? "" : " \(unit)")"
    case .integer(let range):
      "a whole number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
        + (unit.isEmpty ? "" : " \(unit)")
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .flag: "on or off"
    }
  }
}

/// Why a parameter cannot be set so.
public enum ParameterError: Error, Hashable, Sendable {
  /// No parameter has that key; those that exist are named.
  case unknownKey(String, known: [String])
  /// The value lies outside of the domain.
  case outOfDomain(key: String, value: String, domain: String)

  /// The one sentence for the user.
  public var message: String {
    switch self {
    case .unknownKey(let key, let known):
      "No parameter is called \(key); there are \(known.joined(separator: ", "))."
    case .outOfDomain(let key, let value, let domain):
      "\(key) cannot be \(value): it is \(domain)."
    }
  }
}
