internal import Feel
internal import Observe

/// The cost of tracking another program's content from picture to picture, and of analysing its
/// motion.
enum ObserveBench {
  private static let sizes: KeyValuePairs = [
    "registration": (600, 800), "registration@3840x2160": (3840, 2160),
  ]

  static let names = sizes.map(\.key) + ["analysis"]

  static func measure(_ name: String, seconds: Double) -> BenchResult {
    guard let size = sizes.first(where: { $0.key == name })?.value else { return analysis(seconds) }
    return registration(name, size.0, size.1, seconds)
  }

  /// From a picture's pixels to its offset, for content that moves back and forth.
  private static func registration(
    _ name: String, _ width: Int, _ height: Int, _ seconds: Double
  ) -> BenchResult {
    let offsets = [0, 7, 20, 41, 60, 41, 20, 7]
    let pictures = offsets.map { picture(width, height, $0) }
    var registration = FrameRegistration()
    var index = 0
    return BenchTimer.measure(name, seconds: seconds) {
      let pixels = pictures[index % pictures.count]
      index += 1
      guard let profile = FrameProfile(pixels.span, width: width, height: height, stride: width)
      else { return }
      _ = try? registration.place(of: profile)
    }
  }

  /// Lines of blocks, all different.
  private static func picture(_ width: Int, _ height: Int, _ offset: Int) -> [UInt32] {
    (0..<height).flatMap { row in
      (0..<width).map { column in
        let block = UInt32((row + offset) / 9 * 251 + column / 24 * 31)
        let mixed = (block &* 2_654_435_761) >> 16
        return mixed % 3 == 0 ? 0xF0F0F0 : (mixed & 0xFF) &* 0x010101
      }
    }
  }

  /// Two seconds of a fling at 60 frames a second.
  private static func analysis(_ seconds: Double) -> BenchResult {
    let fling = Deceleration(from: 0, velocity: 2500, rate: .normal, stopSpeed: 10)
    let rows = (0...150).map {
      Observation.Row(time: Double($0) / 60, offset: fling.value(at: Double($0) / 60).rounded())
    }
    let observation = Observation(rows)
    return BenchTimer.measure("analysis", seconds: seconds) { _ = MotionAnalysis(observation) }
  }
}
