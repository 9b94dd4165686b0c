import Feel
import FeelTrace
import Foundation
import Lab
import Observe
import Raster
import Scenes
public import Stage
public import Testing
import TextLayout

/// Translations of the window: each table holds exactly the phrases of the sources.
struct LanguageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..")

  /// Japanese, read from its file.
  static let japanese = {
    let path = root.appending(path: "Assets/Languages/ja.json")
    let json = (try? Data(contentsOf: path)).flatMap { try? JSONReader.read(Array($0)) }
    guard case .object(let phrases)? = json?["phrases"]?.value else { return [String: String]() }
    return Dictionary(phrases.map { ($0.name, $0.value.text ?? "") }) { first, _ in first }
  }()

  /// English (nil) and the other languages under test.
  static let all: [Language?] = [nil, Language(id: "ja", letters: "", fonts: "", japanese)]

  /// The phrases of the sources, in the form that tables use as keys.
  private static func phrases() throws -> Set<String> {
    var phrases: Set<String> = []
    for room in ["Stage", "Scenes", "Lab", "FeelFiles", "FeelWindow"] {
      let folder = root.appending(path: "Sources/\(room)")
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files) where file.pathExtension == "swift" {
        var reader = PhraseReader(try String(contentsOf: file, encoding: .utf8))
        phrases.formUnion(reader.phrases(ofWords: file.lastPathComponent == "Words.swift"))
        if room.hasPrefix("Feel") { phrases.formUnion(reader.failures()) }
      }
    }
    return phrases
  }

  /// Words declared for the window without `say`: fields, commands, presets, states.
  private static func declared() -> Set<String> {
    var words = Keymap.words + Overlay.allCases.map(\.name)
    let scenes = Catalog.all.scenes + [Catalog.all.scene("observed")].compactMap(\.self)
    for parameter in scenes.flatMap({ $0.parameters }) {
      words += [parameter.label, parameter.title, parameter.group, parameter.doc]
      words += parameter.tradeOffs.values
      guard case .choice(let choices) = parameter.domain else { continue }
      words += choices.map { choice in
        parameter.names[choice]
          ?? choice.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
      }
    }
    words += ScrollPreset.all.flatMap { [$0.title, $0.summary] }
    words += Theme.Name.allCases.map(\.rawValue)
    words += Fling.Outcome.allCases.map(\.rawValue)
    words += LawFamily.allCases.flatMap { [$0.words, $0.shortName] }
    words += AccessibilityElement.Role.allCases.map(\.rawValue)
    words += ["card", "cards", "page", "pages", "carousel", "scroll", "pager", "slider"]
    words += ["on", "off", "none", "desktop"]
    let reasons = [
      ENOENT, EACCES, ENOSPC, EROFS, EISDIR, ENOTDIR, ELOOP, ENAMETOOLONG, EIO, EFBIG, EMFILE,
      EBUSY,
    ]
    words += reasons.compactMap { strerror($0).map { String(cString: $0) } }
    return Set(words.filter { $0.contains { $0.isLetter } })
  }

  /// The numbers of a phrase's placeholders.
  private func holes(_ phrase: String) -> Set<Substring> {
    Set(
      phrase.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
        $0.split(separator: "}").first
      })
  }

  @Test func `every phrase and name is translated with the same placeholders`() throws {
    let phrases = try Self.phrases()
    #expect(phrases.count > 500)
    for phrase in phrases.union(Self.declared()).sorted() {
      guard let text = Self.japanese[phrase] else {
        Issue.record("not translated: \(phrase)")
        continue
      }
      #expect(holes(phrase) == holes(text), "\(phrase)")
    }
  }

  @Test func `every phrase in the table is used`() throws {
    let used = try Self.phrases().union(Self.declared())
    for phrase in Self.japanese.keys.sorted() where !used.contains(phrase) {
      Issue.record("not used: \(phrase)")
    }
  }

  @Test func `the Japanese README has the commands and keys of the English one`() throws {
    let pages = try ["README.md", "docs/ja/README.md"].map { page in
      try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    }
    let commands = pages.map { page in
      page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }
        .flatMap { $0.element.split(separator: "\n") }.filter { !$0.hasPrefix("#") }
    }
    #expect(commands[0] == commands[1] && commands[0].count > 10)
    Language.$current.withValue(Self.all[1]) {
      for row in Keymap.rows {
        let line = "| \(row.shown.keys) | \(row.shown.name) |"
        #expect(pages[1].contains(line), "\(line)")
      }
    }
  }

  @Test func `values appear where the language puts them`() {
    let language = Language(
      id: "xx", letters: "", fonts: "", ["{1} of {2} cards": "{2} / {1} {1}", "Open": "Auf"])
    let (first, last) = (3, 12)
    #expect(say("\(first) of \(last) cards") == "3 of 12 cards")
    Language.$current.withValue(language) {
      #expect(say("\(first) of \(last) cards") == "12 / 3 3")
      #expect(say("Open") == "Auf" && translated("Open") == "Auf")
      #expect(say("No \(first)") == "No 3" && translated("Shut") == "Shut")
    }
  }

  @Test func `errors are translated whatever parts they are made of`() {
    Language.$current.withValue(Self.all[1]) {
      #expect(
        retranslated("Cannot write “a of b.csv”: the disk is full. Nothing is recorded.")
          == "“a of b.csv”に書き込めません：the disk is full。何も記録されていません。")
      #expect(retranslated("“x.mp4” is damaged. Export it again.") == "“x.mp4”は壊れています。書き出し直してください。")
      #expect(
        retranslated("Cannot read “a: b. c is a file”: too long.")
          == "“a: b. c is a file”を読み込めません：too long。")
      #expect(retranslated("Cannot make a socket: too many.") == "ソケットを作れません：too many。")
      #expect(
        retranslated("Cannot open “a.csv”: No such file or directory. Did you mean “b.csv”?")
          == "“a.csv”を開けません：ファイルまたはフォルダが見つかりません。“b.csv”のことですか？")
      #expect(
        retranslated("a.csv cannot be read as a motion: it lacks 2. It has “x” (0.1 to 1.5).")
          == "a.csvは動きとして読めません：it lacks 2。列は“x” (0.1 to 1.5)です。")
      let unknown = String(repeating: "A. ", count: 40)
      for kept in ["“x” に保存しました", "Nobody says this. Nor this.", "60 %", unknown] {
        #expect(retranslated(kept) == kept)
      }
    }
    #expect(retranslated("Nothing is recorded.") == "Nothing is recorded.")
  }

  @Test func `a recording is the same in every language`() throws {
    let texts = try Self.all.map { language in
      try Language.$current.withValue(language) {
        var session = try Session("carousel")
        let place = try session.place(of: "carousel")
        session.flick(from: place, by: Vector(-150, 0), at: 1, lasting: 0.1, until: 6)
        var names = TakeNames()
        return "\(names.news(of: session)) \(session.state)"
      }
    }
    #expect(texts[0] == texts[1] && texts[0].contains("Take 1"))
  }

  @Test func `lines break between Japanese letters but not before closing punctuation`() throws {
    let canvas = Canvas(theme: .light, scale: 1, fonts: try FontBook())
    let text = "カバーをフリックしてください。Shift+←で戻ります。"
    let width = canvas.fonts.layout("カバーをフリックして", .small).width
    let lines = canvas.lines(of: text, width: width)
    #expect(lines.joined() == text && lines.count > 2)
    #expect(lines.allSatisfy { !"。、ッー".contains($0.first ?? "。") })
    #expect(lines.contains { $0.contains("Shift+←") })
  }
}

