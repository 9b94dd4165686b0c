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
    /// A number in a closed range, or no limit.
    case limit(ClosedRange<Double>)
    /// One of several words.
    case choice([String])
    /// On or off.
    case flag
  }

  /// Where a parameter means something: where a choice is one of some words.
  public struct Condition: Hashable, Sendable {
    /// The key of the choice.
    public let key: String
    /// The words.
    public let words: [String]

    /// Creates a condition.
    public init(_ key: String, _ words: [String]) { (self.key, self.words) = (key, words) }

    /// The condition in words, for a message: physics.decay is power or androidSpline.
    public var text: String { "\(key) is \(words.joined(separator: " or "))" }
  }

  /// Its name in commands and files: control.parameter.
  public let key: String
  /// Its name on screen, under the heading of its group.
  public let label: String
  /// Its name where no heading stands over it.
  public let title: String
  /// The heading it stands under.
  public let group: String
  /// Its unit, or nothing.
  public let unit: String
  /// What it may be.
  public let domain: Domain
  /// What it is unless a preset or somebody says otherwise.
  public let defaultValue: ParameterValue
  /// What it does, in a sentence.
  public let doc: String
  /// What its words are called on screen, where that is not what they spell.
  public let names: [String: String]
  /// What each of its words wins and costs, in a few words; lists of what to compare with offer a choice that says so.
  public let tradeOffs: [String: String]
  /// How the panel shows it, where it is a number of a spring.
  public let form: SpringForm?

  /// Where it means something; `nil` for everywhere.
  public let condition: Condition?
  /// The key of a whole number that it lies above: where it would not, it is that number and one.
  public let above: String?

  /// Creates a declaration.
  ///
  /// Without a group given it is what stands before the dot of the key; without a title it is the label.
  ///
  /// - Precondition: the default lies in the domain.
  public init(
    _ key: String, _ label: String, unit: String = "", _ domain: Domain,
    default defaultValue: ParameterValue, names: [String: String] = [:],
    tradeOffs: [String: String] = [:], doc: String, form: SpringForm? = nil, group: String? = nil,
    title: String? = nil, where condition: Condition? = nil, above: String? = nil
  ) {
    (self.key, self.label, self.unit, self.domain) = (key, label, unit, domain)
    (self.defaultValue, self.doc, self.form) = (defaultValue, doc, form)
    self.group = group ?? Self.capitalized(key.prefix { $0 != "." })
    (self.title, self.condition, self.above) = (title ?? label, condition, above)
    (self.names, self.tradeOffs) = (names, tradeOffs)
    precondition(accepts(defaultValue), "a parameter's default lies in its domain")
  }

  private static func capitalized(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Whether a value lies in the domain; NaN lies in none.
  public func accepts(_ value: ParameterValue) -> Bool {
    switch (domain, value) {
    case (.number(let range), .number(let number)), (.limit(let range), .number(let number)):
      range.contains(number)
    case (.limit, .unlimited): true
    case (.integer(let range), .number(let number)):
      range.contains(number) && number == number.rounded()
    case (.choice(let words), .choice(let word)): words.contains(word)
    case (.flag, .flag): true
    default: false
    }
  }

  /// The value that a word on a command line or in a field stands for.
  ///
  /// - Throws: `ParameterError` that calls the parameter by a name, or else by its key.
  public func value(
    parsing word: String, as name: String? = nil
  ) throws(ParameterError) -> ParameterValue {
    let value: ParameterValue? =
      switch domain {
      case .number, .integer: Double(word).map(ParameterValue.number)
      case .limit: word == "none" ? .unlimited : Double(word).map(ParameterValue.number)
      case .choice: .choice(word)
      case .flag:
        switch word {
        case "on", "true", "yes": .flag(true)
        case "off", "false", "no": .flag(false)
        default: nil
        }
      }
    guard !word.isEmpty else { throw ParameterError.noValue(key: name ?? key, domain: domainText) }
    guard let value, accepts(value) else {
      throw ParameterError.outOfDomain(
        key: name ?? key, value: word, domain: domainText, near: nearChoices(word))
    }
    return value
  }
}

extension Parameter {
  /// Those of the parameter's choices that may have been meant.
  private func nearChoices(_ word: String) -> [String] {
    guard case .choice(let words) = domain else { return [] }
    return NearWords.of(word, among: words)
  }
}

/// Why a parameter cannot be set so.
public enum ParameterError: Error, Hashable, Sendable {
  /// No parameter has that key; these exist.
  case unknownKey(String, known: [String])
  /// There is a key, and nothing that it shall be.
  case noValue(key: String, domain: String)
  /// The value lies outside of the domain; of its words, these are near.
  case outOfDomain(key: String, value: String, domain: String, near: [String] = [])
  /// The parameter means nothing here: the words say where it does, and what the choice is.
  case notInUse(key: String, where: String, is: String)

  /// The one sentence for the user.
  public var message: String {
    switch self {
    case .unknownKey(let key, let known):
      ["No parameter is called \(key).", NearWords.question(key, among: known)]
        .filter { !$0.isEmpty }.joined(separator: " ")
        + " “feellab list parameters” names them all."
    case .noValue(let key, let domain):
      "The value of \(key) is missing: it is \(domain)."
    case .outOfDomain(let key, let value, let domain, let near):
      [
        "\(key) cannot be \(value): it is \(domain).", NearWords.question(meaning: near),
        value.contains(",") && domain.contains("number") ? "Decimals follow a point." : "",
      ]
      .filter { !$0.isEmpty }.joined(separator: " ")
    case .notInUse(let key, let condition, let word):
      "\(key) would change nothing: it counts where \(condition), and that is \(word)."
    }
  }
}
