import FeelTrace
import Foundation
import ImageFile
import TestSupport
import Testing

struct RenderTests {
  /// A drag of the progress slider by 200 pt, and a hold of the first button until after it fired:
  /// eight events in 2.6 s.
  static let trace = """
    {"feel": 2, "program": "0.1.0", "scene": "overview", "stage": [1200, 732], "scale": 1, \
    "preset": "uikit", "parameters": {}, "theme": "light", "reducedMotion": false}
    {"t": 100000, "e": "move", "x": 500, "y": 493}
    {"t": 200000, "e": "down", "x": 500, "y": 493}
    {"t": 250000, "e": "move", "x": 600, "y": 493}
    {"t": 300000, "e": "move", "x": 700, "y": 493}
    {"t": 300000, "e": "up", "x": 700, "y": 493}
    {"t": 400000, "e": "move", "x": 372, "y": 633}
    {"t": 500000, "e": "down", "x": 372, "y": 633}
    {"t": 2600000, "e": "up", "x": 372, "y": 633}

    """

  private func render(_ arguments: Words) throws -> Bitmap {
    try PNGDecoder.decode(Program.run(["render"] + arguments + "-o -").output)
  }

  @Test(arguments: ["--theme light", "--theme dark", "--theme contrast"])
  func `a picture has the requested size, and the same bytes each time`(look: String) throws {
    let arguments = "render overview --size 900x620 --scale 2 -o -" + Words(look)
    let (first, second) = (try Program.run(arguments), try Program.run(arguments))
    #expect(first.output == second.output)
    let bitmap = try PNGDecoder.decode(first.output)
    #expect(bitmap.width == 1800 && bitmap.height == 1240)
    #expect(Set(bitmap.pixels).count > 20)
  }

  @Test func `the light and dark themes differ`() throws {
    let light = try render("overview --theme light")
    let dark = try render("overview --theme dark")
    #expect(light.pixels != dark.pixels)
  }

  @Test func `a trace is drawn frame by frame, into a folder and into an animation`() throws {
    let folder = try TemporaryFolder()
    let trace = try folder.write(Self.trace, to: "t.feel")
    try Program.run("render \(trace) -o \(folder.file("frames"))/ --fps 5")
    let names = folder.names("frames")
    // 2.6 s at five frames a second, and the final frame.
    #expect(names.first == "frame-00000.png" && names.count == 14)
    let first = try PNGDecoder.decode(folder.bytes("frames/frame-00000.png"))
    let last = try PNGDecoder.decode(folder.bytes("frames/frame-00013.png"))
    #expect(first.width == 1216 && first.height == 812)
    #expect(first.pixels != last.pixels)
    try Program.run("render \(trace) -o \(folder.file("a.apng")) --fps 5")
    #expect(try PNGDecoder.decode(folder.bytes("a.apng")) == first)
    // With the hand's pointer, unless that is left out.
    try Program.run("render \(trace) -o \(folder.file("bare"))/ --fps 5 --no-pointer")
    let changed = names.filter { name in
      folder.bytes("frames/\(name)") != folder.bytes("bare/\(name)")
    }
    #expect(!changed.isEmpty && changed.count < names.count)
  }

  @Test(arguments: ["tour", "first-run"])
  func `the bundled traces can be drawn`(name: String) throws {
    let start = try render(["\(Program.root)/Assets/\(name).feel", "--at", "0"])
    let end = try render(["\(Program.root)/Assets/\(name).feel"])
    #expect(start.pixels != end.pixels)
  }

  @Test func `overlays are drawn over a scene and over a trace, by key or by name`() throws {
    let folder = try TemporaryFolder()
    let trace = try folder.write(Self.trace, to: "t.feel")
    for subject in ["overview", trace] {
      let plain = try render([subject, "--at", "1"])
      let numbers = try render([subject, "--at", "1", "--overlay", "h"])
      #expect(numbers.pixels != plain.pixels)
      #expect(try render([subject, "--at", "1", "--overlay", "HUD"]) == numbers)
      #expect(try render([subject, "--at", "1", "--overlay", "h,bounds"]) != numbers)
    }
  }

