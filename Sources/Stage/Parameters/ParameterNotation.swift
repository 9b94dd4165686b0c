internal import FeelTrace

/// How a value is written where it comes from, so that a message names what would be right there.
public enum ParameterNotation: Sendable {
  /// Words of a command line or a field: on, none, rubberBand.
  case words
  /// JSON of a file: true, null, "rubberBand".
  case json
}

extension ParameterValue {
  /// The value as it is written on a command line.
  public var text: String {
    switch self {
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    case .choice(let word): word
    case .flag(let flag): flag ? "on" : "off"
    case .unlimited: "none"
    }
  }

  /// The value as it is written in a notation.
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
  /// What it may be, in words, for a message about a command line or a field.
  public var domainText: String { domainText(in: .words) }

  /// What it may be, in words, as a notation writes it.
  public func domainText(in notation: ParameterNotation) -> String {
    func text(_ value: ParameterValue) -> String { value.text(in: notation) }
    return switch domain {
    case .number(let range): "a number from \(words(range))"
    case .limit(let range): "a number from \(words(range)), or \(text(.unlimited)) for no limit"
    case .integer(let range):
      "a whole number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
        + (unit.isEmpty ? "" : " \(unit)")
    case .choice(let words): "one of " + words.map { text(.choice($0)) }.joined(separator: ", ")
    case .flag: "\(text(.flag(true))) or \(text(.flag(false)))"
    }
  }

  private func words(_ range: ClosedRange<Double>) -> String {
    "\(range.lowerBound) to \(range.upperBound)\(unit.isEmpty ? "" : " \(unit)")"
  }
}