/// Extracts phrases from a source file: arguments of `say`, and declared words.
private struct PhraseReader {
  private let source: [Character]
  private var place = 0
  /// Placeholders in the newest literal, including those of the literals it was joined to.
  private var holes = 0
  /// Phrases that are values inside other phrases.
  private var nested: Set<String> = []

  init(_ source: String) { self.source = Array(source) }

  mutating func phrases(ofWords declaresWords: Bool) -> Set<String> {
    var phrases: Set<String> = []
    while place < source.count {
      if hasPrefix("enum Copies") { skip(to: "\n}") }
      if place > 0, source[place - 1] == "." || source[place - 1].isLetter {
        place += 1
      } else if hasPrefix("say(") || hasPrefix("translated(") {
        skip(past: "(")
        skipSpace()
        if hasPrefix("\"") { phrases.insert(literal()) }
      } else if declaresWords, hasPrefix("count(") || hasPrefix("Words.count(") {
        phrases.formUnion(list(upTo: ")"))
      } else if declaresWords, hasPrefix("static let ") {
        phrases.formUnion(declaration().filter { $0.count { $0.isLetter } > 2 })
      } else if hasPrefix("//") {
        skip(to: "\n")
      } else {
        place += 1
      }
    }
    return phrases.union(nested)
  }

