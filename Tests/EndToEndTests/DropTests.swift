import Foundation
import ScreenPicture
import TestSupport
import Testing

extension EndToEnd {
  /// Drag and drop from other programs onto the window.
  @Suite struct DropTests {
    private static let parameters = #"{"parameters": {"carousel.width": 300}}"#

    /// A program that announces what it shows.
    private func open(_ flags: [String] = ["--scene", "carousel"]) throws -> Program {
      try Program(flags + ["--announce"])
    }

    private func addresses(_ list: String) -> [(type: String, bytes: [UInt8])] {
      [("text/uri-list", Array(list.utf8))]
    }

    @Test func `a dropped recording is shown, and its source is told that it was accepted`() throws
    {
      let folder = try TemporaryFolder()
      let recording = folder.file("a flick.feel")
      let recorder = try Program(
        ["--scene", "carousel", "--record", recording] + Program.settlesSoon)
      try recorder.xdotool(
        "mousemove 700 300 mousedown 1 sleep 0.02 mousemove 660 300 sleep 0.016 "
          + "mousemove 600 300 sleep 0.016 mousemove 530 300 mouseup 1")
      try recorder.awaitState { $0.isSettled && $0["carousel.nearest"] > 1 }
      try recorder.quit()

      let program = try open(["--scene", "progress-slider"])
      let encoded = recording.replacingOccurrences(of: " ", with: "%20")
      let source = try DragSource(over: program, addresses("file://localhost\(encoded)\r\n"))
      #expect(source.version == 5)
      #expect(try source.drag(), "\(program.errors)")
      try program.awaitState { $0.isSettled && $0["carousel.nearest"] > 1 }
      try program.quit()
    }

