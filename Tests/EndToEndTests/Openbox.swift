import Glibc
import TestSupport
import Testing

/// Openbox on a server, as far as waiting for windows.
struct Openbox {
  let process: ChildProcess

  /// Starts it, and waits for the program that it starts last.
  ///
  /// Its properties on the root window appear earlier, and a window mapped in between may not be
  /// managed.
  init(on server: XServer, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let folder = try TemporaryFolder()
    let mark = folder.file("started")
    process = try ChildProcess(
      "openbox", ["--startup", "touch \(mark)"],
      environment: ChildProcess.environment.merging(["DISPLAY": server.display]) { $1 })
    let isReady = eventually { access(mark, F_OK) == 0 }
    #expect(isReady, "openbox did not start", sourceLocation: sourceLocation)
  }
}
