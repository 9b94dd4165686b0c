internal import Feel
internal import FeelTrace

/// A line of Swift that sets up a control, with the keys of parameters in braces where their values go.
public struct CodeLine: Hashable, Sendable, ExpressibleByStringLiteral {
  private let template: String
  private let condition: Condition?
  /// Whether it is left out while what it names has its default: a law that the preset gives, or a switch that is off.
  package let isOnlyForChanges: Bool

  private struct Condition: Hashable {
    var key: String
    var word: String
  }

  /// Creates a line from its text: `carousel.strategy = .{carousel.snap}`.
  ///
  /// `{preset}` stands for the preset's name, `{let}` for `var` where a law of the preset is changed and `let` where none is.
  public init(stringLiteral template: String) {
    (self.template, condition) = (template, nil)
    isOnlyForChanges = template.contains("{physics.")
  }

  /// Creates a line that is left out while what it names has its default.
  public init(ifChanged template: String) {
    (self.template, condition, isOnlyForChanges) = (template, nil, true)
  }

  /// Creates a line that is written only if a choice is a word.
  public init(where key: String, is word: String, _ template: String) {
    (self.template, condition) = (template, Condition(key: key, word: word))
    isOnlyForChanges = false
  }

  /// The parameters on which the line depends, by their keys.
  package var keys: [String] {
    let named = template.split(separator: "{").dropFirst().map { piece in
      String(piece.prefix { $0 != "}" })
    }
    let conditions = condition.map { [$0.key] } ?? []
    return conditions + named.filter { $0 != "let" && $0 != "preset" }
  }

  package func holds(for parameters: ParameterSet) -> Bool {
    condition.map { parameters.choice($0.key) == $0.word } ?? true
  }

  /// The line with the values of a set.
  package func text(_ parameters: ParameterSet) -> String {
    let pieces = template.split(separator: "{", omittingEmptySubsequences: false)
    return pieces[0]
      + pieces.dropFirst().map { piece in
        let key = String(piece.prefix { $0 != "}" })
        return Self.word(key, parameters) + piece.dropFirst(key.count + 1)
      }.joined()
  }

  private static func word(_ key: String, _ parameters: ParameterSet) -> String {
    switch key {
    case "preset": return parameters.preset.id
    case "let":
      return parameters.changed.contains { $0.key.hasPrefix("physics.") } ? "var" : "let"
    default:
      guard case .flag(let isOn) = parameters[key] else { return parameters[key].text }
      return isOn ? "true" : "false"
    }
  }
}
