import Feel
import Foundation
import ImageFile
import TestSupport
import Testing

/// Screen recordings on the command line, drawn by these tests.
struct ClipTests {
  private static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  @Test
  func `a clip is fitted, saved as a stream, compared and checked, and refused by other commands`()
    throws
  {
    let folder = try TemporaryFolder()
    let (clip, stream) = (folder.file("clip.apng"), folder.file("clip.jsonl"))
    try Self.write(SmallClip.apng(), to: clip)
    let run = try Program.run(["fit", clip, "-o", stream, "--json"])
    #expect(run.words.contains("scroll up and down"), "\(run.words)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let motions = try #require(json["motions"] as? [[String: Any]])
    let segments = try #require(motions.first?["segments"] as? [[String: Any]])
    let laws = segments.compactMap { $0["law"] as? [String: Any] }
    let numbers = laws.flatMap { $0["numbers"] as? [[String: Any]] ?? [] }
    let decay = numbers.first { $0["name"] as? String == "decay" }?["value"] as? Double
    #expect(abs((decay ?? 0) - 3) < 0.06, "\(run.text)")
    // The stream is judged as the clip.
    #expect(try Program.run(["fit", stream]).text == Program.run(["fit", clip]).text)
    try Self.write(SmallClip.apng(decay: 2), to: clip)
    let near = try Program.run(["fit", clip]).text
    #expect(
      near.contains(/nearest +UIKit is \d\.\d px off; its end was not seen; as near: .*\(by/),
      "\(near)")
    try Program.expectRefusal(
      ["fit", clip, "--preset", "all"], status: 4, saying: "shows no hand", "--hand")
    // The clip ends while the content still moves.
    #expect(near.contains("is a forecast"))
    #expect(try Program.run(["diff", clip, clip]).text.contains("so far, still at"))
    try Program.run("check \(clip) --against \(clip)")
    try Program.expectRefusal(["measure", clip], saying: "For a video: feellab fit")
    try Program.expectRefusal(
      ["render", clip, "-o", "a.png"], status: 4, saying: "is a video", "feellab fit")
  }

