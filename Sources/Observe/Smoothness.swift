public import Feel
internal import FeelTrace

/// How evenly a motion's frames came and went, while something moved.
public struct Smoothness: Hashable, Sendable {
  /// How many steps from frame to frame moved the content.
  public let steps: Int
  /// How long the content moved, in seconds.
  public let moving: Double
  /// How many frames are missing, while the content moves by 3 units or more a frame: gaps of more than one and a half usual times between frames; and stalls that show a frame again.
  public let missed: Int
  /// How many of those are no stalls: nothing tells whether the content should have moved.
  public let unjudged: Int
  /// How many steps stand out between those next to them: longer by more than 1.4 times up to 7 units, 1.2 times above, or as much shorter.
  ///
  /// Source: Chromium's predictor_jank_tracker.cc. What rounding and scatter can make of even steps is not counted, nor what is less than a unit, nor where one thing hands over to another.
  public let janks: Int
  /// How much longer than due frames were shown, in milliseconds a second of motion; up to 5 is good.
  ///
  /// Source: Apple, "Understanding hitches in your app".
  public let hitchRatio: Double
  /// The mean of |f₂ − 2·f₁ + f₀| over three frames each, in the motion's unit.
  public let meanSecondDifference: Double
  /// By how much the content follows the pointer late while it is dragged, in seconds, or `nil` where no hand is known.
  public let lag: FittedValue?
  /// The steps that were counted as missed frames or janks, in order of time; a step may be both.
  public let unevenSteps: [UnevenStep]

  /// Content that moves by less than this in the usual time between frames may skip one: nothing is late then, in the motion's unit.
  public static let due = 3.0

  /// Reads it off an observation.
  ///
  /// - Parameters:
  ///   - observation: the motion.
  ///   - stalls: those that were found in it.
  ///   - starts: the rows with which something else begins to move it; steps next to them may be uneven.
  init(_ observation: Observation, stalls: [MotionFault], starts: Set<Int>) {
    let (rows, interval) = (observation.rows, observation.interval)
    let noise = NoiseEstimate(observation.rows)
    let inputs = observation.presses.map(\.lowerBound) + observation.turns
    var (steps, moving, missed, unjudged, late) = (0, 0.0, 0, 0, 0.0)
    var uneven: [UnevenStep] = []
    for index in rows.indices.dropFirst() where rows[index].offset != rows[index - 1].offset {
      let gap = rows[index].time - rows[index - 1].time
      let way = abs(rows[index].offset - rows[index - 1].offset)
      steps += 1
      // A slow end moves by a pixel now and then: nothing is late there.
      // Nor where it stood until a hand moved it.
      let begins = inputs.contains { rows[index - 1].time <= $0 && $0 <= rows[index].time }
      guard !begins, gap > 1.5 * interval, way * interval >= Self.due * gap else {
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
    let janks = Self.janks(rows, starts, slack: max(1, 2 * noise.rounding + 3 * noise.deviation))
    self.janks = janks.count
    uneven += janks.map { UnevenStep(.jank, rows[$0].time...rows[$0 + 1].time) }
    unevenSteps = uneven.sorted { $0.times.lowerBound < $1.times.lowerBound }
    let second = rows.indices.dropFirst(2).map {
      abs(rows[$0].offset - 2 * rows[$0 - 1].offset + rows[$0 - 2].offset)
    }
    meanSecondDifference = second.isEmpty ? 0 : second.reduce(0, +) / Double(second.count)
    lag = HandLag.fit(observation)
  }

  /// The rows after which a step stands out.
  private static func janks(
    _ rows: [Observation.Row], _ starts: Set<Int>, slack: Double
  ) -> [Int] {
    let ways = zip(rows, rows.dropFirst()).map { $1.offset - $0.offset }
    return ways.indices.dropFirst().dropLast().filter { index in
      let (before, step, after) = (ways[index - 1], ways[index], ways[index + 1])
      guard before * after > 0, step * before >= 0,
        starts.isDisjoint(with: index - 1...index + 3)
      else { return false }
      let (least, most) = (min(abs(before), abs(after)), max(abs(before), abs(after)))
      let factor = abs(step) > 7 || most > 7 ? 1.2 : 1.4
      return abs(step) > factor * most + slack || abs(step) * factor + slack < least
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

/// By how much the content follows the hand late: the shift of the pointer's places that leaves the least of the content's.
///
/// Source: the method is that of WALT, the latency timer of Android.
enum HandLag {
  private static let most = 0.15
  /// What is not known better than this is not known, in seconds: a hand that goes steadily tells no lag from a slop.
  private static let greatestError = 0.02
  /// A lag is told by so many frames of a drag.
  private static let fewest = 6

  /// The lag in seconds with its standard error, or `nil` where no drag tells it.
  static func fit(_ observation: Observation) -> FittedValue? {
    guard let hand = observation.hand, hand.samples.count >= 4 else { return nil }
    let isVertical = observation.source.axis == .y
    let samples = hand.samples.map {
      (time: $0.time, place: isVertical ? $0.location.y : $0.location.x)
    }
    // Content that waits for the slop does not follow yet.
    let presses = observation.presses.map { press in
      let rows = observation.rows.filter { press.contains($0.time) }
      let start = observation.rows.last { $0.time < press.lowerBound } ?? rows.first
      return Array(rows.drop { $0.offset == start?.offset })
    }.filter { !$0.isEmpty }
    let rows = presses.flatMap(\.self)
    let free = rows.count - presses.count - 2
    guard rows.count >= fewest, free >= 3 else { return nil }
    let places = rows.map(\.offset)
    // Where the content is to the hand is another matter in each press.
    let origins = presses.indices.map { index in
      presses.indices.flatMap {
        [Double](repeating: $0 == index ? 1 : 0, count: presses[$0].count)
      }
    }
    func pointer(_ lag: Double) -> [Double] { rows.map { place(samples, at: $0.time - lag) } }
    func sum(_ lag: Double) -> Double {
      LinearLeastSquares(origins + [pointer(lag)], places)?.sum ?? .infinity
    }
    let steps = (-10...75).map { Double($0) * most / 75 }
    guard let first = steps.min(by: { sum($0) < sum($1) }), sum(first).isFinite else { return nil }
    let range = first - most / 75...first + most / 75
    let lag = SimplexSearch.minimum(from: [first], within: [range], 60) { sum($0[0]) }.shape[0]
    // How much the places change with the lag, beside what origins and gain can make up for: nothing for a steady hand.
    let step = 0.008
    let slopes = zip(pointer(lag - step), pointer(lag + step)).map { ($0 - $1) / (2 * step) }
    guard
      let fit = LinearLeastSquares(
        origins + [pointer(lag), slopes], places, isCovarianceWanted: true)
    else { return nil }
    let gain = abs(fit.coefficients[presses.count])
    let variance = max(sum(lag) / Double(free), 1.0 / 12)
    let error = (variance * fit.inverse[presses.count + 1][presses.count + 1]).squareRoot() / gain
    return error <= greatestError ? FittedValue(value: lag, error: error) : nil
  }

  static func place(_ samples: [(time: Double, place: Double)], at time: Double) -> Double {
    // The first sample after the time, by halving.
    var (next, end) = (0, samples.count)
    while next < end {
      let middle = (next + end) / 2
      if samples[middle].time > time { end = middle } else { next = middle + 1 }
    }
    guard next < samples.count else { return samples.last?.place ?? 0 }
    guard next > 0 else { return samples[0].place }
    let (a, b) = (samples[next - 1], samples[next])
    return a.place + (b.place - a.place) * (time - a.time) / max(b.time - a.time, 1e-9)
  }
}
