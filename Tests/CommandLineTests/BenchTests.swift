import Feel
import FeelTrace
import Foundation
import ImageFile
import TestSupport
import Testing

/// Performance is for a person to judge; these test that every scene is measured and reported.
struct BenchTests {
  private static let path = Program.path(of: "Bench")

  @discardableResult private func run(_ arguments: Words) throws -> Program.Run {
    try Program.run(arguments, program: Self.path)
  }

  private func expectRefusal(_ arguments: Words, status: Int32 = EX_USAGE, saying word: String)
    throws
  {
    try Program.expectRefusal(arguments, status: status, saying: word, program: Self.path)
  }

  private func scenes(_ arguments: Words) throws -> [String] {
    let run = try run("--json --seconds 0.001" + arguments)
    let scenes = try #require(try JSONReader.read(run.output)["scenes"]?.list)
    for scene in scenes {
      let least = try #require(scene["minNs"]?.number)
      let median = try #require(scene["medianNs"]?.number)
      let most = try #require(scene["p90Ns"]?.number)
      #expect(least > 0 && least <= median && median <= most)
      #expect(try #require(scene["runs"]?.number) >= 21)
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
    let names = try scenes("--engine --presets")
    #expect(names == ScrollPreset.all.flatMap { ["\($0.id) move", "\($0.id) advance"] })
    try expectRefusal("--presets", saying: "--engine")
  }

  @Test func `a chart shows the scenes that both programs were timed with`() throws {
    let folder = try TemporaryFolder()
    let chart = folder.file("chart.png")
    let peer = try folder.write(
      "peer,S1,1e6,1e6,1e6,9\npeer,S2,1e6,1,1,9\npeer,X,1,1,1,9\n", to: "peer.csv")
    let words: Words = "--seconds 0.001 --beside \(peer) --chart"
    try run(words + "\(chart) --only S1")
    let one = try PNGDecoder.decode(folder.bytes("chart.png"))
    try run(words + "\(chart) --only S1,S2")
    let two = try PNGDecoder.decode(folder.bytes("chart.png"))
    #expect(two.width == one.width && two.height > one.height)
    #expect(Set(two.pixels).count > 8)
    // A file written by bench itself has rows for setting and copying pixels after the scene's. The
    // scene's time is so long here that the line for a ratio of 1 is at the end of the axis.
    try folder.write(
      "feellab,S1,1e15,1,1,9\nmemset,S1,1,1,1,9\nmemcpy,S1,1,1,1,9\n", to: "peer.csv")
    try run(words + "\(folder.file("chart.svg")) --only S1")
    let line = String(decoding: folder.bytes("chart.svg"), as: UTF8.self)
    #expect(line.contains("M584"))
    try expectRefusal(words + "\(chart) --only S3", status: 2, saying: "--beside")
    try folder.write("peer;S1\n", to: "peer.csv")
    try expectRefusal(words + "\(chart) --only S1", status: 4, saying: "peer.csv:1")
    try expectRefusal("--chart \(chart)", saying: "--beside")
  }

  @Test func `only the named scenes are timed`() throws {
    #expect(try scenes("--engine --only \("pager move")") == ["pager move"])
    for word in ["“S1”", "pager move"] {
      try expectRefusal("--engine --only S1", saying: word)
    }
    for word in ["--size", "--engine"] {
      try expectRefusal("--engine --size 100x100", saying: word)
    }
  }

  @Test func `numbers outside their limits are refused`() throws {
    let threads: Words = "--only S1 --seconds 0.001 --threads"
    for count in ["1", "64"] { try run(threads + "\(count)") }
    for count in ["0", "65"] {
      try expectRefusal(threads + "\(count)", saying: "--threads is 1 to 64")
    }
    for option in ["--seconds", "--size"] {
      try expectRefusal("\(option) -1", saying: option)
    }
  }

  @Test func `a cancelled measurement is reported on a line of its own`() throws {
    try Terminal.expectGivingUp(
      "\(Self.path) --only S1,S2 --seconds 2", once: "feellab,S1,", saying: "measuring is given up")
  }

  @Test func `the summary counts only the requested scenes`() throws {
    let terminal = try Terminal(Self.path, "--only S1,S2 --seconds 0.001")
    #expect(terminal.awaitEnd() == 0)
    #expect(terminal.text.contains("feellab: 2 scenes are measured, in "), "\(terminal.text)")
  }
}
