internal import Feel
internal import Stage

/// A curve of a lane: values over the stage's time, with gaps where there was none.
///
/// A stage has several controls, each with a scale of its own: what one of them did is a stretch of its source, with bounds of its own.
struct LaneTrace {
  /// A point of the curve.
  struct Point {
    /// In seconds of the stage.
    var time: Double
    var value: Double
    /// What it was that moved.
    var source: Int
    /// Whether the curve starts anew here.
    var isStart: Bool
  }

  /// The points, in order of time.
  private(set) var points: [Point] = []
  /// The least and the greatest value of each source.
  private(set) var bounds: [Int: ClosedRange<Double>] = [:]
  private var isBroken = true
  // The bounds of the source that was added last: most values lie within them.
  private var current: (source: Int, bounds: ClosedRange<Double>)?

  init(capacity: Int) { points.reserveCapacity(capacity) }

  /// Adds a value of a source, or a gap.
  mutating func add(_ value: Double?, of source: Int?, at time: Double) {
    guard let value, value.isFinite, let source else {
      isBroken = true
      return
    }
    let isStart = isBroken || points.last?.source != source
    points.append(Point(time: time, value: value, source: source, isStart: isStart))
    isBroken = false
    if let current, current.source == source, current.bounds.contains(value) { return }
    let known = bounds[source] ?? value...value
    let wider = min(known.lowerBound, value)...max(known.upperBound, value)
    (bounds[source], current) = (wider, (source, wider))
  }

  /// What it was that moved at a time, or last before it, or first.
  func source(at time: Double) -> Int? {
    (points.last { $0.time <= time } ?? points.first)?.source
  }

  /// The curve's point at a time, as it is drawn: on the straight line between two points.
  func point(at time: Double) -> Point? {
    guard let next = points.firstIndex(where: { $0.time >= time }) else { return nil }
    let after = points[next]
    guard after.time > time, next > 0, !after.isStart else {
      return after.time == time ? after : nil
    }
    let before = points[next - 1]
    let share = (time - before.time) / (after.time - before.time)
    var point = after
    (point.time, point.value) = (time, before.value + share * (after.value - before.value))
    return point
  }
}

/// What the lanes show of a stretch of time: as many points as the screen has room for, however long the stretch.
struct LaneTraces {
  /// A stretch in which the control did one thing.
  struct Span {
    var state: ControlState
    /// In seconds of the stage.
    var from: Double
    var to: Double
  }

  /// A stretch in which an item was alive and shown, or alive and no longer shown.
  struct Life {
    var item: Int
    var isShown: Bool
    /// In seconds of the stage.
    var from: Double
    var to: Double
  }

  /// How many reports of a held pointer came in a stretch of time.
  struct Density {
    /// In seconds of the stage.
    var from: Double
    var to: Double
    /// Reports a second.
    var rate: Double
  }

  /// A velocity that was read off two or three samples of the pointer: noise in one of them is noise in it.
  struct PoorEstimate {
    /// In seconds of the stage.
    var time: Double
    var velocity: Double
    var source: Int
    /// How many samples there were.
    var count: Int

    init?(_ sample: MotionLog.Sample, at time: Double) {
      guard let count = sample.estimatedFrom, (2...3).contains(count),
        let velocity = sample.velocity, let source = sample.source
      else { return nil }
      (self.time, self.velocity, self.source, self.count) = (time, velocity, source, Int(count))
    }
  }

  private(set) var position: LaneTrace
  /// Where the hand was that held it.
  private(set) var hand: LaneTrace
  private(set) var velocity: LaneTrace
  /// The velocities that the lane has room for.
  private(set) var velocityRange = VelocityRange()
  /// The velocities that were read off so few samples of the pointer that they say little.
  private(set) var poorEstimates: [PoorEstimate] = []
  /// The same under the second set of parameters, while two are compared, or in the run before.
  private(set) var otherPosition: LaneTrace
  /// What that is called: set B, the run before, or the take that is shown as edited.
  private(set) var otherName: String
  // Whether there is another run to be shown: a log still knows of a set that is compared no longer.
  private var hasOther: Bool
  /// The same under the second set of parameters, or in the run before.
  private(set) var otherVelocity: LaneTrace
  /// Whether nothing moves in it.
  var isStill: Bool {
    [position, velocity, otherPosition, otherVelocity].allSatisfy {
      $0.bounds.values.allSatisfy { $0.lowerBound == $0.upperBound }
    }
  }
  private(set) var states: [Span] = []
  private(set) var densities: [Density] = []
  /// When each item was alive, in order of their beginnings.
  private(set) var lives: [Life] = []
  /// What is known of each source besides its motion.
  private(set) var readings: [Int: MotionReading] = [:]

