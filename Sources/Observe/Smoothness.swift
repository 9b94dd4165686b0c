/// How even the frames of a motion were while something moved.
public struct Smoothness: Hashable, Sendable {
  /// The number of steps from frame to frame that moved the content.
  public let steps: Int
  /// The time for which the content moved, in seconds.
  public let moving: Double
  /// The number of frames missing while the content moves by 3 units or more a frame: in gaps of
  /// more than one and a half usual intervals, and in stalls that repeat a frame.
  public let missed: Int
  /// How many of those belong to no stall, as the content might have stood still.
  public let unjudged: Int
  /// Whether no frame is known to have been missed, and no step stands out.
  public var isEven: Bool { missed == unjudged && janks == 0 }
  /// The number of steps that stand out from their neighbours: longer by more than 1.4 times up to
  /// 7 units, 1.2 times above, or as much shorter.
  ///
  /// Source: Chromium's predictor_jank_tracker.cc. It excludes what rounding and scatter can make
  /// of even steps, differences below one unit, seams between two causes, and steps over missed
  /// frames that are not judged.
  public let janks: Int
  /// How much longer than due frames were shown, in milliseconds per second of motion, without the
  /// frames that are not judged; up to 5 is good.
  ///
  /// Source: Apple, "Understanding hitches in your app".
  public let hitchRatio: Double
  /// The mean of |f₂ − 2·f₁ + f₀| over three consecutive frames, in the motion's unit.
  public let meanSecondDifference: Double
  /// How late the content follows the hand, in seconds, negative if it leads; `nil` without a hand,
  /// or if the hand is too steady to tell lag from slop.
  public let lag: FittedValue?
  /// How much of the hand's travel in its last press the content did not follow, in the motion's
  /// unit; negative if it moved further, and `nil` if the lag is unknown.
  public let slop: FittedValue?
  /// Lag and slop combined: how far the content trails the moving hand, in the motion's unit; `nil`
  /// without a hand.
  public let behind: FittedValue?
  /// The hand's speed meanwhile, in units a second.
  public let handSpeed: Double
  /// The steps in which the content moves while the hand moves continuously, in the motion's unit,
  /// or 0.
  public let quantum: Double
  /// The steps counted as missed frames or janks, in order of time; a step may be both.
  public let unevenSteps: [UnevenStep]

  /// Content that moves by less than this in a usual interval may skip a frame without being late,
  /// in the motion's unit.
  public static let due = 3.0

  /// Measures an observation.
  ///
  /// - Parameters:
  ///   - starts: the rows at which a new cause begins to move it; steps next to them may be uneven.
  ///   - unread: when frames were shown after one that could not be read, in seconds.
  init(
    _ observation: Observation, noise: NoiseEstimate, following: HandFollowing?,
    stalls: [MotionFault], starts: Set<Int>, unread: [Double]
  ) {
    let (rows, interval) = (observation.rows, observation.interval)
    let inputs = observation.presses.map(\.lowerBound) + observation.turns.map(\.time)
    var (steps, moving, missed, unjudged, late) = (0, 0.0, 0, 0, 0.0)
    var uneven: [UnevenStep] = []
    var unjudgedRows: Set<Int> = []
    for index in rows.indices.dropFirst() where rows[index].offset != rows[index - 1].offset {
      let gap = rows[index].time - rows[index - 1].time
      let way = abs(rows[index].offset - rows[index - 1].offset)
      steps += 1
      // The slow end of a run moves by a pixel now and then: no frame is late there, nor before a
      // hand moves resting content.
      let begins = inputs.contains { rows[index - 1].time <= $0 && $0 <= rows[index].time }
      let isLost = stalls.contains { $0.isLost && $0.time == rows[index].time }
      let isUnread = unread.contains(rows[index].time)
      if isUnread { unjudgedRows.insert(index) }
      guard !begins, !isUnread, gap > 1.5 * interval, isLost || way * interval >= Self.due * gap
      else {
        moving += min(gap, interval)
        continue
      }
      moving += gap
      let count = Int((gap / interval).rounded()) - 1
      missed += count
      let isJudged = stalls.contains {
        $0.time <= rows[index].time && rows[index].time <= $0.time + $0.duration
      }
      if isJudged {
        late += gap - interval
      } else {
        unjudged += count
        unjudgedRows.insert(index)
      }
      uneven.append(
        UnevenStep(.missed(count), rows[index - 1].time...rows[index].time, isJudged: isJudged))
    }
    for stall in stalls
    where !zip(rows, rows.dropFirst()).contains(where: {
      $1.time == stall.time && $1.time - $0.time > 1.5 * interval
    }) {
      late += stall.duration
      let count = Int((stall.duration / interval).rounded())
      missed += count
      uneven.append(UnevenStep(.missed(count), stall.time...(stall.time + stall.duration)))
    }
    (self.steps, self.moving) = (steps, moving)
    (self.missed, self.unjudged) = (missed, unjudged)
    hitchRatio = moving > 0 ? 1000 * late / moving : 0
    let scatter = 2 * noise.rounding + 3 * noise.deviation
    // Positions without rounding and with little scatter are judged by the rule alone.
    let janks = Self.janks(
      rows, starts, slack: max(1, scatter), beyond: noise.rounding > 0 ? scatter : 0
    ).filter { !unjudgedRows.contains($0 + 1) }
    self.janks = janks.count
    uneven += janks.map { UnevenStep(.jank, rows[$0].time...rows[$0 + 1].time) }
    unevenSteps = uneven.sorted { $0.times.lowerBound < $1.times.lowerBound }
    let second = Self.secondDifferences(rows, starts)
    meanSecondDifference = second.isEmpty ? 0 : second.reduce(0, +) / Double(second.count)
    (lag, behind, handSpeed) = (following?.lag, following?.behind, following?.speed ?? 0)
    slop = following?.presses.last?.slop
    quantum = following?.presses.map(\.quantum).max() ?? 0
  }

