import Foundation
import TestSupport
import Testing

/// External text on its way to a terminal or to other programs.
struct OutsideWordsTests {
  /// Terminal controls of both sets, and characters that reverse the writing direction.
  private static let hostile = "a\u{1B}[31m\u{7}\u{9B}2J\u{202E}\u{200B}b"
  private static let shown = #"a\u{1B}[31m\u{07}\u{9B}2J\u{202E}\u{200B}b"#

  private func expectHarmless(
    _ run: Program.Run, shows: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for text in [run.text, run.words] {
      let obeyed = text.unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n" || $0 == "\u{202E}"
          || $0 == "\u{200B}"
      }
      #expect(obeyed.isEmpty, "\(text.debugDescription)", sourceLocation: sourceLocation)
    }
    let all = run.text + run.words
    #expect(!shows || all.contains(Self.shown), "\(all)", sourceLocation: sourceLocation)
  }

  @Test func `names and values from files are shown with control characters escaped`() throws {
    let folder = try TemporaryFolder()
    let head = String(RenderTests.trace.split(separator: "\n")[0])
    let escaped = #"a\u001b[31m\u0007\u009b2J\u202e\u200bb"#
    for (old, new) in [
      (#""scene": "overview""#, #""scene": "\#(escaped)""#),
      (#""preset": "uikit""#, #""preset": "\#(escaped)""#),
      (#""parameters": {}"#, #""parameters": {"\#(escaped)": 1}"#),
      (#""theme": "light""#, #""theme": "\#(escaped)""#),
      (#""program": "0.1.0""#, #""\#(escaped)": "0.1.0""#),
    ] {
      let trace = try folder.write(head.replacing(old, with: new) + "\n", to: "t.feel")
      let run = try Program.run("check \(trace)", status: 4)
      expectHarmless(run, shows: !old.hasPrefix(#""program"#))
    }
    let parameters = try folder.write(
      #"{"scene": "\#(escaped)", "parameters": {"\#(escaped)": "\#(escaped)"}}"#, to: "p.json")
    expectHarmless(try Program.run("check \(parameters)", status: nil))
    let table = try folder.write("t,x\n0,0\n1,\(Self.hostile)\n", to: "t.csv")
    expectHarmless(try Program.run("fit --estimator lsq2 \(table)", status: nil))
  }

  @Test func `paths and words of the command line are shown with control characters escaped`()
    throws
  {
    let folder = try TemporaryFolder()
    let trace = try folder.write(RenderTests.trace, to: Self.hostile + ".feel")
    for arguments in [
      "check \(trace)", "check \(trace)x", "diff \(trace) \(trace)", "check \(trace) \(trace)",
      "\(Self.hostile)", "--\(Self.hostile)", "--scene \(Self.hostile)", "--theme \(Self.hostile)",
      "list --as file --set \(Self.hostile)=1", "render \(trace) -o /\(Self.hostile)",
      "render \(trace) -o \(folder.file(Self.hostile))/x/y.png",
    ] as [Words] {
      expectHarmless(try Program.run(arguments, status: nil))
    }
  }

  @Test func `a non-blocking output receives everything`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    // The smallest possible pipe; a non-blocking writer has to retry again and again.
    let setPipeSize: Int32 = 1031
    _ = fcntl(ends[1], setPipeSize, 4096)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["render", "overview", "-o", "-", "--scale", "2"]
    process.standardOutput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    try process.run()
    close(ends[1])
    let bytes = try #require(
      try FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readToEnd())
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let plain = try Program.run("render overview -o - --scale 2")
    #expect(Array(bytes) == plain.output && bytes.count > 1 << 16)
  }

  @Test(arguments: ["check", "fit --estimator lsq2", "fit", "fit --flings"])
  func `an endless file is refused in one sentence`(verb: String) throws {
    let run = try Program.run(Words(verb) + "/dev/zero", status: 4)
    #expect(run.words.split(separator: "\n").count == 1 && run.output.isEmpty, "\(run.words)")
  }
}
