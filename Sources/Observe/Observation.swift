public import Feel
public import FeelTrace

/// A motion that another program showed, with its hand if known: the input of the analysis.
public struct Observation: Hashable, Sendable {
  /// One frame.
  public struct Row: Hashable, Sendable {
    /// When the frame was shown, in seconds.
    public var time: Double
    /// The content's position, in the motion's unit; finite.
    public var offset: Double

    /// Creates a row.
    public init(time: Double, offset: Double) {
      (self.time, self.offset) = (time, offset)
    }
  }

  /// A turn of a wheel, or a move of fingers on a touchpad.
  public struct WheelTurn: Hashable, Sendable {
    /// The time, in seconds.
    public var time: Double
    /// The amount, in the program's own unit; positive for a growing offset.
    ///
    /// It may be 0 if only the phase changes.
    public var amount: Double
    /// The phase reported by a touchpad, or `nil`.
    public var phase: ObservedLine.WheelPhase?

    /// Creates a turn.
    public init(time: Double, amount: Double, phase: ObservedLine.WheelPhase? = nil) {
      (self.time, self.amount, self.phase) = (time, amount, phase)
    }
  }

  /// The frames, in strictly increasing order of time.
  public let rows: [Row]
  /// The hand on the clock of the rows, or `nil` if unknown.
  public let hand: RecordedHand?
  /// The turns of a wheel, in order of time on the clock of the rows.
  public let turns: [WheelTurn]
  /// What the program reported about itself.
  public let source: ObservedSource
  /// Whether rows are known to be missing from the record, so that no frame counts as missing.
  public let hasGaps: Bool
  /// A lower limit of the positions' error, in the motion's unit, 0 or more; errors of neighbouring
  /// rows are correlated.
  public let exactness: Double
  /// The known standard deviation of the rows' times, in seconds.
  public let timeScatter: Double
  /// The times of rows after which a line of a stream could not be read: the next frame may be
  /// missing from the record only.
  let unread: [Double]

  /// Creates an observation; rows that are not finite, or not later than those before, are dropped.
  public init(
    _ rows: [Row], hand: RecordedHand? = nil, turns: [WheelTurn] = [],
    source: ObservedSource = ObservedSource(), hasGaps: Bool = false, exactness: Double = 0,
    timeScatter: Double = 0, unread: [Double] = []
  ) {
    var kept: [Row] = []
    for row in rows where row.time.isFinite && row.offset.isFinite {
      if let last = kept.last, row.time <= last.time { continue }
      kept.append(row)
    }
    (self.rows, self.hand, self.turns, self.source) = (kept, hand, turns, source)
    (self.hasGaps, self.exactness, self.timeScatter) = (hasGaps, exactness, timeScatter)
    self.unread = unread
  }

  /// The usual time between frames in which something moved, in seconds.
  public var interval: Double {
    let steps = zip(rows, rows.dropFirst())
    let moving = steps.filter { $0.offset != $1.offset }.map { $1.time - $0.time }.sorted()
    guard !moving.isEmpty else { return 1.0 / 60 }
    return moving[moving.count / 2]
  }

  /// Whether nearly all frames with motion came at that interval, or a multiple if some are
  /// missing, and most at exactly one: then a gap is a missing frame.
  public var isEven: Bool {
    guard !hasGaps else { return false }
    let interval = interval
    let steps = zip(rows, rows.dropFirst()).filter { $0.offset != $1.offset }
    func near(_ multiples: ClosedRange<Int>, of steps: [(Row, Row)]) -> Double {
      let near = steps.count { before, row in
        let times = (row.time - before.time) / interval
        return multiples.contains(Int(times.rounded())) && abs(times - times.rounded()) <= 0.2
      }
      return Double(near) / Double(max(1, steps.count))
    }
    let all = Array(steps)
    if near(1...1, of: all) >= 0.75 { return true }
    // Slow content may skip frames, so leave it out.
    let fast = all.filter {
      abs($1.offset - $0.offset) * interval >= Smoothness.due * ($1.time - $0.time)
    }
    return near(1...4, of: fast) >= 0.75 && near(1...1, of: fast) >= 0.5
  }

