import Foundation
import Testing

/// Partial commands mentioned within sentences of the pages: everything they name exists.
///
/// `HelpTests` runs those in code blocks.
struct DocumentedCommandTests {
  /// The pages by name, with their texts.
  private static func pages() throws -> [(name: String, text: String)] {
    let root = Program.root
    let docs = try FileManager.default.contentsOfDirectory(atPath: "\(root)/docs").sorted()
      .filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    return try (["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + docs).map {
      ($0, try String(contentsOfFile: "\(root)/\($0)", encoding: .utf8))
    }
  }

  /// The arguments of the commands in a text's code spans, for the program or for the script.
  private static func commands(in text: String, of script: Bool) -> [[String]] {
    let start = script ? "./run.sh" : "feellab"
    let lines = text.components(separatedBy: "\n").filter { $0.hasPrefix("\(start) ") }
    let spans = text.components(separatedBy: "`").filter { $0.hasPrefix("\(start) ") }
    return (lines + spans).map { $0.split(separator: " ").dropFirst().map(String.init) }
  }

  @Test func `commands and flags named in the documents exist`() throws {
    let own = ["test", "install", "uninstall"]
    var help: [String: String] = [:]
    var count = 0
    for (page, text) in try Self.pages() {
      for words in Self.commands(in: text, of: false) + Self.commands(in: text, of: true) {
        let verb = words[0]
        // Skip placeholders, files and scenes, and the script's own commands.
        guard verb.allSatisfy(\.isLetter), verb != verb.uppercased(), !own.contains(verb) else {
          continue
        }
        if help[verb] == nil {
          let run = try Program.run("help \(verb)", environment: ["COLUMNS": "80"], status: nil)
          let isScene = run.status != 0
          help[verb] = isScene ? try Program.run("help open").text : run.text
          if isScene {
            let scenes = try Program.run("list scenes").text
            #expect(scenes.contains(verb) || verb == "tour", "\(page): \(verb) is no command")
          }
        }
        let flags = words.prefix { $0 != "--" && $0 != "|" && $0 != ">" }.filter {
          $0.hasPrefix("-") && $0.count > 1
        }
        for flag in flags {
          let isThere = (help[verb] ?? "").contains(flag)
          #expect(isThere, "\(page): \(verb) knows no \(flag)")
        }
        count += 1
      }
    }
    #expect(count > 40)
  }

  @Test func `test filters given in the documents match tests`() throws {
    let folder = "\(Program.root)/Tests"
    let names = try #require(FileManager.default.enumerator(atPath: folder)).compactMap {
      ($0 as? String)?.components(separatedBy: "/")
    }
    let known = Set(names.flatMap { $0 }.map { $0.replacing(".swift", with: "") })
    var count = 0
    for (page, text) in try Self.pages() {
      for words in Self.commands(in: text, of: true) where words[0] == "test" {
        guard let place = words.firstIndex(of: "--filter") else { continue }
        let filter = words[place + 1].filter { $0.isLetter || $0.isNumber }
        count += 1
        #expect(known.contains(filter), "\(page): no test is called \(filter)")
      }
    }
    #expect(count > 2)
  }
}
