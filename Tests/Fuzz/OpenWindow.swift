internal import Glibc
internal import TestSupport

/// The program's window on a server, with another client beside it.
final class OpenWindow {
  /// The program exited before its window was shown.
  struct Ended: Error {
    let status: Int32
    let said: String
  }

  let client: RawClient
  let window: UInt32
  let folder: TemporaryFolder
  private let process: ChildProcess
  private let words: String

  /// Opens the window, and waits until it answers.
  init(
    on server: XServer, _ arguments: [String] = [], in folder: TemporaryFolder,
    words place: TemporaryFolder, environment: [String: String] = [:]
  ) throws {
    (self.folder, words) = (folder, place.file("words"))
    var variables = ChildProcess.environment
    for name in ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "FEELLAB_SCALE"] { variables[name] = nil }
    variables["DISPLAY"] = server.display
    variables["HOME"] = folder.path
    variables["ASAN_OPTIONS"] = "detect_leaks=0:abort_on_error=1"
    let process = try ChildProcess(
      try Program().path, ["--no-intro"] + arguments,
      environment: variables.merging(environment) { $1 }, in: folder.path, errors: words)
    self.process = process
    let client = try RawClient(server.display)
    self.client = client
    let found = eventually(within: 120) { () -> UInt32?? in
      if process.exitStatus != nil { return .some(nil) }
      // A window that is closing may disappear between two requests.
      return ((try? client.window()) ?? nil).map { .some($0) }
    }
    guard let window = found ?? nil else {
      throw Ended(status: process.exitStatus ?? -1, said: contents(of: words))
    }
    self.window = window
    guard try client.hearsPing(window, while: { process.exitStatus == nil }) else {
      throw Ended(status: process.exitStatus ?? -1, said: contents(of: words))
    }
  }

  var isRunning: Bool { process.exitStatus == nil }

  /// The program's output.
  var said: String { contents(of: words) }

  func answers() throws -> Bool { try client.hearsPing(window) { isRunning } }

  /// Sends a key press and release by keycode; the program must be told to accept sent events.
  func key(_ code: UInt8, state: UInt8 = 0) throws {
    for type: UInt8 in [2, 3] {
      let head: [UInt8] = [type, code, 0, 0]
      let body = RawClient.words([0, client.root, window, 0, 0, 0]) + [state, 0, 1, 0]
      try client.send(head + body, to: window, mask: 3)
    }
  }

  /// Closes the window; returns the exit status.
  func close() throws -> Int32? {
    try client.closeWindow(window)
    return eventually(within: 120) { process.exitStatus }
  }

  /// Its peak memory, in megabytes.
  var peakMegabytes: Int {
    let line = contents(of: "/proc/\(process.id)/status").split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    let words = line?.split(whereSeparator: \.isWhitespace) ?? []
    return (words.dropFirst().first.flatMap { Int($0) } ?? 0) / 1000
  }
}
