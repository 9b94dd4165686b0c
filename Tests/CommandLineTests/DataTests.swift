import Feel
import FeelTrace
import ImageFile
import TestSupport
import Testing

struct DataTests {
  @Test func `list names scenes, presets and parameters`() throws {
    let list = try Program.json("list --json")
    let scenes = try #require(list["scenes"]?.list)
    #expect(scenes.first?["id"]?.text == "overview")
    #expect(scenes.allSatisfy { $0["title"]?.text != nil && $0["hint"]?.text != nil })
    #expect(list["presets"]?.list?.first?["id"]?.text == "uikit")
    let parameters = try #require(list["parameters"]?.list)
    let step = try #require(parameters.first { $0["key"]?.text == "slider.step" })
    #expect(step["min"]?.number == 0 && step["max"]?.number == 0.5)
    #expect(step["default"]?.number == 0 && step["doc"]?.text != nil && step["unit"]?.text == "")
  }

  /// `DecelerationTests` checks the law against every measured fling.
  @Test func `UIKit's curve has the duration and distance of a measured fling`() throws {
    let (duration, distance) = measuredFlings[0]
    let velocity = 2.0020026706730793 * distance + 10
    let curve = try Program.json("curve --velocity \(velocity) --format json")
    #expect(abs(try #require(curve["duration"]?.number) - duration) <= 0.012)
    #expect(abs(try #require(curve["distance"]?.number) - distance) <= 1e-6)
    let samples = try #require(curve["samples"]?.list)
    #expect(samples.first?["x"]?.number == 0 && samples.first?["v"]?.number == velocity)
    #expect(samples.last?["x"]?.number == curve["rest"]?.number)
  }

  @Test func `content released past the edge returns by the chosen law`() throws {
    // x = d·e^(−ω·t), d = 100 pt and ω = 8 /s.
    let run = try Program.run([
      "curve", "--velocity", "0", "--from", "700", "--max", "600", "--at", "0.1,0.25", "--set",
      "physics.outside=exponentialReturn", "--set", "physics.outside.spring.stiffness=64",
    ])
    let found = run.text.split(separator: "\n").dropFirst().compactMap {
      Double($0.split(separator: ",")[1])
    }
    #expect(found.count == 2)
    #expect(zip(found, [644.932_896_411_7, 613.533_528_323_7]).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `a curve as a table has a row for each requested time`() throws {
    let run = try Program.run("curve --velocity 100 --at 0,0.5,99")
    #expect(run.text.split(separator: "\n").count == 4)
    #expect(run.text.hasPrefix("t,x,v\n0.0,0.0,100.0\n"))
  }

  @Test func `springs and eases can be printed as curves`() throws {
    let spring = try Program.json(
      "curve --motion spring --from 0 --to 100 --duration 0.5 --bounce 0.4 --format json")
    #expect(spring["rest"]?.number == 100 && spring["distance"]?.number == 100)
    let places = try #require(spring["samples"]?.list).compactMap { $0["x"]?.number }
    // exp(−πζ/√(1 − ζ²)) with ζ = 0.6 is 0.0948.
    #expect(abs((places.max() ?? 0) - 109.48) < 0.1 && places.last == 100)
    let ease = try Program.run(
      "curve --motion ease --from -10 --to 30 --duration 2 --ease 0.42,0,0.58,1 --at 0,1,2")
    #expect(ease.text.split(separator: "\n")[2].hasPrefix("1.0,10.0,"))
    #expect(ease.text.split(separator: "\n")[3].hasPrefix("2.0,30.0,0.0"))
    try Program.expectRefusal("curve", saying: "--velocity")
    try Program.expectRefusal("curve --motion ease --ease 2,0,0,1", saying: "--ease", "smoothstep")
    try Program.expectRefusal("curve --motion spring --bounce 1", saying: "--bounce")
  }

  @Test func `a curve is drawn as PNG and as SVG`() throws {
    let arguments: Words = ["curve", "--velocity", "900", "--max", "100", "--format"]
    let png = try Program.run(arguments + "png")
    let bitmap = try PNGDecoder.decode(png.output)
    #expect(bitmap.width == 1280 && bitmap.height == 800 && Set(bitmap.pixels).count > 8)
    let svg = try Program.run(arguments + "svg")
    #expect(svg.text.hasPrefix("<svg") && svg.text.contains("<path"))
  }