  /// The sentences of failures, including each branch of a conditional and the parts joined to it.
  mutating func failures() -> Set<String> {
    var failures: Set<String> = []
    place = 0
    while place < source.count {
      let calls = [".badFile(", ".usage(", ".missingTool(", "lose(error, ", "lose(failure, "]
      guard let call = calls.first(where: hasPrefix) else {
        place += 1
        continue
      }
      place += call.count
      var depth = 1
      while depth > 0, place < source.count {
        guard hasPrefix("\"") else {
          if source[place] == "(" { depth += 1 } else if source[place] == ")" { depth -= 1 }
          place += 1
          continue
        }
        let sentence = sentence().trimmingCharacters(in: .whitespaces)
        // Code that only forwards another's sentence has no words of its own.
        let isWhole = sentence.hasSuffix(".") || depth == 1 && hasPrefix(")")
        if isWhole, sentence.contains(where: \.isLetter) {
          failures.insert(sentence)
        }
      }
    }
    return failures
  }

  /// Concatenated literals, as one phrase with numbered placeholders.
  private mutating func sentence() -> String {
    var text = literal()
    skipSpace()
    while hasPrefix("+ \"") {
      place += 2
      text += literal(after: holes)
      skipSpace()
    }
    return text
  }

  private func hasPrefix(_ text: String) -> Bool { source[place...].starts(with: text) }

  private mutating func skip(to text: String) {
    while place < source.count, !hasPrefix(text) { place += 1 }
  }

  private mutating func skip(past text: String) {
    skip(to: text)
    place += text.count
  }

  private mutating func skipSpace() {
    while place < source.count, source[place].isWhitespace { place += 1 }
  }

  /// The literals of a call, up to its end.
  private mutating func list(upTo end: Character) -> [String] {
    var literals: [String] = []
    skip(past: "(")
    while place < source.count, source[place] != end, source[place] != "\n" || literals.isEmpty {
      if source[place] == "\"" { literals.append(literal()) } else { place += 1 }
    }
    return literals
  }

  /// The literals of a declaration, up to the end of its line or its closing bracket.
  private mutating func declaration() -> [String] {
    var (literals, depth) = ([String](), 0)
    skip(past: " =")
    while place < source.count {
      switch source[place] {
      case "\"":
        literals.append(literal())
        continue
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "\n" where depth == 0 && source[place - 1] != "=": return literals
      default: break
      }
      place += 1
    }
    return literals
  }

  /// A string literal with its values replaced by placeholders, numbered from `former` on.
  private mutating func literal(after former: Int = 0) -> String {
    let quote = hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    place += quote.count
    var (text, count) = ("", former)
    while place + 1 < source.count, !hasPrefix(quote) {
      if hasPrefix("\\(") {
        count += 1
        text += "{\(count)}"
        skipValue()
      } else if hasPrefix("\\\n") {
        text += "\u{0}\n"
        place += 2
      } else if source[place] == "\\" {
        text.append(source[place + 1])
        place += 2
      } else {
        text.append(source[place])
        place += 1
      }
    }
    place += quote.count
    holes = count
    guard quote.count > 1 else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let indent = lines.last?.count ?? 0
    return lines.dropLast().map { $0.dropFirst(indent) }.joined(separator: "\n")
      .replacing("\u{0}\n", with: "")
  }

  private mutating func skipValue() {
    var depth = 0
    place += 1
    repeat {
      if hasPrefix("say(\"") {
        place += 4
        depth += 1
        nested.insert(literal())
      }
      switch source[place] {
      case "\"":
        _ = literal()
        continue
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      place += 1
    } while depth > 0 && place < source.count
  }
}

extension Language: CustomTestStringConvertible {
  /// Its code rather than the whole table.
  public var testDescription: String { id }
}
