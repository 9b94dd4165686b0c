import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// What a window manager may expect of the window.
  @Suite struct WindowMannersTests {
    @Test(arguments: [[], ["--no-shm"], ["--slow", "30"]])
    func `a new size is acknowledged only once it has been drawn`(arguments: [String]) throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, arguments)
      let manager = try XClient(server.display)
      let window = try manager.window(named: "probe")
      let counters = manager.counters(of: window)
      #expect(counters.count == 2)
      for (index, counter) in counters.enumerated() {
        for step in 0..<30 {
          let pixel = try manager.resize(
            window, to: 300 + step * 37 % 400, 200 + step * 29 % 300, counter: counter,
            isExtended: index == 1)
          #expect(pixel == WindowProbe.background, "step \(step) of counter \(index)")
        }
      }
      #expect(probe.errors == "")
    }

    @Test func `a ping is answered, even while frames take long`() throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display, ["--animate", "--slow", "50"])
      let manager = try XClient(server.display)
      #expect(manager.ping(try manager.window(named: "probe")))
      #expect(probe.process.exitStatus == nil)
    }

    @Test func `a held key repeats without key-up events`() throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display)
      let window = try XClient(server.display).window(named: "probe")
      let xdotool = Xdotool(display: server.display)
      try xdotool("windowfocus \(window) keydown a")
      try probe.awaitLine { $0 == #"key down character("a") repeat true"# }
      try xdotool("keyup a")
      try probe.awaitLine { $0.hasPrefix("key up") }
      #expect(probe.lines.filter { $0.hasPrefix("key up") }.count == 1)
      #expect(
        probe.lines.filter { $0 == #"key down character("a") repeat false"# }.count == 1)
    }

    @Test(.enabled(if: Tool.xrdb.isInstalled, "xrdb is not installed"))
    func `a change of Xft.dpi is followed while running`() throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display)
      try mergeResources("Xft.dpi: 192\n", server.display)
      try probe.awaitLine { $0 == "event scale(2.0)" }
    }

    @Test func `no motion event of a fast drag is lost`() throws {
      let server = try XServer()
      let probe = try WindowProbe(on: server.display)
      let xdotool = Xdotool(display: server.display)
      try xdotool("mousemove 100 100")
      try probe.awaitLine { $0.hasPrefix("pointer moved") }
      try xdotool("mousedown 1")
      try probe.awaitLine { $0.hasPrefix("pointer down") }
      let before = moves(probe)
      let walk = (0..<1000).map { _ in "mousemove_relative 1 0" }.joined(separator: " ")
      try xdotool(walk)
      #expect(eventually { moves(probe) == before + 1000 })
    }

    @Test(
      .enabled(
        if: Tool.openbox.isInstalled, "openbox is not installed"))
    func `minimised by openbox the window is not drawn, and restored it is drawn again`() throws {
      let server = try XServer()
      let manager = try Openbox(on: server)
      let xdotool = Xdotool(display: server.display)
      let probe = try WindowProbe(on: server.display, ["--animate", "--size", "500", "400"])
      let window = try xdotool("search --sync --onlyvisible --name ^probe")
        .split(separator: "\n").first.map(String.init)
      let id = try #require(window)
      // A manager that is still starting ignores requests.
      let isHidden = try eventually {
        try xdotool("windowminimize \(id) sleep 0.2")
        return probe.lines.contains("event visible(false)")
      }
      #expect(isHidden)
      func frames() -> Int { probe.lines.filter { $0.hasPrefix("frame ") }.count }
      // The frame in progress and late changes by the manager may still come; continuous drawing
      // never pauses this long.
      let isStill = eventually {
        let before = frames()
        usleep(400_000)
        return frames() == before
      }
      #expect(isStill)
      let before = frames()
      try xdotool("windowmap \(id)")
      #expect(eventually { frames() > before + 10 })
      #expect(manager.process.exitStatus == nil)
    }

    private func moves(_ probe: WindowProbe) -> Int {
      probe.lines.filter { $0.hasPrefix("pointer moved") }.count
    }
  }
}
