internal import Feel
internal import Stage

/// A curve of a lane: values over the stage's time, with gaps where there was none.
///
/// A stage has several controls, each with a scale of its own: what one of them did is a stretch of
/// its source, with bounds of its own.
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
  // What came in the column of the screen that is being filled.
  private var column: (number: Int64, source: Int?)?
  private var least, greatest: (time: Double, value: Double)?

  init(capacity: Int) { points.reserveCapacity(capacity) }

  /// Adds a value of a source, or a gap.
  ///
  /// Of those in one column of the screen the least and the greatest are points, in the order in
  /// which they came, once the column is over.
  mutating func add(_ value: Double?, of source: Int?, at time: Double, in number: Int64) {
    if column?.number != number || column?.source != source {
      if column != nil { endColumn() }
      column = (number, source)
    }
    guard let value, value.isFinite else { return }
    if value < least?.value ?? .infinity { least = (time, value) }
    if value > greatest?.value ?? -.infinity { greatest = (time, value) }
  }

  /// Ends the column that is being filled.
  mutating func endColumn() {
    defer { (column, least, greatest) = (nil, nil, nil) }
    guard let source = column?.source, let least, let greatest else {
      isBroken = true
      return
    }
    let (first, second) = least.time <= greatest.time ? (least, greatest) : (greatest, least)
    let isStart = isBroken || points.last?.source != source
    points.append(Point(time: first.time, value: first.value, source: source, isStart: isStart))
    if first.time < second.time {
      points.append(Point(time: second.time, value: second.value, source: source, isStart: false))
    }
    isBroken = false
    let range = least.value...greatest.value
    if let current, current.source == source, current.bounds.contains(range) { return }
    bounds.widen(source, to: range)
    current = bounds[source].map { (source, $0) }
  }

  /// What it was that moved at a time, or last before it, or first.
  func source(at time: Double) -> Int? { (points.last { $0.time <= time } ?? points.first)?.source }

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

  /// The curve of a part, with a gap before each piece.
  ///
  /// What stood all the time while something else moved is left out: on that one's scale it would
  /// look like a place that it jumps from.
  func line(of part: Int) -> [Vector] {
    let moving = bounds.filter { $1.lowerBound < $1.upperBound }
    var line: [Vector] = []
    line.reserveCapacity(points.count + 1)
    var isShown = false
    for point in points {
      if point.isStart {
        isShown =
          StageRun.part(of: point.source) == part && (moving.isEmpty || moving[point.source] != nil)
        if isShown { line.append(Vector(point.time, .nan)) }
      }
      if isShown { line.append(Vector(point.time, point.value)) }
    }
    return line
  }
}

extension [Int: ClosedRange<Double>] {
  /// Widens what is known of one, so that it takes in a range.
  mutating func widen(_ key: Int, to range: ClosedRange<Double>) {
    let known = self[key] ?? range
    self[key] =
      Swift.min(known.lowerBound, range.lowerBound)...Swift.max(known.upperBound, range.upperBound)
  }
}

/// What the lanes show of a stretch of time: as many points as the screen has room for, however
/// long the stretch.
struct LaneTraces {
  /// A stretch in which the control did one thing; times are in seconds of the stage.
  struct Span {
    var state: ControlState
    var from: Double
    var to: Double
  }

  /// A stretch in which an item was alive and shown, or alive and no longer shown.
  struct Life {
    var item: Int
    var isShown: Bool
    var from: Double
    var to: Double
  }

  private(set) var position: LaneTrace
  /// Where the hand was that held it.
  private(set) var hand: LaneTrace
  private(set) var velocity: LaneTrace
  /// The velocities that the lane has room for.
  private(set) var velocityRange = VelocityRange()
  /// The velocities that were read off two or three samples of the pointer, and how many: noise in
  /// one of them is noise in it.
  private(set) var poorEstimates: [(point: LaneTrace.Point, samples: UInt8)] = []
  /// The same under the second set of parameters, while two are compared, or in the run before.
  private(set) var otherPosition, otherVelocity: LaneTrace
  /// What that is called: set B, the run before, or the take that is shown as edited.
  private(set) var otherName: String
  /// Whether nothing moves in it.
  var isStill: Bool {
    [position, velocity, otherPosition, otherVelocity].allSatisfy {
      $0.bounds.values.allSatisfy { $0.lowerBound == $0.upperBound }
    }
  }
  private(set) var states: [Span] = []
  /// How many reports of a held pointer came in a column: a rate of 1 kHz counts as 1, and the root
  /// keeps a slow mouse in sight.
  private(set) var densities: [Plot.Bar] = []
  /// When each item was alive, in order of their beginnings.
  private(set) var lives: [Life] = []
  /// What is known of each source besides its motion.
  private(set) var readings: [Int: MotionReading] = [:]
  /// What the items are called that come and go.
  var itemNames: [String] { readings.values.first { !$0.items.isEmpty }?.items.map(\.name) ?? [] }

  /// The points of the screen that one column takes.
  private static let columnWidth = 1.5

