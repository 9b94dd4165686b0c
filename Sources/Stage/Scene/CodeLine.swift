internal import Feel
internal import FeelTrace

/// A line of Swift that sets up a control, with the keys of parameters in braces where their values go.
public struct CodeLine: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The lines that make `physics` of the laws of scrolling.
  public static let physics = CodeLine(.physics)

  private enum Content: Hashable {
    case text(String)
    case physics
  }

  private struct Condition: Hashable {
    var key: String
    var word: String
  }

  private let content: Content
  private var condition: Condition?
  /// Whether it is left out while what it names has its default, even where all values are written: a switch that is off.
  package private(set) var isOnlyForChanges = false

  private init(_ content: Content) { self.content = content }

  /// Creates a line from its text: `carousel.strategy = .{carousel.snap}`.
  public init(stringLiteral template: String) {
    self.init(.text(template))
  }

  /// Creates a line that is left out while what it names has its default.
  public init(ifChanged template: String) {
    self.init(.text(template))
    isOnlyForChanges = true
  }

  /// Creates a line that is written only if a choice is a word.
  public init(where key: String, is word: String, _ template: String) {
    self.init(.text(template))
    condition = Condition(key: key, word: word)
  }

  /// The parameters on which the line depends, by their keys; those of the laws go without saying.
  package var keys: [String] {
    guard case .text(let template) = content else { return [] }
    let named = template.split(separator: "{").dropFirst().map { piece in
      String(piece.prefix { $0 != "}" })
    }
    return (condition.map { [$0.key] } ?? []) + named
  }

  package func holds(for parameters: ParameterSet) -> Bool {
    condition.map { parameters.choice($0.key) == $0.word } ?? true
  }

  /// The line with the values of a set; with all that its laws say, or with what is set over their preset.
  package func text(_ parameters: ParameterSet, isWhole: Bool) -> String {
    guard case .text(let template) = content else {
      return PhysicsCode.text(parameters, isWhole: isWhole)
    }
    let pieces = template.split(separator: "{", omittingEmptySubsequences: false)
    return pieces[0]
      + pieces.dropFirst().map { piece in
        let key = String(piece.prefix { $0 != "}" })
        return Self.word(parameters[key]) + piece.dropFirst(key.count + 1)
      }.joined()
  }

  private static func word(_ value: ParameterValue) -> String {
    switch value {
    case .flag(let isOn): isOn ? "true" : "false"
    case .unlimited: ".infinity"
    case .number, .choice: value.text
    }
  }
}
