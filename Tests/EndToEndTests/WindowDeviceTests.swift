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

    @Test(arguments: [0, 5, 50])
    func `of a single mouse no notch is lost or doubled, however soon it turns on coming back`(
      gap: UInt32
    ) throws {
      let server = try InputTestServer()
      let probe = try WindowProbe(on: server.display, ["--size", "600", "400"])
      let pause = { _ = usleep(gap * 1000) }
      server.mouse.move(by: -2000, -2000)
      for round in 1...10 {
        server.mouse.move(by: 100, 100)
        pause()
        server.mouse.scroll(120)
        pause()
        server.mouse.scroll(-240)
        pause()
        server.mouse.move(by: 1000, 600)
        pause()
        // Elsewhere: none of ours.
        for _ in 0..<round { server.mouse.scroll(120) }
        pause()
        server.mouse.move(by: -1000, -600)
        pause()
        server.mouse.scroll(360)
        pause()
        server.mouse.move(by: -100, -100)
        try probe.awaitLine { $0 == "notches 0.0 \(Double(2 * round))" }
      }
      #expect(probe.errors == "")
      withExtendedLifetime(server) {}
    }

    @Test func `of a wheel without notches the first part at most is lost on coming back`() throws {
      let server = try InputTestServer()
      let probe = try WindowProbe(on: server.display, ["--size", "600", "400"])
      server.mouse.move(by: -2000, -2000)
      server.mouse.move(by: 100, 100)
      try probe.awaitLine { $0.hasPrefix("pointer moved") }
      // An eighth of a notch each; now it is known for what it is.
      for _ in 0..<8 { server.mouse.scroll(15) }
      try probe.awaitLine { $0.hasPrefix("notches") && $0.hasSuffix(" 1.0") }
      server.mouse.move(by: 1000, 600)
      for _ in 0..<7 { server.mouse.scroll(15) }
      server.mouse.move(by: -1000, -600)
      // The first of these is the eighth eighth, which the server echoes as a whole notch.
      for _ in 0..<4 { server.mouse.scroll(15) }
      server.mouse.move(by: 1, 1)
      try probe.awaitLine { $0 == "pointer moved mouse 101.0 101.0" }
      let seen = probe.lines.last { $0.hasPrefix("notches") }
      #expect(["notches 0.0 1.375", "notches 0.0 1.5"].contains(seen), "\(seen ?? "none")")
      #expect(probe.errors == "")
      withExtendedLifetime(server) {}
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
