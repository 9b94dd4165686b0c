/// Assigns the frames of a clip to the times of the content they show.
///
/// A recorder repeats a frame if the next one is late, then catches up with a double step; or it
/// records 60 frames a second of content that moves 40 times. The positions identify the content's
/// frame: they form a smooth curve only with the right frame numbers (`FrameNumbers`).
package struct ContentClock {
  /// The rows, at their content's times.
  package private(set) var rows: [ClipTrack.Row]
  /// How many rows were moved in time.
  package private(set) var moved = 0
  /// The standard deviation of the remaining error of their times, in seconds.
  package private(set) var scatter = 0.0

  /// Minimum number of consecutive rows to find a beat.
  private static let fewest = 12
  /// New times are accepted if the roughness of the positions falls to this share.
  private static let better = 0.6
  /// A wandering clock is preferred to an even one if it reduces the roughness to this share.
  private static let nearer = 0.8
  /// How much it wanders per frame, as a share of how early or late the rows were.
  private static let drift = 0.03
  /// A stretch with a smaller share of repeated frames is left at its times.
  private static let leastRepeated = 0.02
  /// Frames a second of most screens.
  private static let screen = 60.0
  /// Shifts below this do not count as moved, in seconds.
  private static let alike = 0.002

  /// Retimes each stretch in which the content moves.
  ///
  /// - Parameters:
  ///   - rows: without those that repeat the content.
  ///   - interval: between frames of the clip, in seconds.
  package init(_ rows: [ClipTrack.Row], interval: Double) {
    self.rows = rows
    var start = 0
    for index in 1..<max(1, rows.count + 1)
    where index == rows.count || rows[index].offset == rows[index - 1].offset
      || rows[index].time - rows[index - 1].time > 4.5 * interval
    {
      if index - start >= Self.fewest { settle(start..<index, interval) }
      start = index
    }
  }

  private mutating func settle(_ range: Range<Int>, _ interval: Double) {
    let own = rows[range].map { Observation.Row(time: $0.time, offset: $0.offset) }
    let span = own[own.count - 1].time - own[0].time
    let mean = span / Double(own.count - 1)
    var beats: [Double] = []
    if mean > (1 + Self.leastRepeated) * interval { beats.append(interval) }
    if mean > 1.08 * interval { beats.append(mean) }
    // A clip with a lower frame rate may show a subset of a screen's frames.
    if interval > 1.15 / Self.screen { beats.append(1 / Self.screen) }
    // The last row of a rest carries no timing: the content may start at any moment after it.
    let start = range.lowerBound
    let seam = start > 0 && rows[start].offset == rows[start - 1].offset ? 1 : 0
    // Timing errors matter most where the content is fast.
    let fast = Self.fastest(own, from: seam)
    let rough = NoiseEstimate.roughness(Array(own[fast]))
    var best: (rows: [Observation.Row], rough: Double, scatter: Double)?
    for beat in beats {
      let numbers = FrameNumbers(own[...], from: seam, interval: beat)
      // A wandering clock describes anything a little better, and its wander is never known
      // exactly.
      let wander = numbers.scatter * (Self.drift / 2).squareRoot()
      for (times, merit, scatter) in [
        (numbers.evenTimes, 1, 0), (numbers.times(drift: Self.drift), Self.nearer, wander),
      ] {
        guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else { continue }
        let settled = zip(own, times).map {
          Observation.Row(time: own[0].time + $1, offset: $0.offset)
        }
        let left = NoiseEstimate.roughness(Array(settled[fast]))
        if left < merit * (best?.rough ?? Self.better * rough) {
          best = (settled, left, scatter)
        }
      }
    }
    guard let best else { return }
    scatter = max(scatter, best.scatter)
    // Nothing is earlier than the clip: its first rows are all put later by as much, as moving one
    // alone would bend the motion.
    let early = range.lowerBound > 0 ? 0 : max(0, rows[0].time - best.rows[0].time)
    let floor = range.lowerBound > 0 ? rows[range.lowerBound - 1].time + 1e-4 : -.infinity
    for (index, row) in zip(range, best.rows) {
      let time = max(row.time + early, floor)
      if abs(time - early - rows[index].time) > Self.alike { moved += 1 }
      rows[index] = rows[index].moved(at: time)
    }
    // Keep the following rows in order.
    var next = range.upperBound
    while next < rows.count, rows[next].time <= rows[next - 1].time {
      rows[next] = rows[next].moved(at: rows[next - 1].time + 1e-4)
      next += 1
    }
  }

  /// The half of the rows, from a first one on, in which the content moves furthest.
  private static func fastest(_ rows: [Observation.Row], from first: Int) -> Range<Int> {
    let count = min(max(fewest, rows.count / 2), rows.count - first)
    let starts = first...rows.count - count
    let best = starts.max { first, second in
      abs(rows[first + count - 1].offset - rows[first].offset)
        < abs(rows[second + count - 1].offset - rows[second].offset)
    }
    return (best ?? first)..<(best ?? first) + count
  }
}
