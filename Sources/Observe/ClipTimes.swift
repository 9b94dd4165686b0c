/// The times of a clip's frames, for formats that cannot store them exactly.
///
/// A GIF counts in hundredths of a second: frames at 30 a second last 30, 30 and 40 ms. At 3000
/// pixels a second, 10 ms are 30 pixels.
public enum ClipTimes {
  /// The tick to which a format rounds times: a millisecond in WebM, ten in GIF.
  private static let ticks = [0.0011, 0.0101]
  /// Minimum number of consecutive frames to find a beat.
  private static let fewest = 8
  /// A frame shown for more usual intervals than this is a pause.
  private static let pause = 6.0

  /// Puts times that are an even beat rounded to a tick back on that beat.
  ///
  /// - Parameter times: when frames are shown, in seconds, in order.
  public static func even(_ times: [Double]) -> [Double] {
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    guard let usual = steps.sorted().medianOfSorted, usual > 0 else { return times }
    var even = times
    var start = 0
    for index in 1...times.count
    where index == times.count || times[index] - times[index - 1] > pause * usual {
      if let found = beat(Array(times[start..<index])) {
        for (offset, time) in found.enumerated() { even[start + offset] = time }
      }
      start = index
    }
    return even
  }

  /// The line tᵢ ≈ a + b·nᵢ with integer nᵢ if all times are within a tick of it, else `nil`.
  private static func beat(_ times: [Double]) -> [Double]? {
    guard times.count >= fewest else { return nil }
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    guard let usual = steps.sorted().medianOfSorted else { return nil }
    let near = steps.filter { (0.6...1.5).contains($0 / usual) }
    var beat = near.reduce(0, +) / Double(max(1, near.count))
    for _ in 0..<4 {
      guard beat > 0 else { return nil }
      let numbers = times.map { (($0 - times[0]) / beat).rounded() }
      guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
      let count = Double(times.count)
      let mean = numbers.reduce(0, +) / count
      let middle = times.reduce(0, +) / count
      let square = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      beat = zip(numbers, times).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - middle) } / square
      let found = numbers.map { middle + ($0 - mean) * beat }
      let off = zip(times, found).map { abs($0 - $1) }.max() ?? 0
      if off <= 5e-5 { return nil }
      if ticks.contains(where: { off <= $0 && isRounded(times, to: $0) }) { return found }
    }
    return nil
  }

  /// Whether times are multiples of a tick.
  private static func isRounded(_ times: [Double], to tick: Double) -> Bool {
    let step = (tick * 1000).rounded(.down) / 1000
    return times.allSatisfy {
      let count = ($0 - times[0]) / step
      return abs(count - count.rounded()) < 0.02
    }
  }
}