  /// Content that stays in place for this many steps is at rest.
  private static let restSteps = 6

  /// The second differences of the moving steps, without rests and without steps next to starts.
  private static func secondDifferences(
    _ rows: [Observation.Row], _ starts: Set<Int>
  ) -> [Double] {
    let steps = zip(rows, rows.dropFirst()).map { $1.offset - $0.offset }
    var isResting = [Bool](repeating: false, count: steps.count)
    var start = 0
    while start < steps.count {
      var end = start
      while end < steps.count, steps[end] == 0 { end += 1 }
      if end - start >= restSteps || end > start && (start == 0 || end == steps.count) {
        for index in start..<end { isResting[index] = true }
      }
      start = max(end, start + 1)
    }
    return steps.indices.dropFirst()
      .filter { !isResting[$0] && !isResting[$0 - 1] && starts.isDisjoint(with: [$0, $0 + 1]) }
      .map { abs(steps[$0] - steps[$0 - 1]) }
  }

  /// The rows after which a step stands out.
  private static func janks(
    _ rows: [Observation.Row], _ starts: Set<Int>, slack: Double, beyond: Double
  ) -> [Int] {
    let ways = zip(rows, rows.dropFirst()).map { $1.offset - $0.offset }
    return ways.indices.dropFirst().dropLast().filter { index in
      let (before, step, after) = (ways[index - 1], ways[index], ways[index + 1])
      guard before * after > 0, step * before >= 0,
        starts.isDisjoint(with: index - 1...index + 3)
      else { return false }
      let (least, most) = (min(abs(before), abs(after)), max(abs(before), abs(after)))
      let factor = abs(step) > 7 || most > 7 ? 1.2 : 1.4
      return abs(step) > factor * most + beyond && abs(step) > most + slack
        || abs(step) * factor + beyond < least && abs(step) + slack < least
    }
  }
}

/// A step from frame to frame that is uneven.
public struct UnevenStep: Hashable, Sendable {
  /// What is uneven about a step.
  public enum Kind: Hashable, Sendable {
    /// This many due frames did not come, or repeated the one before.
    case missed(Int)
    /// It stands out from its neighbours.
    case jank
  }

  /// What is uneven about this step.
  public let kind: Kind
  /// From the frame before the step to the one that ends it, in seconds on the clock of the rows.
  public let times: ClosedRange<Double>
  /// Whether it counts: missed frames that belong to no stall are not judged.
  public let isJudged: Bool

  init(_ kind: Kind, _ times: ClosedRange<Double>, isJudged: Bool = true) {
    (self.kind, self.times, self.isJudged) = (kind, times, isJudged)
  }
}
