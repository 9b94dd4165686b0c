import Foundation
import TestSupport
import Testing

/// A few cases of every kind that `Tests/fuzz` runs by the thousand.
struct FuzzTests {
  @Test(arguments: [
    ("raster", 60), ("bands", 8), ("recordings", 160), ("parameters", 16), ("tables", 8),
    ("conformance", 400), ("commands", 60), ("events", 24), ("clips", 24),
    ("springs", 24),
  ])
  func `random cases satisfy the invariants`(kind: String, count: Int) throws {
    let name = "random cases satisfy the invariants, \(kind)"
    try play(kind, Budget.seeds(count, quick: count / 4, of: name).count)
  }

  /// Content touched in the past continues a microsecond later, with a velocity that differs
  /// accordingly.
  @Test(arguments: [920_107, 960_738])
  func `touching content in the past is not reported as a velocity jump`(seed: Int) throws {
    try play("events", 1, from: seed)
  }

  @Test(
    .enabled(if: Tool.xvfb.isInstalled, "Xvfb is not installed"),
    arguments: [("preferences", 4), ("server", 4)])
  func `random cases with a window satisfy the invariants`(kind: String, count: Int) throws {
    try play(kind, count)
  }

  @Test(.enabled(if: Tool.cc.isInstalled, "cc is not installed"))
  func `random file system faults violate no invariant`() throws {
    try play("files", 40, withShim: true)
  }

  @Test(
    .enabled(if: Tool.cc.isInstalled, "cc is not installed"),
    .enabled(if: Tool.xvfb.isInstalled, "Xvfb is not installed"))
  func `random faults under a window violate no invariant`() throws {
    try play("saves", 4, withShim: true)
  }

  private func play(
    _ kind: String, _ count: Int, from seed: Int = 1, withShim: Bool = false
  ) throws {
    let folder = try TemporaryFolder()
    let (said, note) = (try folder.write("", to: "said"), folder.file("seed"))
    var variables = ChildProcess.environment
    variables["SEED_NOTE"] = note
    if withShim { variables["FUZZ_SHIM"] = try Program.library("FileFaults", in: folder) }
    let child = try ChildProcess(
      Program.path(of: "Fuzz"), [kind, "600", "\(seed)", "\(count)"], environment: variables,
      errors: said)
    let status = try #require(eventually(within: 600) { child.exitStatus })
    #expect(status == 0, "\(contents(of: note)): \(contents(of: said))")
  }
}
