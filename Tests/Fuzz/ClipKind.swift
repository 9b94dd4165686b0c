internal import Glibc
internal import ImageFile
internal import TestSupport

/// Damaged clips: each must be rejected by name, or its scrolling content tracked.
///
/// They are GIF and animated PNG files, and output of ffprobe and ffmpeg for videos.
struct ClipKind: FuzzKind {
  static let name = "clips"

  private static let (width, height) = (32, 64)

  private let program: Program
  private let gif, apng, rows, probe: [UInt8]
  private var answered = 0

  var figures: String { ", \(answered) of them answered" }

  init() throws {
    program = try Program()
    let frames = (0..<26).map(Self.frame)
    gif = SmallGIF.file(
      width: Self.width, height: Self.height,
      frames.map { (x: 0, y: 0, width: Self.width, pixels: $0, delay: 2, flags: 0) })
    var animation = APNGEncoder(width: Self.width, height: Self.height, level: 1)
    for frame in frames {
      animation.append(frame.map { UInt32($0) * 0x555555 }, delay: FrameDelay(1, 50))
    }
    apng = animation.finish()
    rows = frames.flatMap { $0.map { $0 * 85 } }
    let packets = frames.indices.map { "packet|pts_time=\(Double($0) / 50)|flags=K__\n" }
    let stream = "stream|width=\(Self.width)|height=\(Self.height)|tag:rotate=0\n"
    probe = Array((packets.joined() + stream).utf8)
  }

  /// Blocks in four shades that slow down.
  private static func frame(_ number: Int) -> [UInt8] {
    let offset = number * (80 - number) / 12
    return (0..<width * height).map { index in
      let (x, y) = (index % width / 4, (index / width + offset) / 5)
      return UInt8((x &* 7919 ^ y &* 104_729 ^ x &* y &* 31) >> 3 & 3)
    }
  }

  mutating func flaw(of seed: UInt64) throws -> String? {
    var mutation = Mutation(seed: seed)
    let folder = try TemporaryFolder()
    var variables: [String] = []
    var name = "clip.gif"
    switch mutation.pick(4) {
    case 0: try folder.write(mutation.mutated(gif, with: gif), to: name)
    case 1:
      name = "clip.apng"
      try folder.write(mutation.mutated(apng, with: apng), to: name)
    default:
      name = "clip.mp4"
      try folder.write("\0\0\0\u{18}ftypisom", to: name)
      try folder.write(mutation.mutated(probe, with: probe), to: "probe")
      try folder.write(mutation.mutated(rows, with: rows), to: "rows")
      let status = mutation.pick([0, 0, 0, 1])
      for (tool, answer) in [("ffprobe", "probe"), ("ffmpeg", "rows")] {
        let words = status == 0 ? "" : "echo '\(tool): \u{9B}2J wrong' >&2; "
        let script = "#!/bin/sh\ncat '\(folder.file(answer))'; \(words)exit \(status)\n"
        chmod(try folder.write(script, to: tool), 0o700)
      }
      variables = ["PATH=\(folder.path):/usr/bin:/bin"]
    }
    let words = ["fit", name, "--json"]
    let run = try program.run(words.map { Array($0.utf8) }, in: folder, variables: variables)
    if let flaw = run.flawOfJSON { return flaw }
    if ![0, 1, 4].contains(run.status) { return run.describe("has another status") }
    if run.status == 4, !String(decoding: run.words, as: UTF8.self).contains(name) {
      return run.describe("does not name the file")
    }
    answered += run.status == 4 ? 0 : 1
    return nil
  }
}
