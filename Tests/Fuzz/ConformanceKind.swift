internal import Conformance
internal import FeelTrace
internal import TestSupport

/// Damaged tables of other projects' tests: each must be rejected with a position, or every case
/// gets a verdict in words.
struct ConformanceKind: FuzzKind {
  static let name = "conformance"

  private var corpus: [[UInt8]] = []
  private var answered = 0

  var figures: String { ", \(answered) verdicts" }

  init() throws {
    let path = root + "/Tests/ConformanceTests/Data/published.json"
    guard let table = try? JSONReader.read(bytes(of: path)).list, !table.isEmpty else {
      throw Obstacle(what: path)
    }
    corpus = table.map { Array("[\($0)]".utf8) }
  }

  mutating func flaw(of seed: UInt64) throws -> String? {
    var mutation = Mutation(seed: seed)
    let text = mutation.mutated(mutation.pick(corpus), with: mutation.pick(corpus))
    let cases: [PublishedCase]
    do throws(JSONError) {
      cases = try PublishedCase.list(try JSONReader.read(text))
    } catch {
      return error.expected.isEmpty ? "refused without a reason: \(error)" : nil
    }
    let table = ConformanceTable(cases)
    for published in cases {
      answered += 1
      switch table.verdict(of: published) {
      case .passed: continue
      case .skipped(let reason):
        if reason.isEmpty { return "skipped without a reason: \(published.kind)" }
      case .failed(let mismatches):
        let isSaid = mismatches.allSatisfy { !$0.what.isEmpty && !$0.expected.isEmpty }
        if mismatches.isEmpty || !isSaid { return "fails without a reason: \(published.kind)" }
      }
    }
    return nil
  }
}
