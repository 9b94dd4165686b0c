import CX11
import Glibc
import ScreenPicture
import TestSupport
import Testing

extension EndToEnd {
  /// Communication with the window manager: what the window declares, and how it follows the
  /// manager.
  @Suite struct ManagedWindowTests {
    @Test func `the window declares its name, host, process, protocols, size limits and icons`()
      throws
    {
      let program = try Program()
      let client = try XClient(program.server.display)
      let window = try program.window()
      func text(_ property: String) -> String? { client.read(property, of: window)?.text }
      #expect(text("WM_NAME") == "FeelLab - Overview")
      #expect(text("_NET_WM_NAME") == "FeelLab – Overview")
      #expect(client.read("_NET_WM_NAME", of: window)?.type == "UTF8_STRING")
      #expect(text("WM_CLASS") == "feellab\0FeelLab\0")
      var host = [UInt8](repeating: 0, count: 256)
      #expect(cx_host_name(&host, host.count) == 0)
      #expect(text("WM_CLIENT_MACHINE") == String(decoding: host.prefix { $0 != 0 }, as: UTF8.self))
      let process = client.read("_NET_WM_PID", of: window)?.words
      #expect(process == [UInt32(program.process.id)])
      #expect(client.atoms(in: "_NET_WM_WINDOW_TYPE", of: window) == ["_NET_WM_WINDOW_TYPE_NORMAL"])
      #expect(
        Set(client.atoms(in: "WM_PROTOCOLS", of: window))
          == ["WM_DELETE_WINDOW", "_NET_WM_PING", "_NET_WM_SYNC_REQUEST"])
      // Flags InputHint | StateHint, then input = true and NormalState.
      #expect(client.read("WM_HINTS", of: window)?.words.prefix(3) == [3, 1, 1])
      // Flags at 0, the minimum size at 5 and 6, gravity last.
      let hints = client.read("WM_NORMAL_HINTS", of: window)?.words ?? []
      #expect(hints.count == 18)
      #expect(hints[5...6] == [480, 360])
      let icons = client.read("_NET_WM_ICON", of: window)?.words ?? []
      #expect(icons.prefix(2) == [16, 16])
      #expect(icons.count == [16, 32, 48, 128].reduce(0) { $0 + 2 + $1 * $1 })
    }

    @Test func `the launcher is told of the startup, and the manager of the time of last use`()
      throws
    {
      let server = try XServer()
      let launcher = try XClient(server.display)
      launcher.listenToRoot()
      let id = #"menu "1"_TIME4711"#
      let program = try Program(on: server, environment: ["DESKTOP_STARTUP_ID": id])
      #expect(
        launcher.awaitText("_NET_STARTUP_INFO") == #"remove: ID=menu\ \"1\"_TIME4711"#)
      let window = try program.window()
      #expect(launcher.read("_NET_STARTUP_ID", of: window)?.text == id)
      func used() -> UInt32? { launcher.read("_NET_WM_USER_TIME", of: window)?.words.first }
      #expect(used() == 4711)
      try program.xdotool("mousemove 600 700 sleep 0.1 click 1")
      #expect(eventually { used() ?? 0 > 4711 })
      let clicked = used() ?? 0
      try program.xdotool("windowfocus --sync \(window) sleep 0.1 key Tab")
      #expect(eventually { used() ?? 0 > clicked })
      #expect(program.errors == "")
    }

