extension FaultFinder {
  /// What rests for longer begins a motion of its own, in seconds.
  private static let longestRest = 1.0
  /// What begins so soon after a release was begun by it, in seconds.
  private static let soon = 0.1

  /// A rest from which the content moves on though nothing moves it.
  func restart(at index: Int, _ parts: [Segmentation.Part]) -> MotionFault? {
    guard index > 0, index + 1 < parts.count, case .rest(let rest) = parts[index] else {
      return nil
    }
    let (begin, end) = (rows[rest.lowerBound].time, rows[rest.upperBound - 1].time)
    // Past an edge it only turns about.
    guard end - begin <= Self.longestRest, !isPastEdge(end) else { return nil }
    switch (parts[index - 1], parts[index + 1]) {
    case (.law, .law), (.law, .unexplained): break
    // What a hand that nobody tells of does is not known.
    case (.drag, .law) where segmentation.observation.hand != nil: break
    // A few px that end in a rest show no law.
    case (.law, .drag(let range)) where goesOnce(range): break
    default: return nil
    }
    let moved = begin - Self.soon...end + interval
    let places = rows[parts[index - 1].range].map(\.offset)
    // What only scatters has not moved before.
    guard places.extent >= max(5, 8 * noise) else { return nil }
    guard !isPressed(moved), !isMovedByHand(end),
      !segmentation.observation.turns.contains(where: { moved.contains($0.time) })
    else { return nil }
    // The slow end of a run in pictures that come unevenly stands now and then as well.
    let isRough = segmentation.noise.jitter > Self.wobble || !segmentation.observation.isEven
    let (before, after) = (speed(begin - Self.slowest...begin), speed(end...end + Self.slowest))
    guard !isRough || after > min(before, Self.creeping) else { return nil }
    let next = parts[(index + 1)...].lazy.compactMap(\.rest).first
    let last = next.map { segmentation.level(of: $0, atEnd: true) } ?? rows[rows.count - 1].offset
    let level = rows[rest].map(\.offset).sorted()[rest.count / 2]
    let way = last - level
    guard abs(way) >= Self.leastStep else { return nil }
    let moving = rest.upperBound..<(next?.lowerBound ?? rows.count)
    let curves = segmentation.curves(from: rest, over: moving)
    let start = CurveFromRest.latestStart(curves).map { min(max(begin, $0), end + Self.slowest) }
    return MotionFault(
      kind: .restart, time: start ?? end, size: way, error: noise * 2.0.squareRoot(),
      duration: (start ?? end) - begin)
  }

  /// Whether the content goes one way from one rest to the next, and not far.
  private func goesOnce(_ range: Range<Int>) -> Bool {
    let places = rows[range].map(\.offset)
    let steps = zip(places, places.dropFirst()).map { $1 - $0 }
    let way = (places.last ?? 0) - (places.first ?? 0)
    return abs(way) <= Self.few && steps.allSatisfy { $0 * way >= -3 * noise * abs(way) }
      && segmentation.parts.contains {
        if case .rest(let next) = $0 { next.lowerBound == range.upperBound } else { false }
      }
  }

  /// What goes no further than this may be anything, in the motion's unit.
  private static let few = 24.0

  /// Times that are off by less count as even, in seconds.
  private static let wobble = 0.002

  /// What moves by less may be the end of a run, in units a second.
  private static let creeping = 60.0

  /// How fast the content went between two times, in units a second.
  private func speed(_ times: ClosedRange<Double>) -> Double {
    let way = rows.filter { times.contains($0.time) }.map(\.offset).extent
    return way / (times.upperBound - times.lowerBound)
  }

  /// A start is no slower, in seconds.
  static let slowest = 0.15
}
