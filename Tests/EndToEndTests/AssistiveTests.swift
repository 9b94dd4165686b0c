import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// The window through the accessibility bus, driven by Tests/access/window.py.
  @Suite(
    .enabled(
      if: Tool.dbusRunSession.isInstalled,
      "dbus-run-session is not installed: ./run.sh test --with-desktop"),
    .enabled(
      if: hasAssistiveClient, "AT-SPI for Python is not installed: ./run.sh test --with-desktop"))
  struct AssistiveTests {
    @Test(
      arguments: [
        "scenes", "slider", "hold", "page", "parameter", "files", "text", "events", "late",
      ])
    func `assistive technology reads and uses the window`(what: String) throws {
      let server = try XServer()
      let folder = try TemporaryFolder()
      let script = "\(#filePath)".split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
      var variables = ChildProcess.environment
      variables["DISPLAY"] = server.display
      variables["HOME"] = folder.path
      variables["XDG_RUNTIME_DIR"] = folder.path
      variables["XDG_STATE_HOME"] = nil
      variables["XDG_CONFIG_HOME"] = nil
      let client = try ChildProcess(
        "dbus-run-session",
        ["--", python, "\(script)/access/window.py", Program.path, what],
        environment: variables, in: folder.path, output: folder.file("output"),
        errors: folder.file("errors"))
      let status = eventually(within: 240) { client.exitStatus }
      #expect(status == 0, "\(contents(of: folder.file("errors")))")
    }
  }
}

// Debian's Python: another one earlier in PATH may lack the system's modules.
private let python = "/usr/bin/python3"

private let hasAssistiveClient: Bool = {
  guard let process = try? ChildProcess(python, ["-c", "import pyatspi"]) else { return false }
  return eventually { process.exitStatus } == 0
}()
