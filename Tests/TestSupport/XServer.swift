internal import Glibc
internal import Synchronization

/// An X server of a test's own, gone some time after it.
///
/// It picks its display number itself, so that it never collides with another test's server or the machine's own.
public final class XServer: Sendable {
  /// Its name for DISPLAY: ":7".
  public let display: String
  /// The server as a process, to be stopped or killed by tests of such faults.
  public let process: ChildProcess
  private let folder: TemporaryFolder

  // Optimised code ends a local's life at its last use, and the last use of a server is often the reading of its name.
  // So the newest ones are kept alive here; by the time that one is dropped, its test is long over.
  private static let newest = Mutex<[XServer]>([])
  private static let heldCount = 8
  private static let endWithProcess: Void = {
    atexit { XServer.newest.withLock { $0.removeAll() } }
  }()

  /// Starts Xvfb and waits until it can be connected to.
  ///
  /// - Parameters:
  ///   - screen: width, height and depth of its one screen, in pixels and bits.
  ///   - arguments: more for its command line: `["-extension", "MIT-SHM"]`.
  ///   - listensOnTCP: whether 127.0.0.1 is served besides the local socket.
  /// - Throws: `StartError` if there is no Xvfb, or it names no display within half a minute.
  public init(
    screen: String = "1600x1200x24", _ arguments: [String] = [], listensOnTCP: Bool = false
  ) throws {
    folder = try TemporaryFolder()
    let answer = folder.file("display")
    process = try ChildProcess(
      "Xvfb",
      ["-displayfd", "1", "-screen", "0", screen, "-noreset", "-dpi", "96"]
        + (listensOnTCP ? ["-listen", "tcp"] : ["-nolisten", "tcp"]) + arguments,
      output: answer, errors: folder.file("errors"))
    let process = process
    let number = eventually { () -> Int? in
      if process.exitStatus != nil { return -1 }
      let text = contents(of: answer)
      return text.last == "\n" ? Int(text.dropLast()) : nil
    }
    guard let number, number >= 0 else { throw StartError(program: "Xvfb", code: ETIMEDOUT) }
    display = ":\(number)"
    Self.endWithProcess
    Self.newest.withLock { servers in
      servers.append(self)
      if servers.count > Self.heldCount { servers.removeFirst() }
    }
  }
}