  @Test func `the curves are drawn below a recording and leave its stage unchanged`() throws {
    let folder = try TemporaryFolder()
    let trace = try folder.write(Self.trace, to: "t.feel")
    let plain = try render([trace])
    let plotted = try render([trace, "--plot"])
    #expect(plotted.width == plain.width && plotted.height > plain.height + 200)
    // Compare without the bar (its timeline button is on), the hint line, and the last rows of the
    // stage, where the timeline's splitter is.
    let rows = (48 * plain.width)..<((plain.height - 48) * plain.width)
    #expect(plotted.pixels[rows] == plain.pixels[rows])
    let scene = try Program.run("render carousel --plot -o \(folder.file("s.png"))", status: 2)
    #expect(scene.words.contains("--plot"))
  }

  @Test func `a frame of a trace is the same whether drawn alone or in a film`() throws {
    let folder = try TemporaryFolder()
    let trace = try folder.write(Self.trace, to: "t.feel")
    let alone = try render([trace, "--at", "1.6"])
    try Program.run("render \(trace) -o \(folder.file("f"))/ --fps 5 --to 1.6 --no-pointer")
    #expect(try PNGDecoder.decode(folder.bytes("f/frame-00008.png")) == alone)
  }
}

struct VerifyTests {
  /// A recording with its final state at a time in microseconds.
  static func ended(_ events: String, at time: Int) throws -> String {
    let folder = try TemporaryFolder()
    // For an expected state without fields, `check` reports every field with its actual value.
    let probe = try folder.write(events + #"{"t": \#(time), "state": {}}"# + "\n", to: "a.feel")
    let found = try Program.json("check --json \(probe)", status: 1)
    let differences = try #require(found["checked"]?.list?.first?["differences"]?.list)
    let fields = try differences.map { difference in
      let (name, value) = (difference["name"]?.text, difference["found"])
      return "\"\(try #require(name))\": \(try #require(value))"
    }
    return events + "{\"t\": \(time), \"state\": {\(fields.joined(separator: ", "))}}\n"
  }

  @Test func `a matching state passes at any frame rate, and a different one is named`() throws {
    let folder = try TemporaryFolder()
    let events = RenderTests.trace
    // For an expected state without fields, `check` reports every field with its actual value.
    let probe = try folder.write(events + #"{"t": 2600000, "state": {}}"# + "\n", to: "probe.feel")
    let found = try Program.run("check \(probe)", status: 1)
    #expect(found.text.contains("probe.feel:10: at 2.6 s hold.circle.fired is not recorded, 1 now"))
    let ended = try Self.ended(events, at: 2_600_000)
    let right = try folder.write(ended, to: "right.feel")
    for rate in ["1", "15", "60", "144", "1000"] { try Program.run("check --fps \(rate) \(right)") }
    let wrong = try folder.write(
      ended.replacing("\"hold.circle.fired\": 1", with: "\"hold.circle.fired\": 2"),
      to: "wrong.feel")
    let run = try Program.run("check \(right) \(wrong)", status: 1)
    #expect(run.text.contains("wrong.feel:10: at 2.6 s hold.circle.fired was recorded as 2, 1 now"))
    // A missing file does not affect the others.
    let none = folder.file("none.feel")
    let all = try Program.run("check \(none) \(right) \(wrong)", status: 4)
    #expect(all.words.contains("none.feel"))
    #expect(all.text.contains("all match") && all.text.contains("differs"), "\(all.text)")
    let json = try Program.json("check --json \(none) \(right) \(wrong)", status: 4)
    let same = json["checked"]?.list?.map { "\($0["same"] ?? .null)" }
    #expect(same == ["null", "true", "false"])
  }

  @Test func `every recording in Assets replays to its recorded states`() throws {
    let folder = FileManager.default.currentDirectoryPath + "/Assets"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".feel") }
    #expect(names.count >= 3)
    let found = try #require(
      try Program.json("check --json" + Words(names.map { "\(folder)/\($0)" }))["checked"]?.list)
    for recording in found { #expect(recording["same"] == .flag(true), "\(recording)") }
  }