    @Test(arguments: ["parameters", "motion.csv", "stream.jsonl", "hand.csv"])
    func `a dropped file is opened by its content, whatever its name`(name: String) throws {
      let program = try open()
      let path = program.folder.file(name)
      let contents = [
        "parameters": Self.parameters, "motion.csv": "t,x\n0,0\n0.5,30\n1,40\n",
        "stream.jsonl":
          #"{"feelstream": 1, "source": "list", "unit": "px", "scale": 1, "axis": "y"}"# + "\n"
          + (0..<30).map { #"{"t": \#(Double($0) / 64), "offset": \#($0 * $0)}"# + "\n" }.joined(),
        "hand.csv": "t_ms,phase,x,y\n0,begin,9,90\n"
          + (1..<9).map { "\($0 * 8),update,9,\(90 - $0 * 10)\n" }.joined() + "66,end,9,10\n",
      ]
      try (contents[name] ?? "").write(toFile: path, atomically: true, encoding: .utf8)
      let count = program.states.count
      let source = try DragSource(over: program, addresses("file://\(path)"))
      #expect(try source.drag(), "\(program.errors)")
      if name == "parameters" {
        program.expectSaid("1 value changed")
      } else if name == "hand.csv" {
        try program.awaitState(after: count) { $0.isSettled && $0.text("scene") == "scroll-view" }
      } else {
        try program.awaitState(after: count) { $0.text("scene") == "curves" }
      }
    }

    @Test(arguments: [false, true])
    func `dropped text is read as parameters, in one piece or in many`(isLong: Bool) throws {
      let program = try open()
      let text = Self.parameters + (isLong ? String(repeating: " ", count: 300_000) : "")
      let source = try DragSource(
        over: program,
        [
          ("text/x-moz-url", [1]), ("text/html", [2]), ("UTF8_STRING", Array("nonsense".utf8)),
          ("text/plain;charset=utf-8", Array(text.utf8)),
        ], pieceLength: 65_536)
      #expect(try source.drag(), "\(program.errors)")
      program.expectSaid("The dropped text: 1 value changed")
    }

    @Test func `a drop that cannot be opened is refused in a sentence, and nothing is opened`()
      throws
    {
      let program = try open()
      let folder = program.folder
      let pipe = folder.file("pipe")
      #expect(mkfifo(pipe, 0o600) == 0)
      let huge = folder.file("huge.csv")
      let handle = try #require(fopen(huge, "w"))
      #expect(ftruncate(fileno(handle), 10 << 30) == 0)
      fclose(handle)
      try "t,x\n0,\u{1B}[2J\n".write(
        toFile: folder.file("a\u{1B}[31m\nb"), atomically: true, encoding: .utf8)
      try "Dear Anna,\nthank you.\n".write(
        toFile: folder.file("letter.txt"), atomically: true, encoding: .utf8)
      let cases: [(list: String, sentence: String)] = [
        ("file:///dev/zero", "“/dev/zero” is a device, not a file."),
        ("file://\(pipe)", "“\(pipe)” is a pipe, not a file."),
        ("file://\(folder.path)", "“\(folder.path)” is a folder, not a file."),
        ("file://\(huge)", "“\(huge)” is larger than 128 MiB, the most that is read."),
        ("file://elsewhere.example/a.feel", "another machine, “elsewhere.example”"),
        ("https://example.org/a.feel", "begins with “https:” is not a file"),
        ("no address", "its address is not valid"),
        ("file:///a\r\nfile:///b", "2 files were dropped. Drop one at a time."),
        ("# nothing", "sent nothing"),
        (
          "file://\(folder.file("letter.txt"))",
          "is none of the files FeelLab reads: a video, a recording"
        ),
        ("file:///gone/away", "Cannot open “/gone/away”: No such file or directory."),
        (
          "file://\(folder.path)/a%1b%5B31m%0Ab",
          "a\\u{1B}[31m\\u{0A}b:2: “0,\\u{1B}[2J” is not a row of numbers"
        ),
      ]
      for (list, sentence) in cases {
        let source = try DragSource(over: program, addresses(list))
        #expect(try source.enter())
        #expect(try !source.drop())
        program.expectSaid(sentence)
      }
      let text = try DragSource(over: program, [("UTF8_STRING", Array("good morning".utf8))])
      #expect(try !text.drag())
      program.expectSaid("The dropped text contains no parameters")
      #expect(!program.errors.contains("\u{1B}"))
      #expect(program.states.allSatisfy { $0.text("scene") == "carousel" })
    }

    @Test(arguments: ["text/uri-list", "UTF8_STRING", "image/png"])
    func `a drag over the window is shown by a frame until it leaves or is dropped`(
      type: String
    ) throws {
      let program = try open()
      try program.awaitState { $0.isSettled }
      let plain = try Picture(of: program.server.display)
      let source = try DragSource(over: program, [(type, Array("good morning".utf8))])
      for isDropped in [false, true] {
        _ = try source.enter()
        #expect(try eventually { try Picture(of: program.server.display) != plain })
        // A line around the whole window, outside its content.
        let frame = try Picture(of: program.server.display)
        #expect(frame[7, 400] != plain[7, 400] && frame[1192, 400] != plain[1192, 400])
        if isDropped { _ = try source.drop() } else { source.leave() }
        let isGone = try eventually {
          try Picture(of: program.server.display)[7, 400] == plain[7, 400]
        }
        #expect(isGone)
      }
    }

    @Test func `a drag that the window cannot use is refused while it is over it`() throws {
      let program = try open()
      let picture = try DragSource(over: program, [("image/png", [1, 2, 3])])
      #expect(try !picture.enter())
      #expect(try !picture.drop())
      // Nothing is accepted from a protocol older than supported or newer than announced.
      let text = [("UTF8_STRING", Array(Self.parameters.utf8))]
      for version in [2, 6] {
        #expect(try !DragSource(over: program, text).enter(version: version))
      }
      // A source that leaves drops nothing.
      let source = try DragSource(over: program, text)
      #expect(try source.enter())
      source.leave()
      #expect(try !source.drop())
      #expect(try DragSource(over: program, text).drag(), "\(program.errors)")
      #expect(!program.errors.contains("2 values"))
    }
  }
}
