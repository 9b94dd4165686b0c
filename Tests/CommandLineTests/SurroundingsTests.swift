import Foundation
import TestSupport
import Testing

/// What the program needs of the system around it.
struct SurroundingsTests {
  /// Runs words in a mount namespace of their own, as root of a user namespace where that is
  /// needed.
  private static func isolated(_ script: String, _ words: Words) throws -> Program.Run {
    try Program.run("-rm sh -c \(script) -" + words, status: nil, program: "/usr/bin/unshare")
  }

  private static let canIsolate = (try? isolated("umount -l /proc", []).status == 0) ?? false

  @Test(.enabled(if: canIsolate, "this system gives no mount namespaces"))
  func `arguments are read where no proc file system is mounted`() throws {
    let run = try Self.isolated(
      "umount -l /proc && exec \"$@\"", [Program.path, "list", "presets"])
    #expect(run.status == 0 && run.text.contains("uikit"), "\(run.words)")
  }

  @Test func `what clears up after a measuring removes nothing else`() throws {
    let folder = try TemporaryFolder()
    for name in ["kept", "feellab-measure.kept"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
      let file = try folder.write("mine", to: "\(name)/file")
      try Program.expectRefusal(
        ["measure", "--in", folder.file(name), "--", "true"],
        saying: "is not a folder of a measurement. Nothing was removed")
      #expect(FileManager.default.fileExists(atPath: file))
    }
  }
}