  @Test func `a recording is rewritten with the states that it reaches now`() throws {
    let folder = try TemporaryFolder()
    let state = #"{"t": 2600000, "state": {"hold.circle.fired": 7}}"# + "\n"
    let wrong = try folder.write(RenderTests.trace + state, to: "wrong.feel")
    try Program.run("check \(wrong)", status: 1)
    let right = folder.file("right.feel")
    try Program.run("check \(wrong) -o \(right)")
    let run = try Program.run("check \(right)")
    #expect(run.text.contains("all match\n"), "\(run.text)")
    try Program.expectRefusal(
      "check \(wrong) \(right) -o \(folder.file("c.feel"))", saying: "-o rewrites one")
  }

  @Test func `a recording with a truncated last line is used up to there, which is reported`()
    throws
  {
    let folder = try TemporaryFolder()
    let cut = try folder.write(RenderTests.trace + #"{"t": 2700000, "e": "mo"#, to: "cut.feel")
    // Without states, nothing can be compared.
    let run = try Program.run("check \(cut)", status: 4)
    #expect(run.text.contains("no states to compare"))
    let json = try Program.json("check --json \(cut)", status: 4)
    #expect(json["checked"]?.list?.first?["same"] == .null)
    #expect(run.words.contains("cut.feel:10: skipped the last line, which is cut off."))
    #expect(run.text.contains("8 events, 2.6 s"))
    let old = try folder.write(#"{"feel": 1, "program": "0.1.0"}"# + "\n", to: "old.feel")
    try Program.expectRefusal(
      "check \(old)", status: 4, saying: "old.feel:1:10: expected format version 2", "found 1")
  }

  @Test func `a recording is drawn at the size of its stage and at the requested scale`() throws {
    let folder = try TemporaryFolder()
    let text =
      RenderTests.trace + #"{"t": 2700000, "e": "stage", "size": [900, 532], "scale": 2}"# + "\n"
      + #"{"t": 2800000, "e": "theme", "theme": "dark"}"# + "\n"
    let trace = try folder.write(text, to: "t.feel")
    func size(_ arguments: Words) throws -> [Int] {
      let run = try Program.run("render \(trace) -o -" + arguments)
      let picture = try PNGDecoder.decode(run.output)
      return [picture.width, picture.height]
    }
    #expect(try size("--at 1") == [1216, 812])
    #expect(try size([]) == [1832, 1224])
    #expect(try size("--scale 1") == [916, 612])
    let verified = try Program.run("check \(trace) --fps 60", status: 4)
    #expect(verified.text.contains("10 events, 2.8 s: no state"), "\(verified.text)")
  }

  @Test
  func `an invalid scene, preset, parameter, overlay or time in a trace is refused with its line`()
    throws
  {
    let folder = try TemporaryFolder()
    let head = String(RenderTests.trace.split(separator: "\n")[0])
    let scene = try folder.write(head.replacing("overview", with: "attic"), to: "a.feel")
    try Program.expectRefusal("check \(scene)", status: 4, saying: "a.feel:1", "found \"attic\"")
    let preset = try folder.write(head.replacing("uikit", with: "molasses"), to: "d.feel")
    try Program.expectRefusal(
      "check \(preset)", status: 4, saying: "d.feel:1", "found \"molasses\"")
    let parameter = try folder.write(
      head + "\n" + #"{"t": 0, "e": "set", "key": "hold.duration", "value": 99}"#, to: "b.feel")
    try Program.expectRefusal("check \(parameter)", status: 4, saying: "b.feel:2", "hold.duration")
    let overlay = try folder.write(
      head + "\n" + #"{"t": 0, "e": "overlays", "overlays": ["hx"]}"#, to: "e.feel")
    try Program.expectRefusal("check \(overlay)", status: 4, saying: "e.feel:2", "hx")
    let late = try folder.write(
      head + "\n" + #"{"t": 5, "e": "restart"}"# + "\n" + #"{"t": 4, "e": "restart"}"#,
      to: "c.feel")
    try Program.expectRefusal(
      "check \(late)", status: 4, saying: "c.feel:3:7", "from 5 to", "found 4")
  }
}
