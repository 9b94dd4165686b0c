import FeelTrace
import TestSupport
import Testing

/// Text charts: `--plot`.
struct PlotTests {
  /// A parsed chart: its title, axis labels, and the dots set, from the upper left.
  private struct Chart {
    var title: Substring
    var labels: [Substring] = []
    var ends: Substring = ""
    var rows = 0
    var dots: Set<[Int]> = []

    /// The topmost dot of each column that has any.
    var top: [Int: Int] { Dictionary(dots.map { ($0[0], $0[1]) }, uniquingKeysWith: min) }
  }

  private func charts(_ text: String) throws -> [Chart] {
    var charts: [Chart] = []
    for line in text.split(separator: "\n") {
      guard let axis = line.firstIndex(where: { "┤│└".contains($0) }) else {
        // Labels of the horizontal axis are indented, titles are not.
        if line.hasPrefix(" ") {
          charts[charts.count - 1].ends = line
        } else {
          charts.append(Chart(title: line))
        }
        continue
      }
      guard line[axis] != "└" else { continue }
      let label = line[..<axis].drop { $0 == " " }.prefix { $0 != " " }
      if !label.isEmpty { charts[charts.count - 1].labels.append(label) }
      for (column, letter) in line[axis...].dropFirst().unicodeScalars.enumerated() {
        try #require((0x2800...0x28FF).contains(letter.value), "\(line)")
        // Source: the Unicode Standard, section 21.1.
        for (bit, dot) in [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [0, 3], [1, 3]]
          .enumerated() where letter.value & (1 << bit) != 0
        {
          charts[charts.count - 1].dots.insert(
            [2 * column + dot[0], 4 * charts[charts.count - 1].rows + dot[1]])
        }
      }
      charts[charts.count - 1].rows += 1
    }
    return charts
  }

  @Test func `a fling's position rises over the whole chart, and its velocity falls`() throws {
    let run = try Program.run("curve --velocity 1000 --plot")
    #expect(run.words.isEmpty)
    #expect(run.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(!run.text.contains("\u{1B}"))
    let charts = try charts(run.text)
    #expect(charts.map(\.title) == ["x, pt", "v, pt/s"])
    let rest = 990 / 2.002002670673340
    #expect(charts[0].labels == ["\(Int(rest.rounded()))", "0"])
    #expect(charts[1].labels == ["1000", "10"])
    #expect(charts[0].ends.hasSuffix("2.30 s"))
    let (x, v) = (charts[0].top, charts[1].top)
    #expect(x[0] == 4 * charts[0].rows - 1 && v[0] == 0)
    let last = try #require(x.keys.max())
    // The time axes are aligned.
    #expect(last == v.keys.max() && x[last] == 0 && v[last] == 4 * charts[1].rows - 1)
    // Every column has a dot, and none moves backwards.
    #expect(x.count == last + 1 && v.count == last + 1)
    for column in 1...last { #expect(try #require(x[column]) <= #require(x[column - 1])) }
    // Half of the distance is covered after the time constant times ln 2, to within a dot.
    let half = try #require(x.filter { $0.value <= 2 * charts[0].rows }.keys.min())
    #expect(abs(Double(half) - 0.349 / 2.3 * Double(last)) < 4)
  }

  @Test(.enabled(if: Terminal.isAvailable, "this system makes no terminals"))
  func `a chart is as wide as the terminal and has no colours`() throws {
    let terminal = try Terminal(Program.path, "curve --velocity 1000 --plot", columns: 120)
    #expect(terminal.awaitEnd() == 0)
    let widest = terminal.text.split(separator: "\r\n").map(\.count).max()
    #expect(widest == 120 && !terminal.text.contains("\u{1B}"), "\(terminal.text)")
  }

  @Test func `a chart of flings has a dot for each fling`() throws {
    let folder = try TemporaryFolder()
    let session = try folder.write(FlingsTests.session([2000, 600, 300, 1200]), to: "a.feel")
    let run = try Program.run("fit --flings \(session) --plot")
    let flings = try #require(try Program.json("fit --flings \(session) --json")["flings"]?.list)
    let chart = try #require(try charts(run.text).first)
    #expect(chart.title == "distance, pt")
    #expect(chart.dots.count == flings.count && flings.count == 4)
  }

  @Test(arguments: ["", "--max 300"])
  func `a fitted motion runs through its measurements, with or without an edge`(edge: String) throws
  {
    let csv = try Program.run("curve --velocity 900 --dt 0.01" + Words(edge)).text
    let rows = csv.split(separator: "\n").map {
      $0.split(separator: ",").prefix(2).joined(separator: ",")
    }
    let run = try Program.run("fit - --plot", input: rows.joined(separator: "\n") + "\n")
    #expect(run.text.contains("smoothness"), "\(run.words)")
    let charts = try charts(
      run.text.split(separator: "\n").drop { $0 != "x, px" }.joined(separator: "\n"))
    #expect(charts.map(\.title) == ["x, px", "measured less fitted, px"])
    // The dots of the measurements are on the line: no column has separate dots.
    for (column, dots) in Dictionary(grouping: charts[0].dots, by: { $0[0] }) {
      let heights = dots.map { $0[1] }.sorted()
      #expect(zip(heights, heights.dropFirst()).allSatisfy { $1 - $0 == 1 }, "\(column)")
    }
    for label in charts[1].labels {
      let error = try #require(Double(label.replacing("−", with: "-")))
      #expect(abs(error) <= 1.001, "\(label)")
    }
  }

  @Test func `measured flings lie along their law`() throws {
    let run = try Program.run("fit \(Program.root)/Assets/flings-uiscrollview.csv --plot")
    #expect(run.text.contains("stop speed"))
    let text = run.text.split(separator: "\n").drop { $0 != "duration, s" }
    let chart = try #require(try charts(text.joined(separator: "\n")).first)
    let top = chart.top
    let last = try #require(top.keys.max())
    #expect(top[last] == 0 && top.count == last + 1)
  }

  @Test(arguments: [
    "curve --velocity 9", "fit --flings a.feel", "fit a.csv",
  ])
  func `--plot and --json together are refused`(line: String) throws {
    try Program.expectRefusal(Words(line) + "--plot --json", saying: "--plot")
  }
}
