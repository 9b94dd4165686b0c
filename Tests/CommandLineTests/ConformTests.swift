import FeelTrace
import Foundation
import Testing

struct ConformTests {
  private static let table = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "ConformanceTests/Data/published.json").path

  private func conform(_ arguments: [String], input: String = "") throws -> Program.Run {
    try Program.run(arguments, input: input, program: Program.path(of: "Conform"))
  }

  @Test func `the table that is kept conforms, and the last line counts`() throws {
    let run = try conform([Self.table])
    #expect(run.status == 0, "\(run.text)")
    let last = try #require(run.text.split(separator: "\n").last)
    #expect(last.contains(" passed, 0 failed, ") && last.hasSuffix(" skipped"))
    let json = try JSONReader.read(try conform(["--json", Self.table]).output)
    let verdicts = try #require(json["cases"]?.list).compactMap { $0["verdict"]?.text }
    #expect(last.hasPrefix("\(verdicts.count { $0 == "passed" }) passed"))
    #expect(verdicts.count == 164)
  }

  @Test func `a case that fails says what was expected, and the status is 1`() throws {
    let run = try conform(
      ["-"],
      input: """
        [{"source": "here", "case": "wrong", "kind": "carried_momentum", "inputs": [100],
          "expected": [8]}, {"source": "here", "case": "other", "kind": "levitation"}]
        """)
    #expect(run.status == 1)
    let lines = run.text.split(separator: "\n")
    #expect(lines[0].hasPrefix("FAIL  here, wrong: 100.0: expected 8.0 ± "))
    #expect(lines[1] == "skip  here, other: the kind levitation is not known")
    #expect(lines[2] == "0 passed, 1 failed, 1 skipped")
  }

  @Test(arguments: [("{}", "a list of cases"), ("[{}]", "a case with a kind"), ("[", "-:1:2")])
  func `a file that is no table is refused by its place`(text: String, words: String) throws {
    let run = try conform(["-"], input: text)
    #expect(run.status == 4)
    #expect(run.words.contains(words), "\(run.words)")
  }
}
