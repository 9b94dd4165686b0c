/// How evenly a motion's frames came and went, while something moved.
public struct Smoothness: Hashable, Sendable {
  /// How many steps from frame to frame moved the content.
  public let steps: Int
  /// How long the content moved, in seconds.
  public let moving: Double
  /// How many frames are missing, while the content moves by 3 units or more a frame: gaps of more
  /// than one and a half usual times between frames; and stalls that show a frame again.
  public let missed: Int
  /// How many of those are no stalls: nothing tells whether the content should have moved.
  public let unjudged: Int
  /// How many steps stand out between those next to them: longer by more than 1.4 times up to 7
  /// units, 1.2 times above, or as much shorter.
  ///
  /// Source: Chromium's predictor_jank_tracker.cc. What rounding and scatter can make of even steps
  /// is not counted, nor what is less than a unit, nor where one thing hands over to another.
  public let janks: Int
  /// How much longer than due frames were shown, in milliseconds a second of motion; up to 5 is
  /// good.
  ///
  /// Source: Apple, "Understanding hitches in your app".
  public let hitchRatio: Double
  /// The mean of |f₂ − 2·f₁ + f₀| over three frames each, in the motion's unit.
  public let meanSecondDifference: Double
  /// How late the content follows the hand, in seconds, negative where it leads; `nil` without a
  /// hand, and where that is too steady to tell a lag from a slop.
  public let lag: FittedValue?
  /// How much of its way the content did not follow the hand in its last press, in the motion's
  /// unit, where the lag is known; negative where it went further.
  public let slop: FittedValue?
  /// Lag and slop together: how far the content is behind the hand while that moves, in the
  /// motion's unit; `nil` without a hand.
  public let behind: FittedValue?
  /// How fast the hand went meanwhile, in units a second.
  public let handSpeed: Double
  /// The steps by which the content moves though the hand moves on between them, in the motion's
  /// unit, or 0.
  public let quantum: Double
  /// The steps that were counted as missed frames or janks, in order of time; a step may be both.
  public let unevenSteps: [UnevenStep]

  /// Content that moves by less than this in the usual time between frames may skip one: nothing is
  /// late then, in the motion's unit.
  public static let due = 3.0

  /// Reads it off an observation.
  ///
  /// - Parameter starts: the rows with which something else begins to move it; steps next to them
  ///   may be uneven.
  init(
    _ observation: Observation, noise: NoiseEstimate, following: HandFollowing?,
    stalls: [MotionFault], starts: Set<Int>
  ) {
    let (rows, interval) = (observation.rows, observation.interval)
    let inputs = observation.presses.map(\.lowerBound) + observation.turns.map(\.time)
    var (steps, moving, missed, unjudged, late) = (0, 0.0, 0, 0, 0.0)
    var uneven: [UnevenStep] = []
    for index in rows.indices.dropFirst() where rows[index].offset != rows[index - 1].offset {
      let gap = rows[index].time - rows[index - 1].time
      let way = abs(rows[index].offset - rows[index - 1].offset)
      steps += 1
      // A slow end moves by a pixel now and then: nothing is late there.
      // Nor where it stood until a hand moved it.
      let begins = inputs.contains { rows[index - 1].time <= $0 && $0 <= rows[index].time }
      let isLost = stalls.contains { $0.isLost && $0.time == rows[index].time }
      guard !begins, gap > 1.5 * interval, isLost || way * interval >= Self.due * gap else {
        moving += min(gap, interval)
        continue
      }
      moving += gap
      let count = Int((gap / interval).rounded()) - 1
      missed += count
      let isJudged = stalls.contains {
        $0.time <= rows[index].time && rows[index].time <= $0.time + $0.duration
      }
      if !isJudged { unjudged += count }
      uneven.append(UnevenStep(.missed(count), rows[index - 1].time...rows[index].time))
      late += gap - interval
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
    // Places that are not rounded, and hardly scatter, are judged by the rule alone.
    let janks = Self.janks(
      rows, starts, slack: max(1, scatter), beyond: noise.rounding > 0 ? scatter : 0)
    self.janks = janks.count
    uneven += janks.map { UnevenStep(.jank, rows[$0].time...rows[$0 + 1].time) }
    unevenSteps = uneven.sorted { $0.times.lowerBound < $1.times.lowerBound }
    let second = Self.secondDifferences(rows, starts)
    meanSecondDifference = second.isEmpty ? 0 : second.reduce(0, +) / Double(second.count)
    (lag, behind, handSpeed) = (following?.lag, following?.behind, following?.speed ?? 0)
    slop = following?.presses.last?.slop
    quantum = following?.presses.map(\.quantum).max() ?? 0
  }

  /// Content that stands for so many steps is at rest.
  private static let restSteps = 6

  /// The second differences of what moved: rests count nothing, however long they are, nor does
  /// what begins.
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

/// A step from frame to frame that is not even with the others.
public struct UnevenStep: Hashable, Sendable {
  /// What is uneven about it.
  public enum Kind: Hashable, Sendable {
    /// So many frames that were due did not come, or showed the one before again.
    case missed(Int)
    /// It stands out between those next to it.
    case jank
  }

  /// What is uneven about it.
  public let kind: Kind
  /// From the frame before it to the one that ends it, in seconds on the clock of the rows.
  public let times: ClosedRange<Double>

  init(_ kind: Kind, _ times: ClosedRange<Double>) { (self.kind, self.times) = (kind, times) }
}