  /// The points of the screen that one column takes.
  private static let columnWidth = 1.5

  /// Reads what an axis shows of a log, and of the stage since the log's end.
  init(
    _ log: MotionLog, then run: StageRun, to end: Instant, along axis: PlotAxis,
    nameOfB: String?
  ) {
    otherName = nameOfB ?? ""
    let rate = Double(MotionLog.rate)
    let stride = Self.stride(along: axis)
    let last = MotionLog.index(atOrBefore: end)
    let lower = max(log.first, Int64((axis.lower * rate).rounded(.down)) - 1)
    let upper = min(last, Int64((axis.upper * rate).rounded(.up)) + 1)
    let known = log.first + Int64(log.samples.count)
    // Columns stand on whole multiples, so that they keep their height while the lanes move.
    var index = lower / stride * stride
    let capacity = 2 * Int(max(0, upper - index) / stride) + 8
    position = LaneTrace(capacity: capacity)
    hand = LaneTrace(capacity: capacity)
    velocity = LaneTrace(capacity: capacity)
    hasOther = nameOfB != nil && run.runB != nil
    let otherCapacity = hasOther ? capacity : 0
    otherPosition = LaneTrace(capacity: otherCapacity)
    otherVelocity = LaneTrace(capacity: otherCapacity)
    var later: [(time: Double, state: ControlState)] = []
    while index <= upper {
      let next = index + stride
      if index < known {
        add(log, max(index, log.first)..<min(next, known))
      } else {
        let sample = MotionLog.sample(of: run, at: MotionLog.time(of: index))
        add(sample, at: MotionLog.time(of: index).seconds)
        velocityRange.add(later: sample, withOther: hasOther)
        later.append((MotionLog.time(of: index).seconds, sample.state))
      }
      index = next
    }
    if upper == last {
      let sample = MotionLog.sample(of: run, at: max(end, run.now))
      add(sample, at: end.seconds)
      velocityRange.add(later: sample, withOther: hasOther)
      later.append((end.seconds, sample.state))
    }
    velocityRange.add(
      log.samples, Int(lower - log.first)..<Int(max(lower, upper + 1) - log.first),
      withOther: hasOther)
    for reading in run.sources(at: max(end, run.now)) {
      readings[reading.source] = reading.reading
    }
    addStates(log, later, from: max(axis.lower, MotionLog.time(of: log.first).seconds), to: end)
  }

  /// The row of each item: the first in which it overlaps no other.
  var rowsOfItems: [Int: Int] {
    var rows: [Int: Int] = [:]
    for item in Set(lives.map(\.item)).sorted() {
      let own = lives.filter { $0.item == item }
      let taken = lives.filter { other in
        rows[other.item] != nil && own.contains { $0.from < other.to && other.from < $0.to }
      }
      let used = Set(taken.compactMap { rows[$0.item] })
      rows[item] = (0...).first { !used.contains($0) }
    }
    return rows
  }

  /// Adds how it went before, in the place of a second set.
  mutating func add(former log: MotionLog, along axis: PlotAxis) {
    (otherName, hasOther) = ("before", true)
    let rate = Double(MotionLog.rate)
    let stride = Self.stride(along: axis)
    let lower = max(log.first, Int64((axis.lower * rate).rounded(.down)) - 1)
    // Up to its rest: what stands says nothing.
    let rest = log.changes.last.flatMap { $0.state == .idle ? $0.time.seconds : nil }
    let end = min(axis.upper, rest ?? axis.upper)
    let upper = min(log.first + Int64(log.samples.count), Int64((end * rate).rounded(.up)) + 1)
    if lower < upper {
      velocityRange.add(
        log.samples, Int(lower - log.first)..<Int(upper - log.first), withOther: false)
    }
    var index = lower / stride * stride
    while index < upper {
      var column = Column()
      for moment in max(index, lower)..<min(index + stride, upper) {
        let sample = log.samples[Int(moment - log.first)]
        if sample.source != column.source, column.start != nil { flushOther(&column) }
        column.take(former: sample, moment)
      }
      flushOther(&column)
      index += stride
    }
  }

  private static func stride(along axis: PlotAxis) -> Int64 {
    Int64(max(1, (Double(MotionLog.rate) / axis.density * columnWidth).rounded(.up)))
  }

  /// Carries on the life of every item up to a time, at which the sample is of.
  private mutating func addLives(_ sample: MotionLog.Sample, at time: Double) {
    for item in 0..<(32 - sample.alive.leadingZeroBitCount) where sample.alive & 1 << item != 0 {
      let isShown = sample.shown & 1 << item != 0
      let step = 1.5 / Double(MotionLog.rate)
      if let last = lives.lastIndex(where: { $0.item == item }), lives[last].isShown == isShown,
        time - lives[last].to <= step
      {
        lives[last].to = time
      } else {
        lives.append(Life(item: item, isShown: isShown, from: time, to: time))
      }
    }
  }

