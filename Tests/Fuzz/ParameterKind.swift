import Feel
internal import FeelTrace
internal import Glibc
internal import Scenes
internal import Stage
internal import TestSupport

/// Damaged parameter files, also as the user's own presets, and damaged flags: each must be
/// rejected with file, line and column or with the flag, or be accepted; accepted parameters must
/// survive writing and reading unchanged.
struct ParameterKind: FuzzKind {
  static let name = "parameters"

  private let program: Program
  private var corpus: [[UInt8]] = []
  private var taken = 0

  var figures: String { ", \(taken) of them taken" }

  init() throws {
    program = try Program()
    let folder = try TemporaryFolder()
    for scene in Catalog.all.scenes {
      for flags in [["--preset", "gtk4"], ["--set", "physics.decay=power", "--changed"]] {
        let run = try program.run(["list", "--as", "file", scene.id] + flags, in: folder)
        if run.status == 0 { corpus.append(run.output) }
      }
    }
    guard corpus.count > 8 else { throw Obstacle(what: "params dump") }
  }

  mutating func flaw(of seed: UInt64) throws -> String? {
    var mutation = Mutation(seed: seed)
    let folder = try TemporaryFolder()
    let scene = mutation.pick(Catalog.all.scenes.map { $0.id })
    guard mutation.pick(4) > 0 else {
      var words = ["list", "--as", "file", scene, "--changed"]
      for _ in 0...mutation.pick(3) { words += ["--set", setting(&mutation)] }
      return try flaw(writing: words, scene, in: folder)
    }
    let bytes = mutation.mutated(mutation.pick(corpus), with: mutation.pick(corpus))
    try folder.write(bytes, to: "p.json")
    if let flaw = try flaw(keeping: bytes, in: folder) { return flaw }
    let check = try program.run(["check", "p.json"], in: folder)
    if let flaw = check.flawOfText { return flaw }
    guard check.status == 0 else {
      let isPlaced = String(decoding: check.words, as: UTF8.self).hasPrefix("feellab: p.json")
      return check.status == 4 && isPlaced ? nil : check.describe("does not name the file's fault")
    }
    // A file that names a scene is for that scene.
    let words = String(decoding: check.output, as: UTF8.self)
    let own = words.dropFirst("p.json: ".count).prefix { $0 != "," }
    return try flaw(
      writing: ["list", "--as", "file", String(own), "--params", "p.json"], String(own), in: folder)
  }

  /// Adds the file to the user's own presets: the others must still be there.
  private func flaw(keeping bytes: [UInt8], in folder: TemporaryFolder) throws -> String? {
    for name in [".config", ".config/feellab", ".config/feellab/parameters"] {
      mkdir(folder.file(name), 0o755)
    }
    try folder.write(bytes, to: ".config/feellab/parameters/own.json")
    let run = try program.run(["list", "presets"], in: folder)
    if let flaw = run.flawOfText { return flaw }
    let isWhole = String(decoding: run.output, as: UTF8.self).contains("uikit")
    return run.status == 0 && isWhole ? nil : run.describe("does not list the other presets")
  }

  /// A `--set` argument: a parameter's key or nearly one, with any value.
  private func setting(_ mutation: inout Mutation) -> String {
    let keys = Catalog.all.scenes.flatMap { $0.parameters }.map(\.key)
    let words = ["0", "1", "on", "off", "none", "power", "0.998", "1e9", "-1", "é", "", "nan"]
    let word = Array((mutation.pick(keys) + "=" + mutation.pick(words)).utf8)
    let changed = mutation.pick(2) == 0 ? word : mutation.mutated(word, with: Array("a=1".utf8))
    // Command-line arguments cannot contain zero bytes.
    return String(decoding: changed.filter { $0 != 0 }, as: UTF8.self)
  }

  /// Writes the accepted parameters, then reads and writes the result again.
  private mutating func flaw(
    writing words: [String], _ scene: String, in folder: TemporaryFolder
  ) throws -> String? {
    let first = try program.run(words, in: folder)
    if let flaw = first.flawOfJSON { return flaw }
    guard first.status == 0 else {
      return first.status == 2 ? nil : first.describe("does not write what it takes")
    }
    taken += 1
    try folder.write(first.output, to: "again.json")
    let changed = words.contains("--changed") ? ["--changed"] : []
    let again = try program.run(
      ["list", "--as", "file", scene, "--params", "again.json"] + changed, in: folder)
    guard again.status == 0 else { return again.describe("refuses what it wrote itself") }
    return again.output == first.output ? nil : again.describe("writes something else again")
  }
}
