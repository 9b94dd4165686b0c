import FeelTrace
import Foundation
import ImageFile
import TestSupport
import Testing

/// The output of `fit`, `check` and `watch` for motions of other programs.
struct ObservedMotionTests {
  /// A fling at 2000 per second with a decay of 4 per second, in whole pixels, optionally with a
  /// jump and a second push.
  private func rows(jump: Double = 0, push: Double = 0) -> [(time: Double, offset: Double)] {
    (0...200).map { frame in
      let time = Double(frame) / 60
      var offset = 500 * (1 - exp(-4 * time))
      if frame >= 20 { offset += jump }
      if time > 0.6 { offset += push / 4 * (1 - exp(-4 * (time - 0.6))) }
      return (time, offset.rounded())
    }
  }

  private func csv(_ rows: [(time: Double, offset: Double)]) -> String {
    "t,x\n" + rows.map { "\($0.time),\($0.offset)\n" }.joined()
  }

  private func stream(_ rows: [(time: Double, offset: Double)], name: String = "list") -> String {
    "{\"feelstream\": 1, \"source\": \"\(name)\", \"viewport\": 800}\n"
      + rows.map { "{\"t\": \($0.time), \"offset\": \($0.offset)}\n" }.joined()
  }

  @Test func `a jump and a second push fail, each with its time and size`() throws {
    let run = try Program.run("fit - --json", input: csv(rows(jump: 24, push: 700)), status: 1)
    #expect(run.words.contains("1 jump, 1 second push"), "\(run.words)")
    let motion = try #require(try JSONReader.read(run.output)["motions"]?.list?.first)
    let faults = try #require(motion["faults"]?.list)
    let kinds = faults.compactMap { $0["kind"]?.text }
    #expect(kinds == ["jump", "reacceleration"])
    try #require(faults.count == 2)
    let (times, sizes) = (
      faults.compactMap { $0["time"]?.number }, faults.compactMap { $0["size"]?.number }
    )
    #expect(abs(times[0] - 20.0 / 60) < 1.01 / 60 && abs(sizes[0] - 24) < 1, "\(sizes)")
    #expect(abs(times[1] - 0.6) < 1.01 / 60 && abs(sizes[1] - 700) < 60, "\(sizes)")
    let text = try Program.run("fit -", input: csv(rows(jump: 24, push: 700)), status: 1).text
    #expect(text.contains("the position jumps by") && text.contains("a second push"), "\(text)")
  }

  @Test func `a clean motion passes, and its law is named`() throws {
    let run = try Program.run("fit -", input: csv(rows()))
    #expect(run.words.isEmpty, "\(run.words)\(run.text)")
    #expect(run.text.contains("an exponential: decay 4.0") || run.text.contains("decay 3.99"))
    #expect(run.text.contains("unknown       when and how fast it was let go"))
  }

