import Foundation
import Lab
import TestSupport
import Testing

/// The window, its messages, the command line and the docs use the words of docs/glossary.md.
struct VocabularyTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..")

  @Test func `the glossary lists the rejected words`() {
    #expect(Vocabulary.never.count > 5 && Vocabulary.never.contains("film"))
    #expect(Set(Vocabulary.offences(in: "Filming the last gesture")) == ["gesture", "film"])
    #expect(Vocabulary.offences(in: "Run the take again").isEmpty)
  }

  @Test(arguments: ["Lab", "Stage", "Scenes", "feellab"])
  func `the sources' texts use the glossary's words`(module: String) throws {
    let folder = Self.root.appending(path: "Sources/\(module)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var count = 0
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      for text in Self.texts(of: try String(contentsOf: file, encoding: .utf8)) {
        count += 1
        let offences = Vocabulary.offences(in: text)
        #expect(offences.isEmpty, "\(file.lastPathComponent): \(offences) in “\(text)”")
      }
    }
    #expect(count > 20)
  }

  @Test(arguments: [
    "README.md", "CHANGELOG.md", "docs/command-line.md", "docs/faults.md", "docs/formats.md",
    "docs/installing.md", "docs/limits.md", "docs/window.md",
  ])
  func `the docs use the glossary's words`(page: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    for line in text.split(separator: "\n") {
      let offences = Vocabulary.offences(in: line)
      #expect(offences.isEmpty, "\(offences) in “\(line)”")
    }
  }

  @Test func `the key table uses the glossary's words`() {
    for row in Keymap.rows {
      #expect(Vocabulary.offences(in: row.name).isEmpty, "\(row.name)")
    }
  }

  /// The string literals of a source that are user-visible: those with a space or a capital
  /// initial.
  private static func texts(of source: String) -> [String] {
    var texts: [String] = []
    var isInBlock = false
    for line in source.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      if code.hasPrefix("//") { continue }
      if code.components(separatedBy: "\"\"\"").count == 2 {
        isInBlock.toggle()
      } else if isInBlock {
        texts.append(String(withoutValues(code)))
      } else {
        let pieces = withoutValues(code).split(separator: "\"", omittingEmptySubsequences: false)
        texts += pieces.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      }
    }
    return texts.filter { $0.contains(" ") || $0.first?.isUppercase ?? false }
  }

  /// A line without its interpolations `\(…)`.
  private static func withoutValues(_ line: some StringProtocol) -> String {
    var (text, depth) = ("", 0)
    var last: Character?
    for letter in line {
      if depth > 0 {
        depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
      } else if letter == "(", last == "\\" {
        text.removeLast()
        depth = 1
      } else {
        text.append(letter)
      }
      last = letter
    }
    return text
  }
}
