internal import Feel
internal import Stage

/// A curve of a lane: values over stage time, with gaps where there was none.
///
/// A stage has several controls, each with its own scale, so each point has a source and each
/// source has its own bounds.
struct LaneTrace {
  struct Point {
    /// In stage seconds.
    var time: Double
    var value: Double
    /// The source that moved.
    var source: Int
    /// Whether the curve restarts here, after a gap.
    var isStart: Bool
  }

  /// The points, in order of time.
  private(set) var points: [Point] = []
  /// Minimum and maximum value of each source.
  private(set) var bounds: [Int: ClosedRange<Double>] = [:]
  private var isBroken = true
  // Bounds of the source added last, as a shortcut: most values are within them.
  private var current: (source: Int, bounds: ClosedRange<Double>)?
  // The screen column being filled.
  private var column: (number: Int64, source: Int?)?
  private var least, greatest: (time: Double, value: Double)?

  init(capacity: Int) { points.reserveCapacity(capacity) }

  /// Adds a value of a source, or a gap.
  ///
  /// When a screen column is complete, its minimum and maximum become points, in their order of
  /// time.
  mutating func add(_ value: Double?, of source: Int?, at time: Double, in number: Int64) {
    if column?.number != number || column?.source != source {
      if column != nil { endColumn() }
      column = (number, source)
    }
    guard let value, value.isFinite else { return }
    if value < least?.value ?? .infinity { least = (time, value) }
    if value > greatest?.value ?? -.infinity { greatest = (time, value) }
  }

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

  /// The source that moved at a time, or last before it, or else first.
  func source(at time: Double) -> Int? { (points.last { $0.time <= time } ?? points.first)?.source }

  /// The point drawn at a time, interpolated linearly.
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

  /// A part's curve, with a gap before each piece.
  ///
  /// Sources that stood still while another moved are left out: on that one's scale they would look
  /// like jumps.
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
  mutating func widen(_ key: Int, to range: ClosedRange<Double>) {
    let known = self[key] ?? range
    self[key] =
      Swift.min(known.lowerBound, range.lowerBound)...Swift.max(known.upperBound, range.upperBound)
  }
}

/// The lanes' data over a range of time, with no more points than the screen has room for.
struct LaneTraces {
  /// A period in one control state; times are in stage seconds.
  struct Span {
    var state: ControlState
    var from: Double
    var to: Double
  }

  /// A period in which an item was alive and shown, or alive and no longer shown.
  struct Life {
    var item: Int
    var isShown: Bool
    var from: Double
    var to: Double
  }

  private(set) var position: LaneTrace
  /// Position of the hand that held the control.
  private(set) var hand: LaneTrace
  private(set) var velocity: LaneTrace
  /// The range of velocities to show.
  private(set) var velocityRange = VelocityRange()
  /// Velocities estimated from only two or three pointer samples, with that number: they inherit
  /// the samples' noise.
  private(set) var poorEstimates: [(point: LaneTrace.Point, samples: UInt8)] = []
  /// The same for set B while comparing, or for the previous run.
  private(set) var otherPosition, otherVelocity: LaneTrace
  /// Name of the comparison: set B, the previous run, or the shown take as edited.
  private(set) var otherName: String
  var isStill: Bool {
    [position, velocity, otherPosition, otherVelocity].allSatisfy {
      $0.bounds.values.allSatisfy { $0.lowerBound == $0.upperBound }
    }
  }
  private(set) var states: [Span] = []
  /// Rate of pointer reports per column while held: the square root of the rate in kHz, so that a
  /// slow mouse stays visible.
  private(set) var densities: [Plot.Bar] = []
  /// Periods in which items were alive, in order of their start.
  private(set) var lives: [Life] = []
  /// Readings of each source, for facts other than its motion.
  private(set) var readings: [Int: MotionReading] = [:]
  /// Names of the items that come and go.
  var itemNames: [String] { readings.values.first { !$0.items.isEmpty }?.items.map(\.name) ?? [] }

  /// Width of a column on the screen, in points.
  private static let columnWidth = 1.5

  /// Reads the axis's range of a log, and of the stage after the log's end.
  init(
    _ log: MotionLog, then run: StageRun, to end: Instant, along axis: PlotAxis, nameOfB: String?
  ) {
    otherName = nameOfB ?? ""
    // A log may still contain a set that is no longer compared.
    let hasOther = nameOfB != nil && run.runB != nil
    let stride = Self.stride(along: axis)
    let shown = Self.moments(along: axis)
    let last = MotionLog.index(atOrBefore: end)
    let (lower, upper) = (max(log.first, shown.lowerBound), min(last, shown.upperBound))
    let known = log.first + Int64(log.samples.count)
    // Columns start at multiples of the stride, so that their heights are stable as the lanes move.
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
    // Before an observed motion's first frame, no state is known.
    let unknown = log.samples.firstIndex { $0.source != nil } ?? 0
    let start = MotionLog.time(of: log.first + Int64(unknown)).seconds
    addStates(log, later, from: max(axis.lower, start), to: end)
  }

  /// The row of each item: the first one without an overlap.
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

  /// Adds the previous run in place of set B.
  mutating func add(former log: MotionLog, along axis: PlotAxis) {
    otherName = Words.Timeline.before
    let stride = Self.stride(along: axis)
    let shown = Self.moments(along: axis)
    // Only up to its rest: standing still is not informative.
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

  /// Log moments per column.
  private static func stride(along axis: PlotAxis) -> Int64 {
    Int64(max(1, (Double(MotionLog.rate) / axis.density * columnWidth).rounded(.up)))
  }

  /// The log moments within an axis's range, plus one on each side.
  private static func moments(along axis: PlotAxis) -> ClosedRange<Int64> {
    let rate = Double(MotionLog.rate)
    return Int64((axis.lower * rate).rounded(.down)) - 1...Int64(
      (axis.upper * rate).rounded(.up)) + 1
  }

  /// Extends the life of every item in a sample up to its time.
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
  /// The sample as a point of a lane's curve, at a time in stage seconds; `nil` if nothing has a
  /// position.
  func point(_ lane: TimelineLayout.Lane, at seconds: Double) -> LaneTrace.Point? {
    guard let value = lane == .velocity ? velocity : position, let source else { return nil }
    return LaneTrace.Point(time: seconds, value: value, source: source, isStart: false)
  }
}
