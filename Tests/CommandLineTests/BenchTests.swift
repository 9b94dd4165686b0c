import Feel
import FeelTrace
import Testing

/// How fast is for a person to judge; that every scene is measured and told of is for a test.
struct BenchTests {
  private func scenes(_ arguments: String...) throws -> [String] {
    let run = try Program.run(["bench", "--json", "--seconds", "0.001"] + arguments)
    #expect(run.status == 0, "\(run.words)")
    let scenes = try #require(try JSONReader.read(run.output)["scenes"]?.list)
    for scene in scenes {
      let least = try #require(scene["minNs"]?.number)
      let median = try #require(scene["medianNs"]?.number)
      let most = try #require(scene["p90Ns"]?.number)
      #expect(least > 0 && least <= median && median <= most)
      #expect(try #require(scene["runs"]?.number) >= 201)
    }
    return scenes.compactMap { $0["scene"]?.text }
  }

  @Test func `every control is timed, in a drag and in motion`() throws {
    let controls = [
      "progress-slider", "integer-slider", "long-press", "carousel-100", "carousel-10000000",
      "scroll-view", "pager",
    ]
    #expect(
      try scenes("--engine")
        == controls.flatMap { ["\($0) move", "\($0) advance"] }
        + ["velocity 125", "velocity 1000", "velocity 10000"]
        + ["spring", "spring in C", "decay", "decay in C"])
  }

  @Test func `every preset is timed, in a drag and in motion`() throws {
    let names = try scenes("--engine", "--presets")
    #expect(names == ScrollPreset.all.flatMap { ["\($0.id) move", "\($0.id) advance"] })
    try Program.expectRefusal(["bench", "--presets"], status: 2, saying: "--engine")
  }

  @Test func `only what is named is timed`() throws {
    #expect(try scenes("--engine", "--only", "pager move") == ["pager move"])
    try Program.expectRefusal(
      ["bench", "--engine", "--only", "S1"], status: 2, saying: "“S1”", "pager move")
    try Program.expectRefusal(
      ["bench", "--engine", "--size", "100x100"], status: 2, saying: "--size", "--engine")
  }
}