    @Test func `a picture lost while the window is being shown is drawn again`() throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, ["--size", "300", "200"])
      let client = try XClient(server.display)
      let window = try client.window(named: "probe")
      func isShown() -> Bool { client.pixel(of: window, 150, 100) == WindowProbe.background }
      // On a busy machine the overpainting may come after everything has settled, and then stays.
      let comesBack = (0..<20).contains { _ in
        client.mapAnew(window)
        guard eventually({ isShown() }) else { return false }
        client.paintOver(window, 0xff_0000)
        return eventually(within: 1) { isShown() }
      }
      #expect(comesBack)
      #expect(probe.errors == "")
    }

    @Test(.enabled(if: Tool.awesome.isInstalled, "awesome is not installed"))
    func `under awesome the window shows its picture when opened and when mapped again`() throws {
      let server = try XServer()
      let folder = try TemporaryFolder()
      let manager = try ChildProcess(
        "awesome", [],
        environment: ["DISPLAY": server.display, "HOME": folder.path, "PATH": "/usr/bin:/bin"],
        errors: folder.file("errors"))
      let client = try XClient(server.display)
      #expect(eventually { client.hasManager(says: "_NET_SUPPORTED") })
      let probe = try WindowProbe(on: server.display, ["--size", "300", "200"])
      let found = try Xdotool(display: server.display)("search --sync --onlyvisible --name ^probe$")
      let window = try #require(UInt(found.split(separator: "\n").first ?? ""))
      func isShown() -> Bool { client.pixel(of: window, 150, 100) == WindowProbe.background }
      #expect(eventually { isShown() })
      client.mapAnew(window)
      #expect(eventually { isShown() })
      #expect(probe.errors == "")
      #expect(manager.exitStatus == nil)
    }

    @Test(
      .enabled(
        if: Tool.xfwm4.isInstalled && Tool.dbusRunSession.isInstalled,
        "xfwm4 or dbus-run-session is not installed"))
    func `under xfwm4 the window is resized, made full-screen, minimised, restored and closed`()
      throws
    {
      let server = try XServer()
      let folder = try TemporaryFolder()
      let manager = try ChildProcess(
        "dbus-run-session", ["--", "xfwm4", "--compositor=off"],
        environment: ["DISPLAY": server.display, "HOME": folder.path, "PATH": "/usr/bin:/bin"],
        errors: folder.file("errors"))
      let client = try XClient(server.display)
      #expect(eventually { client.hasManager(says: "_NET_SUPPORTED") })
      let program = try Program(on: server)
      let window = try program.window()
      func has(_ state: String) -> Bool {
        client.atoms(in: "_NET_WM_STATE", of: window).contains("_NET_WM_STATE_\(state)")
      }
      func isSized(_ width: Int, _ height: Int) -> Bool {
        client.size(of: window) == [width, height]
      }
      try program.xdotool("windowsize \(window) 900 650")
      #expect(eventually { isSized(900, 650) })
      try program.xdotool("windowactivate --sync \(window) key F11")
      #expect(eventually { has("FULLSCREEN") && isSized(1600, 1200) })
      try program.xdotool("key F11")
      #expect(eventually { !has("FULLSCREEN") && isSized(900, 650) })
      try program.xdotool("windowminimize \(window)")
      #expect(eventually { has("HIDDEN") })
      try program.xdotool("windowactivate \(window)")
      #expect(eventually { has("FOCUSED") && !has("HIDDEN") })
      try program.close()
      #expect(program.errors == "")
      #expect(manager.exitStatus == nil)
    }

    @Test(
      .enabled(
        if: Tool.weston.isInstalled && Tool.xwayland.isInstalled,
        "weston or Xwayland is not installed"))
    func `under Xwayland the window shows its picture`() throws {
      let folder = try TemporaryFolder()
      let log = folder.file("log")
      let compositor = try ChildProcess(
        "weston", ["--backend=headless-backend.so", "--xwayland", "--log=\(log)"],
        environment: [
          "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PATH": "/usr/bin:/bin",
        ],
        output: folder.file("output"), errors: folder.file("errors"))
      let said = eventually {
        contents(of: log).split(separator: "\n").first { $0.contains("listening on display :") }
      }
      let display = String(try #require(said?.split(separator: " ").last, "\(contents(of: log))"))
      let probe = try WindowProbe(on: display, ["--size", "300", "200"])
      let client = try XClient(display)
      let found = try Xdotool(display: display)("search --sync --onlyvisible --name ^probe$")
      let window = try #require(UInt(found.split(separator: "\n").first ?? ""))
      #expect(eventually { client.pixel(of: window, 150, 100) == WindowProbe.background })
      #expect(probe.errors == "")
      #expect(compositor.exitStatus == nil)
    }

    @Test func `a brief keyboard grab by another program does not cancel a drag`() throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, ["--size", "300", "200"])
      let client = try XClient(server.display)
      let window = try client.window(named: "probe")
      let xdotool = Xdotool(display: server.display)
      try xdotool("windowfocus --sync \(window) mousemove 100 100 mousedown 1")
      try probe.awaitLine { $0.hasPrefix("pointer down") }
      XGrabKeyboard(
        client.connection, XDefaultRootWindow(client.connection), 0, GrabModeAsync, GrabModeAsync,
        UInt(CurrentTime))
      XUngrabKeyboard(client.connection, UInt(CurrentTime))
      XSync(client.connection, 0)
      try xdotool("mousemove 120 100 mouseup 1")
      try probe.awaitLine { $0.hasPrefix("pointer up") }
      #expect(!probe.lines.contains { $0.hasPrefix("cancel") || $0 == "event focus(false)" })
    }

    @Test(arguments: [
      "Present", "SYNC", "XFIXES", "RENDER", "DAMAGE", "Composite", "XTEST", "RANDR",
    ])
    func `without any one extension the window animates and reports nothing`(extension name: String)
      throws
    {
      let server = try XServer(["-extension", name])
      let probe = try WindowProbe(on: server.display, ["--animate", "--size", "300", "200"])
      try probe.awaitLine { $0.hasPrefix("frame 20 ") }
      #expect(probe.lines.first?.contains("scale 1.0") == true)
      #expect(probe.errors == "")
    }

    @Test func `frames wait for a manager that reports them, and go on when it falls silent`()
      throws
    {
      let server = try XServer()
      let manager = try XClient(server.display)
      let names = ["_NET_WM_FRAME_DRAWN", "_NET_WM_STATE"]
      manager.setRootProperty("_NET_SUPPORTED", type: "ATOM", names.map { manager.atom($0) })
      let probe = try WindowProbe(on: server.display, ["--animate", "--size", "300", "200"])
      let window = try manager.window(named: "probe")
      let counter = try #require(manager.counters(of: window).last)
      func frames() -> Int { probe.lines.filter { $0.hasPrefix("frame ") }.count }
      // Each frame makes the counter odd and then requests the vblank after the next: plus four.
      var value: Int64 = 0
      for _ in 0..<20 {
        let isDrawn = eventually {
          let now = manager.value(of: counter)
          guard now > value, now % 4 == 0 else { return false }
          value = now
          return true
        }
        #expect(isDrawn)
        manager.reportFrame(of: window, value)
      }
      let before = frames()
      #expect(eventually { frames() > before + 30 })
      // It no longer waits for reports, and its counter stays.
      let isStill = eventually {
        let before = (manager.value(of: counter), frames())
        let hasDrawn = eventually { frames() > before.1 + 10 }
        return hasDrawn && manager.value(of: counter) == before.0
      }
      #expect(isStill)
      #expect(probe.errors == "")
    }

    @Test func `losing the keyboard in mid-drag cancels the drag`() throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, ["--size", "300", "200"])
      let other = try WindowProbe(on: server.display, ["--size", "300", "200", "--title", "other"])
      let client = try XClient(server.display)
      let windows = (try client.window(named: "probe"), try client.window(named: "other"))
      let xdotool = Xdotool(display: server.display)
      try xdotool("windowmove \(windows.1) 600 600 windowfocus --sync \(windows.0)")
      try probe.awaitLine { $0 == "event focus(true)" }
      try xdotool("mousemove 100 100 mousedown 1 mousemove 150 100")
      try probe.awaitLine { $0.hasPrefix("pointer down") }
      try xdotool("windowfocus --sync \(windows.1)")
      try probe.awaitLine { $0 == "cancel focusLost" }
      try xdotool("mouseup 1 mousemove 120 100")
      try probe.awaitLine { $0 == "pointer moved mouse 120.0 100.0" }
      #expect(!probe.lines.contains { $0.hasPrefix("pointer up") })
      #expect(other.process.exitStatus == nil)
    }
  }

  /// With a real window manager.
  @Suite(.enabled(if: Tool.openbox.isInstalled, "openbox is not installed"))
  struct OpenboxTests {
    private let server: XServer
    private let manager: Openbox
    private let client: XClient

    init() throws {
      server = try XServer()
      manager = try Openbox(on: server)
      client = try XClient(server.display)
    }

    /// The position of a window's content on the screen, regardless of frames.
    private func place(of window: UInt) -> (x: Int, y: Int) {
      var (x, y): (Int32, Int32) = (0, 0)
      var child: UInt = 0
      XTranslateCoordinates(
        client.connection, window, XDefaultRootWindow(client.connection), 0, 0, &x, &y, &child)
      return (Int(x), Int(y))
    }

    /// Waits until the hint line, which extends to the window's corner, is drawn there.
    private func awaitCorner(of window: UInt, _ program: Program) throws {
      try program.awaitPicture { display in
        let (place, size) = (place(of: window), client.size(of: window))
        let (x, y) = (place.x + size[0] - 1, place.y + size[1] - 1)
        let picture = try Picture(of: display)
        return x < picture.width && y < picture.height && picture[x, y] == 0xe9eaee
      }
    }

    private func isFullscreen(_ window: UInt) -> Bool {
      client.atoms(in: "_NET_WM_STATE", of: window).contains("_NET_WM_STATE_FULLSCREEN")
    }

    @Test func `F11 toggles full screen, also after another client has set it`() throws {
      let program = try Program(on: server)
      let window = try program.window()
      try program.xdotool("windowactivate --sync \(window) key F11")
      #expect(eventually { isFullscreen(window) && client.size(of: window) == [1600, 1200] })
      try awaitCorner(of: window, program)
      try program.xdotool("key F11")
      #expect(eventually { !isFullscreen(window) && client.size(of: window) == [1200, 800] })

      client.change(["_NET_WM_STATE_FULLSCREEN"], 1, of: window)
      #expect(eventually { client.size(of: window) == [1600, 1200] })
      try awaitCorner(of: window, program)
      // A state set by the manager counts as well: the key ends it.
      try program.xdotool("key F11")
      #expect(eventually { !isFullscreen(window) && client.size(of: window) == [1200, 800] })
      #expect(program.errors == "")
    }

    @Test func `a maximised window fills its area, and no resize goes below the minimum size`()
      throws
    {
      let program = try Program(on: server)
      let window = try program.window()
      let states = ["_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"]
      client.change(states, 1, of: window)
      #expect(eventually { client.size(of: window)[0] > 1500 && client.size(of: window)[1] > 1000 })
      try awaitCorner(of: window, program)
      client.change(states, 0, of: window)
      #expect(eventually { client.size(of: window) == [1200, 800] })
      try program.xdotool("windowsize \(window) 1 1")
      #expect(eventually { client.size(of: window) == [480, 360] })
      #expect(program.errors == "")
    }

    @Test func `activating a window gives it the keyboard, and activating another takes it away`()
      throws
    {
      let probe = try WindowProbe(on: server.display, ["--size", "300", "200"])
      let other = try WindowProbe(on: server.display, ["--size", "300", "200", "--title", "other"])
      let xdotool = Xdotool(display: server.display)
      func activate(_ title: String) throws {
        try xdotool("search --sync --onlyvisible --name ^\(title) windowactivate --sync")
      }
      try activate("probe")
      try probe.awaitLine { $0 == "event focus(true)" }
      let count = probe.lines.count
      try activate("other")
      try probe.awaitLine(after: count) { $0 == "event focus(false)" }
      try other.awaitLine { $0 == "event focus(true)" }
      try activate("probe")
      try probe.awaitLine(after: count) { $0 == "event focus(true)" }
      #expect(probe.errors == "")
    }

    @Test func `on another desktop the window is hidden, and back on its own it is drawn again`()
      throws
    {
      let probe = try WindowProbe(on: server.display, ["--animate", "--size", "300", "200"])
      let xdotool = Xdotool(display: server.display)
      let isGone = try eventually {
        try xdotool("set_num_desktops 2 set_desktop 1 sleep 0.2")
        return probe.lines.contains("event visible(false)")
      }
      #expect(isGone)
      let count = probe.lines.count
      try xdotool("set_desktop 0")
      try probe.awaitLine(after: count) { $0 == "event visible(true)" }
      let shown = probe.lines.count
      #expect(eventually { probe.lines.count > shown + 10 })
      #expect(probe.errors == "")
    }

    @Test func `a window placed by a pager gets that position and size`() throws {
      let program = try Program(on: server)
      let window = try program.window()
      // Static gravity (10), from a pager (2), with x, y, width and height; one change may cause
      // two events.
      client.place(window, 100, 120, width: 1000, height: 700)
      #expect(
        eventually {
          let place = place(of: window)
          return client.size(of: window) == [1000, 700] && place.x == 100 && place.y == 120
        })
      try awaitCorner(of: window, program)
      #expect(program.errors == "")
    }

    @Test func `sizes dragged by the manager are acknowledged one by one`() throws {
      let probe = try WindowProbe(on: server.display, ["--size", "500", "400", "--slow", "10"])
      let xdotool = Xdotool(display: server.display)
      let found = try xdotool("search --sync --onlyvisible --name ^probe").split(separator: "\n")
      let window = try #require(found.first.flatMap { UInt($0) })
      let counters = client.counters(of: window)
      let before = client.value(of: try #require(counters.first))
      let place = place(of: window)
      try xdotool("mousemove \(place.x + 400) \(place.y + 300) keydown alt mousedown 3")
      let steps = String(repeating: " mousemove_relative 4 3 sleep 0.01", count: 30)
      try xdotool("sleep 0.1\(steps) mouseup 3 keyup alt")
      try probe.awaitLine { $0.hasSuffix(" 620x490") && $0.hasPrefix("frame") }
      // The manager increments its counter per request, and sends the next once the last is
      // answered.
      #expect(client.value(of: counters[0]) - before >= 5)
      #expect(manager.process.exitStatus == nil)
      #expect(probe.errors == "")
    }
  }
}
