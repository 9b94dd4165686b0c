import Glibc
import TestSupport
import Testing

/// Synthetic mouse and keyboard on a display, through XTest.
struct Xdotool {
  /// The program whose window was awaited has exited.
  struct Ended: Error {}

  private static let programEnded: Int32 = -1

  let display: String
  /// The file with the display's cookie, or `nil` for none.
  var authority: String?

  /// Runs a chain of its commands and waits for the end: `xdotool("mousemove 10 20 click 1")`.
  ///
  /// Returns its output.
  ///
  /// - Parameters:
  ///   - commands: its arguments.
  ///   - program: stops waiting if this program exits.
  /// - Throws: `Ended` if that program has exited.
  @discardableResult
  func callAsFunction(
    _ commands: String, while program: ChildProcess? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let folder = try TemporaryFolder()
    var environment = ChildProcess.environment
    environment["DISPLAY"] = display
    if let authority { environment["XAUTHORITY"] = authority }
    let process = try ChildProcess(
      "xdotool", commands.split(separator: " ").map(String.init), environment: environment,
      output: folder.file("output"), errors: folder.file("errors"))
    let status = eventually {
      process.exitStatus ?? (program?.exitStatus == nil ? nil : Self.programEnded)
    }
    if status == Self.programEnded, process.exitStatus == nil {
      process.send(SIGKILL)
      throw Ended()
    }
    #expect(
      status == 0, "xdotool \(commands): \(contents(of: folder.file("errors")))",
      sourceLocation: sourceLocation)
    return contents(of: folder.file("output"))
  }
}
