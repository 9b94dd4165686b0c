import Foundation
import TestSupport
import Testing

/// The first argument: a command, a scene or a file, and the message if it is none of these.
struct FirstWordTests {
  /// Exit status 3 means that only the display was missing: the command line was accepted.
  @Test func `a scene, a recording, parameters or measurements can be named first`() throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write(RenderTests.trace, to: "a.feel")
    let parameters = try folder.write(
      #"{"scene": "carousel", "parameters": {"carousel.count": 9}}"#, to: "a.json")
    let measurements = try folder.write("t,x\n0,1\n1,2\n", to: "a.csv")
    for words in [
      "carousel", "Carousel", "scrub", "Hold --preset gtk4", "--scene Integer",
      "carousel --preset gtk4", "\(recording)", "open \(recording)",
      "\(parameters)", "\(parameters) --watch", "--params \(parameters)", "\(measurements)",
      "carousel --params \(parameters)", "\(measurements) --scene curves",
    ] as [Words] {
      try Program.expectRefusal(words, status: 3, saying: "display")
    }
  }

  @Test func `a first argument that conflicts with a flag or a command is refused`() throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write(RenderTests.trace, to: "a.feel")
    let parameters = try folder.write(
      #"{"scene": "carousel", "parameters": {"carousel.count": 9}}"#, to: "a.json")
    try Program.expectRefusal("carousel --scene pager", saying: "“carousel”", "--scene “pager”")
    try Program.expectRefusal(
      "\(recording) --scene pager", saying: "--scene needs a scene, not a recording")
    try Program.expectRefusal(
      "\(parameters) --scene pager", status: 4, saying: "“carousel”", "“pager”")
    try Program.expectRefusal(
      "render \(parameters) -o a.png", status: 4, saying: "a.json", "--params")
    // The content of a file counts, not its name.
    let motion = try folder.write("t,x\n0,1\n1,2\n", to: "motion.feel")
    try Program.expectRefusal(
      "render \(motion) -o a.png", status: 4, saying: "motion.feel", "--data")
    try Program.expectRefusal(
      "render carousel --params \(motion) -o a.png", status: 4,
      saying: "expected parameters, found a measured motion", "feellab fit")
  }

  @Test func `a value may begin with a dash, and for such a file name ./ is suggested`() throws {
    try Program.run("curve --velocity -900")
    try Program.expectRefusal("curve --velocity -inf", saying: "-1000000000 to")
    // The command to start has options of its own.
    try Program.expectRefusal("measure --only nothing -- xterm -geometry 9x9", saying: "“nothing”")
    let name = "-here.feel"
    try Data(RenderTests.trace.utf8).write(to: URL(filePath: name))
    defer { try? FileManager.default.removeItem(atPath: name) }
    try Program.expectRefusal("check \(name)", saying: "./-here.feel")
    try Program.run("list ./\(name)")
  }

  @Test func `an existing recording is only replaced with --replace`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(RenderTests.trace, to: "a.feel")
    let words: Words = "--record \(path)"
    try Program.expectRefusal(words, status: 4, saying: "already exists", "--replace")
    try Program.expectRefusal(words + "--replace", status: 3, saying: "display")
    try Program.expectRefusal(
      ["--record", try folder.write("", to: "empty.feel")], status: 3, saying: "display")
  }

  @Test func `a time past the end of a recording is reported`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(RenderTests.trace, to: "a.feel")
    let run = try Program.run("render \(path) -o \(folder.file("a.png")) --at 900")
    #expect(run.words.contains("--at 900.000 is past"), "\(run.words)")
    #expect(run.words.split(separator: "\n").count == 1)
    try Program.expectRefusal(
      "render \(path) -o \(folder.file("a.apng")) --from 900", saying: "--from 900",
      "past the recording’s end")
  }

  @Test func `a chart with an unknown file ending is refused with the two known ones`() throws {
    try Program.expectRefusal("curve --rates -o a.jpg", saying: ".png or .svg", "“a.jpg”")
  }

  @Test func `the help of a verb and of help itself is shown`() throws {
    for words: Words in ["help", "help render", "help help"] {
      let run = try Program.run(words)
      #expect(run.text.contains("USAGE: feellab"), "\(run.words)")
    }
  }

  @Test func `a missing file is refused with a suggestion of a similar name`() throws {
    let folder = try TemporaryFolder()
    try folder.write(RenderTests.trace, to: "tour.feel")
    for verb: Words in ["", "check", "open"] {
      try Program.expectRefusal(
        verb + "\(folder.file("tuor.feel"))", status: 4, saying: "No such file",
        "Did you mean tour.feel?")
    }
  }

  @Test func `a value beyond a limit is reported`() throws {
    let run = try Program.run("curve --velocity 900000 --preset flutter-android --at 0")
    #expect(run.text == "t,x,v\n0.0,0.0,8000.0\n", "\(run.text)")
    #expect(run.words.contains("--velocity 900000.0 counts as 8000.0 pt/s"), "\(run.words)")
    try Program.expectRefusal(
      "curve --velocity 1e308", saying: "1e308", "-1000000000 to 1000000000 points per second")
    let capped = try Program.run("curve --velocity -900 --at 0 --set physics.velocity.maximum=500")
    #expect(capped.words.contains("-900.0 counts as -500.0 pt/s"), "\(capped.words)")
    #expect(try Program.run("curve --velocity 900 --at 0").words.isEmpty)
    try Program.expectRefusal("render pager -o a.gif --to 1 --fps 60", saying: "--fps 60", "50")
    try Program.expectRefusal(
      "render pager -o a.apng --to 1 --fps 1000", saying: "--fps 1000", "655.35")
    try Program.expectRefusal(
      [], environment: ["FEELLAB_SCALE": "9", "DISPLAY": ":97531"], saying: "FEELLAB_SCALE", "“9”",
      "1 to 4")
  }
}