  @Test func `motion that is too short for a take is reported`() throws {
    let folder = try TemporaryFolder()
    let clip = folder.file("clip.apng")
    // Cut off while the second fling still moves, and pushed again.
    let coasting = SmallClip.flings.dropLast(30)
    let pushed = [12, 24, 36, 48, 60].map { coasting[coasting.count - 1] + $0 }
    try Self.write(SmallClip.apng(coasting + pushed), to: clip)
    let run = try Program.run(["fit", clip])
    #expect(run.text.contains("2 takes "))
    #expect(
      run.words.contains(/; motion in 2\.\d+…2\.8\d s is too short for a take\n/), "\(run.words)")
  }

  @Test func `durations are compared only with a take whose end was seen`() throws {
    let folder = try TemporaryFolder()
    let clip = folder.file("clip.apng")
    let samples = (0...24).map { index -> RecordedHand.Sample in
      let phase: RecordedHand.Phase = index == 0 ? .begin : index == 24 ? .end : .update
      let place = Vector(32, 400 - 5 * Double(index))
      return RecordedHand.Sample(time: Double(index - 24) / 120, phase: phase, location: place)
    }
    let hand = samples.map { "\(1000 * $0.time + 400),\($0.phase),32,\($0.location.y)\n" }
    let path = try folder.write("t_ms,phase,x,y\n" + hand.joined(), to: "hand.csv")
    let motion = HandPrediction(
      of: RecordedHand(samples), by: .uikit, start: 0, range: -1e6...1e6, viewport: 96)
    // It has 3 % of its speed left in the last frame, or rests.
    for (count, isEndSeen) in [(108, false), (240, true)] {
      let places = (0..<count).map { motion.offset(at: Double($0) / 50 - 0.4) }
      try Self.write(SmallClip.apng(places), to: clip)
      let text = try Program.run(["fit", clip, "--hand", path], status: nil).text
      let words = isEndSeen ? " ms longer" : "its duration not judged, as its end was not seen"
      #expect(text.contains("on the same hand: ") && text.contains(words), "\(text)")
    }
  }

  @Test
  func `a clip's picture has frames of the clip with lines for the law, and a stream's has none`()
    throws
  {
    let folder = try TemporaryFolder()
    let (clip, drawing) = (folder.file("clip.apng"), folder.file("a.svg"))
    try Self.write(SmallClip.apng(), to: clip)
    try Program.run(["fit", clip, "--picture", drawing])
    let text = String(decoding: folder.bytes("a.svg"), as: UTF8.self)
    let known = (0..<45).map { SmallClip.frame(200 * (1 - exp(-3 * Double($0) / 50))) }
    let shown = try text.components(separatedBy: ";base64,").dropFirst().map { part in
      let code = try #require(part.split(separator: "\"").first)
      let image = try PNGDecoder.decode(Array(try #require(Data(base64Encoded: String(code)))))
      return known.firstIndex(of: image.pixels.map { $0 & 0xFFFFFF })
    }
    // The first move, which is the fastest; halfway; and the last frame, in which it still moves.
    #expect(shown == [1, 11, 44])
    // Three frames with three lines of each kind, and the lines of the legend.
    #expect(text.components(separatedBy: "stroke-dasharray=\"4 2.5\"").count - 1 == 10)
    try Program.run(["fit", clip, "-o", folder.file("a.jsonl"), "--picture", folder.file("a.png")])
    #expect(try PNGDecoder.decode(folder.bytes("a.png")).height > 1200)
    // The same motion as a stream has no frames.
    try Program.run(["fit", folder.file("a.jsonl"), "--picture", drawing])
    let plain = String(decoding: folder.bytes("a.svg"), as: UTF8.self)
    #expect(!plain.contains("<image") && !plain.contains("4 2.5"))
  }

  @Test func `a picture of many takes of a clip has no frames, and the command says so`() throws {
    let folder = try TemporaryFolder()
    let (clip, drawing) = (folder.file("clip.apng"), folder.file("a.svg"))
    var places = [0.0]
    for _ in 0..<7 {
      let start = places[places.count - 1]
      places += (1...30).map { start + 100 * (1 - exp(-6 * Double($0) / 50)) }
      places += [Double](repeating: places[places.count - 1], count: 25)
    }
    try Self.write(SmallClip.apng(places), to: clip)
    let run = try Program.run(["fit", clip, "--picture", drawing], status: nil)
    #expect(run.words.contains("The picture has no frames of the clip"), "\(run.words)")
    #expect(!String(decoding: folder.bytes("a.svg"), as: UTF8.self).contains("<image"))
  }

  @Test func `flags choose a region, an axis and a time range of clips only`() throws {
    let folder = try TemporaryFolder()
    let clip = folder.file("clip.apng")
    try Self.write(SmallClip.apng(count: 40), to: clip)
    let run = try Program.run(
      ["fit", clip, "--region", "0,16,64,80", "--axis", "y", "--from", "0.1", "--to", "0.7"])
    #expect(run.words.contains("64 × 80 px at 0,16"), "\(run.words)")
    #expect(run.words.contains("0.10…0.68 s"), "\(run.words)")
    let table = try folder.write("t,x\n0,1\n", to: "a.csv")
    try Program.expectRefusal(
      ["fit", table, "--axis", "y"], status: 4, saying: "expected a clip", "a measured motion")
    try Program.expectRefusal(["fit", clip, "--region", "1,2,3"], saying: "X,Y,W,H")
    try Program.expectRefusal(
      ["fit", clip, "--from", "2", "--to", "1"], saying: "--from must be before --to")
  }

  @Test(arguments: [
    ("500,900,100,100", "0 × 0"), ("63,0,50,50", "1 × 50"), ("0,96,32,32", "0 × 0"),
  ])
  func `a region with too little of the clip in it is refused with the size of the overlap`(
    region: String, kept: String
  ) throws {
    let folder = try TemporaryFolder()
    let clip = folder.file("clip.apng")
    try Self.write(SmallClip.apng(count: 12), to: clip)
    try Program.expectRefusal(
      ["fit", clip, "--region", region], saying: region, "\(kept) px", "64 × 96 px")
  }

  @Test func `clips that show no law are refused with the reason`() throws {
    let folder = try TemporaryFolder()
    func clip(_ name: String, delay: UInt16, _ frames: [[UInt32]]) throws -> String {
      var animation = APNGEncoder(width: 64, height: 96, level: 1)
      for frame in frames { animation.append(frame, delay: FrameDelay(delay, 100)) }
      try Self.write(animation.finish(), to: folder.file(name))
      return folder.file(name)
    }
    let moving = (0..<12).map { SmallClip.frame(Double($0 * 3)) }
    let slow = try clip("slow.apng", delay: 10, moving)
    try Program.expectRefusal(["fit", slow], status: 4, saying: "10 frames a second", "60")
    let short = try clip("short.apng", delay: 2, Array(moving.prefix(3)))
    try Program.expectRefusal(["fit", short], status: 4, saying: "3 frames")
    // Two blinking pixels do not count as scrolling.
    let still = try clip(
      "still.apng", delay: 2,
      (0..<12).map { index in
        var frame = SmallClip.frame(0)
        frame[0] = index % 2 == 0 ? 0 : 0x10101
        return frame
      })
    try Program.expectRefusal(["fit", still], status: 4, saying: "nothing moves")
    let long = try clip("long.apng", delay: 2, moving)
    for end in ["0.12", "0.18"] {
      try Program.expectRefusal(
        ["fit", long, "--from", "0.1", "--to", end], status: 4, saying: "too little of it scrolls",
        "8 frames and 0.15 s")
    }
    let unlike = try clip(
      "unlike.apng", delay: 2, (0..<12).map { SmallClip.frame(Double($0 * 5000)) })
    try Program.expectRefusal(
      ["check", unlike], status: 4, saying: "a shift explains only", "feellab fit --region")
    let whole = SmallClip.apng(count: 12)
    try Self.write(Array(whole.prefix(whole.count / 2)), to: folder.file("cut.apng"))
    try Program.expectRefusal(["fit", folder.file("cut.apng")], status: 4, saying: "cut off")
    // Colour type 0, with the matching header checksum.
    var gray = whole
    gray.replaceSubrange(25..<33, with: [0, 0, 0, 0, 136, 174, 43, 52])
    try Self.write(gray, to: folder.file("gray.apng"))
    try Program.expectRefusal(
      ["fit", folder.file("gray.apng")], status: 4, saying: "only RGB and RGBA with 8 bits")
  }

  @Test func `a movie without frames and a file of zeros are refused with advice to record again`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write("\0\0\0\u{18}ftypisom", to: "a.mp4")
    let probe = try folder.write("#!/bin/sh\necho 'stream|width=64|height=96'\n", to: "ffprobe")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: probe)
    try Program.expectRefusal(
      ["fit", path], environment: ["PATH": "\(folder.path):/usr/bin:/bin"], status: 4,
      saying: "a.mp4 is damaged", "Record it again")
    try Program.expectRefusal(
      ["fit", "/dev/zero"], status: 4, saying: "nothing but spaces and zeros", "Record or save it")
  }

  @Test func `an MP4 file of random bytes is refused as an unknown kind of file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try Self.write((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }, to: path)
    try Program.expectRefusal(
      ["fit", path], status: 4,
      saying: "a.mp4 is none of the files FeelLab reads: a video, a recording, parameters, a motion"
    )
  }

  @Test(.enabled(if: SmallClip.hasFFmpeg, "ffmpeg is not installed"))
  func `a truncated movie is measured up to the cut, which is reported`() throws {
    let folder = try TemporaryFolder()
    let movie = folder.file("movie.mp4")
    try SmallClip.encode(SmallClip.apng(count: 90), to: movie, ["-movflags", "faststart"])
    let whole = try Data(contentsOf: URL(fileURLWithPath: movie))
    try whole.prefix(whole.count * 7 / 10).write(to: URL(fileURLWithPath: movie))
    let run = try Program.run(["fit", movie])
    #expect(run.words.contains(/movie\.mp4” is cut off at 1\.\d s/), "\(run.words)")
    #expect(run.words.contains("scroll up and down"), "\(run.words)")
  }

  @Test func `without ffmpeg a clip is refused with what to install`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("\0\0\0\u{18}ftypisom", to: "a.mp4")
    try Program.expectRefusal(
      ["fit", path], environment: ["PATH": "/nowhere"], status: 5, saying: "a.mp4",
      "apt install ffmpeg")
  }

  @Test(.enabled(if: SmallClip.hasFFmpeg, "ffmpeg is not installed"))
  func `file names and playlists cannot make ffmpeg open anything else`() throws {
    let folder = try TemporaryFolder()
    let movie = folder.file("movie.mp4")
    try SmallClip.encode(SmallClip.apng(count: 40), to: movie)
    // Names that ffmpeg would take for flags, lists and URLs are treated as file names.
    for name in ["-i.mp4", "concat:a.mp4", "http:b.mp4", "%d.mp4"] {
      try FileManager.default.copyItem(atPath: movie, toPath: folder.file(name))
    }
    let run = try Program.run(["fit", folder.file("concat:a.mp4")])
    #expect(run.words.contains("scroll up and down"), "\(run.words)")
    for name in ["-i.mp4", "http:b.mp4", "%d.mp4"] {
      let run = try Program.run(
        ["fit", folder.file(name), "--region", "0,0,32,32", "--to", "0.02"], status: 4)
      // It was opened, but the requested part is too short.
      #expect(!run.words.contains("is damaged"), "\(run.words)")
    }
    let list = "#EXTM3U\n#EXTINF:10,\n\(movie)\n#EXT-X-ENDLIST\n"
    let playlist = try folder.write(list, to: "list.mp4")
    try Program.expectRefusal(["fit", playlist], status: 4, saying: "list.mp4")
    // A file that begins like an MP4 is read as an MP4 only.
    let hidden = try folder.write("\0\0\0\u{18}ftypisom\n\(list)", to: "hidden.mp4")
    try Program.expectRefusal(["fit", hidden], status: 4, saying: "is damaged")
  }
}