  /// The motion without an initial standstill too short for a rest, if no hand or wheel is known:
  /// it would hide when a law begins.
  var withoutBriefStand: Observation {
    let still = rows.prefix { $0.offset == rows[0].offset }
    guard hand == nil, turns.isEmpty, still.count > 1, still.count < rows.count,
      rows[still.count - 1].time - rows[0].time < Segmentation.shortestRest
    else { return self }
    return Observation(
      Array(rows[still.count...]), source: source, hasGaps: hasGaps, exactness: exactness,
      timeScatter: timeScatter)
  }

  /// The velocity of a clip's content where the rows end, in units a second; `nil` if it has come
  /// to rest, or was not measured in a clip.
  ///
  /// It is the one that the law of the last segment gives, if there is a law.
  public func unfinishedVelocity(in segments: [MotionSegment]) -> Double? {
    guard exactness > 0, let last = segments.last,
      let velocity = last.law?.finalVelocity ?? [last].motion(of: rows).last?.velocity,
      ClipTakes.isCut(rows, at: velocity)
    else { return nil }
    return velocity
  }

  /// Whether the content was seen to come to rest, so that its duration can be compared; only a
  /// clip's may go on unseen.
  public func isEndSeen(in segments: [MotionSegment]) -> Bool {
    exactness == 0 || segments.rest != nil
  }

  /// The turns that moved something, rather than only reporting a phase.
  var realTurns: [WheelTurn] { turns.filter { $0.amount != 0 } }

  /// The intervals in which a pointer was pressed, in seconds, in order.
  public var presses: [ClosedRange<Double>] {
    var presses: [ClosedRange<Double>] = []
    var began: Double?
    for sample in hand?.samples ?? [] {
      switch sample.phase {
      case .begin: began = sample.time
      case .update: break
      case .end:
        if let start = began, start <= sample.time { presses.append(start...sample.time) }
        began = nil
      }
    }
    if let began, let last = rows.last?.time, began <= last { presses.append(began...last) }
    return presses
  }

  /// Whether a pointer was pressed at a time, in seconds.
  func isPressed(at time: Double) -> Bool { presses.contains { $0.contains(time) } }

  /// The range of the content's positions, in the motion's unit.
  public var travel: Double { rows.map(\.offset).extent }

  /// The frames and the hand as lines of a stream, in order of time.
  public var lines: [ObservedLine] {
    let samples = (hand?.samples ?? []).map(ObservedLine.init)
    return (samples + rows.map { ObservedLine(time: $0.time, .offset($0.offset)) })
      .sorted { $0.time < $1.time }
  }

  /// The times of the hand's samples, and their positions along the content's axis.
  public var handPlaces: [(time: Double, place: Double)] {
    let isVertical = source.axis == .y
    return (hand?.samples ?? []).map {
      (time: $0.time, place: isVertical ? $0.location.y : $0.location.x)
    }
  }
}

extension ObservedLine {
  /// Creates the line of a hand's sample.
  public init(_ sample: RecordedHand.Sample) {
    let phase: PointerPhase =
      switch sample.phase {
      case .begin: .down
      case .update: .move
      case .end: .up
      }
    self.init(time: sample.time, .pointer(sample.location, phase))
  }
}

extension Collection<Double> {
  /// The difference between the greatest and the least; 0 if empty.
  var extent: Double { (self.max() ?? 0) - (self.min() ?? 0) }
}

extension Array {
  /// The index of the first element later than a time, by binary search; the count if there is
  /// none.
  ///
  /// - Parameter key: the time of an element; must not decrease.
  func firstIndex(after time: Double, _ key: (Element) -> Double) -> Int {
    var (next, end) = (0, count)
    while next < end {
      let middle = (next + end) / 2
      if key(self[middle]) > time { end = middle } else { next = middle + 1 }
    }
    return next
  }
}
