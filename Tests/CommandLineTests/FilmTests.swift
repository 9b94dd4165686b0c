import Foundation
import TestSupport
import Testing

/// Videos, which ffmpeg encodes.
struct FilmTests {
  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func `a GIF shows each frame for at least two hundredths of a second, as browsers require`()
    throws
  {
    let folder = try TemporaryFolder()
    let trace = try folder.write(RenderTests.trace, to: "t.feel")
    try Program.run("render \(trace) -o \(folder.file("a.gif")) --from 0.2 --to 0.5")
    let bytes = folder.bytes("a.gif")
    #expect(bytes.starts(with: Array("GIF89a".utf8)))
    // A graphic control extension: its flags, then the delay, low byte first.
    let delays = bytes.indices.dropLast(6).filter {
      bytes[$0..<$0 + 3] == [0x21, 0xf9, 4]
    }.map { Int(bytes[$0 + 4]) + 256 * Int(bytes[$0 + 5]) }
    // Identical frames are merged into one that lasts longer.
    #expect(delays.count > 1 && delays.count <= 16)
    #expect(delays.allSatisfy { $0 >= 2 })
    #expect(delays.reduce(0, +) == 32)
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func `a film is written as MP4`() throws {
    let folder = try TemporaryFolder()
    try Program.run("render overview -o \(folder.file("a.mp4")) --to 0.1 --size 881x601")
    let bytes = folder.bytes("a.mp4")
    #expect(bytes[4..<8] == Array("ftyp".utf8)[...])
  }

  /// Renders six frames with a fake ffmpeg that runs a script; `$film` is its output file.
  private func render(
    _ ending: String, in folder: TemporaryFolder, encoder script: String
  ) throws -> Program.Run {
    let bin = try TemporaryFolder()
    let program = try bin.write(
      "#!/bin/sh\nfor last; do :; done\nfilm=\"${last#file:}\"\n\(script)\n", to: "ffmpeg")
    chmod(program, 0o755)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try Program.run(
      "render overview -o \(folder.file("a.\(ending)")) --to 0.1 --fps 50",
      environment: ["PATH": "\(bin.path):\(path)"], status: nil)
  }

  @Test(arguments: [
    ("exit 0", "stopped accepting frames"),
    ("head -c 5000 > /dev/null; echo half > \"$film\"; exit 0", "ffmpeg"),
    ("cat > /dev/null; echo half > \"$film\"; exit 0", "cut off"),
    ("cat > /dev/null; echo half > \"$film\"; exit 9", "status 9"),
    ("cat > /dev/null; printf 'Out of \\033[31mink\\n' >&2; exit 0", #"“Out of \u{1B}[31mink”"#),
    ("kill -KILL $$", "signal 9"),
  ])
  func `a failing encoder leaves the older video, and its reason is reported`(
    script: String, reason: String
  ) throws {
    for ending in ["mp4", "gif"] {
      let folder = try TemporaryFolder()
      try folder.write("an older film", to: "a.\(ending)")
      let run = try render(ending, in: folder, encoder: script)
      #expect(run.status == 4)
      #expect(run.words.contains("a.\(ending)") && run.words.contains(reason), "\(run.words)")
      #expect(folder.names() == ["a.\(ending)"])
      #expect(folder.bytes("a.\(ending)") == Array("an older film".utf8))
    }
  }

  private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    number(8 + content.count) + Array(kind.utf8) + content
  }

  private static func number(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  /// An MP4 file with frames of five bytes each: boxes like the encoder's, but not playable.
  private static func film(frames: Int, bytes: Int) -> (head: [UInt8], index: [UInt8]) {
    let sizes = number(0) + number(0) + number(frames) + (0..<frames).flatMap { _ in number(5) }
    let index = ["stbl", "minf", "mdia", "trak", "moov"].reduce(box("stsz", sizes)) { box($1, $0) }
    let head = box("ftyp", Array("isom".utf8) + number(512) + Array("isom".utf8))
    return (head + box("mdat", [UInt8](repeating: 7, count: bytes)), index)
  }

  private static let gif: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    + [0x21, 0xF9, 4, 0, 2, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0] + [0x3B]

  /// Output that a failing encoder may leave, and the flaw in each.
  private static let films: [(ending: String, bytes: [UInt8], flaw: String?)] = {
    let whole = film(frames: 6, bytes: 30)
    let few = film(frames: 5, bytes: 30)
    let short = film(frames: 6, bytes: 29)
    var broken = gif
    broken[27] = 0x2D
    return [
      ("mp4", whole.head + whole.index, nil), ("mp4", whole.head, "index is missing"),
      ("mp4", whole.head + whole.index.dropLast(), "cut off"),
      ("mp4", few.head + few.index, "frames of the video are missing"),
      ("mp4", short.head + short.index, "frames of the video are cut off"), ("gif", gif, nil),
      ("gif", gif.dropLast(), "cut off"), ("gif", Array(gif.prefix(30)), "cut off"),
      ("gif", broken, "a part of the video is missing"),
    ]
  }()

  @Test(arguments: films.indices)
  func `a video is verified before it replaces the older one, whatever the encoder says`(
    index: Int
  ) throws {
    let (ending, bytes, flaw) = Self.films[index]
    let folder = try TemporaryFolder()
    try folder.write("an older film", to: "a.\(ending)")
    let written = try TemporaryFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: written.file("film")))
    let run = try render(
      ending, in: folder, encoder: "cat > /dev/null; cat '\(written.file("film"))' > \"$film\"")
    #expect(run.status == (flaw == nil ? 0 : 4), "\(run.words)")
    if let flaw { #expect(run.words.contains(flaw), "\(run.words)") }
    #expect(folder.names() == ["a.\(ending)"])
    #expect(folder.bytes("a.\(ending)") == (flaw == nil ? bytes : Array("an older film".utf8)))
  }

  /// A folder for PATH with an encoder that must not be started.
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
      "render overview -o /nonexistent/a.\(ending) --to 0.1",
      environment: ["PATH": encoder.path], status: 4, saying: "/nonexistent/a.\(ending)",
      "No such file")
  }

  @Test(arguments: ["mp4", "gif"])
  func `without ffmpeg a video is refused with an alternative, and no file is touched`(
    ending: String
  ) throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("an older film", to: "old.\(ending)")
    let link = folder.file("link.\(ending)")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.file("target"))
    for path in [old, link, folder.file("new.\(ending)")] {
      try Program.expectRefusal(
        "render overview -o \(path) --to 0.1", environment: ["PATH": "/nonexistent"], status: 5,
        saying: path, "ffmpeg", ".apng")
    }
    #expect(folder.names() == ["link.\(ending)", "old.\(ending)"])
    #expect(folder.bytes("old.\(ending)") == Array("an older film".utf8))
  }
}
