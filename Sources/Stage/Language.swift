/// A language other than English that the window speaks: what stands for each English phrase.
///
/// A phrase is known by its English words with numbered holes, “{1} of {2}”, and a translation may
/// turn their order round. What lies in files and recordings stays English.
public struct Language: Sendable {
  /// The language of what is said, or `nil` for English; each task has its own.
  @TaskLocal public static var current: Language?

  /// Its code: “ja”.
  public let id: String
  /// Some of its letters, which a font for it has.
  public let letters: String
  /// The package of such a font.
  public let fonts: String
  private let translations: [String: String]
  /// Those that are sentences with values; the longest come first, as shorter ones may fit too.
  private let sentences: [(english: String, text: String)]

  /// Creates a language from what stands for each English phrase.
  public init(id: String, letters: String, fonts: String, _ translations: [String: String]) {
    (self.id, self.letters, self.fonts) = (id, letters, fonts)
    self.translations = translations
    sentences = translations.filter { english, _ in
      ".?".contains(english.last ?? " ") && english.contains("{")
        && english.contains(where: \.isLetter)
    }.map { ($0, $1) }.sorted { ($0.0.count, $0.0) > ($1.0.count, $1.0) }
  }

  /// What stands for a phrase; the English where nothing does.
  fileprivate func text(_ template: String, _ values: [String]) -> String {
    let text = translations[template] ?? template
    return values.isEmpty ? text : Self.fill(text, values)
  }

  /// What stands for sentences that were put together elsewhere.
  ///
  /// Each is known by the words around its values. A value of several words, such as the system's
  /// reason, is looked up too. Other values stay as they are, and so does an unknown sentence.
  fileprivate func retell(_ english: String) -> String {
    if let text = whole(english) { return text }
    // The first of them alone, and then the others.
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

  /// The values in a sentence of a template's words, in the order of their numbers.
  ///
  /// What is quoted is part of one value, and outside of quotes none spans two sentences.
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

/// Words for people, written in English and said in the language of the window.
public struct Phrase: ExpressibleByStringInterpolation, Hashable, Sendable {
  /// The English words, with numbered holes where another language is spoken.
  fileprivate let template: String
  fileprivate let values: [String]

  /// Creates a phrase without values.
  public init(stringLiteral english: String) { (template, values) = (english, []) }

  /// Creates a phrase of words and values.
  public init(stringInterpolation parts: StringInterpolation) {
    (template, values) = (parts.template, parts.values)
  }

  /// Joins the words; in English at once, as a string would be.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var template = ""
    fileprivate var values: [String] = []
    private let isEnglish = Language.current == nil

    /// Creates no words.
    public init(literalCapacity: Int, interpolationCount: Int) {
      template.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    /// Adds words.
    public mutating func appendLiteral(_ words: String) { template += words }

    /// Adds a value: a hole for it.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      guard !isEnglish else { return template += value.description }
      values.append(value.description)
      template += "{\(values.count)}"
    }
  }
}

/// A phrase in the language of the window.
@inline(never)
package func say(_ phrase: Phrase) -> String {
  Language.current?.text(phrase.template, phrase.values) ?? phrase.template
}

/// English words that are declared elsewhere, such as a parameter’s name, in the language of the
/// window.
package func translated(_ english: String) -> String {
  Language.current?.text(english, []) ?? english
}

/// A sentence that was put together elsewhere, such as why a file cannot be read, in the window's
/// language.
package func retold(_ english: String) -> String {
  Language.current?.retell(english) ?? english
}

extension StringProtocol {
  /// Whether every quotation in it ends in it.
  fileprivate var isQuotedWhole: Bool { count { $0 == "“" } == count { $0 == "”" } }
}
