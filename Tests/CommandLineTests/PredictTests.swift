import FeelTrace
import Foundation
import Testing

struct PredictTests {
  private static let recordings = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "FeelTests/Data/Recordings").path

  private func predict(_ arguments: String...) throws -> JSON {
    let folder = "\(Self.recordings)/gtk4"
    let run = try Program.run(
      [
        "fit", "\(folder)/const1000.motion.csv", "--hand", "\(folder)/const1000.hand.csv",
        "--json",
      ] + arguments)
    #expect(run.status == 0, "\(run.words)")
    return try #require(try JSONReader.read(run.output)["motions"]?.list?.first)
  }

  @Test func `a recording of GTK names GTK first among all presets`() throws {
    let list = try #require(try predict("--preset", "all", "--viewport", "800")["presets"]?.list)
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

  @Test func `an edge that is given is met`() throws {
    let free = try #require(try predict("--preset", "gtk4")["presets"]?.list?.first)
    let held = try #require(
      try predict("--preset", "gtk4", "--max", "5400")["presets"]?.list?.first)
    #expect(abs(try #require(free["restErrorPx"]?.number)) <= 1)
    // An edge that is given is known as well as one that was seen.
    let error = try #require(held["restErrorPx"]?.number)
    let wanted = 5400.0 - 5537
    #expect(abs(error - wanted) <= 0.051)
  }

  @Test func `without --json it is a table, the best first`() throws {
    let folder = "\(Self.recordings)/qt6-touch"
    let run = try Program.run([
      "fit", "\(folder)/const1500.motion.csv", "--hand", "\(folder)/const1500.hand.csv",
      "--preset", "all",
    ])
    let rows = run.text.split(separator: "\n")
    #expect(rows.first?.hasPrefix("preset") == true)
    #expect(rows.dropFirst(2).first?.hasPrefix("qt6 ") == true)
  }

  @Test(arguments: [
    ("t_ms,phase,x\n0,end,1\n", "the column y is missing"),
    ("t_ms,phase,x,y\n0,lift,1,1\n", "begin, update or end"),
    ("t_ms,phase,x,y\n0,begin,1,1\n-5,end,1,1\n", "the time goes back"),
    ("t_ms,phase,x,y\n0,begin,nan,1\n", "finite number"),
    ("t_ms,phase,x,y\n", "begins with the phase begin"), ("", "is empty"),
  ])
  func `a hand that is none is refused by its line`(hand: String, words: String) throws {
    let run = try Program.run(
      ["fit", "--preset", "all", "\(Self.recordings)/gtk4/const1000.motion.csv", "--hand", "-"],
      input: hand)
    #expect(run.status == 4)
    #expect(run.words.contains(words), "\(run.words)")
  }

  @Test func `a motion without the columns, a viewport of 0 and a range the wrong way are refused`()
    throws
  {
    let folder = "\(Self.recordings)/gtk4"
    let hand = ["--hand", "\(folder)/const1000.hand.csv"]
    let motion = "\(folder)/const1000.motion.csv"
    let bad = try Program.run(["fit", "--preset", "all", "-"] + hand, input: "a,b\n1,2\n")
    #expect(bad.status == 4 && bad.words.contains("no column of it holds times"))
    let viewport = try Program.run(
      ["fit", "--preset", "all", motion] + hand + ["--viewport", "0"])
    #expect(viewport.status == 2 && viewport.words.contains("--viewport"))
    let range = try Program.run(
      ["fit", "--preset", "all", motion] + hand + ["--min", "-5", "--max", "-10"])
    #expect(range.status == 2 && range.words.contains("--min -5.0 lies above --max -10.0"))
    let preset = try Program.run(["fit", "--preset", "gtk9", motion] + hand)
    #expect(preset.status == 2 && preset.words.contains("gtk9"))
  }

  @Test func `list presets says of each what it was held against`() throws {
    let run = try Program.run(["list", "presets", "--json"])
    let list = try #require(try JSONReader.read(run.output)["presets"]?.list)
    for preset in list {
      for key in [
        "id", "title", "summary", "system", "version", "date", "heldAgainst", "notModelled",
      ] {
        #expect(preset[key]?.text?.isEmpty == false, "\(key)")
      }
    }
    let text = try Program.run(["list", "presets"]).text
    for preset in list {
      #expect(text.contains("\(preset["id"]?.text ?? "?") – "))
    }
  }

  @Test func `docs/presets.md is what list presets makes`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/presets.md")
    let made = try Program.run(["list", "presets", "--markdown"]).text
    #expect(
      try String(contentsOf: page, encoding: .utf8) == made,
      "make it anew: feellab list presets --markdown > docs/presets.md")
  }
}
