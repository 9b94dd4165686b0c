internal import Feel

/// A line of Swift that sets up a control, with parameter keys in braces as placeholders.
public struct CodeLine: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The lines that set up `physics`, the scroll laws.
  public static let physics = CodeLine(.physics)

  private enum Content: Hashable {
    case text(String)
    case physics
  }

  private let content: Content
  /// The choices required for the line to be written, by key.
  private var words: [String: String] = [:]
  /// Whether the line is omitted while all its parameters have their defaults, even when all values
  /// are written; for features that are off by default.
  package private(set) var isOnlyForChanges = false

  private init(_ content: Content) { self.content = content }

  /// Creates a line from its text: `carousel.strategy = .{carousel.snap}`.
  public init(stringLiteral template: String) { self.init(.text(template)) }

  /// Creates a line that is omitted while all its parameters have their defaults.
  public init(ifChanged template: String) {
    self.init(.text(template))
    isOnlyForChanges = true
  }

  /// Creates a line that is written only while the choice `key` is `word`.
  public init(where key: String, is word: String, _ template: String) {
    self.init(where: [key: word], template)
  }

  /// Creates a line that is written only while each of several choices, by key, is a given word.
  public init(where words: KeyValuePairs<String, String>, _ template: String) {
    self.init(.text(template))
    self.words = Dictionary(uniqueKeysWithValues: words.map { ($0, $1) })
  }

  /// The keys of the parameters that the line depends on; none for the scroll laws, which are
  /// always written.
  package var keys: [String] {
    guard case .text(let template) = content else { return [] }
    let named = template.split(separator: "{").dropFirst().map(Self.key)
    return words.keys + named
  }

  /// Whether the line sets a parameter.
  package func says(_ key: String, in parameters: ParameterSet) -> Bool {
    guard content == .physics else { return keys.contains(key) }
    return parameters.applies(key) && ScrollPhysics.parameters.contains { $0.key == key }
  }

  /// Whether the choices meet the line's conditions.
  package func holds(for parameters: ParameterSet) -> Bool {
    words.allSatisfy { parameters.choice($0.key) == $0.value }
  }

  /// The line with its values filled in; for the scroll laws, all of them (`isWhole`) or the preset
  /// and its overrides.
  package func text(_ parameters: ParameterSet, isWhole: Bool) -> String {
    guard case .text(let template) = content else {
      return SwiftText.physics(parameters, isWhole: isWhole)
    }
    let pieces = template.split(separator: "{", omittingEmptySubsequences: false)
    return pieces[0]
      + pieces.dropFirst().map { piece in
        let key = Self.key(piece)
        return Self.word(parameters[key]) + piece.dropFirst(key.count + 1)
      }.joined()
  }

  /// The key at the start of the text after an opening brace.
  private static func key(_ piece: Substring) -> String { String(piece.prefix { $0 != "}" }) }

  /// A value in Swift syntax.
  private static func word(_ value: ParameterValue) -> String {
    switch value {
    case .flag(let isOn): isOn ? "true" : "false"
    case .unlimited: ".infinity"
    case .number, .choice: value.text
    }
  }
}
