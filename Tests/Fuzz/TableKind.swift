internal import TestSupport

/// Tables of measurements with something wrong in them, given to all that reads tables: each is refused with its line, or answered with finite numbers.
struct TableKind: FuzzKind {
  static let name = "tables"

  private let program: Program
  private var corpus: [[UInt8]] = []
  private var answered = 0

  var figures: String { ", \(answered) of them answered" }

  init() throws {
    program = try Program()
    let folder = try TemporaryFolder()
    corpus.append(FileBytes.read(FileBytes.root() + "/Assets/flings-uiscrollview.csv"))
    for flags in [["--velocity", "3000"], ["--velocity", "-900", "--from", "80", "--max", "400"]] {
      let run = try program.run(
        ["curve", "--dt", "0.05", "--format", "csv", "-o", "-"] + flags, in: folder)
      guard run.status == 0 else { throw Obstacle(what: "curve") }
      corpus.append(run.output)
    }
    corpus.append(Array("t_ms,x,y\n0,100,100\n8,104,99.5\n16,112,99\n24,123,98\n33,135,97\n".utf8))
    corpus.append(Array("duration_s,distance_pt\n1.5,499\n2.1,1210.5\n0.4,20\n2.6,2400\n".utf8))
    let run = try program.run(
      ["fit", "--flings", FileBytes.root() + "/Assets/tour.feel", "--format", "csv"], in: folder)
    corpus.append(run.output)
  }

  mutating func flaw(of seed: UInt64) throws -> String? {
    var mutation = Mutation(seed: seed)
    let folder = try TemporaryFolder()
    let bytes = mutation.mutated(mutation.pick(corpus), with: mutation.pick(corpus))
    try FileBytes.write(bytes, to: folder.file("t.csv"))
    for words in [
      ["fit", "t.csv", "--json"], ["fit", "t.csv", "--rate", "--json"],
      ["fit", "t.csv", "--estimator", "all", "--json"],
    ] {
      let run = try program.run(words, in: folder)
      if let flaw = run.flawOfJSON { return flaw }
      // A motion has no rate that could be left alone.
      let isMotion = words.contains("--rate") && run.status == 2
      if ![0, 1, 4].contains(run.status), !isMotion { return run.describe("has another status") }
      if run.status == 4, !String(decoding: run.words, as: UTF8.self).hasPrefix("feellab: t.csv") {
        return run.describe("does not name the file")
      }
      // A number that is not finite is written as null.
      if String(decoding: run.output, as: UTF8.self).contains("null") {
        return run.describe("answers with a number that is none: \(run.output.count)")
      }
      answered += run.status == 4 || isMotion ? 0 : 1
    }
    let drawing = try program.run(
      ["render", "curves", "--data", "t.csv", "-o", "t.svg", "--at", "1"], in: folder)
    if let flaw = drawing.flaw { return flaw }
    if ![0, 4].contains(drawing.status) { return drawing.describe("has another status") }
    let svg = String(decoding: FileBytes.read(folder.file("t.svg")), as: UTF8.self)
    if svg.isEmpty != (drawing.status != 0) { return drawing.describe("drew half of it") }
    if svg.contains("nan") || svg.contains("inf\"") {
      return drawing.describe("draws NaN or an infinity")
    }
    return nil
  }
}
