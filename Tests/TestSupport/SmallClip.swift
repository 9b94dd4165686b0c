import Foundation
import ImageFile

/// Screen recordings for tests, each drawn here.
public enum SmallClip {
  /// A frame: words in shades that differ from line to line, scrolled by so many pixels.
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

  /// A fling of 600 px/s that loses 3 a second, 50 frames a second.
  public static func apng(count: Int = 45) -> [UInt8] {
    var animation = APNGEncoder(width: 64, height: 96, level: 1)
    for index in 0..<count {
      animation.append(frame(200 * (1 - exp(-3 * Double(index) / 50))), delay: FrameDelay(1, 50))
    }
    return animation.finish()
  }
}
