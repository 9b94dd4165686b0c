import Foundation
import ImageFile

/// Screen recordings for tests, drawn by this code.
public enum SmallClip {
  /// A frame: words whose shade varies from line to line, scrolled by `offset` pixels.
  public static func frame(_ offset: Double, width: Int = 64, height: Int = 96) -> [UInt32] {
    let (whole, share) = (Int(offset.rounded(.down)), offset - offset.rounded(.down))
    func shade(_ x: Int, _ line: Int) -> Double {
      var hash = UInt32(truncatingIfNeeded: line / 6 &* 7919 &+ x / 8 &* 104_729)
      hash ^= hash >> 13
      hash = hash &* 0x5BD1_E995
      hash ^= hash >> 15
      return Double(hash % 200) + 30
    }
    return (0..<height * width).map { index in
      let (x, line) = (index % width, index / width + whole + 600)
      let value = UInt32(shade(x, line) * (1 - share) + shade(x, line + 1) * share)
      return value << 16 | value << 8 | value
    }
  }

  /// A fling of 600 px/s with an exponential decay rate of `decay` per second, at 50 frames per
  /// second.
  public static func apng(count: Int = 45, decay: Double = 3) -> [UInt8] {
    apng((0..<count).map { 600 / decay * (1 - exp(-decay * Double($0) / 50)) })
  }

  /// Frames at these offsets, 50 per second.
  public static func apng(_ offsets: [Double]) -> [UInt8] {
    var animation = APNGEncoder(width: 64, height: 96, level: 1)
    for offset in offsets { animation.append(frame(offset), delay: FrameDelay(1, 50)) }
    return animation.finish()
  }

  /// Two flings, the second one longer, each from rest to rest.
  public static let flings: [Double] = {
    var places = [Double](repeating: 0, count: 20)
    for (velocity, decay) in [(400.0, 6.0), (900, 3)] {
      let start = places[places.count - 1]
      places += (1...45).map { start + velocity / decay * (1 - exp(-decay * Double($0) / 50)) }
      places += [Double](repeating: places[places.count - 1], count: 30)
    }
    return places
  }()

  /// The content offsets of a clip in which the tint changes with every frame while the brightness
  /// stays.
  public static let tinted = (0..<45).map { 200 * (1 - exp(-3 * Double($0) / 50)) }

  /// How much red exceeds blue in a frame of that clip.
  public static func tint(_ index: Int) -> Int { (index * 7 % 11 - 5) * 8 }

  /// That clip as an animation.
  public static func tintedAPNG() -> [UInt8] {
    var animation = APNGEncoder(width: 64, height: 96, level: 1)
    for (index, offset) in tinted.enumerated() {
      let tint = tint(index)
      let pixels = frame(offset).map { pixel in
        let value = Int(pixel & 0xFF) / 2 + 64
        let (red, green) = (value + tint, value - tint * 77 / 150)
        return UInt32(red << 16 | green << 8 | value)
      }
      animation.append(pixels, delay: FrameDelay(1, 50))
    }
    return animation.finish()
  }

  /// Whether ffmpeg is installed; tests that need it are skipped without it.
  public static let hasFFmpeg = ["ffmpeg", "ffprobe"].allSatisfy { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// Converts an animation to a video with ffmpeg.
  public static func encode(_ animation: [UInt8], to path: String, _ flags: [String] = []) throws {
    let source = path + ".apng"
    try Data(animation).write(to: URL(fileURLWithPath: source))
    let encoder = Process()
    encoder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    encoder.arguments =
      ["ffmpeg", "-v", "error", "-i", source, "-c:v", "mpeg4", "-q:v", "2"] + flags + ["-y", path]
    try encoder.run()
    encoder.waitUntilExit()
    guard encoder.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
