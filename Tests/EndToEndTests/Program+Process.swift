import Foundation
import TestSupport
import Testing

extension Program {
  /// Resource usage of a process since its start.
  struct Usage {
    /// Processor time in seconds.
    let cpuSeconds: Double
    /// Number of wake-ups, summed over all threads.
    let wakeUps: Int
  }

  /// Resource usage of the program so far.
  func usage(sourceLocation: SourceLocation = #_sourceLocation) throws -> Usage {
    let times = contents(of: "/proc/\(process.id)/schedstat").split(separator: " ")
    let switches = contents(of: "/proc/\(process.id)/status").split(separator: "\n")
      .first { $0.hasPrefix("voluntary_ctxt_switches:") }
    let wakeUps = switches?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
    let nanoseconds = times.first.flatMap { Double($0) }
    return Usage(
      cpuSeconds: try #require(nanoseconds, sourceLocation: sourceLocation) / 1e9,
      wakeUps: try #require(wakeUps, sourceLocation: sourceLocation))
  }

  /// Its peak memory in megabytes, including memory shared with the server.
  func peakMegabytes(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int {
    let peak = contents(of: "/proc/\(process.id)/status").split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    let words = peak?.split(whereSeparator: \.isWhitespace) ?? []
    let kilobytes = words.dropFirst().first.flatMap { Int($0) }
    return try #require(kilobytes, sourceLocation: sourceLocation) / 1000
  }

  /// Asks the window to close, as a window manager does.
  func requestClose(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try XClient(server.display).send(
      "WM_DELETE_WINDOW", to: window(sourceLocation: sourceLocation))
  }

  /// Closes the window as a window manager does, and expects success.
  func close(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try requestClose(sourceLocation: sourceLocation)
    #expect(try awaitEnd(sourceLocation: sourceLocation) == 0, sourceLocation: sourceLocation)
  }

  /// Quits by the key, after other xdotool commands, and expects success.
  func quit(
    after words: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try xdotool("\(words) key ctrl+q", sourceLocation: sourceLocation)
    #expect(try awaitEnd(sourceLocation: sourceLocation) == 0, sourceLocation: sourceLocation)
  }

  /// Expects words on its standard error, now or soon: at least once, or as many times as given.
  func expectSaid(
    _ words: String, times: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isSaid = eventually {
      let count = errors.components(separatedBy: words).count - 1
      return times.map { count == $0 } ?? (count > 0)
    }
    #expect(isSaid, "\(errors)", sourceLocation: sourceLocation)
  }

  /// Sends it a signal, and waits for its end.
  func end(by signal: Int32) {
    process.send(signal)
    _ = eventually { process.exitStatus }
  }

  /// Starts the program without waiting for a window.
  static func start(
    _ arguments: [String], _ environment: [String: String] = [:], output: String? = nil,
    errors: String? = nil
  ) throws -> ChildProcess {
    try ChildProcess(
      path, arguments, environment: ChildProcess.environment.merging(environment) { $1 },
      output: output, errors: errors)
  }
}

extension ChildProcess {
  /// Number of System V shared memory segments that it created and that still exist.
  var sharedSegments: Int {
    contents(of: "/proc/sysvipc/shm").split(separator: "\n").dropFirst().count { line in
      let columns = line.split(separator: " ")
      return columns.count > 4 && columns[4] == "\(id)"
    }
  }
}

/// Expects a recording to replay to the states it contains.
func expectReplays(
  _ recording: String, environment: [String: String] = [:],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = try TemporaryFolder()
  let check = try Program.start(
    ["check", recording], environment, output: folder.file("output"),
    errors: folder.file("errors"))
  #expect(
    eventually { check.exitStatus } == 0,
    "\(contents(of: folder.file("output")))\(contents(of: folder.file("errors")))",
    sourceLocation: sourceLocation)
}

/// The names in a folder; empty if it cannot be read.
func entries(of folder: String) -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
}
