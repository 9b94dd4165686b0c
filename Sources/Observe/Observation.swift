public import Feel
public import FeelTrace

/// A motion that a program showed, with the hand that made it where that is known: what is
/// analysed.
public struct Observation: Hashable, Sendable {
  /// One frame.
  public struct Row: Hashable, Sendable {
    /// When it was shown, in seconds.
    public var time: Double
    /// Where the content was, in the motion's unit; finite.
    public var offset: Double

    /// Creates a row.
    public init(time: Double, offset: Double) {
      (self.time, self.offset) = (time, offset)
    }
  }

  /// A turn of a wheel, or a move of the fingers on a touchpad.
  public struct Turn: Hashable, Sendable {
    /// When it came, in seconds.
    public var time: Double
    /// By how much, in a unit of the program's own; positive for a growing offset.
    ///
    /// It may be 0 where only the phase changes.
    public var amount: Double
    /// What a touchpad says of it, or `nil`.
    public var phase: ObservedLine.WheelPhase?

    /// Creates a turn.
    public init(time: Double, amount: Double, phase: ObservedLine.WheelPhase? = nil) {
      (self.time, self.amount, self.phase) = (time, amount, phase)
    }
  }

  /// The frames, each later than the one before.
  public let rows: [Row]
  /// What the hand did, on the clock of the rows, or `nil` if that is not known.
  public let hand: RecordedHand?
  /// How a wheel was turned, in order of time on the clock of the rows.
  public let turns: [Turn]
  /// What the program said of itself.
  public let source: ObservedSource
  /// Whether rows are known to be missing in what was written down, so that no frame is said to be.
  public let hasGaps: Bool
  /// Places are known no better than this, in the motion's unit, 0 or more; errors of rows in a row
  /// are alike.
  public let exactness: Double
  /// The standard deviation of what rows' times are known to be off, in seconds.
  public let timeScatter: Double

  /// Creates an observation; of frames that do not go on in time, or are not finite, only the first
  /// ones are kept.
  public init(
    _ rows: [Row], hand: RecordedHand? = nil, turns: [Turn] = [],
    source: ObservedSource = ObservedSource(), hasGaps: Bool = false, exactness: Double = 0,
    timeScatter: Double = 0
  ) {
    var kept: [Row] = []
    for row in rows where row.time.isFinite && row.offset.isFinite {
      if let last = kept.last, row.time <= last.time { continue }
      kept.append(row)
    }
    (self.rows, self.hand, self.turns, self.source) = (kept, hand, turns, source)
    (self.hasGaps, self.exactness, self.timeScatter) = (hasGaps, exactness, timeScatter)
  }

  /// The usual time between two frames in which something moved, in seconds.
  public var interval: Double {
    let steps = zip(rows, rows.dropFirst())
    let moving = steps.filter { $0.offset != $1.offset }.map { $1.time - $0.time }.sorted()
    guard !moving.isEmpty else { return 1.0 / 60 }
    return moving[moving.count / 2]
  }

  /// Whether nearly all frames in which something moved came at that time, or at a multiple of it
  /// where some are missing, and most at that time: then one that did not is missing.
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
    // What creeps may skip frames, and is not asked.
    let fast = all.filter {
      abs($1.offset - $0.offset) * interval >= Smoothness.due * ($1.time - $0.time)
    }
    return near(1...4, of: fast) >= 0.75 && near(1...1, of: fast) >= 0.5
  }

  /// The motion without the rows at its start in which the content stands, where no hand or wheel
  /// is known and they are too few for a rest: they would hide when a law begins.
  var withoutBriefStand: Observation {
    let still = rows.prefix { $0.offset == rows[0].offset }
    guard hand == nil, turns.isEmpty, still.count > 1, still.count < rows.count,
      rows[still.count - 1].time - rows[0].time < Segmentation.shortestRest
    else { return self }
    return Observation(
      Array(rows[still.count...]), source: source, hasGaps: hasGaps, exactness: exactness,
      timeScatter: timeScatter)
  }

  /// How fast the content of a clip still moves where the rows end, in units a second; `nil` where
  /// it has come to rest, or was not measured in a clip.
  public var unfinishedVelocity: Double? {
    guard exactness > 0, let last = rows.last, ClipTakes.isCut(rows.map { ($0.time, $0.offset) })
    else { return nil }
    let before = rows[rows.count - 2]
    return (last.offset - before.offset) / (last.time - before.time)
  }

  /// The turns that moved something: not those that only tell a phase.
  var realTurns: [Turn] { turns.filter { $0.amount != 0 } }

  /// The times between which a pointer was pressed, in seconds, in order.
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

  /// How far the content went, in the motion's unit.
  public var travel: Double { rows.map(\.offset).extent }

  /// When the hand's samples came, and where they were in the direction that the content goes.
  public var handPlaces: [(time: Double, place: Double)] {
    let isVertical = source.axis == .y
    return (hand?.samples ?? []).map {
      (time: $0.time, place: isVertical ? $0.location.y : $0.location.x)
    }
  }
}

extension Collection<Double> {
  /// From the least to the greatest; 0 of none.
  var extent: Double { (self.max() ?? 0) - (self.min() ?? 0) }
}

extension Array {
  /// The first element that comes after a time, found by halving; the count where none does.
  ///
  /// - Parameter key: the time of an element; no later one has an earlier one.
  func firstIndex(after time: Double, _ key: (Element) -> Double) -> Int {
    var (next, end) = (0, count)
    while next < end {
      let middle = (next + end) / 2
      if key(self[middle]) > time { end = middle } else { next = middle + 1 }
    }
    return next
  }
}
