import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// Real devices, played by the test, on a real Xorg.
  @Suite(
    .enabled(
      if: InputTestServer.isInstalled,
      "Xorg with the dummy and inputtest drivers is not installed: ./run.sh test --with-xorg"))
  struct WindowDeviceTests {
    @Test(arguments: [0, 5, 50])
    func `scrolling is exact after leaving and coming back`(gap: UInt32) throws {
      let server = try InputTestServer()
      let probe = try WindowProbe(on: server.display, ["--size", "600", "400"])
      let pause = { _ = usleep(gap * 1000) }
      server.tablet.move(to: 0.1, 0.1)
      pause()
      server.mouse.scroll(54)
      pause()
      server.tablet.move(to: 0.9, 0.9)
      pause()
      // Elsewhere: none of ours.
      server.mouse.scroll(600)
      pause()
      server.tablet.move(to: 0.1, 0.1)
      pause()
      server.mouse.scroll(108)
      try probe.awaitLine { $0 == "notches 0.0 1.35" }
      #expect(probe.errors == "")
    }

    @Test func `one finger drives the pointer, and no mouse besides`() throws {
      let server = try InputTestServer()
      let probe = try WindowProbe(on: server.display, ["--size", "600", "400"])
      server.touchScreen.touch(1, .began, 0.1, 0.1)
      server.touchScreen.touch(1, .moved, 0.2, 0.1)
      server.touchScreen.touch(1, .ended, 0.2, 0.1)
      try probe.awaitLine { $0.hasPrefix("pointer up touch") }
      let lines = probe.lines
      #expect(lines.filter { $0.hasPrefix("pointer down touch") }.count == 1)
      #expect(!lines.contains { $0.hasPrefix("pointer down mouse") })
      #expect(!lines.contains { $0.hasPrefix("pointer up mouse") })
    }

    @Test func `two fingers scroll, and click nothing`() throws {
      let server = try InputTestServer()
      let probe = try WindowProbe(on: server.display, ["--size", "600", "400"])
      server.touchScreen.touch(1, .began, 0.1, 0.2)
      server.touchScreen.touch(2, .began, 0.2, 0.2)
      server.touchScreen.touch(1, .moved, 0.1, 0.1)
      server.touchScreen.touch(2, .moved, 0.2, 0.1)
      server.touchScreen.touch(1, .ended, 0.1, 0.1)
      server.touchScreen.touch(2, .ended, 0.2, 0.1)
      // 80 pixels up each: the content goes on by as much.
      try probe.awaitLine {
        $0.hasPrefix("wheel points 0.0 39.9") || $0.hasPrefix("wheel points 0.0 40")
      }
      try probe.awaitLine { $0 == "cancel user" }
      #expect(!probe.lines.contains { $0.hasPrefix("pointer up") })
    }

    @Test func `motion keeps its fractions of a pixel and its history`() throws {
      let server = try InputTestServer()
      let probe = try WindowProbe(on: server.display, ["--size", "600", "400"])
      server.tablet.move(to: 0.1, 0.1)
      try probe.awaitLine { $0.hasPrefix("pointer moved") }
      let before = probe.lines.filter { $0.hasPrefix("pointer moved") }.count
      for _ in 0..<200 { server.mouse.move(by: 0.25, 0) }
      #expect(
        eventually { probe.lines.filter { $0.hasPrefix("pointer moved") }.count == before + 200 })
    }

    @Test func `a drag goes on outside of the window`() throws {
      let server = try InputTestServer()
      let probe = try WindowProbe(on: server.display, ["--size", "300", "200"])
      server.touchScreen.touch(1, .began, 0.1, 0.1)
      server.touchScreen.touch(1, .moved, 0.9, 0.9)
      try probe.awaitLine { $0.hasPrefix("pointer moved touch 1151.") }
      server.touchScreen.touch(1, .ended, 0.9, 0.9)
      try probe.awaitLine { $0.hasPrefix("pointer up touch 1151.") }
    }
  }
}
