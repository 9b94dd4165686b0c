import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The file panel, and the offers after something is saved.
  @Suite struct FileTests {
    @Test
    func `parameters are saved under a typed name and reopened, and a saved picture is removed`()
      throws
    {
      let program = try Program(["--scene", "carousel", "--announce"])
      let file = program.folder.file(".config/feellab/parameters/Mine!.json")
      try program.xdotool("key ctrl+s sleep 0.3 type Mine!")
      try program.xdotool("key Return")
      program.expectSaid("Saved as Mine!.json\n")
      #expect(contents(of: file).contains("\"carousel.count\": 100"))
      // The panel still shows that folder.
      try program.xdotool("key ctrl+o sleep 0.3 type mine")
      try program.xdotool("key Return")
      program.expectSaid("Mine!.json: 0 values changed")
      // Opening it in another scene switches to the scene of the file.
      try program.xdotool("key 6")
      #expect(eventually { program.states.last?.text("scene") == "scroll-view" })
      try program.xdotool("key ctrl+o sleep 0.3 type mine")
      try program.xdotool("key Return")
      #expect(eventually { program.states.last?.text("scene") == "carousel" }, "\(program.errors)")
      try program.xdotool("key ctrl+shift+s sleep 0.3 key Return")
      let picture = program.folder.file(".config/feellab/parameters/carousel.png")
      program.expectSaid("Saved as carousel.png\n")
      // The third item of the menu while the file's notice is shown.
      try program.xdotool("key Menu key Down key Down key Return")
      program.expectSaid("Removed \(picture)\n")
      #expect(contents(of: picture).isEmpty)
    }

    static let flick =
      "mousemove 700 300 mousedown 1 sleep 0.02 mousemove 660 300 sleep 0.016 mousemove 600 300 "
      + "sleep 0.016 mousemove 530 300 mouseup 1 sleep 0.1"

    /// Flicks the cards, and waits until they rest at a later one.
    private func flick(_ program: Program) throws {
      let count = program.states.count
      try program.xdotool(Self.flick)
      try program.awaitState(after: count) { $0.isSettled && $0["carousel.nearest"] > 1 }
    }

    @Test func `a session's take is saved and replays, and the closed session is kept`() throws {
      let home = try TemporaryFolder()
      let program = try Program(
        ["--scene", "carousel", "--announce"] + Program.settlesSoon, home: home)
      try flick(program)
      try program.xdotool("key ctrl+s sleep 0.3 key Return")
      program.expectSaid("Saved as carousel-take-1.feel\n")
      let path = program.folder.file("carousel-take-1.feel")
      try expectReplays(path)
      #expect(contents(of: path).contains("\"take\""))
      try program.quit()
      // The closed session is kept as well.
      #expect(kept(in: home).map { $0.prefix(7) } == ["closed-"])
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `a session ended by a signal is offered at the next start and restored`(
      signal: Int32
    ) throws {
      let home = try TemporaryFolder()
      let first = try Program(["--scene", "carousel"] + Program.settlesSoon, home: home)
      try flick(first)
      first.end(by: signal)
      let names = kept(in: home)
      #expect(names.count == 1 && names.allSatisfy { $0.hasPrefix("session-") })
      let name = try #require(names.first)
      let file = home.file(".local/state/feellab/\(name)")
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)

      let second = try Program(
        ["--scene", "progress-slider", "--announce"], home: home, awaits: .window)
      second.expectSaid(" from the last session?")
      try second.xdotool("key Menu key Return")
      second.expectSaid("Restored the last session")
      try second.awaitState { $0.isSettled && $0["carousel.nearest"] > 1 }
      try second.xdotool("key alt+Prior")
      // Its only take is already shown.
      second.expectSaid("This is the oldest take")
      // The restored session is saved again, in a file of its own.
      #expect(kept(in: home).count == 1 && kept(in: home) != names)
      try second.quit()
      #expect(kept(in: home).map { $0.prefix(7) } == ["closed-"])
    }

    @Test(arguments: [false, true])
    func `a session killed during a flick is restored with its release, one during a press lets go`(
      isHeld: Bool
    ) throws {
      let home = try TemporaryFolder()
      let first = try Program(["--scene", "carousel"], home: home)
      try flick(first)
      let press = "mousemove 600 300 mousedown 1 mousemove 560 300 mousemove 480 300 "
      // The cards still run when it is killed.
      try first.xdotool(press + "mousemove 380 300 " + (isHeld ? "" : "mouseup 1 ") + "sleep 0.3")
      first.end(by: SIGKILL)
      let second = try Program(["--announce"], home: home, awaits: .window)
      second.expectSaid(" from the last session?")
      try second.xdotool("key Menu key Return")
      second.expectSaid("Restored the last session")
      try second.awaitState { $0.isSettled && $0["carousel.nearest"] > 1 }
      let takes = contents(of: home.file(".local/state/feellab/\(kept(in: home)[0])"))
      #expect(takes.components(separatedBy: "\"up\"").count - 1 == (isHeld ? 1 : 2))
    }

    @Test func `takes made before an earlier session is restored are offered next`() throws {
      let home = try TemporaryFolder()
      let first = try Program(["--scene", "carousel"] + Program.settlesSoon, home: home)
      try flick(first)
      first.end(by: SIGTERM)

      let second = try Program(
        ["--scene", "carousel", "--announce"] + Program.settlesSoon, home: home, awaits: .window)
      // While the offer is shown no state is written, but the cards' rest is announced.
      func card() -> Substring? {
        second.errors.split(separator: "\n").last { $0.hasSuffix(" of 100") }
      }
      try second.xdotool(Self.flick + " sleep 1.2")
      let mine = try #require(eventually { card() }, "\(second.errors)")
      #expect(mine != "Cards, 1 of 100")
      try second.xdotool("mousemove 250 300 click 1")
      #expect(eventually { card() != mine }, "\(second.errors)")
      try second.xdotool("key Menu key Return")
      second.expectSaid("Restored the last session")
      // The restored session has one take; the takes made before the choice are offered next.
      second.expectSaid(" from the last session?", times: 2)
      #expect(kept(in: home).count == 2)
      try second.xdotool("key Menu key Return")
      second.expectSaid("Restored the last session", times: 2)
      try second.xdotool("key alt+Prior key alt+Prior")
      second.expectSaid("This is the oldest take")
      try second.quit()
      // The second choice set the first session aside; the last one shown is kept as closed.
      #expect(kept(in: home).map { $0.prefix(7) }.sorted() == ["closed-", "session"])
    }

    @Test(arguments: [(0.0, "carousel"), (0.4, "carousel"), (0.0, "long-press")])
    func `a signal during the first take loses nothing of it`(wait: Double, scene: String) throws {
      let home = try TemporaryFolder()
      let first = try Program(["--scene", "carousel"], home: home)
      try first.xdotool(
        "mousemove 700 300 mousedown 1 sleep 0.05 mousemove 600 300 sleep 0.05 mousemove 500 300")
      if wait > 0 { try first.xdotool("mouseup 1 sleep \(wait)") }
      // Leaving a scene in mid-flight freezes it.
      if scene != "carousel" { try first.xdotool("mouseup 1 sleep 0.1 key 3 sleep 0.3") }
      // The pointer also moves before the press; that alone makes no take.
      let hasArrived = eventually {
        kept(in: home).first.map {
          contents(of: home.file(".local/state/feellab/\($0)")).contains(/"down"[\s\S]*"move"/)
        } ?? false
      }
      #expect(hasArrived)
      first.process.send(SIGTERM)
      #expect(eventually { first.process.exitStatus } == 0)
      let names = kept(in: home)
      let name = try #require(names.first)
      let text = contents(of: home.file(".local/state/feellab/\(name)"))
      #expect(text.contains("\"down\""))
      let second = try Program(["--scene", "carousel", "--announce"], home: home, awaits: .window)
      second.expectSaid(" from the last session?")
    }

    @Test func `discarding takes can be undone, and spares takes that another window restored`()
      throws
    {
      let home = try TemporaryFolder()
      let first = try Program(["--scene", "carousel"] + Program.settlesSoon, home: home)
      try flick(first)
      first.end(by: SIGKILL)
      let left = kept(in: home)

      let second = try Program(["--scene", "carousel", "--announce"], home: home, awaits: .window)
      let third = try Program(["--scene", "carousel", "--announce"], home: home, awaits: .window)
      third.expectSaid(" from the last session?")
      // The second window restores the session while the third still lists it.
      try second.xdotool("key Menu key Return")
      second.expectSaid("Restored the last session")
      let restored = kept(in: home)
      #expect(restored.count == 1 && restored != left)
      try third.xdotool("key Menu key Down key Return")
      third.expectSaid("Another window already restored these takes")
      try third.quit()
      #expect(kept(in: home) == restored)

      second.end(by: SIGKILL)
      let fourth = try Program(["--scene", "carousel", "--announce"], home: home, awaits: .window)
      try fourth.xdotool("key Menu key Down key Return")
      fourth.expectSaid("Discarded the last session")
      // The discarded session stays next to the window's own until the window closes, and can be
      // restored.
      #expect(kept(in: home).contains(try #require(restored.first)))
      try fourth.xdotool("key ctrl+z")
      fourth.expectSaid(" from the last session?", times: 2)
      try fourth.xdotool("key Menu key Down key Return")
      fourth.expectSaid("Discarded the last", times: 2)
      try fourth.quit()
      #expect(kept(in: home).isEmpty)
    }

    @Test func `a closed session is kept until a later one with takes is closed`() throws {
      let home = try TemporaryFolder()
      func close(afterFlick flicks: Bool) throws -> [String] {
        let program = try Program(
          ["--scene", "carousel", "--announce"] + Program.settlesSoon, home: home, awaits: .window)
        if flicks { try program.xdotool(Self.flick + " sleep 1.5") }
        try program.quit()
        return kept(in: home)
      }
      let first = try close(afterFlick: true)
      #expect(first.count == 1)
      // A window without takes replaces nothing.
      #expect(try close(afterFlick: false) == first)
      let second = try close(afterFlick: true)
      #expect(second.count == 1 && second != first)
    }

    @Test func `on a full disk restored takes stay in their original file`() throws {
      let home = try TemporaryFolder()
      try Self.keep(3, in: home)
      // A file size limit fails like a full disk: the restored session exceeds it.
      let program = try Program(
        ["--scene", "carousel", "--announce"], home: home,
        launcher: ["bash", "-c", #"ulimit -f 30; trap "" XFSZ; exec "$@""#, "-"], awaits: .window)
      try program.xdotool("key Menu key Return")
      program.expectSaid("stay in their file")
      #expect(kept(in: home).contains("session-1-1.feel"))
      try program.xdotool("key ctrl+q")
      _ = eventually { program.process.exitStatus }
      #expect(kept(in: home).contains("session-1-1.feel"))
    }

    @Test func `the selected take is saved alone, and its recording replays`() throws {
      let home = try TemporaryFolder()
      let program = try Program(
        ["--scene", "carousel", "--announce"] + Program.settlesSoon, home: home)
      for number in 1...3 {
        let count = program.states.count
        try program.xdotool(Self.flick)
        try program.awaitState(after: count) { $0.isSettled }
        let isThere = number < 3 || eventually { program.states.count > count }
        #expect(isThere)
      }
      // The middle one.
      try program.xdotool("key alt+Prior sleep 0.3 key ctrl+s sleep 0.3 key Return")
      program.expectSaid("Saved as carousel-take-2.feel\n")
      let path = program.folder.file("carousel-take-2.feel")
      try expectReplays(path)
      let lines = contents(of: path).split(separator: "\n")
      #expect(lines.last?.contains("\"take\": \"Take 2\"") ?? false)
      #expect(lines.count { $0.contains("\"e\": \"up\"") } == 2)
      let shown = try Program([path, "--announce"])
      try shown.xdotool("key End sleep 1 key alt+Prior")
      shown.expectSaid("This is the oldest take")
    }

    @Test func `a take made after the introduction is saved without it`() throws {
      let home = try TemporaryFolder()
      let program = try Program(["tour", "--announce"], home: home)
      try program.awaitState { $0.isSettled && $0["carousel.nearest"] == 3 }
      let count = program.states.count
      try program.awaitState(after: count) { $0.isSettled && $0["carousel.nearest"] == 1 }
      let before = program.states.count
      try program.xdotool(Self.flick)
      try program.awaitState(after: before) { $0.isSettled && $0["carousel.nearest"] != 1 }
      try program.xdotool("key ctrl+s sleep 0.3 key Return")
      program.expectSaid("Saved as carousel-take-1.feel\n")
      let path = program.folder.file("carousel-take-1.feel")
      let lines = contents(of: path).split(separator: "\n")
      #expect(lines.count { $0.contains("\"e\": \"down\"") } == 1)
      #expect(!lines.contains { $0.contains("rerun") || $0.contains("android") })
      #expect(lines.last?.contains("\"take\": \"Take 1\"") ?? false)
    }

    @Test func `saved files are offered at the next start while they exist`() throws {
      let home = try TemporaryFolder()
      let first = try Program(["--scene", "carousel", "--announce"], home: home)
      try first.xdotool("key ctrl+s sleep 0.3 type mine")
      try first.xdotool("key Return")
      let file = home.file(".config/feellab/parameters/mine.json")
      first.expectSaid("Saved as mine.json\n")
      try first.quit()
      let kept = home.file(".local/state/feellab/recent.json")
      #expect(contents(of: kept).contains(file))

      let second = try Program(["--scene", "carousel", "--announce"], home: home)
      try second.xdotool("key ctrl+o sleep 0.3 key Down key Return")
      second.expectSaid("mine.json: 0 values changed")
      try second.quit()

      // A missing file is not offered: the first line is the folder's.
      #expect(unlink(file) == 0)
      let third = try Program(["--scene", "carousel", "--announce"], home: home)
      try third.xdotool("key ctrl+o sleep 0.3 key Down key Return")
      #expect(!eventually(within: 1) { third.errors.contains("mine.json") }, "\(third.errors)")
    }

    @Test func `a session of many takes is restored with all of them, in bounded memory`() throws {
      let home = try TemporaryFolder()
      try Self.keep(60, in: home)
      let program = try Program(["--scene", "carousel", "--announce"], home: home, awaits: .window)
      program.expectSaid(" from the last session?")
      try program.xdotool("key Menu key Return")
      program.expectSaid("Restored the last session")
      #expect(try program.peakMegabytes() < 120)
      try program.xdotool("key F8 sleep 0.2 mousemove 600 448 click 1 key Home sleep 0.2")
      program.expectSaid("Take 1 ·")
    }

    @Test func `a long invalid recording ends the window that was opened for it`() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("long.feel")
      try (Self.session(of: 60) + "{\"t\": 1\n").write(
        toFile: path, atomically: true, encoding: .utf8)
      let server = try XServer()
      let program = try Program.start(
        ["--no-state", path], ["DISPLAY": server.display], errors: folder.file("errors"))
      #expect(eventually { program.exitStatus } == 4)
      #expect(contents(of: folder.file("errors")).contains("long.feel:"))
    }

    /// A recording of a hand that drags and releases `count` times, with 125 reports a second.
    static func session(of count: Int) -> String {
      var lines = [
        #"{"feel": 2, "program": "0.1.0", "scene": "carousel", "stage": [1200, 732], "scale": 1, "preset": "uikit", "parameters": {}, "theme": "light", "reducedMotion": false}"#
      ]
      for take in 0..<count {
        for step in 0...400 {
          let event = step == 0 ? "down" : step == 400 ? "up" : "move"
          let time = 1_000_000 + take * 8_000_000 + step * 8000
          let x = 600 + 240 * sin(Double(step) / 60)
          lines.append(#"{"t": \#(time), "e": "\#(event)", "x": \#(x), "y": 300}"#)
        }
      }
      return lines.joined(separator: "\n") + "\n"
    }

    /// Puts a session of so many takes into the state folder.
    static func keep(
      _ count: Int, as name: String = "session-1-1.feel", in home: TemporaryFolder
    ) throws {
      let folder = home.file(".local/state/feellab")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try session(of: count).write(
        toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }

    /// The session files in the state folder.
    private func kept(in home: TemporaryFolder) -> [String] {
      entries(of: home.file(".local/state/feellab")).filter {
        $0.hasPrefix("session-") || $0.hasPrefix("closed-")
      }
    }
  }
}
