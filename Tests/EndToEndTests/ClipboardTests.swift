import CX11
import TestSupport
import Testing

extension EndToEnd {
  /// Copy and paste between the program and other programs, played by the tests.
  @Suite struct ClipboardTests {
    /// A probe that offers a text of `count` letters.
    private func offering(_ count: Int, on server: XServer) throws -> WindowProbe {
      let probe = try WindowProbe(on: server.display, ["--copy", "\(count)"])
      try press("c", probe, server)
      try probe.awaitLine { $0.hasPrefix(#"key up character("c")"#) }
      return probe
    }

    private func press(_ key: String, _ probe: WindowProbe, _ server: XServer) throws {
      let window = try XClient(server.display).window(named: "probe")
      try Xdotool(display: server.display)("windowfocus --sync \(window) key \(key)")
    }

    @Test func `copied text is offered in every format that readers request`() throws {
      let server = try XServer()
      let probe = try offering(12, on: server)
      let reader = try XClient(server.display)
      let letters = "€äaaabcdfhjl"
      for target in ["UTF8_STRING", "text/plain;charset=utf-8"] {
        let pasted = try #require(try reader.paste(target))
        #expect(pasted.text == letters)
        #expect(pasted.type == target)
      }
      let text = try #require(try reader.paste("TEXT"))
      #expect(text.text == letters)
      #expect(text.type == "UTF8_STRING")
      // Latin-1 has no euro sign.
      let latin = try #require(try reader.paste("STRING"))
      #expect(latin.bytes == [0x3f, 0xe4] + Array("aaabcdfhjl".utf8))
      let targets = try #require(try reader.paste("TARGETS"))
      #expect(targets.type == "ATOM")
      #expect(targets.bytes.count == 8 * 4)
      #expect(try reader.paste("image/png") == nil)
      #expect(probe.errors == "")
    }

    @Test func `a request dated before the copy is refused`() throws {
      let server = try XServer()
      let probe = try offering(12, on: server)
      let reader = try XClient(server.display)
      let stamp = try #require(try reader.paste("TIMESTAMP"))
      #expect(stamp.type == "INTEGER")
      let time = stamp.bytes.enumerated().reduce(0) { $0 | UInt($1.element) << UInt(8 * $1.offset) }
      #expect(time > 0)
      #expect(try reader.paste("UTF8_STRING", time: time)?.bytes.count == 15)
      #expect(try reader.paste("UTF8_STRING", time: time - 1) == nil)
      #expect(probe.errors == "")
    }

    @Test func `several targets are served at once, and unknown ones are struck out`() throws {
      let server = try XServer()
      let probe = try offering(12, on: server)
      let reader = try XClient(server.display)
      let window = reader.makeWindow()
      let pairs = ["UTF8_STRING", "FIRST", "image/png", "SECOND"].map { reader.atom($0) }
      reader.set(reader.atom("TEST"), reader.atom("ATOM_PAIR"), pairs, on: window)
      reader.ask(for: "MULTIPLE", by: window)
      let answer = try #require(reader.awaitEvent { $0.type == SelectionNotify })
      #expect(answer.xselection.property == reader.atom("TEST"))
      #expect(reader.take("FIRST", of: window)?.text == "€äaaabcdfhjl")
      let list = try #require(reader.take("TEST", of: window))
      #expect(list.type == "ATOM_PAIR")
      #expect(list.bytes.count == 16)
      #expect(list.bytes.suffix(4) == [0, 0, 0, 0])
      #expect(reader.take("SECOND", of: window) == nil)
      #expect(probe.errors == "")
    }

    @Test func `text longer than a request is sent in pieces, even after a reader went away`()
      throws
    {
      let server = try XServer()
      let count = 3_000_000
      let probe = try offering(count, on: server)
      let gone = try XClient(server.display)
      let window = gone.makeWindow()
      gone.ask(for: "UTF8_STRING", by: window)
      _ = try #require(gone.awaitEvent { $0.type == SelectionNotify })
      #expect(gone.take("TEST", of: window)?.type == "INCR")
      try gone.destroy(window)

      let pasted = try #require(try XClient(server.display).paste("UTF8_STRING"))
      #expect(pasted.type == "UTF8_STRING")
      #expect(pasted.pieces > 1)
      let expected = (0..<count - 2).map { (place: Int) -> UInt8 in
        let letter: Int = place * place / 7 % 26
        return 0x61 + UInt8(letter)
      }
      #expect(pasted.bytes == Array("€ä".utf8) + expected)
      #expect(try XClient(server.display).paste("STRING")?.bytes.count == count)
      #expect(probe.process.exitStatus == nil)
      #expect(probe.errors == "")
    }

    @Test(arguments: [Int.max, 65_536])
    func `text offered by another program arrives, at once or in pieces`(pieceLength: Int) throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display)
      let text = "début " + String(repeating: "ligne après ligne ", count: 60_000) + "fin"
      let owner = try ClipboardOwner(server.display, Array(text.utf8), pieceLength: pieceLength)
      try press("v", probe, server)
      try probe.awaitPaste(
        "pasted \(text.utf8.count) début ligne après li … igne après ligne fin", owner)
      #expect(probe.errors == "")
    }

