import CX11
import Glibc
import ScreenPicture
import TestSupport
import Testing

extension EndToEnd {
  /// Real failures of the server and of the connection to it.
  @Suite struct WindowFaultTests {
    @Test func `without MIT-SHM the same picture goes over the connection`() throws {
      let plain = try Program(["--no-shm"])
      let server = try XServer(["-extension", "MIT-SHM"])
      let program = try Program(on: server)
      let expected = try Picture(of: plain.server.display)
      try program.awaitPicture { try Picture(of: $0) == expected }
      #expect(program.errors == "")
      let probe = try WindowProbe(on: server.display)
      #expect(probe.transport == "socket")
    }

    @Test func `on a DirectColor screen the window's colours are right`() throws {
      // 5 is DirectColor.
      let program = try Program(on: try XServer(["-cc", "5"]))
      let client = try XClient(program.server.display)
      let window = try program.window()
      #expect(client.color(of: 0x804020, in: window) == [0x80, 0x40, 0x20])
      #expect(program.errors == "")
    }

    @Test(
      .enabled(if: Tool.faketime.isInstalled, "faketime is not installed"),
      arguments: ["+0", "-1d", "+0 x0.5", "+0 x2"])
    func `under a faked clock the window goes on`(clock: String) throws {
      let server = try XServer()
      let probe = try WindowProbe(
        on: server.display, ["--size", "300", "200"], launcher: ["faketime", "-f", clock])
      let xdotool = Xdotool(display: server.display)
      for place in ["50 50", "100 100", "150 150"] {
        let count = probe.lines.count
        try xdotool("mousemove \(place) click 1")
        try probe.awaitLine(after: count) { $0.hasPrefix("frame") }
      }
      #expect(probe.errors == "")
    }

    @Test func `a fake size sent by another client is ignored`() throws {
      let program = try Program()
      let client = try XClient(program.server.display)
      let window = try program.window()
      let before = try Picture(of: program.server.display)
      client.tellPlace(of: window, 0, 0, width: 65535, height: 65535)
      client.tellPlace(of: window, 0, 0, width: 0, height: 0)
      try program.open("carousel", by: 5)
      try program.xdotool("key 1")
      try program.awaitPicture { try Picture(of: $0) == before }
      #expect(program.errors == "")
      #expect(try program.peakMegabytes() < 300)
    }

    @Test func `the largest counter values in a manager's sync requests do no harm`() throws {
      let program = try Program()
      let client = try XClient(program.server.display)
      let window = try program.window()
      let scenes = ["carousel", "scroll-view", "pager"]
      for (index, low) in [0xffff_ffff, 0xffff_fffe, 0xffff_fffd].enumerated() {
        client.send("_NET_WM_SYNC_REQUEST", to: window, [0, low, 0x7fff_ffff, 1])
        client.resize(window, to: 1000 + index * 40, 700)
        try program.open(scenes[index], by: index + 5)
      }
      #expect(program.errors == "")
    }

    @Test func `a window larger than any picture is reported and takes bounded memory`() throws {
      let program = try Program()
      let client = try XClient(program.server.display)
      let window = try program.window()
      client.resize(window, to: 32767, 32767)
      program.expectSaid("The window is 32767×32767 pixels")
      try program.open("carousel", by: 5)
      // Two buffers of 268 MB, plus the program's ordinary memory.
      #expect(try program.peakMegabytes() < 1000)
    }

    @Test(arguments: [false, true])
    func `synthetic keys are ignored unless --accept-sent-events is given`(isAsked: Bool) throws {
      let program = try Program(isAsked ? ["--accept-sent-events"] : [])
      let window = try program.window()
      try XClient(program.server.display).sendKey("3", to: window)
      if isAsked { try program.awaitState { $0.text("scene") == "integer-slider" } }
      try program.open("carousel", by: 5)
      #expect(isAsked || !program.states.contains { $0.text("scene") == "integer-slider" })
    }

    @Test func `over TCP no memory is shared, and the picture is shown`() throws {
      let server = try XServer(listensOnTCP: true)
      let probe = try WindowProbe(on: "127.0.0.1\(server.display)", ["--size", "300", "200"])
      #expect(probe.transport == "socket")
      try expectShown(on: server, 299, 199)
      #expect(probe.errors == "")
    }

    @Test(.enabled(if: Tool.xauth.isInstalled, "xauth is not installed"))
    func `an untrusted client gets a window with the core protocol alone`() throws {
      let folder = try TemporaryFolder()
      let server = try XServer.guarded(by: folder)
      let probe = try WindowProbe(
        on: server.display, environment: ["XAUTHORITY": folder.file("untrusted")])
      #expect(probe.lines.first?.hasSuffix("input core") == true)
      #expect(probe.transport == "socket")
      let xdotool = Xdotool(display: server.display, authority: folder.file("trusted"))
      try xdotool("mousemove 200 200 click 1 click 5")
      try probe.awaitLine { $0 == "wheel notches 0.0 1.0" }
      #expect(probe.errors == "")
    }

