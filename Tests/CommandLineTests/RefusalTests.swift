import TestSupport
import Testing

/// Refusals state what is wrong and what would be right, the same for a flag as for a file.
struct RefusalTests {
  @Test func `an unknown key is refused with the command that lists the keys`() throws {
    let run = try Program.run("list --as file --set zebra=1", status: 2)
    #expect(run.words.count < 200, "\(run.words)")
    #expect(run.words.contains("zebra") && run.words.contains("feellab list parameters"))
    let keys = try Program.run("list parameters").text
    #expect(keys.contains("physics.stop.speed") && !keys.contains("\npresets\n"))
    let presets = try Program.run("list presets").text
    #expect(presets.contains("gtk4") && !presets.contains("physics.stop.speed"))
    let scenes = try Program.run("list scenes --json").text
    #expect(scenes.hasPrefix("{\"scenes\"") && !scenes.contains("\"presets\""))
  }

  @Test func `an unknown preset, scene or key in a file is refused with a suggestion`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("{\"preset\": \"gtk5\", \"parameters\": {}}", to: "p.json")
    try Program.expectRefusal(
      "check \(file)", status: 4, saying: "p.json:1:12", "“gtk5”", "Did you mean gtk4", "uikit")
    let scene = try folder.write("{\"scene\": \"pagr\", \"parameters\": {}}", to: "s.json")
    try Program.expectRefusal(
      "check \(scene)", status: 4, saying: "s.json: ", "“pagr”", "Did you mean pager")
    let key = try folder.write("{\"parameters\": {\"slider.stp\": 1}}", to: "q.json")
    try Program.expectRefusal(
      "check \(key)", status: 4, saying: "q.json:1:31", "Did you mean slider.step")
  }

  @Test func `a constant of a law that is not chosen is refused in a flag and in a file alike`()
    throws
  {
    let folder = try TemporaryFolder()
    func file(_ parameters: String, preset: String = "") throws -> String {
      try folder.write("{\(preset)\"parameters\": {\(parameters)}}", to: "p.json")
    }
    let said = "physics.band.limit would have no effect: it applies where physics.band is linear"
    try Program.expectRefusal("list --as file --set physics.band.limit=50", saying: said)
    try Program.expectRefusal(
      ["check", try file("\"physics.band.limit\": 50")], status: 4, saying: said, "p.json:1:39")
    // In either order, and over any preset named by the file or a flag.
    let both = try file("\"physics.band.limit\": 50, \"physics.band\": \"linear\"")
    try Program.run("check \(both)")
    let qt = try file("\"physics.band.limit\": 50", preset: "\"preset\": \"qt6\", ")
    try Program.run("check \(qt)")
    let bare = try file("\"physics.band.limit\": 50")
    try Program.run("list --as file --preset qt6 --params \(bare)")
  }

  @Test func `a written file can be read again even if its law leaves a value unused`() throws {
    let folder = try TemporaryFolder()
    let gtk = try Program.run("list --as file --preset gtk4 --set physics.decay.decayPerSecond=3")
    let file = try folder.write(gtk.text, to: "gtk.json")
    let android = try Program.run("list --as file --params \(file) --preset android")
    // Android's law does not use it, but it is kept for one that does.
    #expect(android.text.contains(#""overrides": ["physics.decay.decayPerSecond"]"#))
    let again = try folder.write(android.text, to: "android.json")
    #expect(try Program.run("list --as file --params \(again)").text == android.text)
  }

  @Test func `no limit is null in a file and none in a flag, and each message names its own word`()
    throws
  {
    let folder = try TemporaryFolder()
    func refuse(_ value: String, key: String = "physics.velocity.maximum", saying words: String...)
      throws
    {
      let file = try folder.write("{\"parameters\": {\"\(key)\": \(value)}}", to: "p.json")
      let run = try Program.run("check \(file)", status: 4)
      for word in words { #expect(run.words.contains(word), "\(run.words)") }
    }
    try refuse("\"none\"", saying: "cannot be \"none\"", "or null for no limit")
    try refuse("null", key: "physics.stop.speed", saying: "cannot be null")
    try refuse("\"on\"", key: "physics.drag.pastEdge", saying: "cannot be \"on\"", "true or false")
    try refuse("[1]", saying: "physics.velocity.maximum", "an array", "or null")
    try Program.expectRefusal(
      "list --as file --set physics.velocity.maximum=null", saying: "cannot be null",
      "or none for no limit")
    let file = try folder.write(
      "{\"parameters\": {\"physics.velocity.maximum\": null}}", to: "p.json")
    let flag = try Program.run("list --as file --set physics.velocity.maximum=none")
    #expect(try Program.run("list --as file --params \(file)").text == flag.text)
  }

  @Test(arguments: [
    "curve --velocity 1 --viewport -1", "curve --velocity 1 --dt -1",
    "curve --motion ease --to 9 --duration -1", "curve --motion spring --to 9 --bounce -1",
    "render pager -o a.png --at -1", "render pager -o a.png --scale -1",
    "render pager -o a/ --from -1", "render pager -o a/ --to -1", "render pager -o a/ --fps -1",
    "render pager -o a.png --size -1",
    "open --autoquit -1", "open --fps-cap -1", "open --geometry -1",
    "open a.feel --speed -1", "open a.feel --until -1",
    "check a.feel --fps -1", "list --as elements --size -1",
  ])
  func `a negative number is refused with the name of its option`(line: String) throws {
    let run = try Program.run(Words(line), status: 2)
    #expect(run.output.isEmpty)
    let option = try #require(line.split(separator: " ").dropLast().last)
    #expect(run.words.contains("The value '-1' is invalid for '\(option)"), "\(run.words)")
    #expect(!run.words.contains("Missing"))
  }

  @Test func `a motion that would not move is refused with what would make it move`() throws {
    try Program.expectRefusal("curve --motion spring", saying: "--to", "--velocity")
    try Program.expectRefusal("curve --motion ease --from 5 --to 5", saying: "--to", "--from")
    try Program.expectRefusal("curve --motion ease --to 5 --velocity 5", saying: "--velocity")
    try Program.run("curve --motion spring --velocity 9")
    try Program.run("curve --motion ease --from 9")
  }

  @Test func `the ending of a file chooses its format, unless --format is given`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.json")
    try Program.run("curve --velocity 900 -o \(path)")
    #expect(folder.bytes("a.json").first == UInt8(ascii: "{"))
    try Program.run("curve --velocity 9 -o \(path) --format csv")
    #expect(folder.bytes("a.json").first == UInt8(ascii: "t"))
    try Program.expectRefusal(
      "curve --velocity 900 -o \(folder.file("a.dat"))", saying: "a.dat", ".csv", ".png", "--format"
    )
  }

  @Test(arguments: [
    ("check", "GIF89a", "is cut off"), ("fit", "<svg ", "a picture"),
    ("list", "0000ftypisom", "a video"), ("list", "GIF89a", "a video"),
    ("check", "duration_s,distance_pt\n1,900\n", "feellab fit"),
    ("check", "# EVEMU 1.3\nE: 0.1 0003 0035 9\n", "no finger goes down"),
    ("list", "{\"feelstream\": 1}\n", "feellab fit"),
    ("explain", "{\"scene\": \"carousel\", \"parameters\": {}}", "feellab FILE"),
    ("fit", "{\"scene\": \"carousel\", \"parameters\": {}}", "feellab FILE"),
    ("list", "t,x\n0,1\n", "feellab fit"),
    ("check", #"{"t": 0, "e": "show", "moment": 966667}"# + "\n", "expected a member \"feel\""),
    ("check", "\n \n", "nothing but spaces"),
    ("fit", "zebra\n", "is none of the files FeelLab reads"),
  ])
  func `a file of the wrong kind is refused with its kind or a remedy`(
    verb: String, text: String, words: String
  )
    throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "a.dat")
    try Program.expectRefusal("\(verb) \(path)", status: 4, saying: "a.dat", words)
  }

  @Test func `a table in UTF-16 is read`() throws {
    let rows = (0..<12).map { "\($0 * 16),\($0 * $0)" }
    let text = (["t_ms,offset"] + rows).joined(separator: "\n")
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 255), UInt8(unit >> 8)] }
    let folder = try TemporaryFolder()
    let run = try Program.run("check \(try folder.write(bytes, to: "a.csv"))", status: nil)
    #expect(run.status != 4 && !run.output.isEmpty, "\(run.words)")
  }
}