  @Test func `check names the faults of tables and streams, alongside recordings`() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write(csv(rows()), to: "good.csv")
    let bad = try folder.write(stream(rows(jump: 9)), to: "bad.jsonl")
    let tour = "\(Program.root)/Assets/tour.feel"
    let passed = try Program.run("check \(good) \(tour)")
    #expect(passed.text.contains("good.csv: 1 motion, "), "\(passed.text)")
    let run = try Program.run("check \(good) \(bad)", status: 1)
    #expect(run.text.contains("bad.jsonl: at 0.333 s the position jumps by 9."), "\(run.text)")
    let found = try Program.json("check \(good) \(bad) --json", status: 1)
    #expect(found["checked"]?.list?.count == 2)
  }

  @Test func `regularly repeated frames are recognised, and each complaint names its take`()
    throws
  {
    let folder = try TemporaryFolder()
    var shown = rows()
    for index in shown.indices where index % 5 == 0 && index > 0 {
      shown[index].offset = shown[index - 1].offset
    }
    let later = shown.map { (time: $0.time + 10, offset: $0.offset + 500) }
    let file = try folder.write(stream(rows() + later), to: "again.jsonl")
    let check = try Program.run("check \(file)", status: 1)
    #expect(check.text.contains("every 5th frame is shown again"), "\(check.text)")
    let fit = try Program.run("fit \(file)", status: 1)
    #expect(fit.text.hasPrefix("take 1\n"), "\(fit.text)")
    #expect(fit.words.contains("Take 2: Found "), "\(fit.words)")
    #expect(!fit.words.contains("Take 1: "))
    let summary =
      "2 takes share a law, an exponential of 4.003 ± 0.002 per s; nothing wrong in 1, "
      + "faults in 1, missed frames or janks in 1"
    #expect(fit.text.contains("\n\(summary)\n"), "\(fit.text)")
    #expect(check.text.contains("again.jsonl: \(summary)\n"), "\(check.text)")
    #expect(check.text.contains(/again.jsonl: take 2: .*every 5th frame/), "\(check.text)")
  }

  @Test func `a picture has a dot for every frame of a motion and a line at a fault`() throws {
    let folder = try TemporaryFolder()
    func drawing(jump: Double, status: Int32) throws -> String {
      let path = folder.file("fit\(jump).svg")
      let run = try Program.run(
        "fit - --picture \(path)", input: csv(rows(jump: jump)), status: status)
      #expect(run.text.contains("an exponential"), "\(run.text)")
      return String(decoding: folder.bytes("fit\(jump).svg"), as: UTF8.self)
    }
    let good = try drawing(jump: 0, status: 0)
    #expect(good.components(separatedBy: "<circle").count - 1 == rows().count)
    // Frame 20 of 200 in a panel 760 wide, after the margin of 24 and the 44 for the position
    // labels, less half the line's width.
    let line = "x=\"139.1\""
    #expect(!good.contains(line))
    #expect(try drawing(jump: 24, status: 1).contains(line))
    let pair: Words = "fit - --hand \(Program.recordings)/gtk4/const3000.hand.csv"
    let motion = try String(
      contentsOfFile: "\(Program.recordings)/gtk4/const3000.motion.csv", encoding: .utf8)
    try Program.run(pair + "--picture \(folder.file("hand.svg"))", input: motion)
    // The nearest preset's motion is dashed.
    let hand = String(decoding: folder.bytes("hand.svg"), as: UTF8.self)
    #expect(hand.contains("stroke-dasharray") && !good.contains("stroke-dasharray"))
    try Program.expectRefusal("fit - --picture a.mp4", input: csv(rows()), saying: ".png or .svg")
  }

  @Test(arguments: [1, 5, 9, 30, 34])
  func `a picture fits a screen, however many takes there are`(takes: Int) throws {
    let folder = try TemporaryFolder()
    let flick = rows().filter { $0.time < 1.5 }
    var all: [(time: Double, offset: Double)] = []
    for take in 0..<takes {
      let (time, offset) = (10 * Double(take), 500 * Double(take))
      all += flick.map { (time: $0.time + time, offset: $0.offset + offset) }
    }
    let path = folder.file("takes.png")
    try Program.run("fit - --picture \(path)", input: stream(all))
    // Two pixels per point: at most 1600 × 1000 points, and wider than high.
    let picture = try PNGDecoder.decode(folder.bytes("takes.png"))
    #expect(picture.width <= 3200 && picture.height <= 2000)
    #expect(picture.width > picture.height, "\(picture.width) × \(picture.height)")
  }

  @Test func `with a hand the nearest preset is named, and the lag if it can be determined`() throws
  {
    let run = try Program.run([
      "fit", "\(Program.recordings)/gtk4/const3000.motion.csv", "--hand",
      "\(Program.recordings)/gtk4/const3000.hand.csv",
    ])
    #expect(run.text.contains("nearest       gtk4"), "\(run.text)")
    // With a steady hand, lag and slop cannot be distinguished; with one that stops, they can.
    func fit(_ name: String) throws -> String {
      let path = "\(Program.recordings)/gtk4/\(name)"
      return try Program.run("fit \(path).motion.csv --hand \(path).hand.csv").text
    }
    #expect(try !fit("const1000").contains("ms behind the hand"))
    #expect(try fit("hold60").contains("ms behind the hand"))
    try Program.expectRefusal("fit - --hand -", input: stream(rows()), saying: "--hand")
  }

  @Test func `watch reports each take, in words or as a line of JSON`() throws {
    let folder = try TemporaryFolder()
    let later = rows(jump: 24).map { (time: $0.time + 10, offset: $0.offset + 484) }
    let text = stream(rows() + later)
    let file = try folder.write(text, to: "a.jsonl")
    for run in [
      try Program.run("watch \(file)", status: 1),
      try Program.run("watch -", input: text, status: 1),
    ] {
      #expect(run.text.contains("take 1 of “list”") && run.text.contains("take 2 of “list”"))
      #expect(run.text.contains("the position jumps by 24."), "\(run.text)")
    }
    let lines = try Program.run("watch \(file) --json", status: 1).text.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines { #expect(try JSONReader.read(Array(line.utf8))["segments"] != nil) }
  }

  @Test(arguments: [
    "--theme dark", "--geometry 880x600", "--preset gtk4", "--record a.feel",
    "--autoquit 3", "--no-state", "--set physics.decay=power", "--overlay h",
  ])
  func `watch without a window refuses window options`(flag: String) throws {
    try Program.expectRefusal(
      "watch -" + Words(flag), saying: String(flag.prefix { $0 != " " }), "--window")
  }

  @Test func `a frame on a line that is cut short is skipped, not missed`() throws {
    let folder = try TemporaryFolder()
    var lines = (0..<120).map { frame in
      "{\"t\": \(Double(frame) / 60), \"offset\": \(900 * (1 - exp(-3 * Double(frame) / 60)))}"
    }
    lines[30] = String(lines[30].prefix(20))
    let text = "{\"feelstream\": 1}\n" + lines.joined(separator: "\n") + "\n"
    let run = try Program.run("check \(try folder.write(text, to: "cut.jsonl"))")
    #expect(run.text.contains("skipped line 32, which is cut short"), "\(run.text)")
    let fit = try Program.run("fit \(folder.file("cut.jsonl"))").text
    #expect(fit.contains(", 0 missed, 0 janks, hitches 0.0 ms/s"), "\(fit)")
  }

  @Test func `invalid lines are skipped, and many are reported in few sentences`() throws {
    let nonsense = String(repeating: "{\"t\": NaN}\n", count: 500)
    let text = stream(rows(), name: "\\u001b[2Jlist") + nonsense
    let run = try Program.run("watch -", input: text)
    #expect(run.words.contains("feellab: -:203:7: expected a value, found 'N'"), "\(run.words)")
    #expect(run.words.split(separator: "\n").count == 11)
    #expect(run.words.contains("-: skipped 500 invalid lines"))
    #expect(run.text.contains("an exponential"))
    #expect(!run.output.contains(0x1B) && !run.words.contains("\u{1b}"))
    let version = try Program.run("watch -", input: "{\"feelstream\": 2}\n" + nonsense, status: 4)
    #expect(version.words.split(separator: "\n").count == 2, "\(version.words)")
    let table = try Program.run("watch -", input: "t,x\n0,1\n", status: 4)
    #expect(table.words.contains("-:1:1"), "\(table.words)")
    // A program killed while writing leaves half a line.
    for verb in ["fit", "check"] {
      let folder = try TemporaryFolder()
      let file = try folder.write(stream(rows()) + nonsense + "{\"t\": 9, \"off", to: "a.jsonl")
      let run = try Program.run("\(verb) \(file)")
      #expect(!run.text.isEmpty, "\(run.words)")
      #expect(run.words.contains("a.jsonl:203:7"), "\(run.words)")
      #expect(run.words.contains("skipped 501 invalid lines"), "\(run.words)")
      let none = try folder.write(nonsense, to: "b.jsonl")
      try Program.expectRefusal(
        "\(verb) \(none)", status: 4, saying: "b.jsonl:1:7: expected a value")
    }
    for input in ["", "{\"feelstream\": 1}\n{\"t\": 1, \"offset\": 3}\n"] {
      try Program.run("watch -", input: input, status: 4)
    }
  }

  @Test func `with its hand a table has no second push at the release`() throws {
    let path = "\(Program.recordings)/qt5-mouse/const1000"
    let alone = try Program.run("check \(path).motion.csv", status: 1)
    #expect(alone.text.contains("1 second push"), "\(alone.text)")
    let handed = try Program.run("check \(path).motion.csv --hand \(path).hand.csv")
    #expect(handed.text.contains(" 0 second push"), "\(handed.text)")
    try Program.expectRefusal(
      "check \(path).motion.csv a.csv --hand \(path).hand.csv", saying: "--hand")
    // Everything that can be analysed can be drawn.
    let folder = try TemporaryFolder()
    let picture = folder.file("a.png")
    try Program.run("render curves --data \(path).motion.csv -o \(picture)")
  }

  @Test func `a socket is private to its user, has one listener, and is removed at the end`() throws
  {
    let folder = try TemporaryFolder()
    let place = ["XDG_RUNTIME_DIR": folder.path]
    let output = folder.file("out")
    let process = try ChildProcess(
      Program.path, ["watch", "list.sock"],
      environment: ProcessInfo.processInfo.environment.merging(place) { $1 }, output: output)
    let path = folder.file("feellab/list.sock")
    #expect(eventually { FileManager.default.fileExists(atPath: path) })
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try Program.expectRefusal(
      "watch list.sock", environment: place, status: 4, saying: "Another program is listening")
    #expect(FileManager.default.fileExists(atPath: path))
    // While the program is stopped, one writer comes and goes and another follows.
    process.send(SIGSTOP)
    #expect(LocalSocket.send("", to: path))
    #expect(LocalSocket.send(stream(rows()), to: path))
    process.send(SIGCONT)
    let isTold = try eventually {
      try String(contentsOfFile: output, encoding: .utf8).contains("an exponential")
    }
    #expect(isTold)
    process.send(SIGTERM)
    #expect(eventually { process.exitStatus } == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    try Program.expectRefusal(
      "watch a.sock", environment: ["XDG_RUNTIME_DIR": ""], status: 4, saying: "XDG_RUNTIME_DIR")
    try Program.expectRefusal("watch /tmp/a.sock", environment: place, saying: "without a folder")
  }
}
