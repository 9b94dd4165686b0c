import FeelTrace
import Foundation
import TestSupport
import Testing

struct DiffTests {
  private let tour = FileManager.default.currentDirectoryPath + "/Assets/tour.feel"

  private func gestures(_ arguments: Words) throws -> [[JSON.Member]] {
    try #require(try Program.json("diff \(tour) --json" + arguments)["takes"]?.list).map {
      gesture in
      guard case .object(let members) = gesture.value else { return [] }
      return members
    }
  }

  private func number(_ gesture: [JSON.Member], _ name: String) throws -> Double {
    try #require(gesture.first { $0.name == name }?.value.number)
  }

  @Test func `a parameter set compared with itself shows no difference`() throws {
    let gestures = try gestures("--a android --b android")
    #expect(gestures.count >= 4)
    for gesture in gestures { #expect(try number(gesture, "greatest") == 0) }
  }

  @Test func `another preset moves the cards noticeably apart`() throws {
    let cards = try gestures("--b android").filter { gesture in
      gesture.first { $0.name == "control" }?.value.text == "carousel"
    }
    #expect(cards.count >= 3)
    #expect(try cards.contains { try number($0, "greatest") > 100 })
  }

  @Test func `the requested sets are compared, not those compared in the recording`() throws {
    let flick = FileManager.default.currentDirectoryPath + "/Assets/same-flick.feel"
    func rest(_ preset: String) throws -> Double? {
      try Program.json("diff \(flick) --a uikit --b \(preset) --json")["takes"]?.list?.first?["b"]?[
        "rest"]?.number
    }
    let (same, other) = (try #require(try rest("uikit")), try #require(try rest("android")))
    #expect(abs(same - other) > 100)
  }

  @Test func `each outcome names its parameter set`() throws {
    let run = try Program.run("diff \(tour) --b android")
    let lines = run.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  A ") && $0.hasSuffix(", as recorded") }, "\(run.text)")
    #expect(lines.contains { $0.hasPrefix("  B ") && $0.hasSuffix(" android") }, "\(run.text)")
  }

  @Test func `swapping the sets swaps the outcomes`() throws {
    let (one, other) = (try gestures("--a uikit --b gtk4"), try gestures("--a gtk4 --b uikit"))
    func set(_ gestures: [[JSON.Member]], _ name: String) -> [String] {
      gestures.map { gesture in "\(gesture.first { $0.name == name }?.value ?? .null)" }
    }
    #expect(set(one, "a") == set(other, "b"))
    #expect(set(one, "b") == set(other, "a"))
  }

  @Test func `a parameter file is accepted as a set, and anything else is refused with a remedy`()
    throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"scene": "overview", "parameters": {"physics.decay.keptPerMillisecond": 0.99}}"#,
      to: "soft.json")
    #expect(try Program.run("diff \(tour) --b \(file)").text.contains("B − A"))
    try Program.expectRefusal("diff \(tour) --b andriod", saying: "“andriod”", "android")
    try Program.expectRefusal("diff \(tour)", saying: "--b")
    try Program.expectRefusal(
      "diff /nonexistent/a.feel --b android", status: 4, saying: "No such file")
  }

  @Test func `values change the recorded set, or the first one given`() throws {
    let later = "carousel.snap=afterDeceleration"
    let cards = try gestures("--b \(later)").filter { gesture in
      gesture.first { $0.name == "control" }?.value.text == "carousel"
    }
    // Running out first and snapping then takes longer.
    #expect(try cards.contains { try number($0, "greatest") > 10 })
    let both = try gestures("--a android --b \(later),carousel.limit=one")
    #expect(both.count == cards.count || both.count >= 4)
    try Program.expectRefusal("diff \(tour) --b carousel.snap=later", saying: "afterDeceleration")
    try Program.expectRefusal("diff \(tour) --b carousel.snip=one", saying: "carousel.snap")
    try Program.expectRefusal("diff \(tour) --b \(later),one", saying: "KEY=VALUE")
  }

  @Test func `a trace compared with itself is the same throughout`() throws {
    let run = try Program.run("diff \(tour) \(tour)")
    #expect(run.text.contains("the same for"))
    #expect(try Program.run("diff \(tour) \(tour) --json").text.contains(#""same": true"#))
  }

  @Test func `two traces are reported to differ from the first different event on, and in what`()
    throws
  {
    let folder = try TemporaryFolder()
    func trace(_ x: Double) throws -> String {
      let lines = [
        #"{"feel": 2, "program": "0", "scene": "progress-slider", "stage": [1200, 732], "scale": 1, "preset": "uikit", "parameters": {}, "theme": "light", "reducedMotion": false}"#,
        #"{"t": 1000000, "e": "down", "x": 600, "y": 556}"#,
        #"{"t": 1500000, "e": "move", "x": \#(x), "y": 556}"#,
        #"{"t": 2000000, "e": "up", "x": \#(x), "y": 556}"#,
      ]
      return try folder.write(lines.joined(separator: "\n") + "\n", to: "\(Int(x)).feel")
    }
    let run = try Program.run("diff \(try trace(640)) \(try trace(650))", status: 1)
    #expect(run.text.contains("different from 1.5 s on"), "\(run.text)")
    #expect(run.text.contains("slider.fill from 1.5 s on"), "\(run.text)")
    #expect(run.text.contains(", 10.000000 apart"), "\(run.text)")
    #expect(run.text.contains("at the end"))
  }

  @Test func `a second trace and a second set exclude each other`() throws {
    try Program.expectRefusal("diff \(tour) \(tour) --b android", saying: "--b")
    try Program.expectRefusal("diff \(tour) /nonexistent/b.feel", status: 4, saying: "b.feel")
  }
}
