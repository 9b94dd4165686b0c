import FeelTrace
import TestSupport
import Testing

/// Reports of the commands, as text and as JSON.
struct ReportTests {
  private func json(_ arguments: Words, status: Int32 = 0) throws -> JSON {
    let run = try Program.run(arguments + "--json", status: status)
    #expect(run.words.isEmpty, "\(arguments): \(run.words)")
    return try JSONReader.read(run.output)
  }

  @Test func `check names what differs, with the recorded value`() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write(VerifyTests.ended(RenderTests.trace, at: 2_600_000), to: "a.feel")
    let state = #"{"t": 2600000, "state": {"slider.value": 0.123}}"#
    let bad = try folder.write(RenderTests.trace + state + "\n", to: "b.feel")
    let found = try json("check \(good) \(bad)", status: 1)
    let recordings = try #require(found["checked"]?.list)
    #expect(recordings.map { $0["same"] } == [.flag(true), .flag(false)])
    let difference = try #require(
      recordings[1]["differences"]?.list?.first { $0["name"]?.text == "slider.value" })
    #expect(difference["written"]?.number == 0.123 && difference["time"]?.number == 2.6)
    let words = try Program.run("check \(good) \(bad)", status: 1)
    #expect(words.text.contains("slider.value was recorded as 0.123, "), "\(words.text)")
  }

  @Test func `check counts the same in text and in JSON`() throws {
    let preset = try json("check --preset gtk4")
    let outcome = try #require(preset["checked"]?.list?.first)
    #expect(outcome["subject"]?.text == "gtk4" && outcome["jumps"]?.list?.isEmpty == true)
    let motions = try #require(outcome["motions"]?.number)
    let words = try Program.run("check --preset gtk4").text
    #expect(words.contains("gtk4: \(Int(motions)) motions, "), "\(words)")
    let path = "\(Program.root)/Assets/same-flick.feel"
    #expect(try json("check \(path)")["checked"]?.list?.first?["subject"]?.text == path)
  }

  @Test func `check names what a parameter file changes`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"scene": "carousel", "parameters": {"carousel.count": 9}}"#, to: "p.json")
    let found = try #require(try json("check \(file)")["checked"]?.list?.first)
    #expect(found["scene"]?.text == "carousel" && found["preset"]?.text == "uikit")
    #expect(found["changed"]?.list == [.text("carousel.count")])
    #expect(try Program.run("check \(file)").text.contains("1 parameter changed over uikit"))
  }

  @Test func `velocities are reported as a line for each estimator or as JSON`() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<12).map { "\($0 * 8),\(Double($0) * 4),0" }.joined(separator: "\n")
    let file = try folder.write("t_ms,x,y\n" + rows + "\n", to: "a.csv")
    let words = try Program.run("fit \(file) --estimator all").text
    let estimates = try #require(try json("fit \(file) --estimator all")["estimates"]?.list)
    #expect(words.split(separator: "\n").count == estimates.count && estimates.count > 4)
    for estimate in estimates {
      let speed = try #require(estimate["vx"]?.number)
      #expect(abs(speed - 500) < 100, "\(estimate["estimator"]?.text ?? "")")
      #expect(estimate["used"]?.list != nil && estimate["dropped"]?.list != nil)
    }
    let first = try #require(estimates.first?["vx"]?.number)
    #expect(words.hasPrefix("lsq2        \(first.rounded()) pt/s across, "), "\(words)")
  }

  @Test func `list names one scene's parameters, and curve writes JSON by the common flag`() throws
  {
    let list = try json("list carousel")
    let scenes = try #require(list["scenes"]?.list)
    #expect(scenes.map { $0["id"]?.text } == ["carousel"])
    let parameters = try #require(list["parameters"]?.list)
    #expect(parameters.allSatisfy { $0["scene"]?.text == "carousel" } && parameters.count > 20)
    #expect(list["presets"] == nil)
    try Program.expectRefusal(
      "list carousl", saying: "“carousl”", "Did you mean carousel?", "parameters")
    let curve = try Program.run("curve --velocity 9 --json")
    #expect(curve.output == (try Program.run("curve --velocity 9 --format json").output))
    try Program.expectRefusal("curve --velocity 9 --json --format csv", saying: "--format")
  }
}
