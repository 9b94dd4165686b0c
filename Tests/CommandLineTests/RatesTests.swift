import FeelTrace
import ImageFile
import TestSupport
import Testing

/// The output of `rates` for input rates and frame rates.
struct RatesTests {
  @Test func `each filter has a table, and each pair of rates has its numbers`() throws {
    let run = try Program.run("curve --rates")
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 3 * 7)
    let heads = lines.filter { $0.hasSuffix("past a stop, ms") }.map { $0.prefix { $0 != ":" } }
    #expect(heads == ["none", "linear", "oneEuro"])
    // 60 samples a second on 120 Hz: every other frame moves by a full sample, half an interval
    // late.
    let sixty = try #require(lines.first { $0.hasPrefix("      60 ") })
    #expect(sixty.contains("8.3 / 8.3 / 0.0"), "\(sixty)")
    let cells = try #require(try Program.json("curve --rates --json")["cells"]?.list)
    #expect(cells.count == 3 * 5 * 4)
    for cell in cells {
      let (filter, input) = (cell["filter"]?.text, cell["inputRate"]?.number ?? 0)
      let (jitter, lag) = (cell["jitterMs"]?.number ?? -1, cell["lagMs"]?.number ?? -1)
      #expect(jitter >= 0 && jitter < 600 / input && lag > 0 && lag < 40, "\(cell)")
      if filter == "linear", input >= 120 { #expect(jitter < 0.01, "\(cell)") }
    }
  }

  @Test func `the same numbers are drawn as a bar chart`() throws {
    let folder = try TemporaryFolder()
    try Program.run("curve --rates -o \(folder.file("rates.svg"))")
    let drawing = String(decoding: folder.bytes("rates.svg"), as: UTF8.self)
    // A bar for each number of each cell, in one colour per kind of number, after the colour's
    // legend.
    var bars: [String: [Double]] = [:]
    for line in drawing.split(separator: "\n") where line.hasPrefix("<rect") {
      let width = try #require(line.split(separator: "width=\"").dropFirst().first)
      let fill = try #require(line.split(separator: "fill=\"").last?.prefix { $0 != "\"" })
      bars[String(fill), default: []].append(Double(width.prefix { $0 != "\"" }) ?? -1)
    }
    let cells = try #require(try Program.json("curve --rates --json")["cells"]?.list)
    let kinds = bars.values.filter { $0.count == cells.count + 1 }.map { $0.dropFirst() }
    let longest = kinds.joined().max() ?? 0
    let numbers = ["jitterMs", "lagMs", "overshootMs"].map { name in
      cells.map { $0[name]?.number ?? -1 }
    }
    let most = numbers.joined().max() ?? 1
    for own in numbers {
      let due = own.map { max(1, longest * $0 / most) }
      #expect(kinds.contains { zip($0, due).allSatisfy { abs($0 - $1) < 0.1 } })
    }
    try Program.run("curve --rates -o \(folder.file("rates.png"))")
    let picture = try PNGDecoder.decode(folder.bytes("rates.png"))
    #expect(picture.width > 1000 && Set(picture.pixels).count > 8)
    try Program.expectRefusal("curve --rates --json -o a.png", saying: "--json")
    try Program.expectRefusal("curve --rates -o a.mp4", saying: ".png or .svg")
  }
}
