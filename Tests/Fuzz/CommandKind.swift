internal import Scenes
internal import Stage
internal import TestSupport

/// Random command lines of verbs, flags and words, without a display: each must exit with a
/// documented status and a reason.
struct CommandKind: FuzzKind {
  static let name = "commands"

  private let program: Program
  private let recording: [UInt8]
  private var statuses: [Int32: Int] = [:]

  var figures: String {
    ", by status: "
      + statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }

  init() throws {
    program = try Program()
    let lines = (Recorded.assets().min { $0.count < $1.count } ?? []).split(separator: 0x0A)
    recording = Array(lines.prefix(30).joined(separator: [0x0A])) + [0x0A]
  }

  mutating func flaw(of seed: UInt64) throws -> String? {
    var mutation = Mutation(seed: seed)
    let folder = try TemporaryFolder()
    try folder.write(recording, to: "r.feel")
    try folder.write("t,x\n0,0\n0.1,9\n0.2,15\n0.3,18\n", to: "t.csv")
    try folder.write(#"{"parameters": {}}"#, to: "p.json")
    let arguments = line(&mutation)
    let display = mutation.pick(4) == 0 ? mutation.pick([":99999", "é", ":-1", ":1.x"]) : nil
    let run = try program.run(arguments, in: folder, display: display)
    statuses[run.status, default: 0] += 1
    if let flaw = isPicture(arguments) ? run.flaw : run.flawOfText { return flaw }
    return leftover(in: folder.path).map { run.describe("left \($0)") }
  }

  /// Whether standard output may be a picture.
  private func isPicture(_ arguments: [[UInt8]]) -> Bool {
    arguments.contains(Array("render".utf8)) || arguments.contains(Array("curve".utf8))
  }

  private func line(_ mutation: inout Mutation) -> [[UInt8]] {
    var words: [String] = []
    let verb = mutation.pick(Self.verbs)
    if mutation.pick(20) > 0 { words += verb.words }
    if mutation.pick(40) == 0 { words.append(mutation.pick(Self.junk)) }
    for _ in 0..<mutation.pick(5) {
      let flags = mutation.pick(5) == 0 ? mutation.pick(Self.verbs).flags : verb.flags
      let flag = mutation.pick(flags)
      words.append(flag.name)
      if let want = flag.value, mutation.pick(30) > 0 {
        let pool = mutation.pick(12) == 0 ? Self.junk : Self.pools[want] ?? Self.junk
        words.append(mutation.pick(pool))
      }
    }
    var bytes = words.map { Array($0.utf8) }
    if mutation.pick(10) == 0, !bytes.isEmpty {
      let index = mutation.pick(bytes.count)
      let word = mutation.mutated(bytes[index], with: Array("--set".utf8)).filter { $0 != 0 }
      // Nothing may be written outside the case's own folder.
      if !word.contains(UInt8(ascii: "/")) { bytes[index] = word }
    }
    return bytes
  }
}
