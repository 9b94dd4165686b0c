import Foundation
import TestSupport
import Testing

/// Films, which ffmpeg writes.
struct FilmTests {
  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func `a GIF shows every frame for two hundredths of a second, which browsers keep to`() throws {
    let folder = try TemporaryFolder()
    let trace = try folder.write(RenderTests.trace, to: "t.feel")
    let run = try Program.run([
      "render", trace, "-o", folder.path("a.gif"), "--from", "0.2", "--to", "0.5",
    ])
    #expect(run.status == 0, "\(run.words)")
    let bytes = try folder.bytes("a.gif")
    #expect(bytes.starts(with: Array("GIF89a".utf8)))
    // A graphic control extension: its flags, then the delay, low byte first.
    let delays = bytes.indices.dropLast(6).filter {
      bytes[$0..<$0 + 3] == [0x21, 0xf9, 4]
    }.map { Int(bytes[$0 + 4]) + 256 * Int(bytes[$0 + 5]) }
    // Frames alike are one frame that lasts longer.
    #expect(delays.count > 1 && delays.count <= 16)
    #expect(delays.allSatisfy { $0 >= 2 })
    #expect(delays.reduce(0, +) == 32)
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func `a film in MP4 is written whole`() throws {
    let folder = try TemporaryFolder()
    let run = try Program.run([
      "render", "overview", "-o", folder.path("a.mp4"), "--to", "0.1", "--size", "881x601",
    ])
    #expect(run.status == 0, "\(run.words)")
    let bytes = try folder.bytes("a.mp4")
    #expect(bytes[4..<8] == Array("ftyp".utf8)[...])
  }

  @Test(arguments: ["exit 0", "head -c 5000 > /dev/null; exit 0", "cat > /dev/null; exit 9"])
  func `an encoder that fails, early or late, leaves no half-written film`(end: String) throws {
    let folder = try TemporaryFolder()
    let program = try folder.write(
      "#!/bin/sh\nfor last; do :; done\necho half > \"${last#file:}\"\n\(end)\n", to: "ffmpeg")
    chmod(program, 0o755)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let run = try Program.run(
      ["render", "overview", "-o", folder.path("a.mp4"), "--to", "0.5"],
      environment: ["PATH": "\(folder.path("")):\(path)"])
    #expect(run.status == 5)
    #expect(run.words.contains("a.mp4"), "\(run.words)")
    #expect(try folder.names() == ["ffmpeg"])
  }

  /// A folder for PATH with an encoder in it that is never to be reached.
  private func folderWithEncoder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    chmod(try folder.write("#!/bin/sh\nexit 9\n", to: "ffmpeg"), 0o755)
    return folder
  }

  @Test(arguments: ["mp4", "gif", "apng"], [false, true])
  func `a film that cannot be written is named with the reason`(
    ending: String, hasEncoder: Bool
  ) throws {
    let encoder = try hasEncoder ? folderWithEncoder() : TemporaryFolder()
    try Program.expectRefusal(
      ["render", "overview", "-o", "/nonexistent/a.\(ending)", "--to", "0.1"],
      environment: ["PATH": encoder.path("")],
      status: 4, saying: "/nonexistent/a.\(ending)", "No such file")
  }

  @Test(arguments: ["mp4", "gif"])
  func `a film without ffmpeg is refused, the ways out named and nothing touched`(
    ending: String
  ) throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("an older film", to: "old.\(ending)")
    let link = folder.path("link.\(ending)")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path("target"))
    for path in [old, link, folder.path("new.\(ending)")] {
      try Program.expectRefusal(
        ["render", "overview", "-o", path, "--to", "0.1"], environment: ["PATH": "/nonexistent"],
        status: 5, saying: path, "ffmpeg", ".apng")
    }
    #expect(try folder.names() == ["link.\(ending)", "old.\(ending)"])
    #expect(try folder.bytes("old.\(ending)") == Array("an older film".utf8))
  }
}
