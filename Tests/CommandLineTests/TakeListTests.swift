import FeelTrace
import TestSupport
import Testing

/// `list FILE`: the takes of a recording.
struct TakeListTests {
  @Test func `a recording's takes are listed, and each can be selected by its number`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(FlingsTests.session([2000, 600]), to: "a.feel")
    let run = try Program.run("list \(path)")
    #expect(run.words.isEmpty, "\(run.words)")
    let lines = run.text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("take  name") == true, "\(run.text)")
    let found = try Program.json("list \(path) --json")
    let takes = try #require(found["takes"]?.list)
    #expect(!takes.isEmpty && lines.count == takes.count + 1, "\(run.text)")
    for (take, line) in zip(takes, lines.dropFirst()) {
      #expect(take["scene"]?.text == "scroll-view" && take["preset"]?.text == "uikit")
      #expect((take["duration"]?.number ?? 0) > 0 && (take["start"]?.number ?? -1) >= 0)
      #expect(line.contains("scroll-view  uikit") && line.contains(" rests at "), "\(line)")
      let number = Int(try #require(take["take"]?.number))
      try Program.run("curve \(path)#\(number) --at 0")
    }
    try Program.expectRefusal(
      "list \(path) --preset gtk4", saying: "A recording does not use --preset")
    try Program.expectRefusal("list \(folder.file("none.feel"))", status: 4, saying: "No such file")
  }

  @Test func `a recording in which nothing moved is reported as such`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(FlingsTests.session([]), to: "a.feel")
    #expect(try Program.run("list \(path)").text == "Nothing moved.\n")
    #expect(try Program.run("list \(path) --json").text == "{\"takes\": []}\n")
  }
}