  /// Reads what an axis shows of a log, and of the stage since the log's end.
  init(
    _ log: MotionLog, then run: StageRun, to end: Instant, along axis: PlotAxis, nameOfB: String?
  ) {
    otherName = nameOfB ?? ""
    // A log still knows of a set that is compared no longer.
    let hasOther = nameOfB != nil && run.runB != nil
    let stride = Self.stride(along: axis)
    let shown = Self.moments(along: axis)
    let last = MotionLog.index(atOrBefore: end)
    let (lower, upper) = (max(log.first, shown.lowerBound), min(last, shown.upperBound))
    let known = log.first + Int64(log.samples.count)
    // Columns stand on whole multiples, so that they keep their height while the lanes move.
    var index = lower / stride * stride
    let capacity = 2 * Int(max(0, upper - index) / stride) + 8
    position = LaneTrace(capacity: capacity)
    hand = LaneTrace(capacity: capacity)
    velocity = LaneTrace(capacity: capacity)
    let otherCapacity = hasOther ? capacity : 0
    otherPosition = LaneTrace(capacity: otherCapacity)
    otherVelocity = LaneTrace(capacity: otherCapacity)
    var later: [(time: Double, state: ControlState)] = []
    func addLater(_ sample: MotionLog.Sample, at time: Double, in column: Int64) {
      add(sample, at: time, in: column, withOther: hasOther)
      velocityRange.add(later: sample, withOther: hasOther)
      later.append((time, sample.state))
    }
    while index <= upper {
      let time = MotionLog.time(of: index)
      if index < known {
        add(log, max(index, log.first)..<min(index + stride, known), withOther: hasOther)
      } else {
        addLater(MotionLog.sample(of: run, at: time), at: time.seconds, in: index)
      }
      index += stride
    }
    if upper == last {
      addLater(MotionLog.sample(of: run, at: max(end, run.now)), at: end.seconds, in: .max)
    }
    velocityRange.add(
      log.samples, Int(lower - log.first)..<Int(max(lower, upper + 1) - log.first),
      withOther: hasOther)
    position.endColumn()
    hand.endColumn()
    velocity.endColumn()
    otherPosition.endColumn()
    otherVelocity.endColumn()
    for reading in run.sources(at: max(end, run.now)) { readings[reading.source] = reading.reading }
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
    otherName = Words.Timeline.before
    let stride = Self.stride(along: axis)
    let shown = Self.moments(along: axis)
    // Up to its rest: what stands says nothing.
    let rest = log.changes.last.flatMap { $0.state == .idle ? $0.time.seconds : nil }
    let end = rest.map { Int64(($0 * Double(MotionLog.rate)).rounded(.up)) + 1 } ?? .max
    let upper = min(log.first + Int64(log.samples.count), end, shown.upperBound)
    let lower = max(log.first, shown.lowerBound)
    guard lower < upper else { return }
    let places = Int(lower - log.first)..<Int(upper - log.first)
    velocityRange.add(log.samples, places, withOther: false)
    for (place, sample) in zip(places, log.samples[places]) {
      let index = log.first + Int64(place)
      let time = MotionLog.time(of: index).seconds
      otherPosition.add(sample.position, of: sample.source, at: time, in: index / stride)
      otherVelocity.add(sample.velocity, of: sample.source, at: time, in: index / stride)
    }
    otherPosition.endColumn()
    otherVelocity.endColumn()
  }

  /// How many moments of the log one column has.
  private static func stride(along axis: PlotAxis) -> Int64 {
    Int64(max(1, (Double(MotionLog.rate) / axis.density * columnWidth).rounded(.up)))
  }

  /// The moments of a log that an axis shows, and one more on both sides.
  private static func moments(along axis: PlotAxis) -> ClosedRange<Int64> {
    let rate = Double(MotionLog.rate)
    return Int64((axis.lower * rate).rounded(.down)) - 1...Int64(
      (axis.upper * rate).rounded(.up)) + 1
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

  /// Adds a sample to a column.
  private mutating func add(
    _ sample: MotionLog.Sample, at time: Double, in column: Int64, withOther: Bool
  ) {
    addLives(sample, at: time)
    position.add(sample.position, of: sample.source, at: time, in: column)
    hand.add(sample.hand, of: sample.source, at: time, in: column)
    velocity.add(sample.velocity, of: sample.source, at: time, in: column)
    if withOther {
      otherPosition.add(sample.otherPosition, of: sample.source, at: time, in: column)
      otherVelocity.add(sample.otherVelocity, of: sample.source, at: time, in: column)
    }
    guard let count = sample.estimatedFrom, (2...3).contains(count),
      let velocity = sample.velocity, let source = sample.source
    else { return }
    poorEstimates.append(
      (LaneTrace.Point(time: time, value: velocity, source: source, isStart: false), count))
  }

  /// Adds a column of samples.
  private mutating func add(_ log: MotionLog, _ indices: Range<Int64>, withOther: Bool) {
    guard !indices.isEmpty else { return }
    var count = 0
    for index in indices {
      let sample = log.samples[Int(index - log.first)]
      count += Int(sample.inputs)
      add(
        sample, at: MotionLog.time(of: index).seconds, in: indices.lowerBound, withOther: withOther)
    }
    guard count > 0 else { return }
    let (from, to) = (
      MotionLog.time(of: indices.lowerBound), MotionLog.time(of: indices.upperBound)
    )
    densities.append(
      Plot.Bar(
        from: from.seconds, to: to.seconds, (Double(count) / (to - from) / 1000).squareRoot()))
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

extension MotionLog.Sample {
  /// Itself as a point of a lane's curve, at a time in seconds of the stage; `nil` where nothing
  /// has a place.
  func point(_ lane: TimelineLayout.Lane, at seconds: Double) -> LaneTrace.Point? {
    guard let value = lane == .velocity ? velocity : position, let source else { return nil }
    return LaneTrace.Point(time: seconds, value: value, source: source, isStart: false)
  }
}
