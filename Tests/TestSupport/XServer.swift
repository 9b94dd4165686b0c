internal import Glibc
internal import Synchronization

/// A private X server for a test, stopped some time after it.
///
/// It picks its own display number, so that it never collides with another server.
public final class XServer: Sendable {
  /// Its name for DISPLAY, such as ":7".
  public let display: String
  /// The server process; tests of server faults stop or kill it.
  public let process: ChildProcess
  private let folder: TemporaryFolder

  // Optimised code ends a local's life at its last use, which for a server is often reading its
  // name. So the newest servers are kept alive here until their tests are long over.
  private static let newest = Mutex<[XServer]>([])
  private static let heldCount = 8
  private static let usual = ["-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
  // Started during the previous test, so that no test has to wait for it.
  private static let spare = Mutex<Start?>(nil)
  private static let endWithProcess: Void = {
    atexit {
      XServer.newest.withLock { $0.removeAll() }
      XServer.spare.withLock { $0 = nil }
    }
  }()

  private struct Start {
    let folder: TemporaryFolder
    let process: ChildProcess

    init(_ arguments: [String]) throws(StartError) {
      folder = try TemporaryFolder()
      process = try ChildProcess(
        "Xvfb", ["-displayfd", "1", "-noreset", "-dpi", "96"] + arguments,
        output: folder.file("display"), errors: folder.file("errors"))
    }
  }

  /// Starts Xvfb and waits until it accepts connections.
  ///
  /// - Parameters:
  ///   - screen: width, height and depth of its only screen, in pixels and bits.
  ///   - arguments: additional arguments, such as `["-extension", "MIT-SHM"]`.
  ///   - listensOnTCP: whether it also listens on 127.0.0.1.
  /// - Throws: `StartError` if there is no Xvfb, or it reports no display within a minute.
  public init(
    screen: String = "1600x1200x24", _ arguments: [String] = [], listensOnTCP: Bool = false
  ) throws {
    var more = ["-screen", "0", screen] + arguments
    more += listensOnTCP ? ["-listen", "tcp"] : ["-nolisten", "tcp"]
    Self.endWithProcess
    let isUsual = more == Self.usual
    let ready = isUsual ? Self.spare.withLock { spare in spare.take() } : nil
    let start = try ready ?? Start(more)
    (folder, process) = (start.folder, start.process)
    let number = eventually { () -> Int? in
      if start.process.exitStatus != nil { return -1 }
      let text = contents(of: start.folder.file("display"))
      return text.last == "\n" ? Int(text.dropLast()) : nil
    }
    guard let number, number >= 0 else { throw StartError(program: "Xvfb", code: ETIMEDOUT) }
    display = ":\(number)"
    if isUsual, let next = try? Start(more) { Self.spare.withLock { $0 = next } }
    Self.newest.withLock { servers in
      servers.append(self)
      if servers.count > Self.heldCount { servers.removeFirst() }
    }
  }
}