    /// Starts a program that cannot create memory files: they count as files, and the limit of 128
    /// bytes is too small for a picture.
    ///
    /// Its output goes through a pipe, which has no limit.
    private static let withoutMemoryFiles = [
      "bash", "-c",
      #"set -o pipefail; trap '' XFSZ; prlimit --fsize=128 "$0" "$@" | cat"#,
    ]

    /// Launchers that each take away some memory, and how the pixels then reach the server.
    private static let launchers = [
      (["unshare", "-i"], "sharedFile"), (withoutMemoryFiles, "sharedSegment"),
      (["unshare", "-i"] + withoutMemoryFiles, "socket"),
    ]

    @Test(
      .enabled(
        if: Tool.unshare.isInstalled && Tool.prlimit.isInstalled,
        "unshare or prlimit is not installed"),
      // A namespace of System V memory takes root.
      arguments: launchers.filter { $0.0[0] != "unshare" || geteuid() == 0 })
    func `memory is shared as far as program and server have some in common`(
      launcher: [String], transport: String
    ) throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, launcher: launcher)
      #expect(probe.transport == transport)
      try expectShown(on: server, 600, 400)
      #expect(probe.errors == "")
    }

    private func expectShown(
      on server: XServer, _ x: Int, _ y: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let isShown = try eventually {
        try Picture(of: server.display)[x, y] == WindowProbe.background
      }
      #expect(isShown, sourceLocation: sourceLocation)
    }

    @Test(.enabled(if: Tool.xauth.isInstalled, "xauth is not installed"))
    func `a missing authority ends the program with one sentence and status 3`() throws {
      let folder = try TemporaryFolder()
      try run("xauth", ["-f", folder.file("x"), "add", ":0", ".", "00112233"])
      let server = try XServer(["-auth", folder.file("x")])
      let errors = folder.file("errors")
      let process = try Program.start(
        ["--no-intro", "--no-state"],
        ["DISPLAY": server.display, "XAUTHORITY": "/dev/null", "HOME": folder.path],
        errors: errors)
      #expect(eventually { process.exitStatus } == 3)
      let lines = contents(of: errors).split(separator: "\n")
      #expect(lines.count == 1)
    }

    @Test(arguments: [[], ["--animate"], ["--animate", "--whole", "--slow", "120"]])
    func `a killed server ends the program with status 3 and no memory left`(
      arguments: [String]
    ) throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, arguments)
      server.process.send(SIGKILL)
      probe.expectEnd(3)
      #expect(probe.lines.filter { $0.hasPrefix("event lost") }.count == 1)
      #expect(eventually { probe.process.sharedSegments == 0 })
    }

    @Test func `a recording survives the loss of the display`() throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("kept.feel")
      let program = try Program(["--record", trace])
      try program.xdotool("mousemove 300 300 mousemove 320 300")
      program.server.process.send(SIGKILL)
      #expect(try program.awaitEnd() == 3)
      #expect(program.errors.split(separator: "\n").count == 1)
      #expect(program.process.sharedSegments == 0)
      try expectReplays(trace)
    }

    @Test func `another thread's wake-up is heard among foreign events`() throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, ["--wakes", "1.5"])
      let client = try XClient(server.display)
      let window = try client.window(named: "probe")
      let line = eventually { () -> String? in
        for _ in 0..<200 { client.send("FEELLAB_NOTHING", to: window, [1]) }
        return probe.lines.first { $0.hasPrefix("wakes heard") }
      }
      #expect(line == "wakes heard true")
    }

    @Test(arguments: [false, true])
    func `a client killed through the server ends as if the server were lost`(
      animates: Bool
    ) throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, animates ? ["--animate"] : [])
      let other = try XClient(server.display)
      try other.killClient(of: other.window(named: "probe"))
      probe.expectEnd(3)
      #expect(probe.lines.filter { $0.hasPrefix("event lost") }.count == 1)
    }

    @Test
    func `a program killed through the server ends with one sentence and keeps its recording`()
      throws
    {
      let folder = try TemporaryFolder()
      let trace = folder.file("kept.feel")
      let program = try Program(["--record", trace])
      let other = try XClient(program.server.display)
      try other.killClient(of: program.window())
      #expect(try program.awaitEnd() == 3)
      #expect(program.errors.contains("the display was lost. The recording is saved as"))
      #expect(program.errors.split(separator: "\n").count == 1)
      try expectReplays(trace)
    }

    @Test
    func `a window destroyed by another program is reported as such, not as a lost display`()
      throws
    {
      let folder = try TemporaryFolder()
      let trace = folder.file("kept.feel")
      let program = try Program(["--record", trace])
      try program.xdotool("mousemove 300 300 mousemove 320 300")
      let other = try XClient(program.server.display)
      try other.destroy(program.window())
      #expect(try program.awaitEnd() == 3)
      #expect(program.errors.contains("another program destroyed it. The recording is saved as"))
      #expect(program.errors.split(separator: "\n").count == 1)
      try expectReplays(trace)
    }

    @Test func `a window destroyed while it animates ends with one event and no memory left`()
      throws
    {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, ["--animate"])
      let other = try XClient(server.display)
      try other.destroy(other.window(named: "probe"))
      probe.expectEnd(3)
      #expect(probe.lines.filter { $0.hasPrefix("event destroyed") }.count == 1)
      #expect(!probe.lines.contains { $0.hasPrefix("event lost") })
      #expect(eventually { probe.process.sharedSegments == 0 })
    }

    @Test(arguments: [[], ["--no-shm"]])
    func `a server that stops for a while is waited for`(arguments: [String]) throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, ["--animate", "--whole"] + arguments)
      server.process.send(SIGSTOP)
      usleep(1_500_000)
      #expect(probe.process.exitStatus == nil)
      let frames = probe.lines.count
      server.process.send(SIGCONT)
      #expect(eventually { probe.lines.count > frames + 20 })
      #expect(probe.errors == "")
    }

    @Test(arguments: [(16, 9), (30, 1)])
    func `other depths show the same picture within their precision`(
      depth: Int, tolerance: Int
    ) throws {
      let plain = try Program()
      let expected = try Picture(of: plain.server.display)
      let program = try Program(on: try XServer(screen: "1600x1200x\(depth)"))
      try program.awaitPicture {
        try Picture(of: $0).largestDifference(from: expected) <= tolerance
      }
    }

    @Test(arguments: [16, 24, 30])
    func `a server whose pixels have the other byte order shows the same picture`(
      depth: Int
    ) throws {
      let screen = "1600x1200x\(depth)"
      let plain = try Program(on: try XServer(screen: screen))
      let server = try XServer(screen: screen)
      let door = try ServerDoor.swapped(server)
      let program = try Program(on: server, ["--no-shm"], environment: ["DISPLAY": door.display])
      try program.awaitPicture { try Picture(of: $0) == Picture(of: plain.server.display) }
      // A moving card causes partial redraws.
      for other in [plain, program] {
        try other.xdotool("mousemove 600 250 click 5 mousemove 1500 1100")
      }
      try program.awaitPicture {
        try Picture(of: $0) == Picture(of: plain.server.display)
          && program.states.last?["carousel.nearest"] == 2
      }
      #expect(program.errors == "")
      withExtendedLifetime(door) {}
    }

    @Test func `unmapping in mid-drag cancels the drag, and the release is ignored`() throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display)
      let xdotool = Xdotool(display: server.display)
      let window = try XClient(server.display).window(named: "probe")
      try xdotool("mousemove 200 200 mousedown 1 mousemove 260 200")
      try probe.awaitLine { $0.hasPrefix("pointer down") }
      try xdotool("windowunmap \(window)")
      try probe.awaitLine { $0 == "cancel unmapped" }
      try xdotool("mouseup 1 windowmap \(window)")
      try xdotool("mousemove 300 300 click 1")
      try probe.awaitLine { $0.hasPrefix("pointer up") }
      #expect(probe.lines.filter { $0.hasPrefix("pointer up") }.count == 1)
    }

    @Test func `nothing is drawn while the window is covered`() throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, ["--animate", "--size", "300", "200"])
      let cover = try WindowProbe(on: server.display, ["--size", "1600", "1200"])
      try probe.awaitLine { $0 == "event visible(false)" }
      usleep(200_000)
      let frames = probe.lines.count
      usleep(500_000)
      #expect(probe.lines.count == frames)
      cover.process.send(SIGTERM)
      #expect(eventually { probe.lines.count > frames + 10 })
    }

    @Test(arguments: [[], ["--no-shm"]])
    func `after a storm of resizes the last pixel is right`(arguments: [String]) throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, arguments)
      let window = try XClient(server.display).window(named: "probe")
      var generator = SeededGenerator(seed: 7)
      let sizes = (0..<100).map { _ in
        (
          Int.random(in: 100...1500, using: &generator),
          Int.random(in: 100...1100, using: &generator)
        )
      }
      let storm = sizes.map { "windowsize \(window) \($0.0) \($0.1)" }.joined(separator: " ")
      try Xdotool(display: server.display)(storm + " windowsize \(window) 777 555")
      let isRight = try eventually {
        let picture = try Picture(of: server.display)
        return picture[776, 554] == WindowProbe.background && picture[777, 555] == 0
          && picture[400, 554] == WindowProbe.background
      }
      #expect(isRight)
      #expect(probe.errors == "")
    }
  }
}

extension XClient {
  /// The appearance of a pixel value in a window: red, green and blue, 0…255.
  fileprivate func color(of pixel: UInt, in window: UInt) -> [Int] {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(connection, window, &attributes)
    var color = XColor()
    color.pixel = pixel
    XQueryColor(connection, attributes.colormap, &color)
    return [color.red, color.green, color.blue].map { Int($0 >> 8) }
  }
}
