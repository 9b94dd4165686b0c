internal import Feel
internal import Stage

/// Two cursors over the lanes that measure time, distance and mean velocity between them.
struct LaneMeasure: Hashable, Sendable {
  enum End: Hashable, Sendable { case first, second }

  /// Distance at which a press grabs a cursor, in points.
  private static let reach = 5.0

  /// Time of the first cursor, in stage seconds.
  private(set) var first: Double
  /// Time of the second cursor in stage seconds, once there is one.
  private(set) var second: Double?

  /// Starts with one cursor, or with both at the same time.
  init(at seconds: Double, hasBoth: Bool) {
    first = seconds
    second = hasBoth ? seconds : nil
  }

  mutating func move(_ end: End, to seconds: Double) {
    if end == .first { first = seconds } else { second = seconds }
  }

  /// The cursor that a press at `x` on the screen grabs.
  func end(at x: Double, _ axis: PlotAxis) -> End? {
    func isNear(_ seconds: Double) -> Bool { abs(axis.place(of: seconds) - x) <= Self.reach }
    if let second, isNear(second) { return .second }
    return isNear(first) ? .first : nil
  }
}

extension Timeline {
  /// Places a cursor at a stage time: the first, then the second, then a new first one.
  mutating func putCursor(at seconds: Double) {
    guard measure != nil, measure?.second == nil else {
      measure = LaneMeasure(at: seconds, hasBoth: false)
      return
    }
    measure?.move(.second, to: seconds)
  }
}

extension TimelineReader {
  /// The measurement as text: the time and, if one control moved at both ends, its distance and
  /// mean velocity; `nil` with a single cursor.
  func measured(_ traces: LaneTraces) -> String? {
    guard let first = timeline.measure?.first, let second = timeline.measure?.second else {
      return nil
    }
    let (from, to) = (min(first, second), max(first, second))
    let time = Words.Timeline.interval(to - from)
    guard to > from, let start = motion(at: Instant(seconds: from)),
      let end = motion(at: Instant(seconds: to)), start.source == end.source
    else { return time }
    let (way, unit) = (end.position - start.position, traces.readings[end.source]?.unit ?? "")
    let mean = (way / (to - from)).grouped(decimals: unit.isEmpty ? 3 : 0)
    return Words.Timeline.measured(
      time, way: Words.number(way.grouped(decimals: unit.isEmpty ? 3 : 1), in: unit),
      mean: Words.number(mean, in: unit))
  }

  /// The moving source at a stage time and its position.
  private func motion(at time: Instant) -> (source: Int, position: Double)? {
    let sample = player.sample(at: time)
    guard let source = sample.source, let position = sample.position else { return nil }
    return (source, position)
  }
}
