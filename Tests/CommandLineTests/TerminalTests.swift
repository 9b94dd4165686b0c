import Foundation
import TestSupport
import Testing

/// Output that appears on a terminal but not in a script.
@Suite(.enabled(if: Terminal.isAvailable, "this system makes no terminals"))
struct TerminalTests {
  @Test func `long work shows its progress, and leaves nothing behind when cancelled`() throws {
    let folder = try TemporaryFolder()
    try folder.write("an older one", to: "a.apng")
    let text = try Terminal.expectGivingUp(
      "\(Program.path) render carousel -o a.apng --to 86000 --fps 2", in: folder.path,
      once: "drawing a.apng  0 %", saying: "cancelled “a.apng”")
    #expect(text.hasSuffix("\r\u{1B}[Kfeellab: cancelled “a.apng”\r\n"))
    #expect(folder.names() == ["a.apng"])
    #expect(folder.bytes("a.apng") == Array("an older one".utf8))
  }

  @Test func `finished work is summarised, at a terminal only`() throws {
    let folder = try TemporaryFolder()
    let arguments: Words = "render carousel -o \(folder.file("a.png")) --scale 2"
    let terminal = try Terminal(Program.path, arguments)
    #expect(terminal.awaitEnd() == 0)
    #expect(
      terminal.text.contains("a.png” is written: a picture of 2400×1600 pixels, in "),
      "\(terminal.text)")
    let run = try Program.run(arguments)
    #expect(run.words.isEmpty && run.output.isEmpty)
  }

  @Test(arguments: [
    "render carousel -o -", "curve --velocity 900 --format png",
  ])
  func `binary output is refused at a terminal, with a remedy`(line: String) throws {
    let terminal = try Terminal(Program.path, Words(line))
    #expect(terminal.awaitEnd() == 2)
    #expect(terminal.text.hasPrefix("feellab: These bytes are no text"), "\(terminal.text)")
    #expect(terminal.text.contains("-o"))
    let folder = try TemporaryFolder()
    let piped = try Terminal(Program.path, Words(line), output: folder.file("a.png"))
    #expect(piped.awaitEnd() == 0)
    #expect(folder.bytes("a.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `a written file is named at a terminal only`() throws {
    let folder = try TemporaryFolder()
    let session = try folder.write(FlingsTests.session([2000, 600]), to: "a.feel")
    let motion = try folder.write(
      "t,x\n"
        + (0...60).map { "\(Double($0) / 60),\(300 - 300 * exp(-Double($0) / 15))\n" }.joined(),
      to: "a.csv")
    for (arguments, said) in [
      ("curve --velocity 2000 --dt 1 -o c.csv", "c.csv” is written: "),
      ("curve --velocity 2000 --plot -o c.txt", "c.txt” is written\r\n"),
      ("curve --rates -o r.svg", "r.svg” is written: a drawing\r\n"),
      ("fit --flings \(session) -o f.csv", "f.csv” is written: 2 flings\r\n"),
      ("fit \(motion) --picture p.png", "p.png” is written: a picture of "),
      ("render pager -o v.svg", "v.svg” is written: a drawing\r\n"),
    ] as [(Words, String)] {
      let terminal = try Terminal(Program.path, arguments, in: folder.path)
      #expect(terminal.awaitEnd() == 0, "\(arguments)")
      #expect(terminal.text.contains("feellab: “\(said)"), "\(terminal.text)")
    }
    let output = try Terminal(Program.path, "curve --velocity 9 --at 0 -o -", in: folder.path)
    #expect(output.awaitEnd() == 0)
    #expect(!output.text.contains("is written"), "\(output.text)")
    let run = try Program.run("curve --velocity 9 -o \(folder.file("d.csv"))")
    #expect(run.words.isEmpty, "\(run.words)")
  }

  @Test func `a cancelled check is reported on a line of its own`() throws {
    try Terminal.expectGivingUp(
      "\(Program.path) check --switches 100000", once: "switching  ",
      saying: "the check is given up")
  }

  @Test(.enabled(if: Tool.xvfb.isInstalled, "Xvfb is not installed"))
  func `measuring shows its progress and what it wrote`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Terminal(
      Program.path,
      [
        "measure", "--xvfb", "--only", "notch", "--save", "n.jsonl", "--", Program.path,
        "scroll-view", "--no-intro", "--no-state",
      ],
      environment: ["HOME": folder.path], in: folder.path)
    #expect(eventually { terminal.text.contains("measuring feellab  0 %") }, "\(terminal.text)")
    #expect(terminal.awaitEnd() == 0)
    #expect(terminal.text.contains("“feellab” is measured: 1 take, in "), "\(terminal.text)")
    // The time left never increases.
    let left = terminal.text.matches(of: /([0-9.]+) s left/).compactMap { Double($0.1) }
    #expect(!left.isEmpty && left == left.sorted(by: >), "\(left)")
    #expect(terminal.text.contains("feellab: “n.jsonl” is written: "), "\(terminal.text)")
  }

  @Test func `text is the same at a terminal as in a file`() throws {
    let terminal = try Terminal(Program.path, "curve --velocity 100 --at 0")
    #expect(terminal.awaitEnd() == 0)
    #expect(terminal.text == "t,x,v\r\n0.0,0.0,100.0\r\n")
  }
}
