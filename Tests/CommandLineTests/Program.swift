import Foundation
import Testing

/// The built program, run as a user runs it.
enum Program {
  /// What a run left behind.
  struct Run {
    let status: Int32
    /// What is on its standard output.
    let output: [UInt8]
    /// What it said on its standard error.
    let words: String

    /// Its standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Where the program lies.
  static let path = path(of: "feellab")

  /// Where a program of the package lies: beside the tests.
  static func path(of name: String) -> String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Runs the program to its end, without a display unless `environment` names one.
  ///
  /// With an `outputPath` its standard output goes into that file, and the run's `output` is empty.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    outputPath: String? = nil, program: String = path
  ) throws -> Run {
    let folder = try TemporaryFolder()
    let (output, words) = (outputPath ?? folder.path("stdout"), folder.path("stderr"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    variables["DISPLAY"] = environment["DISPLAY"]
    process.environment = variables
    for (path, text) in [(folder.path("stdin"), input), (words, "")] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    if outputPath == nil { try Data().write(to: URL(fileURLWithPath: output)) }
    process.standardInput = FileHandle(forReadingAtPath: folder.path("stdin"))
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: words)
    try process.run()
    process.waitUntilExit()
    return Run(
      status: process.terminationStatus,
      output: outputPath == nil ? Array(try Data(contentsOf: URL(fileURLWithPath: output))) : [],
      words: String(decoding: try Data(contentsOf: URL(fileURLWithPath: words)), as: UTF8.self))
  }

  /// Runs the program and expects a refusal: the status, nothing on stdout, and words that say why.
  static func expectRefusal(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], status: Int32,
    saying words: String..., program: String = path,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try run(arguments, input: input, environment: environment, program: program)
    #expect(run.status == status, "\(arguments): \(run.words)", sourceLocation: sourceLocation)
    #expect(run.output.isEmpty, sourceLocation: sourceLocation)
    for word in words {
      #expect(run.words.contains(word), "\(run.words)", sourceLocation: sourceLocation)
    }
  }
}

/// A folder that is gone with its value.
final class TemporaryFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("feellab-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appendingPathComponent(name)))
  }

  func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }
}
