import FeelTrace
import Foundation
import Testing

struct ConformTests {
  private static let table = "\(Program.root)/Tests/ConformanceTests/Data/published.json"

  private func conform(_ arguments: Words, input: String = "") throws -> Program.Run {
    try Program.run(arguments, input: input, status: nil, program: Program.path(of: "Conform"))
  }

  @Test func `no case of the published table fails, and the last line counts them`() throws {
    let run = try conform([Self.table])
    #expect(run.status == 0, "\(run.text)")
    let last = try #require(run.text.split(separator: "\n").last)
    #expect(last.contains(" passed, 0 failed, ") && last.hasSuffix(" skipped"))
    let json = try JSONReader.read(try conform(["--json", Self.table]).output)
    let verdicts = try #require(json["cases"]?.list).compactMap { $0["verdict"]?.text }
    #expect(last.hasPrefix("\(verdicts.count { $0 == "passed" }) passed"))
    #expect(verdicts.count == 164)
  }

  @Test func `a failed case states what was expected, and the exit status is 1`() throws {
    let run = try conform(
      ["-"],
      input: """
        [{"source": "here", "case": "wrong", "kind": "carried_momentum", "inputs": [100],
          "expected": [8]}, {"source": "here", "case": "other", "kind": "levitation"}]
        """)
    #expect(run.status == 1)
    let lines = run.text.split(separator: "\n")
    #expect(lines[0].hasPrefix("FAIL  here, wrong: 100.0: expected 8.0 ± "))
    #expect(lines[1] == "skip  here, other: the kind levitation is not known")
    #expect(lines[2] == "0 passed, 1 failed, 1 skipped")
  }

  @Test func `a number that no law can have fails its case, with its name and position`() throws {
    let run = try conform(
      ["-"],
      input: """
        [{"source": "here", "case": "fast", "kind": "bouncing_scroll",
          "params": {"position": 100, "velocity": 800, "leading": 0, "trailing": 300,
            "spring": {"stiffness": 50, "dampingRatio": 0.5}, "maxSpringTransferVelocity": 5000,
            "drag": 604800000000, "tolerance": {"velocity": 0.5, "distance": 0.1}},
          "inputs": [["isDone", 0]], "expected": [["eq", false]]}]
        """)
    #expect(run.status == 1, "\(run.words)")
    #expect(
      run.text.hasPrefix(
        "FAIL  here, fast: params.drag at 4:13: expected a number from 1e-300 to 0.999999, got "
          + "604800000000\n"), "\(run.text)")
  }

  /// A trap would end the program by a signal, so its status would not be 1.
  @Test func `no number in a table makes the program trap`() throws {
    let table = try JSONReader.read([UInt8](Data(contentsOf: URL(filePath: Self.table))))
    let cases = try #require(table.list).filter { $0["kind"]?.text?.hasPrefix("velocity") == false }
    let absurd: [JSON] = [0, -1, 1e-300, 1e300, -1e300, 0.9999999999, 1e13].map(JSON.number)
    for number in absurd {
      let variants = cases.flatMap { published in
        let params = published["params"] ?? .null
        return (0..<Self.numbers(in: params)).map { index in
          var left = index
          return JSON.object([
            "kind": published["kind"] ?? .null, "params": Self.put(number, in: params, &left),
            "inputs": published["inputs"] ?? .null, "expected": published["expected"] ?? .null,
            "tolerance": published["tolerance"] ?? .null,
          ])
        }
      }
      let run = try conform(["-"], input: "\(JSON.list(variants))")
      #expect(run.status == 1, "\(number): \(run.status) \(run.words)")
      #expect(run.text.contains(" skipped\n"))
    }
  }

  private static func numbers(in json: JSON) -> Int {
    switch json.value {
    case .number, .integer: 1
    case .list(let list): list.reduce(0) { $0 + numbers(in: $1) }
    case .object(let members): members.reduce(0) { $0 + numbers(in: $1.value) }
    default: 0
    }
  }

  /// The JSON with the `left`th number (from 0) replaced.
  private static func put(_ number: JSON, in json: JSON, _ left: inout Int) -> JSON {
    switch json.value {
    case .number, .integer:
      left -= 1
      return left == -1 ? number : json
    case .list(let list): return .list(list.map { put(number, in: $0, &left) })
    case .object(let members):
      return JSON(.object(members.map { JSON.Member($0.name, put(number, in: $0.value, &left)) }))
    default: return json
    }
  }

  @Test(arguments: [("{}", "a list of cases"), ("[{}]", "a case with a kind"), ("[", "-:1:2")])
  func `a file that is not a table is refused with the reason`(text: String, words: String) throws {
    let run = try conform(["-"], input: text)
    #expect(run.status == 4)
    #expect(run.words.contains(words), "\(run.words)")
  }
}