  private mutating func add(_ sample: MotionLog.Sample, at time: Double) {
    addLives(sample, at: time)
    position.add(sample.position, of: sample.source, at: time)
    hand.add(sample.hand, of: sample.source, at: time)
    velocity.add(sample.velocity, of: sample.source, at: time)
    if let poor = PoorEstimate(sample, at: time) { poorEstimates.append(poor) }
    guard hasOther else { return }
    otherPosition.add(sample.otherPosition, of: sample.source, at: time)
    otherVelocity.add(sample.otherVelocity, of: sample.source, at: time)
  }

  /// Adds a column of samples: of each value the least and the greatest, in the order in which they came.
  private mutating func add(_ log: MotionLog, _ indices: Range<Int64>) {
    guard !indices.isEmpty else { return }
    var count = 0
    var column = Column()
    for index in indices {
      let sample = log.samples[Int(index - log.first)]
      count += Int(sample.inputs)
      if sample.alive != 0 { addLives(sample, at: MotionLog.time(of: index).seconds) }
      if let poor = PoorEstimate(sample, at: MotionLog.time(of: index).seconds) {
        poorEstimates.append(poor)
      }
      if sample.source != column.source, column.start != nil { flush(&column) }
      column.take(sample, index)
    }
    flush(&column)
    guard count > 0 else { return }
    let (from, to) = (
      MotionLog.time(of: indices.lowerBound), MotionLog.time(of: indices.upperBound)
    )
    densities.append(
      Density(from: from.seconds, to: to.seconds, rate: Double(count) / (to - from)))
  }

  private mutating func flush(_ column: inout Column) {
    guard let start = column.start else { return }
    let source = column.source
    column.x.add(of: source, to: &position, else: start)
    column.hand.add(of: source, to: &hand, else: start)
    column.v.add(of: source, to: &velocity, else: start)
    flushOther(&column)
  }

  private mutating func flushOther(_ column: inout Column) {
    defer { column = Column() }
    guard hasOther, let start = column.start else { return }
    column.otherX.add(of: column.source, to: &otherPosition, else: start)
    column.otherV.add(of: column.source, to: &otherVelocity, else: start)
  }

  /// The extremes of samples of one source.
  private struct Column {
    var source: Int?
    var start: Int64?
    var (x, v, otherX, otherV) = (Extremes(), Extremes(), Extremes(), Extremes())
    var hand = Extremes()

    mutating func take(_ sample: MotionLog.Sample, _ index: Int64) {
      (source, start) = (sample.source, start ?? index)
      x.take(sample.position, index)
      hand.take(sample.hand, index)
      v.take(sample.velocity, index)
      otherX.take(sample.otherPosition, index)
      otherV.take(sample.otherVelocity, index)
    }

    mutating func take(former sample: MotionLog.Sample, _ index: Int64) {
      (source, start) = (sample.source, start ?? index)
      otherX.take(sample.position, index)
      otherV.take(sample.velocity, index)
    }
  }

  /// The least and the greatest of some values, and when each came.
  private struct Extremes {
    private var low = (value: Double.infinity, index: Int64(0))
    private var high = (value: -Double.infinity, index: Int64(0))

    mutating func take(_ value: Double?, _ index: Int64) {
      guard let value else { return }
      if value < low.value { low = (value, index) }
      if value > high.value { high = (value, index) }
    }

    func add(of source: Int?, to trace: inout LaneTrace, else index: Int64) {
      guard low.value <= high.value else {
        return trace.add(nil, of: source, at: MotionLog.time(of: index).seconds)
      }
      let (first, second) = low.index <= high.index ? (low, high) : (high, low)
      trace.add(first.value, of: source, at: MotionLog.time(of: first.index).seconds)
      guard first.index < second.index else { return }
      trace.add(second.value, of: source, at: MotionLog.time(of: second.index).seconds)
    }
  }

  private mutating func addStates(
    _ log: MotionLog, _ later: [(time: Double, state: ControlState)], from start: Double,
    to end: Instant
  ) {
    var current = Span(state: .idle, from: start, to: start)
    func cut(at time: Double, _ state: ControlState) {
      guard state != current.state else { return }
      current.to = time
      if current.to > current.from { states.append(current) }
      current = Span(state: state, from: max(start, time), to: time)
    }
    for change in log.changes where change.time <= end {
      cut(at: change.time.seconds, change.state)
    }
    for moment in later { cut(at: moment.time, moment.state) }
    current.to = end.seconds
    if current.to > current.from { states.append(current) }
  }
}
