import FeelTrace
import TestSupport
import Testing

/// What `rates` says of input rates and frame rates.
struct RatesTests {
  @Test func `each filter has a table, and each pair of rates its numbers`() throws {
    let run = try Program.run(["rates"])
    #expect(run.status == 0)
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 3 * 7)
    let heads = lines.filter { $0.hasSuffix("past a stop, ms") }.map { $0.prefix { $0 != ":" } }
    #expect(heads == ["none", "linear", "oneEuro"])
    // 60 samples a second on 120 frames: every other frame moves by all of it, half a gap late.
    let sixty = try #require(lines.first { $0.hasPrefix("        60 ") })
    #expect(sixty.contains("8.3 / 8.3 / 0.0"), "\(sixty)")
    let cells = try #require(
      try JSONReader.read(try Program.run(["rates", "--json"]).output)["cells"]?.list)
    #expect(cells.count == 3 * 5 * 4)
    for cell in cells {
      let (filter, input) = (cell["filter"]?.text, cell["inputRate"]?.number ?? 0)
      let (jitter, lag) = (cell["jitterMs"]?.number ?? -1, cell["lagMs"]?.number ?? -1)
      #expect(jitter >= 0 && jitter < 600 / input && lag > 0 && lag < 40, "\(cell)")
      if filter == "linear", input >= 120 { #expect(jitter < 0.01, "\(cell)") }
    }
  }
}
