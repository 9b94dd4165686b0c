extension FaultFinder {
  /// A motion after a longer rest than this is a new motion, in seconds.
  private static let longestRest = 1.0
  /// A rest that begins this soon after a release was caused by it, in seconds.
  private static let soon = 0.1

  /// Finds a late start: a rest from which content moves on although nothing moves it.
  func restart(at index: Int, _ parts: [Segmentation.Part]) -> MotionFault? {
    guard index > 0, index + 1 < parts.count, case .rest(let rest) = parts[index] else {
      return nil
    }
    let (begin, end) = (rows[rest.lowerBound].time, rows[rest.upperBound - 1].time)
    // Beyond an edge, content only turns around.
    guard end - begin <= Self.longestRest, !isPastEdge(end) else { return nil }
    switch (parts[index - 1], parts[index + 1]) {
    case (.law, .law), (.law, .unexplained): break
    // An unreported hand may have done anything.
    case (.drag, .law) where segmentation.observation.hand != nil: break
    // A few pixels that end in a rest do not determine a law.
    case (.law, .drag(let range)) where goesOnce(range): break
    default: return nil
    }
    let moved = begin - Self.soon...end + interval
    let places = rows[parts[index - 1].range].map(\.offset)
    // Scatter alone is no earlier motion.
    guard places.extent >= max(5, 8 * noise) else { return nil }
    guard !isPressed(moved), !isMovedByHand(end),
      !segmentation.observation.turns.contains(where: { moved.contains($0.time) })
    else { return nil }
    // With uneven pictures, the slow end of a run also stands still now and then.
    let isRough = segmentation.noise.jitter > Self.wobble || !segmentation.observation.isEven
    let (before, after) = (speed(begin - Self.slowest...begin), speed(end...end + Self.slowest))
    guard !isRough || after > min(before, Self.creeping) else { return nil }
    let next = parts[(index + 1)...].lazy.compactMap(\.rest).first
    let last = next.map { segmentation.level(of: $0, atEnd: true) } ?? rows[rows.count - 1].offset
    let level = rows[rest].map(\.offset).sorted()[rest.count / 2]
    let way = last - level
    guard abs(way) >= Self.leastStep else { return nil }
    let moving = rest.upperBound..<(next?.lowerBound ?? rows.count)
    // With scattered positions, a few slow pixels of that end may be left after it.
    let speed = abs(way) / (rows[moving.upperBound - 1].time - end)
    guard speed > Self.creeping || abs(way) >= 20 * noise else { return nil }
    let curves = segmentation.curves(from: rest, over: moving)
    let start =
      CurveFromRest.latestStart(curves).map { min(max(begin, $0), end + Self.slowest) } ?? end
    // Content that has hardly stood still has only turned around.
    guard start - begin >= Segmentation.shortestPause.time else { return nil }
    return MotionFault(
      kind: .restart, time: start, size: way, error: noise * 2.0.squareRoot(),
      duration: start - begin)
  }

  /// Whether the content moves in one direction from one rest to the next, and not far.
  private func goesOnce(_ range: Range<Int>) -> Bool {
    let places = rows[range].map(\.offset)
    let steps = zip(places, places.dropFirst()).map { $1 - $0 }
    let way = (places.last ?? 0) - (places.first ?? 0)
    return abs(way) <= Self.few && steps.allSatisfy { $0 * way >= -3 * noise * abs(way) }
      && segmentation.parts.contains {
        if case .rest(let next) = $0 { next.lowerBound == range.upperBound } else { false }
      }
  }

  /// A distance no greater than this may have any cause, in the motion's unit.
  private static let few = 24.0

  /// Timing errors below this count as even, in seconds.
  private static let wobble = 0.002

  /// A motion slower than this may be the end of a run, in units a second.
  private static let creeping = 60.0

  /// The content's mean speed between two times, in units a second.
  private func speed(_ times: ClosedRange<Double>) -> Double {
    let way = rows.filter { times.contains($0.time) }.map(\.offset).extent
    return way / (times.upperBound - times.lowerBound)
  }

  /// The longest duration of a start, in seconds.
  static let slowest = 0.15
}
