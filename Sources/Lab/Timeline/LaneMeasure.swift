internal import Feel
internal import Stage

/// Two cursors over the lanes, between which time, way and mean velocity are measured.
struct LaneMeasure: Hashable, Sendable {
  /// A cursor.
  enum End: Hashable, Sendable { case first, second }

  /// How far from a cursor a press takes it, in points.
  private static let reach = 5.0

  /// Where the first one stands, in seconds of the stage.
  private(set) var first: Double
  /// Where the second one stands, once there is one.
  private(set) var second: Double?

  /// Begins with one cursor, or with both at one place.
  init(at seconds: Double, hasBoth: Bool) {
    first = seconds
    second = hasBoth ? seconds : nil
  }

  /// Puts a cursor to a time.
  mutating func move(_ end: End, to seconds: Double) {
    if end == .first { first = seconds } else { second = seconds }
  }

  /// The cursor that a press at a place of the screen takes.
  func end(at x: Double, _ axis: PlotAxis) -> End? {
    func isNear(_ seconds: Double) -> Bool { abs(axis.place(of: seconds) - x) <= Self.reach }
    if let second, isNear(second) { return .second }
    return isNear(first) ? .first : nil
  }
}

extension Timeline {
  /// Puts a measuring cursor at a time of the stage: the first, the second, then a first one anew.
  mutating func putCursor(at seconds: Double) {
    guard measure != nil, measure?.second == nil else {
      measure = LaneMeasure(at: seconds, hasBoth: false)
      return
    }
    measure?.move(.second, to: seconds)
  }
}

extension TimelineReader {
  /// What lies between the measuring cursors, in words: the time, and of one and the same control
  /// the way and its mean velocity; `nil` while there is one alone.
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

  /// What moved at a stage time, and where it was: on the straight line between two samples of the
  /// log.
  private func motion(at time: Instant) -> (source: Int, position: Double)? {
    let sheet = player.sheet
    guard time < sheet.run.now else { return Self.place(MotionLog.sample(of: sheet.run, at: time)) }
    let index = MotionLog.index(atOrBefore: time)
    let (start, end) = (MotionLog.time(of: index), MotionLog.time(of: index + 1))
    guard let before = sheet.log.sample(at: start).flatMap(Self.place) else { return nil }
    guard let after = sheet.log.sample(at: end).flatMap(Self.place), after.source == before.source
    else { return before }
    let share = (time - start) / (end - start)
    return (before.source, before.position + share * (after.position - before.position))
  }

  private static func place(_ sample: MotionLog.Sample) -> (source: Int, position: Double)? {
    guard let source = sample.source, let position = sample.position else { return nil }
    return (source, position)
  }
}
