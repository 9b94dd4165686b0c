internal import ArgumentParser
internal import Conformance
internal import FeelFiles
internal import FeelTrace

/// Runs tables of other projects' tests on the engine.
@main
struct ConformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Tests/conform",
    abstract: "Run tables of other projects' tests on the engine.",
    discussion: """
      A table is a JSON list of cases: {source, case, kind, params, inputs, expected, tolerance}. \
      What the engine has nothing of is skipped, with the reason. Exit status 1 when a case fails. \
      Tests/ConformanceTests/Data/published.json is such a table.
      """)

  @Argument(help: "The tables; - is the standard input.")
  var files: [String]

  @Flag(help: "As JSON.")
  var json = false

  func run() throws {
    do {
      try conform()
    } catch let failure as CommandFailure {
      if !failure.message.isEmpty { StandardError.write("conform: \(failure.message)\n") }
      throw ExitCode(failure.status.rawValue)
    }
  }

  private func conform() throws {
    var results: [(published: PublishedCase, verdict: Verdict)] = []
    for path in files {
      let table = try Self.table(path)
      results += table.cases.map { ($0, table.verdict(of: $0)) }
    }
    let text =
      json
      ? "\(Self.json(results))\n"
      : results.map { Self.line($0, $1) }.joined() + Self.summary(results.map(\.verdict)) + "\n"
    try StandardOutput.write(text)
    let hasFailed = results.contains {
      if case .failed = $0.verdict { true } else { false }
    }
    if hasFailed { throw CommandFailure(.checkFailed, "") }
  }

  private static func table(_ path: String) throws(CommandFailure) -> ConformanceTable {
    let bytes = try File.read(path)
    do throws(JSONError) {
      return ConformanceTable(try PublishedCase.list(try JSONReader.read(bytes)))
    } catch {
      throw CommandFailure(.badFile, "\(path):\(error.description).")
    }
  }

  private static func line(_ published: PublishedCase, _ verdict: Verdict) -> String {
    let name = "\(published.source), \(published.name)"
    switch verdict {
    case .passed(let without):
      let rest = without.isEmpty ? "" : " (without \(without.joined(separator: ", ")))"
      return "pass  \(name)\(rest)\n"
    case .failed(let mismatches):
      let rest = mismatches.count > 1 ? " and \(mismatches.count - 1) more" : ""
      return mismatches.prefix(1).map {
        "FAIL  \(name): \($0.what): expected \($0.expected), got \($0.got)\(rest)\n"
      }.joined()
    case .skipped(let reason): return "skip  \(name): \(reason)\n"
    }
  }

  private static func summary(_ verdicts: [Verdict]) -> String {
    var (passed, failed, skipped) = (0, 0, 0)
    for verdict in verdicts {
      switch verdict {
      case .passed: passed += 1
      case .failed: failed += 1
      case .skipped: skipped += 1
      }
    }
    return "\(passed) passed, \(failed) failed, \(skipped) skipped"
  }

  private static func json(_ results: [(published: PublishedCase, verdict: Verdict)]) -> JSON {
    let cases = results.map { published, verdict -> JSON in
      let (word, notes): (String, [JSON]) =
        switch verdict {
        case .passed(let without): ("passed", without.map(JSON.text))
        case .failed(let mismatches):
          (
            "failed",
            mismatches.map {
              .object([
                "what": .text($0.what), "expected": .text($0.expected), "got": .text($0.got),
              ])
            }
          )
        case .skipped(let reason): ("skipped", [.text(reason)])
        }
      return .object([
        "source": .text(published.source), "case": .text(published.name),
        "kind": .text(published.kind), "verdict": .text(word), "notes": .list(notes),
      ])
    }
    return .object(["cases": .list(cases)])
  }
}
