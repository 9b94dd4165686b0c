public import Feel
internal import FeelTrace

/// The notation that a value came in, so that messages show valid values in the same notation.
public enum ParameterNotation: Sendable {
  /// A command line or a field: on, none, rubberBand.
  case words
  /// JSON in a file: true, null, "rubberBand".
  case json
}

extension ParameterValue {
  /// The value in command-line notation.
  public var text: String {
    switch self {
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    case .choice(let word): word
    case .flag(let flag): flag ? "on" : "off"
    case .unlimited: "none"
    }
  }

  /// The value in a notation.
  public func text(in notation: ParameterNotation) -> String {
    switch (notation, self) {
    case (.words, _), (.json, .number): text
    case (.json, .choice(let word)): JSON.text(word).description
    case (.json, .flag(let flag)): flag ? "true" : "false"
    case (.json, .unlimited): "null"
    }
  }
}

extension Parameter {
  /// The valid values in words, for messages about a command line or a field.
  public var domainText: String { domainText(in: .words) }

  /// The valid values in words, in a notation.
  public func domainText(in notation: ParameterNotation) -> String {
    func text(_ value: ParameterValue) -> String { value.text(in: notation) }
    return switch domain {
    case .number(let range): number(range)
    case .limit(let range): Words.orNoLimit(number(range), none: text(.unlimited))
    case .integer(let range):
      Words.integer(from: Int(range.lowerBound), to: Int(range.upperBound), unit: unit)
    case .choice(let words): Words.one(of: words.map { text(.choice($0)) })
    case .flag: Words.either(text(.flag(true)), or: text(.flag(false)))
    }
  }

  private func number(_ range: ClosedRange<Double>) -> String {
    Words.number(from: range.lowerBound, to: range.upperBound, unit: unit)
  }
}

extension Parameter {
  /// A value for display: its name, or its number with its unit.
  package func said(_ value: ParameterValue) -> String {
    switch value {
    case .choice(let word): translated(names[word] ?? word)
    case .number where !unit.isEmpty && !unit.hasPrefix("/"): "\(value.text) \(unit)"
    case .number: value.text
    case .flag, .unlimited: translated(value.text)
    }
  }

  /// A short form, used as the name of a parameter set: "kept 0.99".
  package func brief(_ value: ParameterValue) -> String {
    let said = said(value)
    if case .choice = value, said.count > 3 { return said }
    guard case .number = value else { return Words.setting(translated(label), said) }
    return "\(translated(title).split(separator: " ").last?.lowercased() ?? "") \(said)"
  }
}

extension ScrollPreset {
  /// Its title in the window's language.
  package var shownTitle: String { translated(title) }
}

extension ParameterSet {
  /// The name of this set next to another one: its preset or, if both have the same, the overrides
  /// that differ.
  package func name(beside other: ParameterSet) -> String {
    guard preset == other.preset else { return preset.shownTitle }
    let own = others(than: other).filter { isChanged($0.parameter.key) }
    guard let first = own.first else { return preset.shownTitle }
    return own.count == 1 ? first.parameter.brief(first.value) : Words.changed(own.count)
  }
}

extension Parameter {
  /// Parses a value from a command line or a field.
  ///
  /// - Throws: `ParameterError` that refers to the parameter by `name`, or else by its key.
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

  /// The parameter's choices that may have been meant.
  private func nearChoices(_ word: String) -> [String] {
    guard case .choice(let words) = domain else { return [] }
    return NearWords.of(word, among: words)
  }
}

/// Why a parameter cannot be set.
public enum ParameterError: Error, Hashable, Sendable {
  /// There is no such key; these exist.
  case unknownKey(String, known: [String])
  /// The key has no value.
  case noValue(key: String, domain: String)
  /// The value is outside the domain; these choices are near.
  case outOfDomain(key: String, value: String, domain: String, near: [String] = [])
  /// The parameter has no effect here: `where` states when it has, `is` what the choice is now.
  case notInUse(key: String, where: String, is: String)

  /// The one sentence for the user.
  public var message: String {
    switch self {
    case .unknownKey(let key, let known):
      Words.sentences(
        Words.unknownParameter(key), NearWords.question(key, among: known), Words.listsParameters)
    case .noValue(let key, let domain): Words.noValue(key, domain: domain)
    case .outOfDomain(let key, let value, let domain, let near):
      Words.sentences(
        Words.cannotBe(key, value, domain: domain), NearWords.question(meaning: near),
        value.contains(",") && domain.contains("number") ? Words.decimals : "")
    case .notInUse(let key, let condition, let word):
      Words.notInUse(key, where: condition, is: word)
    }
  }
}
