import Glibc
import Measuring
import TestSupport
import Testing

extension EndToEnd {
  /// Real devices, controlled by the test, on a real Xorg.
  @Suite(.enabled(if: InputTestServer.isInstalled, InputTestServer.advice)) struct WindowDeviceTests
  {
    @Test(arguments: [0, 5, 50])
    func `scrolling is exact after the pointer leaves and returns`(gap: UInt32) throws {
      let server = try InputTestServer()
      let probe = try WindowProbe(on: server.display, ["--size", "600", "400"])
      let pause = { _ = usleep(gap * 1000) }
      server.tablet.move(to: 0.1, 0.1)
      pause()
      server.mouse.scroll(54)
      pause()
      server.tablet.move(to: 0.9, 0.9)
      pause()
      // Outside the window: not ours.
      server.mouse.scroll(600)
      pause()
      server.tablet.move(to: 0.1, 0.1)
      pause()
      server.mouse.scroll(108)
      try probe.awaitLine { $0 == "notches 0.0 1.35" }
      #expect(probe.errors == "")
    }

    @Test(arguments: [0, 5, 50])
    func `a single mouse loses and doubles no notch, however soon it scrolls on its return`(
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
        // Outside the window: not ours.
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

    @Test func `a wheel without notches loses at most its first step on the pointer's return`()
      throws
    {
      let server = try InputTestServer()
      let probe = try WindowProbe(on: server.display, ["--size", "600", "400"])
      server.mouse.move(by: -2000, -2000)
      server.mouse.move(by: 100, 100)
      try probe.awaitLine { $0.hasPrefix("pointer moved") }
      // An eighth of a notch each; after the first, the wheel is known to be smooth.
      for _ in 0..<8 { server.mouse.scroll(15) }
      try probe.awaitLine { $0.hasPrefix("notches") && $0.hasSuffix(" 1.0") }
      server.mouse.move(by: 1000, 600)
      for _ in 0..<7 { server.mouse.scroll(15) }
      server.mouse.move(by: -1000, -600)
      // The first of these completes eight eighths, which the server echoes as a whole notch.
      for _ in 0..<4 { server.mouse.scroll(15) }
      server.mouse.move(by: 1, 1)
      try probe.awaitLine { $0 == "pointer moved mouse 101.0 101.0" }
      let seen = probe.lines.last { $0.hasPrefix("notches") }
      #expect(["notches 0.0 1.375", "notches 0.0 1.5"].contains(seen), "\(seen ?? "none")")
      #expect(probe.errors == "")
      withExtendedLifetime(server) {}
    }

    @Test func `one finger is a touch pointer, without mouse presses besides`() throws {
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

    @Test func `two fingers are two pointers, and neither cancels the other`() throws {
      let server = try InputTestServer()
      let probe = try WindowProbe(on: server.display, ["--size", "600", "400"])
      server.touchScreen.touch(1, .began, 0.1, 0.2)
      server.touchScreen.touch(2, .began, 0.2, 0.2)
      server.touchScreen.touch(1, .moved, 0.1, 0.1)
      server.touchScreen.touch(2, .moved, 0.2, 0.1)
      server.touchScreen.touch(1, .ended, 0.1, 0.1)
      server.touchScreen.touch(2, .ended, 0.2, 0.1)
      try probe.awaitLine { _ in
        probe.lines.count { $0.hasPrefix("pointer up touch") } == 2
      }
      #expect(probe.lines.count { $0.hasPrefix("pointer down touch") } == 2)
      #expect(!probe.lines.contains { $0.hasPrefix("cancel") || $0.hasPrefix("wheel") })
    }

    @Test(arguments: [true, false])
    func `touchpad scrolling begins, changes and ends, whether or not the driver names a touchpad`(
      isNamed: Bool
    ) throws {
      let server = try InputTestServer()
      if isNamed { try XClient(server.display).set("libinput Tapping Enabled", of: "mouse") }
      let probe = try WindowProbe(on: server.display, ["--size", "600", "400"])
      server.mouse.move(by: -2000, -2000)
      server.mouse.move(by: 100, 100)
      try probe.awaitLine { $0.hasPrefix("pointer moved") }
      if !isNamed {
        // The first lift identifies it.
        server.mouse.scroll(30)
        server.mouse.scroll(0)
        try probe.awaitLine { $0 == "wheel notches 0.0 0.25" }
      }
      let before = probe.lines.count
      server.mouse.scroll(12)
      server.mouse.scroll(-6)
      server.mouse.scroll(0)
      server.mouse.scroll(0)
      server.mouse.move(by: 1, 1)
      try probe.awaitLine { $0 == "pointer moved mouse 101.0 101.0" }
      let lines = probe.lines.dropFirst(before).filter { $0.hasPrefix("wheel ") }
      #expect(
        lines == [
          "wheel notches 0.0 0.1 finger began", "wheel notches 0.0 -0.05 finger changed",
          "wheel notches 0.0 0.0 finger ended",
        ])
      withExtendedLifetime(server) {}
    }

    @Test func `touchpad fingers fling and stop the list, and the recording replays`() throws {
      let server = try InputTestServer()
      try XClient(server.display).set("libinput Tapping Enabled", of: "mouse")
      let program = try Program(on: server, ["--scene", "scroll-view", "--record", "session.feel"])
      server.mouse.move(by: -2000, -2000)
      server.mouse.move(by: 400, 400)
      func flick() {
        for _ in 0..<12 {
          server.mouse.scroll(30)
          usleep(8000)
        }
        server.mouse.scroll(0)
      }
      flick()
      // 12 quarters of a notch of 60 points; then the list runs on by itself.
      let flung = try program.awaitState { $0.isSettled && $0["scroll.flings"] == 1 }
      #expect(flung["scroll.offset"] > 180 + 50)
      flick()
      server.mouse.scroll(6)
      server.mouse.scroll(0)
      let last = try program.awaitState { $0.isSettled && $0["scroll.flings"] == 2 }
      #expect(last["scroll.offset"] > flung["scroll.offset"] + 180)
      try program.close()
      let trace = program.folder.file("session.feel")
      #expect(contents(of: trace).contains(#""phase": "end", "source": "finger""#))
      let table = program.folder.file("flings.csv")
      let flings = try ChildProcess(Program.path, ["fit", "--flings", trace, "-o", table])
      #expect(eventually { flings.exitStatus } == 0)
      let endings = contents(of: table).split(separator: "\n").dropFirst().compactMap {
        $0.split(separator: ",").last.map(String.init)
      }
      #expect(endings == ["ran out", "cut short"])
      try expectReplays(trace)
    }

    @Test func `touchpad fingers that rest before lifting fling nothing, even if the lift is lost`()
      throws
    {
      let server = try InputTestServer()
      try XClient(server.display).set("libinput Tapping Enabled", of: "mouse")
      let program = try Program(on: server, ["--scene", "scroll-view"])
      server.mouse.move(by: -2000, -2000)
      server.mouse.move(by: 400, 400)
      for isLifted in [true, false] {
        let before = program.states.count
        for _ in 0..<12 {
          server.mouse.scroll(30)
          usleep(8000)
        }
        if isLifted {
          usleep(300_000)
          server.mouse.scroll(0)
        }
        // 12 quarters of a notch of 60 points.
        let way = isLifted ? 180.0 : 360
        let rested = try program.awaitState(after: before) {
          $0.isSettled && $0["scroll.offset"] >= way
        }
        #expect(rested["scroll.offset"] == way)
        #expect(rested["scroll.flings"] == 0)
      }
      withExtendedLifetime(server) {}
    }

    @Test func `a drag keeps every movement, even of a fraction of a pixel`() throws {
      let server = try InputTestServer()
      let probe = try WindowProbe(on: server.display, ["--size", "600", "400"])
      server.tablet.move(to: 0.1, 0.1)
      try probe.awaitLine { $0.hasPrefix("pointer moved") }
      server.mouse.press()
      try probe.awaitLine { $0.hasPrefix("pointer down") }
      let before = probe.lines.filter { $0.hasPrefix("pointer moved") }.count
      for _ in 0..<200 { server.mouse.move(by: 0.25, 0) }
      #expect(
        eventually { probe.lines.filter { $0.hasPrefix("pointer moved") }.count == before + 200 })
    }

    @Test func `removing a touchscreen in mid-drag cancels the drag without lifting a finger`()
      throws
    {
      let server = try InputTestServer()
      let probe = try WindowProbe(on: server.display, ["--size", "600", "400"])
      server.touchScreen.touch(1, .began, 0.1, 0.1)
      server.touchScreen.touch(1, .moved, 0.1, 0.2)
      try probe.awaitLine { $0.hasPrefix("pointer moved touch") }
      try XClient(server.display).set("Device Enabled", of: "touch", to: 0)
      try probe.awaitLine { $0 == "cancel deviceRemoved" }
      #expect(!probe.lines.contains { $0.hasPrefix("pointer up") })
      #expect(probe.errors == "")
    }

    @Test func `a drag goes on outside the window`() throws {
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
