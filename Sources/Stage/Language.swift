/// A language other than English for the window: a translation for each English phrase.
///
/// Keys are English phrases with numbered placeholders, “{1} of {2}”, which a translation may
/// reorder. Files and recordings stay English.
public struct Language: Sendable {
  /// The language of the interface, or `nil` for English; task-local.
  @TaskLocal public static var current: Language?

  /// Its code, such as “ja”.
  public let id: String
  /// Sample letters that a font for this language must have.
  public let letters: String
  /// The package that provides such a font.
  public let fonts: String
  private let translations: [String: String]
  /// Templates of whole sentences with values; longest first, as a shorter one may match too.
  private let sentences: [(english: String, text: String)]

  /// Creates a language from translations keyed by English phrase.
  public init(id: String, letters: String, fonts: String, _ translations: [String: String]) {
    (self.id, self.letters, self.fonts) = (id, letters, fonts)
    self.translations = translations
    sentences = translations.filter { english, _ in
      ".?".contains(english.last ?? " ") && english.contains("{")
        && english.contains(where: \.isLetter)
    }.map { ($0, $1) }.sorted { ($0.0.count, $0.0) > ($1.0.count, $1.0) }
  }

  /// The translation of a phrase, or the English where there is none.
  fileprivate func text(_ template: String, _ values: [String]) -> String {
    let text = translations[template] ?? template
    return values.isEmpty ? text : Self.fill(text, values)
  }

  /// Translates sentences that were composed elsewhere.
  ///
  /// A sentence is matched by the fixed words around its values. A value of several words, such as
  /// a system error, is translated too; other values and unmatched sentences stay as they are.
  fileprivate func retell(_ english: String) -> String {
    if let text = whole(english) { return text }
    // Translate the first sentence alone, then the rest.
    for end in english.ranges(of: ". ").map(\.lowerBound) where english[..<end].isQuotedWhole {
      guard let first = whole(english[...end]) else { continue }
      return first + retell(String(english[end...].dropFirst(2)))
    }
    return english
  }

  private func whole(_ english: some StringProtocol) -> String? {
    let english = String(english)
    if let text = translations[english] { return text }
    for (template, text) in sentences {
      guard let values = Self.values(of: template, in: english) else { continue }
      return Self.fill(text, values.map { $0.contains(" ") ? translations[$0] ?? $0 : $0 })
    }
    return nil
  }

  /// The values of a sentence that matches a template, in placeholder order.
  ///
  /// A quotation is never split, and outside quotations a value never spans two sentences.
  private static func values(of template: String, in english: String) -> [String]? {
    let parts = template.split(separator: "{", omittingEmptySubsequences: false)
    guard english.hasPrefix(parts[0]) else { return nil }
    var (rest, values) = (english.dropFirst(parts[0].count), [String]())
    for part in parts.dropFirst() {
      let words = part.drop { $0 != "}" }.dropFirst()
      let isLast = part.endIndex == template.endIndex
      let ends =
        isLast
        ? rest.hasSuffix(words) ? [rest.index(rest.endIndex, offsetBy: -words.count)] : []
        : words.isEmpty ? [] : rest.ranges(of: words).map(\.lowerBound)
      guard let end = ends.first(where: { rest[..<$0].isQuotedWhole }) else { return nil }
      values.append(String(rest[..<end]))
      rest = rest[end...].dropFirst(words.count)
    }
    let spansTwo = values.contains { value in
      value.ranges(of: ". ").contains { value[..<$0.lowerBound].isQuotedWhole }
    }
    return spansTwo ? nil : values
  }

  private static func fill(_ text: String, _ values: [String]) -> String {
    var (filled, number) = ("", "")
    var isHole = false
    for character in text {
      switch character {
      case "{": isHole = true
      case "}" where isHole:
        filled +=
          Int(number).flatMap { values.indices.contains($0 - 1) ? values[$0 - 1] : nil } ?? ""
        (isHole, number) = (false, "")
      default: if isHole { number.append(character) } else { filled.append(character) }
      }
    }
    return filled
  }
}

/// Text for the user, written in English and shown in the window's language.
public struct Phrase: ExpressibleByStringInterpolation, Hashable, Sendable {
  /// The English words, with numbered placeholders if another language is in use.
  fileprivate let template: String
  fileprivate let values: [String]

  /// Creates a phrase without values.
  public init(stringLiteral english: String) { (template, values) = (english, []) }

  /// Creates a phrase of words and values.
  public init(stringInterpolation parts: StringInterpolation) {
    (template, values) = (parts.template, parts.values)
  }

  /// Joins the words; in English it appends directly, like a string interpolation.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var template = ""
    fileprivate var values: [String] = []
    private let isEnglish = Language.current == nil

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {
      template.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    /// Appends literal words.
    public mutating func appendLiteral(_ words: String) { template += words }

    /// Appends a value: a placeholder for it.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      guard !isEnglish else { return template += value.description }
      values.append(value.description)
      template += "{\(values.count)}"
    }
  }
}

/// Translates a phrase into the window's language.
@inline(never)
package func say(_ phrase: Phrase) -> String {
  Language.current?.text(phrase.template, phrase.values) ?? phrase.template
}

/// Translates English words that are declared elsewhere, such as a parameter’s name.
package func translated(_ english: String) -> String {
  Language.current?.text(english, []) ?? english
}

/// Translates a sentence composed elsewhere, such as the reason a file cannot be read.
package func retranslated(_ english: String) -> String {
  Language.current?.retell(english) ?? english
}

extension StringProtocol {
  /// Whether all its quotation marks are paired.
  fileprivate var isQuotedWhole: Bool { count { $0 == "“" } == count { $0 == "”" } }
}
