import Feel
import Glibc
import TestSupport
import Testing
import XWindow

@Suite(.serialized, .enabled(if: Tool.xvfb.isInstalled, "Xvfb is not installed"))
struct WindowTests {
  @Test(arguments: [true, false])
  func `a frame's pixels are shown on the screen`(sharesMemory: Bool) throws {
    let server = try XServer()
    // Otherwise the server would end after its last use, which may be before the window's.
    defer { withExtendedLifetime(server) {} }
    var options = WindowOptions()
    options.displayName = server.display
    options.allowsSharedMemory = sharesMemory
    (options.width, options.height) = (300, 200)
    let window = try Window(options)
    #expect(window.report.transport == (sharesMemory ? .sharedFile : .socket))
    drawUntilShown(window, color: 0x20_40_60)
    let screen = try #require(Screenshot(server.display))
    #expect(screen.pixel(x: 0, y: 0) == 0x20_40_60)
    #expect(screen.pixel(x: 299, y: 199) == 0x20_40_60)
    #expect(screen.pixel(x: 300, y: 200) == 0)
  }

  @Test(.enabled(if: Tool.xdotool.isInstalled, "xdotool is not installed"))
  func `a motion arrives as points on the server's clock`() throws {
    let server = try XServer()
    // Otherwise the server would end after its last use, which may be before the window's.
    defer { withExtendedLifetime(server) {} }
    var options = WindowOptions()
    options.displayName = server.display
    options.scale = 2
    (options.width, options.height) = (300, 200)
    let window = try Window(options)
    drawUntilShown(window, color: 0x11_22_33)
    let before = window.now
    let moved = try ChildProcess(
      "xdotool", ["mousemove", "99", "60", "mousemove_relative", "1", "0"],
      environment: ChildProcess.environment.merging(["DISPLAY": server.display]) { $1 })
    let sample = try #require(nextPointer(window) { $0.location == Vector(50, 30) })
    #expect(sample.time.seconds >= before.seconds - 0.001)
    #expect(sample.time <= window.now)
    #expect(eventually { moved.exitStatus } == 0)
  }

  @Test func `the server's death gives one event`() throws {
    let server = try XServer()
    // Otherwise the server would end after its last use, which may be before the window's.
    defer { withExtendedLifetime(server) {} }
    var options = WindowOptions()
    options.displayName = server.display
    let window = try Window(options)
    drawUntilShown(window, color: 0)
    server.process.send(SIGKILL)
    let events = window.wait(frameWanted: false, deadline: nil).events
    #expect(events.last == .lost)
    #expect(window.isLost)
    #expect(window.wait(frameWanted: true, deadline: nil).events.isEmpty)
  }

  @Test func `a missing display is refused by name`() {
    var options = WindowOptions()
    options.displayName = ":64999"
    #expect(throws: WindowError.cannotOpen(display: ":64999")) { _ = try Window(options) }
  }

  private func drawUntilShown(_ window: Window, color: UInt32) {
    while true {
      let wake = window.wait(frameWanted: true, deadline: nil)
      guard wake.frame != nil else { continue }
      fill(window, color)
      return
    }
  }

  private func fill(_ window: Window, _ color: UInt32) {
    window.present(damage: Damage(PixelRect(window.pixelSize))) { pixels, target in
      for y in 0..<target.size.height {
        for x in 0..<target.size.width { pixels[y * target.stride + x] = color }
      }
    }
  }

  private func nextPointer(
    _ window: Window, where matches: (PointerSample) -> Bool
  ) -> PointerSample? {
    while !window.isLost {
      for event in window.wait(frameWanted: false, deadline: nil).events {
        if case .input(.pointer(let sample)) = event, matches(sample) { return sample }
      }
    }
    return nil
  }
}
