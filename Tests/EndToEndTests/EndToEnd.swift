import Glibc
import TestSupport
import Testing

/// What starts the real program on a server of its own; one test after the other, so that two cores
/// suffice.
@Suite(
  .serialized, .enabled(if: Tool.xvfb.isInstalled, "Xvfb is not installed"),
  .enabled(if: Tool.xdotool.isInstalled, "xdotool is not installed"))
enum EndToEnd {
  @Suite struct ServerTests {
    @Test func `two servers stand side by side, and one's end is not the other's`() throws {
      let servers = [try XServer(), try XServer()]
      #expect(servers[0].display != servers[1].display)
      servers[0].process.send(9)
      #expect(eventually { servers[0].process.exitStatus == 128 + 9 })
      #expect(servers[1].process.exitStatus == nil)
    }

    @Test func `a program that has ended is reaped without anybody asking`() throws {
      let program = try ChildProcess("true")
      // A zombie still takes signals.
      #expect(eventually { kill(program.id, 0) == -1 && errno == ESRCH })
      #expect(program.exitStatus == 0)
    }
  }
}
