import Glibc
import TestSupport
import Testing

/// Tests that start the real program on a private server; serialised, so that two cores suffice.
@Suite(
  .serialized, .enabled(if: Tool.xvfb.isInstalled, "Xvfb is not installed"),
  .enabled(if: Tool.xdotool.isInstalled, "xdotool is not installed"))
enum EndToEnd {
  @Suite struct ServerTests {
    @Test func `two servers run side by side, and one outlives the other`() throws {
      let servers = [try XServer(), try XServer()]
      #expect(servers[0].display != servers[1].display)
      servers[0].process.send(9)
      #expect(eventually { servers[0].process.exitStatus == 128 + 9 })
      #expect(servers[1].process.exitStatus == nil)
    }

    @Test func `a program that has ended is reaped without being waited for`() throws {
      let program = try ChildProcess("true")
      // A zombie still accepts signals.
      #expect(eventually { kill(program.id, 0) == -1 && errno == ESRCH })
      #expect(program.exitStatus == 0)
    }
  }
}

/// Runs a program and expects it to succeed.
func run(_ program: String, _ arguments: [String], _ variables: [String: String] = [:]) throws {
  let process = try ChildProcess(
    program, arguments, environment: ChildProcess.environment.merging(variables) { $1 })
  #expect(eventually { process.exitStatus } == 0, "\(program) \(arguments)")
}

extension XServer {
  /// A server with the cookies of a trusted and an untrusted client, in the files `trusted` and
  /// `untrusted` of a folder.
  static func guarded(by folder: TemporaryFolder) throws -> XServer {
    let (trusted, untrusted) = (folder.file("trusted"), folder.file("untrusted"))
    let cookie = "00112233445566778899aabbccddeeff"
    try run("xauth", ["-f", trusted, "add", ":0", ".", cookie])
    let server = try XServer(["-auth", trusted])
    // The server accepts the cookie whatever display it is listed under; a client does not.
    try run("xauth", ["-f", trusted, "add", server.display, ".", cookie])
    try run(
      "xauth",
      ["-f", untrusted, "-q", "generate", server.display, ".", "untrusted", "timeout", "600"],
      ["XAUTHORITY": trusted, "DISPLAY": server.display])
    return server
  }
}
