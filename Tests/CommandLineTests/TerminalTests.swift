import Foundation
import TestSupport
import Testing

/// What a person at a terminal sees and a script does not.
@Suite(.enabled(if: Terminal.isAvailable, "this system makes no terminals"))
struct TerminalTests {
  @Test func `long work says how far it is, and given up it leaves nothing behind`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("an older one", to: "a.apng")
    // A shell has Ctrl+C ignored in what it starts in the background, such as these tests, and that is inherited.
    let terminal = try Terminal(
      "/usr/bin/env",
      [
        "--default-signal=INT", Program.path, "render", "carousel", "-o", "a.apng", "--to", "86000",
        "--fps", "2",
      ], in: folder.path(""))
    #expect(eventually { terminal.text.contains("drawing a.apng  0 %") }, "\(terminal.text)")
    terminal.send(SIGINT)
    #expect(terminal.awaitEnd() == 128 + SIGINT)
    #expect(terminal.text.hasSuffix("\r\u{1B}[Kfeellab: “a.apng” is given up\r\n"))
    #expect(try folder.names() == ["a.apng"])
    #expect(try folder.bytes("a.apng") == Array("an older one".utf8))
  }

  @Test func `work that is done says what came of it, at a terminal only`() throws {
    let folder = try TemporaryFolder()
    let arguments = ["render", "carousel", "-o", folder.path("a.png"), "--scale", "2"]
    let terminal = try Terminal(Program.path, arguments)
    #expect(terminal.awaitEnd() == 0)
    #expect(
      terminal.text.contains("a.png” is written: a picture of 2400×1600 pixels, in "),
      "\(terminal.text)")
    let run = try Program.run(arguments)
    #expect(run.status == 0 && run.words.isEmpty && run.output.isEmpty)
  }

  @Test(arguments: [
    ["render", "carousel", "-o", "-"],
    ["curve", "--velocity", "900", "--format", "png"],
  ])
  func `bytes that are no text are kept from a terminal, with the remedy`(arguments: [String])
    throws
  {
    let terminal = try Terminal(Program.path, arguments)
    #expect(terminal.awaitEnd() == 2)
    #expect(terminal.text.hasPrefix("feellab: These bytes are no text"), "\(terminal.text)")
    #expect(terminal.text.contains("-o"))
    let folder = try TemporaryFolder()
    let piped = try Terminal(Program.path, arguments, output: folder.path("a.png"))
    #expect(piped.awaitEnd() == 0)
    #expect(try folder.bytes("a.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `text goes to a terminal as to a file`() throws {
    let terminal = try Terminal(Program.path, ["curve", "--velocity", "100", "--at", "0"])
    #expect(terminal.awaitEnd() == 0)
    #expect(terminal.text == "t,x,v\r\n0.0,0.0,100.0\r\n")
  }
}
