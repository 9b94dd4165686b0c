import FeelTrace
import Testing

/// The flings of a recorded session, and what a fit makes of them.
struct FlingsTests {
  private static let head =
    #"{"feel": 2, "program": "0.1.0", "scene": "scroll-view", "stage": [1200.0, 732.0], "#
    + #""scale": 1.0, "preset": "uikit", "parameters": {"scroll.rows": 100000}, "#
    + #""theme": "light", "reducedMotion": false}"# + "\n"

  /// A session in which the list is flicked at so many points a second, one flick each 10 s.
  private func session(_ velocities: [Double], then lines: String = "") -> String {
    Self.head
      + velocities.enumerated().map { index, velocity in
        #"{"t": \#(10_000_000 * index + 1_000_000), "e": "command", "name": "flick", "#
          + #""number": \#(velocity)}"# + "\n"
      }.joined() + lines
      + #"{"t": \#(10_000_000 * velocities.count + 1_000_000), "e": "move", "x": 9.0, "y": -35.0}"#
      + "\n"
  }

  @Test func `each fling has its velocity, way and time, in all three formats`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(session([2000, 600, -900]), to: "a.feel")
    let csv = try Program.run(["flings", file, "--format", "csv"])
    #expect(csv.status == 0, "\(csv.words)")
    let lines = csv.text.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(lines[0].joined(separator: ",") == "duration_s,distance_pt,velocity_pt_s,ended")
    #expect(lines.count == 4)
    for (line, velocity) in zip(lines.dropFirst(), [2000.0, 600, -900]) {
      // (|v| − 10)/k over ln(|v|/10)/k, on a whole pixel.
      #expect(abs((Double(line[1]) ?? .nan) - (abs(velocity) - 10) / 2.002_002_67) <= 0.51)
      #expect(Double(line[2]) == velocity && line[3] == "ran-out")
    }
    let json = try Program.run(["flings", file, "--json"])
    let flings = try #require(try JSONReader.read(json.output)["flings"]?.list)
    #expect(flings.map { $0["velocity"]?.number } == [2000, 600, -900])
    #expect(flings.map { $0["duration"]?.number } == lines.dropFirst().map { Double($0[0]) })
    #expect(abs((flings[1]["release"]?.number ?? .nan) - 11) < 1e-6)
    let table = try Program.run(["flings", file])
    #expect(table.text.split(separator: "\n").count == 5)
    #expect(table.text.contains("ran-out") && table.text.contains("−900.0"))
    #expect(try Program.run(["flings", file, "--json", "--format", "json"]).output == json.output)
  }

  @Test func `what is written is fitted as it is, and gives back the stop speed`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(session([2000, 600, 300, 1200, -900, -3000]), to: "a.feel")
    let csv = folder.path("flings.csv")
    #expect(try Program.run(["flings", file, "--format", "csv", "-o", csv]).status == 0)
    let fit = try Program.run(["fit", csv, "--rate", "--json"])
    #expect(fit.status == 0, "\(fit.words)")
    let found = try JSONReader.read(fit.output)
    #expect(abs(try #require(found["stopSpeed"]?["value"]?.number) - 10) < 0.1)
    #expect(abs(try #require(found["decayPerSecond"]?["value"]?.number) - 2.002) < 0.01)
  }

  @Test func `flings that bounced or were cut short stand in the table and are not fitted`()
    throws
  {
    let folder = try TemporaryFolder()
    // To the top edge, and one that a page's order cuts short.
    let more =
      #"{"t": 31000000, "e": "command", "name": "flick", "number": -4000}"# + "\n"
      + #"{"t": 39000000, "e": "command", "name": "flick", "number": 3000}"# + "\n"
      + #"{"t": 39500000, "e": "command", "name": "scroll-to", "number": 0}"# + "\n"
    let text =
      session([2000, 600, 300], then: "").split(separator: "\n").dropLast()
      .joined(separator: "\n") + "\n" + more
      + #"{"t": 49000000, "e": "move", "x": 9.0, "y": -35.0}"# + "\n"
    let file = try folder.write(text, to: "a.feel")
    let csv = try Program.run(["flings", file, "--format", "csv"])
    let ends = csv.text.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[3] }
    #expect(ends == ["ran-out", "ran-out", "ran-out", "bounced", "interrupted"])
    let fit = try Program.run(["fit", "-", "--json"], input: csv.text)
    let speed = try JSONReader.read(fit.output)["stopSpeed"]?["value"]?.number
    #expect(abs((speed ?? .nan) - 10) < 0.1)
    // Without those that ran out there is nothing to fit.
    let rest = csv.text.split(separator: "\n").filter { !$0.hasSuffix("ran-out") }
    let few = try Program.run(["fit", "-"], input: rest.joined(separator: "\n"))
    #expect(few.status == 4 && few.words.contains("0 flings that ran out"), "\(few.words)")
    let odd = try Program.run(["fit", "-"], input: rest[0] + "\n1,2,3,exploded\n")
    #expect(odd.status == 4 && odd.words.contains("-:2") && odd.words.contains("“exploded”"))
  }

  @Test func `a session without flings has an empty table, and what is none is refused`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(session([]), to: "a.feel")
    let csv = try Program.run(["flings", file, "--format", "csv"])
    #expect(csv.text == "duration_s,distance_pt,velocity_pt_s,ended\n" && csv.status == 0)
    #expect(try Program.run(["flings", file]).text == "\(file): no fling ended\n")
    let broken = try folder.write("{\"feel\": 1}\n", to: "b.feel")
    try Program.expectRefusal(["flings", broken], status: 4, saying: "b.feel:1")
    try Program.expectRefusal(["flings", "/nonexistent/a.feel"], status: 4, saying: "No such file")
    try Program.expectRefusal(
      ["flings", file, "--json", "--format", "csv"], status: 2, saying: "--format")
    try Program.expectRefusal(["flings", file, "--format", "xml"], status: 2, saying: "xml")
  }
}
