import FeelTrace
import Foundation
import TestSupport
import Testing

/// The flings of a recorded session, and fits to them.
struct FlingsTests {
  private static let head =
    #"{"feel": 2, "program": "0.1.0", "scene": "scroll-view", "stage": [1200.0, 732.0], "#
    + #""scale": 1.0, "preset": "uikit", "parameters": {"scroll.rows": 100000}, "#
    + #""theme": "light", "reducedMotion": false}"# + "\n"

  /// A session in which the list is flicked with these velocities, in pt/s, at an interval in
  /// seconds.
  static func session(
    _ velocities: [Double], every seconds: Int = 10, then lines: String = ""
  ) -> String {
    func time(_ index: Int) -> Int { 1_000_000 * (seconds * index + 1) }
    return Self.head
      + velocities.enumerated().map { index, velocity in
        #"{"t": \#(time(index)), "e": "command", "name": "flick", "number": \#(velocity)}"# + "\n"
      }.joined() + lines
      + #"{"t": \#(time(velocities.count)), "e": "move", "x": 9.0, "y": -35.0}"# + "\n"
  }

  @Test func `each fling has its velocity, distance and duration in all three formats`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.session([2000, 600, -900]), to: "a.feel")
    let csv = try Program.run("fit --flings \(file) --format csv")
    let lines = csv.text.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(lines[0].joined(separator: ",") == "duration_s,distance_pt,velocity_pt_s,ended")
    #expect(lines.count == 4)
    for (line, velocity) in zip(lines.dropFirst(), [2000.0, 600, -900]) {
      // (|v| − 10)/k over ln(|v|/10)/k, on a whole pixel.
      let way = (abs(velocity) - 10) / 2.002_002_67
      #expect(abs((Double(line[1]) ?? .nan) - (velocity < 0 ? -way : way)) <= 0.51)
      #expect(Double(line[2]) == velocity && line[3] == "ran out")
    }
    let json = try Program.run("fit --flings \(file) --json")
    let flings = try #require(try JSONReader.read(json.output)["flings"]?.list)
    #expect(flings.map { $0["velocity"]?.number } == [2000, 600, -900])
    #expect(flings.map { $0["duration"]?.number } == lines.dropFirst().map { Double($0[0]) })
    #expect(abs((flings[1]["release"]?.number ?? .nan) - 11) < 1e-6)
    let table = try Program.run("fit --flings \(file)")
    #expect(table.text.split(separator: "\n").count == 5)
    #expect(table.text.contains("ran out") && table.text.contains("−900.0"))
    #expect(try Program.run("fit --flings \(file) --json --format json").output == json.output)
  }

  @Test func `fitting the written flings recovers the stop speed and the decay`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.session([2000, 600, 300, 1200, -900, -3000]), to: "a.feel")
    let csv = folder.file("flings.csv")
    try Program.run("fit --flings \(file) -o \(csv)")
    let found = try Program.json("fit \(csv) --rate --json")
    #expect(abs(try #require(found["stopSpeed"]?["value"]?.number) - 10) < 0.1)
    #expect(abs(try #require(found["decayPerSecond"]?["value"]?.number) - 2.002) < 0.01)
  }

  @Test func `flings that bounced or were cut short are listed but not fitted`() throws {
    let folder = try TemporaryFolder()
    // One to the top edge, and one cut short by a scroll command.
    let more =
      #"{"t": 31000000, "e": "command", "name": "flick", "number": -4000}"# + "\n"
      + #"{"t": 39000000, "e": "command", "name": "flick", "number": 3000}"# + "\n"
      + #"{"t": 39500000, "e": "command", "name": "scroll-to", "number": 0}"# + "\n"
    let text =
      Self.session([2000, 600, 300], then: "").split(separator: "\n").dropLast()
      .joined(separator: "\n") + "\n" + more
      + #"{"t": 49000000, "e": "move", "x": 9.0, "y": -35.0}"# + "\n"
    let file = try folder.write(text, to: "a.feel")
    let csv = try Program.run("fit --flings \(file) --format csv")
    let ends = csv.text.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[3] }
    #expect(ends == ["ran out", "ran out", "ran out", "bounced", "cut short"])
    let fit = try Program.run("fit - --json", input: csv.text)
    let speed = try JSONReader.read(fit.output)["stopSpeed"]?["value"]?.number
    #expect(abs((speed ?? .nan) - 10) < 0.1)
    // Only flings that ran out can be fitted.
    let rest = csv.text.split(separator: "\n").filter { !$0.hasSuffix("ran out") }
    let few = try Program.run("fit -", input: rest.joined(separator: "\n"), status: 4).words
    #expect(few.contains("The standard input has 0 flings that"), "\(few)")
    let odd = try Program.run("fit -", input: rest[0] + "\n1,2,3,exploded\n", status: 4)
    #expect(odd.words.contains("-:2") && odd.words.contains("“exploded”"))
  }

  @Test func `a session without flings and a file that is no session are refused`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.session([]), to: "a.feel")
    for format: Words in ["", "--format csv", "--json", "--plot"] {
      try Program.expectRefusal(
        "fit --flings \(file)" + format, status: 4, saying: "no scroll-view flings")
    }
    let broken = try folder.write("{\"feel\": 1}\n", to: "b.feel")
    try Program.expectRefusal("fit --flings \(broken)", status: 4, saying: "b.feel:1")
    try Program.expectRefusal("fit --flings /nonexistent/a.feel", status: 4, saying: "No such file")
    try Program.expectRefusal("fit --flings \(file) --json --format csv", saying: "--format")
    try Program.expectRefusal("fit --flings \(file) --format xml", saying: "xml")
  }

  @Test func `the ending of a flings file chooses its format, unless --format is given`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.session([2000]), to: "a.feel")
    for (name, first) in [("a.csv", "d"), ("a.json", "{")] {
      try Program.run(["fit", "--flings", file, "-o", folder.file(name)])
      #expect(folder.bytes(name).first == first.utf8.first)
    }
    let path = folder.file("a.txt")
    try Program.expectRefusal(
      "fit --flings \(file) -o \(path)", saying: "a.txt", ".csv or .json", "--format")
    try Program.run("fit --flings \(file) -o \(path) --format table")
    #expect(folder.bytes("a.txt").first == UInt8(ascii: "r"))
  }

  @Test func `a fit that explains nothing is reported with what may help`() throws {
    let folder = try TemporaryFolder()
    let gtk = Self.session([400, 900, 1500, 2600]).replacingPreset("gtk4-stop-1")
    let csv = try Program.run(
      ["fit", "--flings", try folder.write(gtk, to: "a.feel"), "--format", "csv"]
    ).text
    let poor = try Program.run("fit -", input: csv, status: 1)
    #expect(poor.words.contains("--rate"), "\(poor.words)")
    #expect(poor.text.contains("stop speed"))
    let good = try Program.run("fit - --rate --json", input: csv)
    #expect(good.words.isEmpty)
    let found = try JSONReader.read(good.output)
    let speed = try #require(found["stopSpeed"])
    let off = abs(try #require(speed["value"]?.number) - 1)
    #expect(off < 3 * (speed["error"]?.number ?? 0))
    for rule in try #require(found["rules"]?.list) {
      // Half a pixel left at a scale of 2 is, with a decay of 4 per second, the same rule.
      let isTrue = ["speed < 1.0 pt/s", "remaining distance < 0.5/scale pt"].contains(
        rule["rule"]?.text)
      #expect(rule["rejected"] == .flag(!isTrue), "\(rule)")
      #expect(rule["meanExcessMs"]?.number != nil, "\(rule)")
    }
    let one = csv.split(separator: "\n").prefix(2).joined(separator: "\n")
    let few = try Program.run("fit -", input: one, status: 4)
    #expect(few.words.contains("has 1 fling that ran out by itself"))
  }

  @Test func `a value recorded as overridden outlives a change of preset`() throws {
    let folder = try TemporaryFolder()
    func stops(overrides: String) throws -> Double {
      let head = Self.head.replacingOccurrences(
        of: "\"preset\": \"uikit\", \"parameters\": {",
        with: "\"preset\": \"gtk4\", \(overrides)\"parameters\": {\"physics.stop.speed\": 0.1, ")
      let text =
        head + #"{"t": 0, "e": "preset", "preset": "uikit"}"# + "\n"
        + Self.session([2000]).split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
      let file = try folder.write(text, to: "a.feel")
      let fling = try #require(
        try Program.json("fit --flings \(file) --json")["flings"]?.list?.first)
      return try #require(fling["duration"]?.number)
    }
    // ln(v/s)/k
    #expect(abs(try stops(overrides: "") - 2.646) < 0.01)
    let kept = "\"overrides\": [\"physics.stop.speed\"], "
    #expect(abs(try stops(overrides: kept) - 4.947) < 0.01)
    let odd = Self.head.replacingOccurrences(
      of: "\"parameters\"", with: "\"overrides\": [\"zebra\"], \"parameters\"")
    try Program.expectRefusal(
      ["fit", "--flings", try folder.write(odd, to: "b.feel")], status: 4, saying: "b.feel:1",
      "zebra")
  }
}

extension String {
  fileprivate func replacingPreset(_ id: String) -> String {
    replacingOccurrences(of: "\"preset\": \"uikit\"", with: "\"preset\": \"\(id)\"")
  }
}
