import FeelTrace
import Foundation
import TestSupport
import Testing

/// The page "Debug your own scroller in five minutes", followed step by step.
struct OtherProgramsTests {
  private static let recordings = "\(Program.recordings)/gtk4"

  /// Commands that need a server with a program or person, and the tests that run them.
  private static let elsewhere = [
    "feellab measure -- gtk4-demo --run=listbox":
      ("MeasureTests", "an unmodified GTK program is measured"),
    "feellab measure --follow -o mine.jsonl":
      ("FollowTests", "a list is followed while a hand scrolls it"),
    "feellab measure --follow -o - | feellab watch - --window --preset gtk4":
      ("FollowTests", "a list's stream can be watched in a window while a hand scrolls it"),
    "feellab watch stream.jsonl --window --preset gtk4":
      ("StreamWindowTests", "a stream sent to a socket is shown and recorded"),
  ]

  private func page() throws -> String {
    try String(contentsOfFile: "\(Program.root)/docs/other-programs.md", encoding: .utf8)
  }

  /// The lines of the page's code blocks in a language.
  private func lines(_ language: String) throws -> [String] {
    let blocks = try page().components(separatedBy: "```\(language)\n").dropFirst()
    return blocks.flatMap { (block: String) -> [String] in
      let text: String = block.components(separatedBy: "\n```").first ?? ""
      return text.split(separator: "\n").map(String.init)
    }
  }

  private func rows(_ name: String) throws -> [[String]] {
    try String(contentsOfFile: "\(Self.recordings)/\(name)", encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
      .map { $0.split(separator: ",").map(String.init) }
  }

  /// The output of the page's own JavaScript lines while a recorded hand flicks a list.
  private func stream(_ name: String) throws -> String {
    // The text between the quotes of a call of `log`.
    func template(_ line: String) throws -> String {
      let call = try #require(line.range(of: "log("), "\(line)")
      let quoted = line[call.upperBound...].dropFirst()
      let quote = try #require(line[call.upperBound...].first)
      return String(quoted[..<(try #require(quoted.lastIndex(of: quote)))])
    }
    let script = try lines("js")
    let first = try template(try #require(script.first))
    let pointer = try template(try #require(script.first { $0.hasPrefix("onPointer") }))
    let frame = try template(try #require(script.first { $0.hasPrefix("onFrame") }))
    func filled(_ template: String, _ values: KeyValuePairs<String, String>) -> String {
      let line = values.reduce(template) {
        $0.replacingOccurrences(of: "${\($1.key)}", with: $1.value)
      }
      #expect(!line.contains("${"), "\(line)")
      return line
    }
    let words = ["begin": "down", "update": "move", "end": "up"]
    var told: [(time: Double, line: String)] = []
    for row in try rows("\(name).hand.csv") {
      let time = try #require(Double(row[0])) / 1000 + 7
      let phase = try #require(words[row[1]])
      told.append(
        (
          time,
          filled(pointer, ["e.time": "\(time)", "e.x": row[2], "e.y": row[3], "e.phase": phase])
        ))
    }
    for row in try rows("\(name).motion.csv") {
      let time = try #require(Double(row[0])) + 7
      told.append((time, filled(frame, ["t": "\(time)", "list.offset": row[1]])))
    }
    told.sort { $0.time < $1.time }
    return first + "\n" + told.map { "\($0.line)\n" }.joined()
  }

  @Test func `every command on the page runs on the output of the page's own code`() throws {
    let folder = try TemporaryFolder()
    let stream = try stream("const1000")
    var files = [
      "motion.csv": "\(Self.recordings)/const1000.motion.csv",
      "hand.csv": "\(Self.recordings)/const1000.hand.csv",
    ]
    for name in ["stream.jsonl", "before.jsonl", "after.jsonl"] {
      files[name] = try folder.write(stream, to: name)
    }
    files["fit.png"] = folder.file("fit.png")
    // The content identifies a file, not its name: this one needs no ffmpeg.
    files["clip.mp4"] = folder.file("clip.mp4")
    try Data(SmallClip.apng()).write(to: URL(fileURLWithPath: folder.file("clip.mp4")))
    let text = try page()
    let inWords = text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
      .map(\.element).filter { $0.hasPrefix("fit --picture") }
    #expect(inWords.count == 1)
    let commands = try lines("sh") + inWords.map { "feellab \($0) stream.jsonl" }
    #expect(commands.count >= 10)
    var ran = 0
    for command in commands where Self.elsewhere[command] == nil {
      let sides = command.components(separatedBy: " < ")
      var words = sides[0].split(separator: " ").map(String.init)
      #expect(words.removeFirst() == "feellab", "\(command)")
      let run = try Program.run(
        Words(words.map { files[$0] ?? $0 }), input: sides.count > 1 ? stream : "", status: nil)
      // Two programs' motions differ, so status 1 is expected.
      let differs = words[0] == "diff" && words.contains("--b")
      #expect(run.status == 0 || differs && run.status == 1, "\(command): \(run.words)")
      #expect(!run.output.isEmpty, "\(command)")
      ran += 1
    }
    #expect(ran + Self.elsewhere.count == commands.count)
    #expect(FileManager.default.fileExists(atPath: folder.file("fit.png")))
    for (command, (suite, test)) in Self.elsewhere {
      #expect(commands.contains(command), "\(command)")
      let tests = try String(
        contentsOfFile: "\(Program.root)/Tests/EndToEndTests/\(suite).swift", encoding: .utf8)
      #expect(tests.contains(test), "\(suite): \(test)")
    }
  }

  /// An inserted jump and the smoothness numbers are reported in the words that the page explains.
  @Test func `the findings explained on the page are in the program's words`() throws {
    let flawed = try stream("const1000").split(separator: "\n").map { line -> String in
      guard let at = line.range(of: "\"offset\": "),
        line.contains("\"t\": 7.3") || line.contains("\"t\": 7.4"),
        let offset = Double(line[at.upperBound...].dropLast())
      else { return String(line) }
      return "\(line[..<at.upperBound])\(offset + 30)}"
    }.joined(separator: "\n")
    let folder = try TemporaryFolder()
    let file = try folder.write(flawed + "\n", to: "flawed.jsonl")
    let run = try Program.run("check \(file)", status: 1)
    // The first column of the page's table of findings, one of which is the jump.
    let said = try page().components(separatedBy: "\n").filter { $0.hasPrefix("| ") }
      .map { $0.dropFirst(2).prefix { $0 != "|" }.trimmingCharacters(in: .whitespaces) }
    let jump = try #require(said.first { $0.contains("jumps by") })
    #expect(run.text.contains(jump), "\(jump): \(run.text)")
    let fit = try Program.run("fit \(file)", status: 1).text
    for word in ["steps", "missed", "janks", "hitches", "second difference"] {
      #expect(said.contains(word) && fit.contains(word), "\(word): \(fit)")
    }
  }
}