  @Test func `no preset's motion jumps where one law hands over to the next`() throws {
    let presets = try #require(try Program.json("list --json")["presets"]?.list)
    #expect(presets.count >= 14)
    for preset in presets {
      let id = try #require(preset["id"]?.text)
      let run = try Program.run("check --preset \(id)")
      #expect(run.text.contains(", 0 other jumps; longest tail "))
    }
  }

  @Test func `no motion in the bundled recordings jumps`() throws {
    let tour = try Program.run(
      "check \(Program.root)/Assets/tour.feel \(Program.root)/Assets/first-run.feel")
    let lines = tour.text.split(separator: "\n")
    #expect(lines.count == 4 && lines.count { $0.contains(", 0 other jumps; longest tail ") } == 2)
    #expect(lines[1].contains("tour.feel: 3 motions"))
  }

  @Test func `check refuses a broken recording, and other parameters for a recording`() throws {
    let folder = try TemporaryFolder()
    let broken = try folder.write("{\"feel\": 1}\n", to: "a.feel")
    try Program.expectRefusal("check \(broken)", status: 4, saying: "a.feel:1")
    try Program.expectRefusal("check --preset gtk4 \(broken)", saying: "--preset", "--set")
  }

  @Test func `every switch between two presets is checked and counted`() throws {
    let run = try Program.run("check --switches 1")
    let pairs = ScrollPreset.all.count * (ScrollPreset.all.count - 1)
    #expect(run.text == "\(pairs) pairs of presets, \(pairs) sequences, 0 jumps\n")
    try Program.expectRefusal("check --switches 0", saying: "--switches", "0")
    try Program.expectRefusal("check --switches 2 --preset gtk4", saying: "--switches")
  }

  @Test func `fitting a curve recovers its parameters`() throws {
    let curve = try Program.run("curve --velocity 2500 --max 600 --dt 0.008")
    let rows = curve.text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").prefix(2).joined(separator: ",")
    }
    let fit = try Program.json("fit --json -", input: "t,x\n" + rows.joined(separator: "\n"))
    let motion = try #require(fit["motions"]?.list?.first)
    let segments = try #require(motion["segments"]?.list)
    let kinds = segments.compactMap { $0["kind"]?.text }
    #expect(kinds.starts(with: ["fling", "bounce"]))
    let laws = segments.compactMap { $0["law"] }
    try #require(laws.count >= 2)
    #expect(abs((laws[0]["velocity"]?.number ?? .nan) - 2500) < 2)
    #expect(abs((number("decay", of: laws[0]) ?? .nan) - 2.002) < 0.01)
    #expect(abs((number("frequency", of: laws[1]) ?? .nan) - 10) < 0.05)
    #expect(motion["explained"] == .flag(true))
    #expect(motion["faults"]?.list?.isEmpty == true)
    // A second motion after it, at another position: the jump between them is reported.
    let again = rows.enumerated().map { index, row in
      "\(10 + 0.008 * Double(index)),\(row.split(separator: ",")[1])"
    }
    let twice = try Program.run(
      "fit -", input: "t,x\n" + (rows + again).joined(separator: "\n"), status: 1)
    #expect(twice.text.contains("at 10.000 s the position jumps by"), "\(twice.text)")
  }

  private func number(_ name: String, of law: JSON) -> Double? {
    law["numbers"]?.list?.first { $0["name"]?.text == name }?["value"]?.number
  }

  @Test func `an invalid row of a table is refused with its line`() throws {
    let folder = try TemporaryFolder()
    let words = try folder.write("t_ms,x,y\n0,0,0\n8,one,0\n", to: "a.csv")
    try Program.expectRefusal(
      "fit --estimator lsq2 \(words)", status: 4, saying: "a.csv:3", "8,one,0")
    let back = try folder.write("8,0,0\n0,0,0\n", to: "b.csv")
    try Program.expectRefusal("fit --estimator lsq2 \(back)", status: 4, saying: "b.csv:2", "back")
  }

  @Test func `a parameter file with a mistake is refused with line and column`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "{\"scene\": \"overview\",\n \"parameters\": {\"hold.duration\": 99}}", to: "p.json")
    try Program.expectRefusal(
      "check \(file)", status: 4, saying: "p.json:2:34", "hold.duration", "99")
    let broken = try folder.write("{\"parameters\": {", to: "q.json")
    try Program.expectRefusal("check \(broken)", status: 4, saying: "q.json:1:17")
  }
}
