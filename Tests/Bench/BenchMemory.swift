internal import Glibc

/// The time to set or copy the pixels a scene touches: the lower bound for drawing it.
enum BenchMemory {
  /// Pixels each scene changes; pixels drawn twice count twice.
  static let touchedPixels: [String: Int] = [
    "S1": 65_057, "S2": 76_200, "S3": 85_300, "S4": 335_803, "S5": 20_002, "S6": 21_206,
    "S7": 1_449_453, "S8": 599_580, "S7@2560x1600": 5_797_812, "S7@3840x2160": 11_395_952,
  ]

  /// Times setting this many pixels.
  static func set(_ scene: String, pixels: Int, seconds: Double) -> BenchResult {
    let target = UnsafeMutableRawPointer.allocate(byteCount: pixels * 4, alignment: 4096)
    defer { unsafe target.deallocate() }
    return BenchTimer.measure(scene, seconds: seconds) { unsafe memset(target, 0x5A, pixels * 4) }
  }

  /// Times copying this many pixels.
  static func copy(_ scene: String, pixels: Int, seconds: Double) -> BenchResult {
    let source = UnsafeMutableRawPointer.allocate(byteCount: pixels * 4, alignment: 4096)
    let target = UnsafeMutableRawPointer.allocate(byteCount: pixels * 4, alignment: 4096)
    defer {
      unsafe source.deallocate()
      unsafe target.deallocate()
    }
    unsafe memset(source, 0x5A, pixels * 4)
    return BenchTimer.measure(scene, seconds: seconds) { unsafe memcpy(target, source, pixels * 4) }
  }
}
