import TestSupport
import Testing

/// Hands on a display's mouse and keyboard, by XTest.
struct Xdotool {
  let display: String
  /// The file with the display's cookie, or `nil` for none.
  var authority: String?

  /// Does a chain of its commands and waits for the end: `xdotool("mousemove 10 20 click 1")`.
  ///
  /// Returns what it printed.
  @discardableResult
  func callAsFunction(
    _ commands: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let folder = try TemporaryFolder()
    var environment = ChildProcess.environment
    environment["DISPLAY"] = display
    if let authority { environment["XAUTHORITY"] = authority }
    let process = try ChildProcess(
      "xdotool", commands.split(separator: " ").map(String.init), environment: environment,
      output: folder.file("output"), errors: folder.file("errors"))
    let status = eventually { process.exitStatus }
    #expect(
      status == 0, "xdotool \(commands): \(contents(of: folder.file("errors")))",
      sourceLocation: sourceLocation)
    return contents(of: folder.file("output"))
  }
}
