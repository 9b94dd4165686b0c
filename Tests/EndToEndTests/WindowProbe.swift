import TestSupport
import Testing

/// The window layer alone, as a program: a plain picture, and a line for every event.
final class WindowProbe {
  /// The picture's colour, except for its top-left corner.
  static let background: UInt32 = 0x203040

  let process: ChildProcess
  private let folder: TemporaryFolder

  /// Starts the probe and waits until its first frame is drawn.
  init(
    on display: String, _ arguments: [String] = [], environment: [String: String] = [:],
    launcher: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    folder = try TemporaryFolder()
    var variables = ChildProcess.environment
    variables["DISPLAY"] = display
    variables.merge(environment) { $1 }
    let path = Program.path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let words = launcher + [path + "/WindowProbe", "--log"] + arguments
    process = try ChildProcess(
      words[0], Array(words.dropFirst()), environment: variables, output: folder.file("output"),
      errors: folder.file("errors"))
    try awaitLine(sourceLocation: sourceLocation) { $0.hasPrefix("frame") }
  }

  /// The lines it has written so far.
  var lines: [String] {
    let text = contents(of: folder.file("output"))
    guard let end = text.lastIndex(of: "\n") else { return [] }
    return text[..<end].split(separator: "\n").map(String.init)
  }

  /// Its standard error, which must stay empty.
  var errors: String { contents(of: folder.file("errors")) }

  /// How its pixels reach the server.
  var transport: String {
    lines.first?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
  }

  /// Waits for a matching line after the first `count`.
  @discardableResult
  func awaitLine(
    after count: Int = 0, sourceLocation: SourceLocation = #_sourceLocation,
    where condition: (String) -> Bool
  ) throws -> String {
    let line = eventually { () -> String?? in
      if let line = lines.dropFirst(count).last(where: condition) { return line }
      return process.exitStatus == nil ? nil : .some(nil)
    }
    return try #require(
      line ?? nil, "the probe wrote \(lines.suffix(20)) and said “\(errors)”",
      sourceLocation: sourceLocation)
  }

  /// Waits until it has exited, and expects a status and no errors.
  func expectEnd(_ status: Int32, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(eventually { process.exitStatus } == status, sourceLocation: sourceLocation)
    #expect(errors == "", sourceLocation: sourceLocation)
  }

  /// The value after a name in its last line.
  func summary(_ name: String) -> Double {
    let words = lines.last(where: { $0.hasPrefix("summary") })?.split(separator: " ") ?? []
    guard let index = words.firstIndex(of: Substring(name)), index + 1 < words.count else {
      return .nan
    }
    return Double(words[index + 1]) ?? .nan
  }
}
