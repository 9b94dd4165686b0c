import FeelTrace
import Foundation
import TestSupport
import Testing

/// Command-line arguments, separated by spaces as they are typed; an interpolated value is one
/// argument.
struct Words: ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, CustomStringConvertible {
  let list: [String]

  init(_ list: [String]) { self.list = list }

  /// Splits a line in which no argument contains a space.
  init(_ line: String) { list = line.split(separator: " ").map(String.init) }

  init(arrayLiteral words: String...) { list = words }

  init(stringLiteral line: String) { self.init(line) }

  init(stringInterpolation line: StringInterpolation) { list = line.words }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var words = [""]

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) {
      let parts = literal.split(separator: " ", omittingEmptySubsequences: false)
      words[words.count - 1] += parts[0]
      words += parts.dropFirst().map(String.init)
    }

    mutating func appendInterpolation(_ value: some LosslessStringConvertible) {
      words[words.count - 1] += value.description
    }
  }

  static func + (first: Words, second: Words) -> Words { Words(first.list + second.list) }

  var description: String { list.joined(separator: " ") }
}

/// The built program, run as a user runs it.
enum Program {
  struct Run {
    let status: Int32
    let output: [UInt8]
    /// Its standard error.
    let words: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The package's folder.
  static let root = String(#filePath.split(separator: "/Tests/").first ?? "")

  /// The folder with the recorded motions of other programs.
  static let recordings = "\(root)/Tests/FeelTests/Data/Recordings"

  static let path = path(of: "feellab")

  /// The path of one of the package's programs, which are beside the tests.
  static func path(of name: String) -> String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Runs the program, without a display unless `environment` names one, and expects its exit
  /// status.
  ///
  /// With an `outputPath`, standard output goes into that file, and the run's `output` is empty. If
  /// `status` is `nil`, any status will do.
  @discardableResult static func run(
    _ arguments: Words, input: String = "", environment: [String: String] = [:],
    outputPath: String? = nil, status: Int32? = 0, program: String = path,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Run {
    let folder = try TemporaryFolder()
    let (output, words) = (outputPath ?? folder.file("stdout"), folder.file("stderr"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments.list
    var variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    variables["DISPLAY"] = environment["DISPLAY"]
    process.environment = variables
    for (path, text) in [(folder.file("stdin"), input), (words, "")] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    if outputPath == nil { try Data().write(to: URL(fileURLWithPath: output)) }
    process.standardInput = FileHandle(forReadingAtPath: folder.file("stdin"))
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: words)
    try process.run()
    process.waitUntilExit()
    let run = Run(
      status: process.terminationStatus, output: outputPath == nil ? bytes(of: output) : [],
      words: contents(of: words))
    #expect(
      status == nil || run.status == status, "\(arguments): \(run.words)\(run.text)",
      sourceLocation: sourceLocation)
    return run
  }

  /// The program's output as JSON.
  static func json(
    _ arguments: Words, input: String = "", status: Int32? = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSON {
    try JSONReader.read(
      run(arguments, input: input, status: status, sourceLocation: sourceLocation).output)
  }

  /// Runs the program and expects a refusal: the status (2 for errors in the command itself),
  /// nothing on standard output, and words that give the reason.
  static func expectRefusal(
    _ arguments: Words, input: String = "", environment: [String: String] = [:],
    status: Int32 = 2, saying words: String..., program: String = path,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try run(
      arguments, input: input, environment: environment, status: status, program: program,
      sourceLocation: sourceLocation)
    #expect(run.output.isEmpty, sourceLocation: sourceLocation)
    for word in words {
      #expect(run.words.contains(word), "\(run.words)", sourceLocation: sourceLocation)
    }
  }

  /// Builds a library that injects faults, from a C file in the folder with that name.
  static func library(_ name: String, in folder: TemporaryFolder) throws -> String {
    let library = folder.file("faults.so")
    let source = "\(root)/Tests/\(name)/\(name).c"
    let compiler = try ChildProcess("cc", ["-shared", "-fPIC", "-o", library, source, "-ldl"])
    #expect(eventually { compiler.exitStatus } == 0)
    return library
  }
}
