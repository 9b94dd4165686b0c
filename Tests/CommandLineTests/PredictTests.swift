import Feel
import FeelTrace
import Foundation
import TestSupport
import Testing

struct PredictTests {
  private func predict(_ arguments: Words) throws -> JSON {
    let folder = "\(Program.recordings)/gtk4"
    let found = try Program.json(
      "fit \(folder)/const1000.motion.csv --hand \(folder)/const1000.hand.csv --json" + arguments)
    return try #require(found["motions"]?.list?.first)
  }

  @Test func `a GTK preset is ranked first for a recording of GTK`() throws {
    let list = try #require(try predict("--preset all --viewport 800")["presets"]?.list)
    let ids = list.compactMap { $0["preset"]?.text }
    #expect(Set(ids).isSuperset(of: ["gtk4", "chromium", "firefox", "qt5", "qt6", "uikit"]))
    #expect(ids.first?.hasPrefix("gtk") == true)
    let errors = list.compactMap { $0["rmsPx"]?.number }
    #expect(errors.count == ids.count && errors == errors.sorted())
    let best = try #require(list.first { $0["preset"]?.text == "gtk4" })
    #expect(abs(try #require(best["releaseVelocity"]?.number) - 949.3671) <= 0.2)
    #expect(try #require(best["maxErrorPx"]?.number) <= 4)
    #expect(abs(try #require(best["durationErrorS"]?.number)) <= 0.05)
    #expect(abs(try #require(best["restErrorPx"]?.number)) <= 1)
    #expect(abs(try #require(best["lagMs"]?.number)) <= 25)
  }

  @Test func `a prediction rests at the given edge`() throws {
    let free = try #require(try predict("--preset gtk4")["presets"]?.list?.first)
    let held = try #require(try predict("--preset gtk4 --max 5400")["presets"]?.list?.first)
    #expect(abs(try #require(free["restErrorPx"]?.number)) <= 1)
    // A given edge is treated like one that was seen.
    let error = try #require(held["restErrorPx"]?.number)
    let wanted = 5400.0 - 5537
    #expect(abs(error - wanted) <= 0.051)
  }

  @Test func `without --json the presets are a table, the best first`() throws {
    let folder = "\(Program.recordings)/qt6-touch"
    let run = try Program.run(
      "fit \(folder)/const1500.motion.csv --hand \(folder)/const1500.hand.csv --preset all")
    let rows = run.text.split(separator: "\n")
    #expect(rows.first?.hasPrefix("preset") == true)
    #expect(rows.dropFirst(2).first?.hasPrefix("qt6 ") == true)
  }

  @Test(arguments: [
    ("t_ms,phase,x\n0,end,1\n", "the column y is missing"),
    ("t_ms,phase,x,y\n0,lift,1,1\n", "begin, update or end"),
    ("t_ms,phase,x,y\n0,begin,1,1\n-5,end,1,1\n", "time goes backwards"),
    ("t_ms,phase,x,y\n0,begin,nan,1\n", "not a row of numbers"),
    ("t_ms,phase,x,y\n", "start with phase begin"), ("", "is empty"),
  ])
  func `an invalid hand is refused with the reason`(hand: String, words: String) throws {
    try Program.expectRefusal(
      "fit --preset all \(Program.recordings)/gtk4/const1000.motion.csv --hand -", input: hand,
      status: 4, saying: words)
  }

  @Test
  func `missing columns, a viewport of 0, a reversed range and an unknown preset are refused`()
    throws
  {
    let folder = "\(Program.recordings)/gtk4"
    let hand: Words = "--hand \(folder)/const1000.hand.csv"
    let motion = "\(folder)/const1000.motion.csv"
    try Program.expectRefusal(
      "fit --preset all -" + hand, input: "a,b\n1,2\n", status: 4,
      saying: "no column of it holds times")
    for (flags, words) in [
      ("--preset all \(motion) --viewport 0", "--viewport"),
      ("--preset all \(motion) --min -5 --max -10", "--min -5.0 is above --max -10.0"),
      ("--preset gtk9 \(motion)", "gtk9"),
    ] { try Program.expectRefusal(Words("fit " + flags) + hand, saying: words) }
  }

  @Test func `list presets states what each was compared with`() throws {
    let run = try Program.run("list presets --json")
    let list = try #require(try JSONReader.read(run.output)["presets"]?.list)
    for preset in list {
      for key in [
        "id", "title", "summary", "system", "version", "date", "comparedWith", "notModelled",
      ] {
        #expect(preset[key]?.text?.isEmpty == false, "\(key)")
      }
    }
    let text = try Program.run("list presets").text
    for preset in list { #expect(text.contains("\(preset["id"]?.text ?? "?") – ")) }
  }

  @Test func `docs/presets.md matches the output of list presets`() throws {
    let page = contents(of: "\(Program.root)/docs/presets.md")
    let paragraphs = try Program.run("list presets").text.split(separator: "\n\n")
    for (preset, paragraph) in zip(ScrollPreset.all, paragraphs) {
      let facts = paragraph.split(separator: "\n").dropFirst().map { line in
        let name = line.dropFirst(2).prefix(14).trimmingCharacters(in: .whitespaces)
        return "- \(name.prefix(1).uppercased())\(name.dropFirst()): \(line.dropFirst(16))\n"
      }
      let section =
        "## \(preset.title) (`\(preset.id)`)\n\n\(preset.summary)\n\n" + facts.joined() + "\n"
      let isThere = page.contains(section)
      #expect(isThere, "put this into docs/presets.md:\n\(section)")
    }
  }
}
