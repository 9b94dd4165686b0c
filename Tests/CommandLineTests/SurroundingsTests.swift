import Foundation
import TestSupport
import Testing

/// What the program requires of its environment.
struct SurroundingsTests {
  /// Runs a command as root in new namespaces, with an empty /proc.
  ///
  /// In such a namespace /proc cannot be unmounted, but something empty can be mounted over it.
  private static func withoutProc(_ words: Words) throws -> Program.Run {
    let script = "mount -t tmpfs none /proc && exec \"$@\""
    return try Program.run(
      "-rm sh -c \(script) -" + words, status: nil, program: "/usr/bin/unshare")
  }

  private static let canIsolate = (try? withoutProc(["true"]).status == 0) ?? false

  @Test(.enabled(if: canIsolate, "this system gives no mount namespaces"))
  func `arguments are read where no proc file system is mounted`() throws {
    let run = try Self.withoutProc([Program.path, "list", "presets"])
    #expect(run.status == 0 && run.text.contains("uikit"), "\(run.words)")
  }

  @Test func `cleaning up after a measurement refuses to remove other folders`() throws {
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
