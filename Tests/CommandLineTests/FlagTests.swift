import Foundation
import TestSupport
import Testing

/// Flags that have no meaning where they are used, and misspelt words.
struct FlagTests {
  @Test(arguments: [
    ("curve --velocity 2000 --bounce 0.4", "--bounce needs --motion spring"),
    ("curve --velocity 2000 --to 9", "--to needs --motion spring, --motion ease or"),
    ("curve --velocity 2000 --ease linear", "--ease needs --motion ease"),
    ("curve --velocity 2000 --duration 1", "--duration needs --motion spring"),
    ("curve --motion spring --to 9 --min 0", "--min needs --motion release"),
    ("curve --motion spring --to 9 --max 50", "--max needs"),
    ("curve --motion spring --to 9 --preset uikit", "--preset needs"),
    ("curve --motion ease --to 9 --set physics.stop.speed=9", "--set needs"),
    ("curve --motion ease --to 9 --viewport 600", "--viewport needs"),
    ("curve --motion ease --to 9 --bounce 0.4", "--bounce needs --motion spring, not"),
    ("curve --motion ease --to 9 --velocity 0", "--velocity needs"),
    ("render carousel -o x.png --fps 30", "--fps needs a video, not a picture"),
    ("render carousel -o x.png --no-pointer", "--no-pointer needs a video, not a picture"),
    ("render carousel -o x/ --to 1 --no-pointer", "--no-pointer needs a recording, not a scene"),
    ("carousel --replace", "--replace needs --record"),
    ("list scenes --preset gtk4", "“scenes” does not use --preset"),
    ("list presets --preset gtk4", "“presets” does not use --preset"),
    ("list --set carousel.count=3", "--set needs a scene, --as or --save."),
    ("list carousel --panels", "--panels needs --as elements."),
    ("tour --set carousel.count=3", "--set needs a scene or a recording, not the tour"),
    ("watch a.jsonl --window --replace", "--replace needs --record."),
    ("check --within 2px", "--within needs --against."),
    ("measure --window 9 -- xterm", "--window needs --follow."),
    ("measure --follow --wait 9", "--wait needs a program, not --follow."),
  ])
  func `a flag without effect is refused with what it needs`(line: String, said: String) throws {
    try Program.expectRefusal(Words(line), saying: said)
  }

  @Test(arguments: ["png", "jpg", "svg", "csv"])
  func `a text chart is not written to a file with the ending of another format`(
    ending: String
  ) throws {
    let folder = try TemporaryFolder()
    try Program.expectRefusal(
      "curve --velocity 2000 --plot -o \(folder.file("x.\(ending)"))", saying: "--plot",
      "x.\(ending)", ".txt")
    try Program.expectRefusal(
      [
        "fit", "--flings", try folder.write(RenderTests.trace, to: "a.feel"), "--plot", "-o",
        folder.file("x.\(ending)"),
      ], saying: "--plot", ".txt")
    #expect(folder.names() == ["a.feel"])
    let run = try Program.run("curve --velocity 2000 --plot -o \(folder.file("x.txt"))")
    #expect(run.words.isEmpty)
    #expect(String(decoding: folder.bytes("x.txt"), as: UTF8.self).hasPrefix("x, pt\n"))
  }

