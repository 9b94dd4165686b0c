import Foundation
import CX11
import FeelTrace
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// Windows on the user's own display, which `measure --follow` only observes.
  @Suite struct FollowTests {
    /// A run of `measure --follow`.
    private struct Run {
      let folder: TemporaryFolder
      let process: ChildProcess

      init(_ arguments: [String], on display: String) throws {
        folder = try TemporaryFolder()
        process = try Program.start(
          ["measure", "--follow"] + arguments, ["DISPLAY": display],
          output: folder.file("output"), errors: folder.file("errors"))
      }

      var output: String { contents(of: folder.file("output")) }
      var errors: String { contents(of: folder.file("errors")) }

      /// Waits until it observes the window.
      func awaitLook(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(
          eventually { errors.contains("watching") }, "\(errors)", sourceLocation: sourceLocation)
      }
    }

    /// Requests allowed on the user's display: reading, selecting events, and creating the client's
    /// own resources.
    private static let harmless: Set = [
      "GetWindowAttributes", "GetGeometry", "QueryTree", "InternAtom", "GetProperty",
      "QueryPointer", "TranslateCoordinates", "GetInputFocus", "GetImage", "QueryExtension",
      "CreateGC", "FreeGC", "CreatePixmap", "FreePixmap", "BIG-REQUESTS 0",
      // QueryVersion, Attach, Detach and GetImage.
      "MIT-SHM 0", "MIT-SHM 1", "MIT-SHM 2", "MIT-SHM 4",
      // QueryVersion, Create, Destroy and Subtract of damage objects.
      "DAMAGE 0", "DAMAGE 1", "DAMAGE 2", "DAMAGE 3",
      // GetExtensionVersion, SelectEvents for the client itself, and QueryVersion.
      "XInputExtension 1", "XInputExtension 46", "XInputExtension 47", "XKEYBOARD 0",
      "Generic Event Extension 0",
    ]

    /// The middle of our own list, which fills most of its window.
    private static let middle = (x: 300, y: 400)

    /// Drags that list up by 240 points and releases it at 600 points a second.
    private static let drag = """
      mousemove \(middle.x) \(middle.y + 150) mousedown 1 \
      \((1...20).map { "sleep 0.02 mousemove \(middle.x) \(middle.y + 150 - 12 * $0)" }
        .joined(separator: " ")) mouseup 1
      """

    @Test func `a list is followed while a hand scrolls it, by harmless requests only`() throws {
      let server = try XServer()
      let program = try Program(on: server, ["scroll-view"] + Program.settlesSoon)
      let recorder = RequestRecorder()
      let door = try recorder.door(to: server)
      let stream = try TemporaryFolder()
      let run = try Run(
        ["--window", "\(try program.window())", "-o", stream.file("own.jsonl")], on: door.display)
      run.awaitLook()
      // The first drag finds out what scrolls; the others are takes.
      for _ in 0..<3 { try program.xdotool(Self.drag + " sleep 1") }
      #expect(eventually { run.output.contains("take 2") }, "\(run.errors)\(run.output)")
      try program.xdotool("click 5 sleep 0.2 click 5 sleep 1 click 4 sleep 1")
      run.process.send(SIGINT)
      #expect(eventually { run.process.exitStatus } != nil)
      #expect(run.output.contains("on the same hand"), "\(run.output)")
      let lines = contents(of: stream.file("own.jsonl")).split(separator: "\n")
      #expect(lines.first?.contains("\"feelstream\":") == true)
      #expect(lines.count { $0.contains("\"offset\":") } > 30)
      #expect(
        lines.count { $0.contains("\"phase\":\"up\"") || $0.contains("\"phase\": \"up\"") } >= 2)
      let turns = lines.filter { $0.contains("\"wheel\":") }
      #expect(turns.count == 3, "\(turns)")
      #expect(turns.count { $0.contains("-1") } == 1, "\(turns)")
      let asked = recorder.counts
      #expect((asked["MIT-SHM 4"] ?? 0) + (asked["GetImage"] ?? 0) > 30, "\(asked)")
      #expect(Set(asked.keys).subtracting(Self.harmless).isEmpty, "\(asked)")
      withExtendedLifetime(door) {}
    }

    @Test func `a list's stream can be watched in a window while a hand scrolls it`() throws {
      let server = try XServer()
      let program = try Program(on: server, ["scroll-view"])
      let run = try Run(["--window", "\(try program.window())", "-o", "-"], on: server.display)
      run.awaitLook()
      let folder = try TemporaryFolder()
      let watching = try Program(
        verb: ["watch", "list.sock"], ["--window"], environment: ["XDG_RUNTIME_DIR": folder.path])
      // On a busy machine pictures may be too rare to show how far a flick goes: repeat until one
      // is seen to go far.
      func furthest() -> Double {
        run.output.split(separator: "\n").compactMap { line in
          line.range(of: "\"offset\": ").flatMap {
            Double(line[$0.upperBound...].prefix { $0 != "," && $0 != "}" })
          }
        }.max() ?? 0
      }
      for index in 0..<12 where index < 3 || furthest() <= 250 {
        try program.xdotool(Self.drag + " sleep 1.5")
      }
      // Each line is written while it runs.
      #expect(furthest() > 250, "\(run.errors)")
      let lines = run.output.split(separator: "\n")
      #expect(lines.first?.contains("\"feelstream\":") == true)
      #expect(lines.allSatisfy { $0.hasPrefix("{") }, "nothing else goes there")
      #expect(LocalSocket.send(run.output, to: folder.file("feellab/list.sock")))
      let shown = try watching.awaitState { $0["observed.offset"] > 200 && $0.isSettled }
      #expect(shown["observed.preset"] > 0)
      run.process.send(SIGINT)
      #expect(eventually { run.process.exitStatus } == 0, "\(run.errors)")
    }

    @Test func `a closed window and an unknown one are each reported in a sentence`() throws {
      let server = try XServer()
      let program = try Program(on: server, ["scroll-view"])
      let run = try Run(["--window", "\(try program.window())"], on: server.display)
      run.awaitLook()
      program.process.send(SIGKILL)
      #expect(eventually { run.process.exitStatus } == 1)
      #expect(run.errors.contains("was closed or hidden"), "\(run.errors)")
      let none = try Run(["--window", "0x7fffff"], on: server.display)
      #expect(eventually { none.process.exitStatus } == 1)
      #expect(none.errors.contains("There is no window"), "\(none.errors)")
    }

    @Test func `a window that shows nothing new is reported while followed and at the end`() throws
    {
      let server = try XServer()
      let program = try Program(on: server, ["scroll-view"])
      let run = try Run(
        ["--window", "\(try program.window())", "--seconds", "6"], on: server.display)
      run.awaitLook()
      program.process.send(SIGSTOP)
      let (x, y) = Self.middle
      try program.xdotool("mousemove \(x) \(y) mousedown 1 mousemove \(x) \(y - 200) mouseup 1")
      #expect(eventually { run.process.exitStatus } == 1)
      program.process.send(SIGCONT)
      #expect(run.errors.contains("hangs, or does not scroll"), "\(run.errors)")
      #expect(run.errors.contains("Nothing scrolled in the window"), "\(run.errors)")
    }

    @Test func `a display grabbed by another program is waited for no longer than requested`()
      throws
    {
      let server = try XServer()
      let program = try Program(on: server, ["scroll-view"])
      let window = "\(try program.window())"
      let client = try XClient(server.display)
      // Runs started now cannot even open the display.
      client.hold(true)
      let timed = try Run(["--window", window, "--seconds", "1"], on: server.display)
      #expect(eventually { timed.process.exitStatus } == 3)
      #expect(timed.errors.contains("The display does not answer"), "\(timed.errors)")
      let ended = try Run(["--window", window], on: server.display)
      usleep(1_000_000)
      ended.process.send(SIGTERM)
      #expect(eventually { ended.process.exitStatus } == 128 + SIGTERM, "\(ended.errors)")
      client.hold(false)

      let looking = try Run(["--window", window], on: server.display)
      looking.awaitLook()
      client.hold(true)
      // By then it has asked for the window's position.
      usleep(1_500_000)
      looking.process.send(SIGINT)
      #expect(eventually { looking.process.exitStatus } == 1)
      #expect(looking.errors.contains("Nothing scrolled in the window"), "\(looking.errors)")
      client.hold(false)
    }

    @Test func `windows that are too small and screens of other depths are refused`() throws {
      let server = try XServer()
      let client = try XClient(server.display)
      func refusal(_ window: UInt) throws -> String {
        let run = try Run(["--window", "\(window)"], on: server.display)
        #expect(eventually { run.process.exitStatus } == 1)
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        return run.errors
      }
      let tiny = client.window(width: 1, height: 1, title: "tiny\u{1b}[2J")
      let sentence = try refusal(tiny)
      #expect(sentence.contains("1 × 1 pixels") && !sentence.contains("\u{1b}"), "\(sentence)")
      let shallow = try XServer(screen: "800x600x16")
      let run = try Run(["--window", "1"], on: shallow.display)
      #expect(eventually { run.process.exitStatus } == 3)
      #expect(run.errors.contains("The display cannot be looked at"), "\(run.errors)")
    }

    @Test func `a window that changes all the time is refused in a sentence`() throws {
      let server = try XServer()
      let client = try XClient(server.display)
      let window = client.window(width: 300, height: 300, title: "film")
      let run = try Run(["--window", "\(window)"], on: server.display)
      var shade: UInt = 0
      let status = eventually { () -> Int32? in
        shade ^= 0xFFFFFF
        client.fill(window, with: shade)
        return run.process.exitStatus
      }
      #expect(status == 1)
      #expect(run.errors.contains("changes all the time by itself"), "\(run.errors)")
    }
  }
}

extension XClient {
  /// Maps a plain window.
  fileprivate func window(width: UInt32, height: UInt32, title: String) -> UInt {
    let window = XCreateSimpleWindow(
      connection, XDefaultRootWindow(connection), 20, 20, width, height, 0, 0, 0xFFFFFF)
    XStoreName(connection, window, title)
    XMapWindow(connection, window)
    XSync(connection, 0)
    return window
  }

  /// Grabs the server for this client, or releases it.
  fileprivate func hold(_ isHeld: Bool) {
    _ = isHeld ? XGrabServer(connection) : XUngrabServer(connection)
    XSync(connection, 0)
  }

  fileprivate func fill(_ window: UInt, with color: UInt) {
    XSetWindowBackground(connection, window, color)
    XClearWindow(connection, window)
    XSync(connection, 0)
  }
}