    @Test func `text offered as Latin-1 only is read`() throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display)
      let owner = try ClipboardOwner(server.display, [0x66, 0xfc, 0x72], as: "STRING")
      try press("v", probe, server)
      try probe.awaitPaste("pasted 4 für … für", owner)
    }

    @Test(arguments: [Int.max, 1 << 20])
    func `more than 16 MiB is refused, and the next text is accepted`(pieceLength: Int) throws {
      let server = try XServer(["-maxbigreqsize", "127"])
      let probe = try WindowProbe(on: server.display)
      let long = [UInt8](repeating: 0x78, count: 17 << 20)
      let first = try ClipboardOwner(server.display, long, pieceLength: pieceLength)
      try press("v", probe, server)
      // The transfer from the first owner still completes; the next text could not be requested
      // otherwise.
      let isServed = eventually {
        first.serve()
        return first.isDone
      }
      #expect(isServed)
      let second = try ClipboardOwner(server.display, Array("short".utf8))
      try press("v", probe, server)
      try probe.awaitPaste("pasted 5 short … short", second)
      #expect(probe.lines.filter { $0.hasPrefix("pasted") }.count == 1)
      #expect(probe.errors == "")
    }

    @Test func `copied text outlives the program if there is a clipboard manager`() throws {
      let program = try Program(["--scene", "carousel", "--set", "carousel.width=300"])
      let keeper = try ClipboardKeeper(program.server.display)
      try program.xdotool("windowfocus --sync \(program.window()) key ctrl+c")
      let reader = try XClient(program.server.display)
      let copied = eventually { reader.owner(of: "CLIPBOARD") != 0 }
      #expect(copied)
      try program.requestClose()
      let status = try eventually {
        try keeper.serve()
        return program.process.exitStatus
      }
      #expect(status == 0)
      let text = try #require(keeper.text)
      #expect(text.contains("300"), "\(text)")
      #expect(keeper.hasClipboard)
      #expect(
        keeper.wishes == ["UTF8_STRING", "text/plain;charset=utf-8", "TEXT", "STRING"])
      #expect(program.errors == "")
    }

    @Test func `a long text is handed to the clipboard manager in pieces`() throws {
      let server = try XServer()
      let keeper = try ClipboardKeeper(server.display)
      let probe = try offering(1_000_000, on: server)
      try XClient(server.display).send(
        "WM_DELETE_WINDOW", to: XClient(server.display).window(named: "probe"))
      let status = try eventually {
        try keeper.serve()
        return probe.process.exitStatus
      }
      #expect(status == 0)
      #expect(keeper.text?.utf8.count == 1_000_003)
      #expect(probe.errors == "")
    }

    @Test func `a silent clipboard manager does not keep the program from closing`() throws {
      let program = try Program(["--scene", "carousel"])
      let keeper = try ClipboardKeeper(program.server.display)
      try program.xdotool("windowfocus --sync \(program.window()) key ctrl+c")
      let reader = try XClient(program.server.display)
      #expect(eventually { reader.owner(of: "CLIPBOARD") != 0 })
      try program.close()
      #expect(reader.owner(of: "CLIPBOARD") == 0)
      #expect(keeper.text == nil)
      #expect(program.errors == "")
    }

    @Test func `the window pastes its own text until another program offers some`() throws {
      let server = try XServer()
      let probe = try offering(400_000, on: server)
      try press("v", probe, server)
      try probe.awaitLine { $0.hasPrefix("pasted 400003 €äaaabcdfhjl") }
      let owner = try ClipboardOwner(server.display, Array("theirs".utf8))
      try press("v", probe, server)
      try probe.awaitPaste("pasted 6 theirs … theirs", owner)
    }

    @Test
    func `a number pasted into the carousel's field moves the cards, and Ctrl+C copies the field`()
      throws
    {
      let program = try Program(["--scene", "carousel"])
      let window = try program.window()
      let owner = try ClipboardOwner(program.server.display, Array("37\n".utf8))
      // The cards and two buttons come before the field; pasted elsewhere, the text would be
      // parameters.
      let tabs = String(repeating: " key Tab", count: 4)
      try program.xdotool("windowfocus --sync \(window)\(tabs) key ctrl+v")
      let isServed = eventually {
        owner.serve()
        return owner.isDone
      }
      #expect(isServed)
      try program.xdotool("sleep 0.2 key Return")
      try program.awaitState { $0.isSettled && $0["carousel.nearest"] == 37 }

      try program.xdotool("key 4 2 ctrl+c")
      #expect(eventually { owner.isReplaced })
      #expect(try XClient(program.server.display).paste("UTF8_STRING")?.text == "42")
      #expect(program.errors == "")
    }
  }
}

extension WindowProbe {
  /// Waits until the probe has pasted an owner's text.
  fileprivate func awaitPaste(
    _ line: String, _ owner: ClipboardOwner, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let isPasted = eventually {
      owner.serve()
      return lines.contains(line)
    }
    #expect(isPasted, "\(lines.suffix(5))", sourceLocation: sourceLocation)
  }
}