  @Test(arguments: [
    ("hlep", "Did you mean help?"), ("helpp", "Did you mean help?"),
    ("tuor", "Did you mean tour?"), ("--theme drak", "Did you mean dark?"),
    ("--content ritch", "Did you mean rich?"), ("--overlay hdu", "Did you mean hud?"),
    ("list --as file carousel --set carousel.snap=projcted", "Did you mean projected?"),
    ("completion zhs", "Did you mean zsh?"), ("curve --motion sprng", "Did you mean spring?"),
    ("curve --velocity 9 --format jsn", "Did you mean json?"),
    ("curve --motion ease --to 9 --ease easein", "Did you mean easeIn"),
    ("list --as file --set physics.stop.sped=3", "Did you mean physics.stop.speed"),
    ("list --as file --set carousel.cout=3", "Did you mean carousel.count"),
    ("list --as file --set carousel.count=", "carousel.count needs a value: "),
    ("render overview -o a.png --set slider.stp=0.1", "Did you mean slider.step"),
    ("render overview -o a.png --set slider.step", "KEY=VALUE"),
    ("list --preset gtk5", "Did you mean gtk4"),
    ("check --preset uikit-fsat", "Did you mean uikit-fast"),
    ("fit - --estimator uikti", "Did you mean uikit"), ("--prset gtk4", "Did you mean '--preset'?"),
    ("carousl", "Did you mean the scene carousel?"), ("scrubb", "the scene scrub"),
    ("--scene carousell", "Did you mean carousel"), ("--scene hodl", "Did you mean hold?"),
    ("render carousl -o a.png", "Did you mean carousel?"), ("gtk", "--preset gtk4"),
    ("rendr", "Did you mean render?"), ("rendr overview -o a.png", "Did you mean render?"),
    ("help rendr", "Did you mean render?"), ("help nosuch", "No command “nosuch”"),
    ("help render all", "feellab help render"), ("version", "Did you mean --version?"),
    ("render carousel -theme dark -o a.png", "Long options have two dashes: --theme"),
    ("fit a.csv -hand b.csv", "--hand"), ("curve -velocity 9", "--velocity"),
    ("--geometry 99999x3", "each 1 to 16384"),
    ("--geometry 600x400+99999+0", "up to 32767 pixels"),
    ("--geometry large", "Write WIDTHxHEIGHT+X+Y"),
    ("carousel --close", "--close needs a recording, not a scene"),
  ])
  func `a nearly right argument is refused with a suggestion`(line: String, said: String) throws {
    try Program.expectRefusal(Words(line), saying: said)
  }

  @Test func `a flag that resembles no other is refused without a suggestion`() throws {
    let run = try Program.run("render overview --json -o x.png", status: 2)
    #expect(run.words.contains("Unknown option '--json'."), "\(run.words)")
    #expect(!run.words.contains("Did you mean"), "\(run.words)")
  }

  @Test func `counts are singular for one; prose uses a real minus sign`() throws {
    let rows = (0...60).map { "\(Double($0) / 60),\(300 - 300 * exp(-4 * Double($0) / 60))\n" }
    let folder = try TemporaryFolder()
    let motion = try folder.write("t,x\n" + rows.joined(), to: "a.csv")
    let found = try Program.run("check \(motion)").text
    #expect(found.contains(": 1 motion, ") && !found.contains("1 motions"), "\(found)")
    #expect(!found.contains("1 stretches") && !found.contains("1 second pushes"), "\(found)")
    let fit = try Program.run("fit \(Program.root)/Assets/flings-uiscrollview.csv").text
    #expect(fit.contains("−333.5 ms") && !fit.contains("-333"), "\(fit)")
    // Machine-readable output uses the ASCII sign.
    let curve = try Program.run("curve --velocity -500").text
    #expect(curve.contains("-500.0") && !curve.contains("−"), "\(curve)")
  }

  @Test func `usage lines are aligned with the first one`() throws {
    let page = try Program.run("help measure").text
    #expect(page.contains("\nUSAGE: feellab measure "), "\(page)")
    #expect(page.contains("\n       feellab measure --follow"), "\(page)")
  }

  @Test func `--until past the end of a recording is reported`() throws {
    let folder = try TemporaryFolder()
    let trace = try folder.write(RenderTests.trace, to: "a.feel")
    try Program.expectRefusal(
      "\(trace) --until 99", status: 3, saying: "--until 99.000 is past the")
    let near = try Program.run("\(trace) --until 0.1", status: 3)
    #expect(!near.words.contains("is past"), "\(near.words)")
  }
}
