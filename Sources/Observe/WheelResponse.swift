internal import FeelTrace

/// The response of a motion to turns of a wheel, or to fingers on a touchpad.
public struct WheelResponse: Hashable, Sendable {
  /// A group of turns, separated from others by pauses.
  private struct Part: Hashable, Sendable {
    let first: Double
    let perUnit: FittedValue
  }

  /// The sum of all turns, in the program's unit of turns, with its sign.
  public let turned: Double
  /// The distance from before the first turn to the rest, in the motion's unit, with its sign.
  public let moved: Double
  /// The distance per unit turned, with its standard error.
  public let perUnit: FittedValue
  /// The time from a turn to the frame that shows it, in seconds; `nil` if no frame shows one.
  public let latency: FittedValue?
  /// Whether a turn is spread over several frames, rather than shown at once.
  public let isEased: Bool
  /// The distance covered after the last turn was shown, in the motion's unit, with its sign.
  public let runOn: Double
  /// The part of that while the fingers rested before they lifted; 0 if lifts are not reported.
  public let runOnBeforeLift: Double
  /// Groups of turns: when the first turn came, in seconds, and the distance per unit turned.
  private let parts: [Part]
  /// The time of the last turn, in seconds.
  let last: Double
  /// Whether fingers on a touchpad turned it, which reports when they touch and lift.
  public let isByFingers: Bool
  /// Whether the content rests at a known end, which may have cut the motion short.
  private let isAtEnd: Bool

  /// The longest delay with which a turn is shown, in seconds.
  static let latest = 0.25
  /// Minimum duration of a rest of the fingers, in seconds.
  private static let still = 0.15

  /// Measures an observation; `nil` if nothing was turned, or nothing moved.
  init?(_ observation: Observation, noise: NoiseEstimate) {
    let (rows, turns) = (observation.rows, observation.realTurns)
    guard let first = turns.first, let last = turns.last, let end = rows.last,
      let before = rows.last(where: { $0.time < first.time }) ?? rows.first
    else { return nil }
    let turned = turns.reduce(0) { $0 + $1.amount }
    let moved = end.offset - before.offset
    guard turned != 0, moved != 0 else { return nil }
    (self.turned, self.moved) = (turned, moved)
    self.last = last.time
    parts = Self.parts(rows, turns, noise)
    isByFingers = observation.turns.contains { $0.phase != nil }
    isAtEnd = [observation.source.minimum, observation.source.maximum].compactMap(\.self)
      .contains { abs($0 - end.offset) <= 1 }
    let steps = StepFit(rows, turns, from: before, interval: observation.interval)
    let left = (moved - steps.perUnit * turned) * (moved < 0 ? -1 : 1)
    // A wheel reports no momentum: whatever is left for later was not shown at once.
    let goesOn = !isByFingers && left >= max(5 * noise.deviation, 0.1 * abs(moved))
    isEased = !steps.isGood(noise) || goesOn && !steps.isExact
    let perUnit = isEased ? moved / turned : steps.perUnit
    self.perUnit = FittedValue(
      value: perUnit, error: noise.deviation * 2.0.squareRoot() / abs(turned))
    let least = max(0.3, 5 * noise.deviation)
    let shown = rows.first { $0.time >= first.time && abs($0.offset - before.offset) > least }
    let still =
      rows.last {
        $0.time < shown?.time ?? .infinity && abs($0.offset - before.offset) <= noise.deviation
      } ?? before
    latency =
      isEased
      ? shown.map { shown in
        // The motion began after the last frame that shows nothing of it.
        let (low, high) = (max(0, still.time - first.time), shown.time - first.time)
        return FittedValue(value: (low + high) / 2, error: (high - low) / 12.0.squareRoot())
      } : steps.latency
    let late = last.time + max(0, latency?.value ?? 0) + observation.interval / 2
    func place(_ time: Double) -> Double {
      rows.last { $0.time <= time + 1e-9 }?.offset ?? before.offset
    }
    let atLast = place(late)
    runOn = isEased ? end.offset - atLast : moved - perUnit * turned
    let lift = observation.turns.last { $0.phase == .end && $0.time > last.time }?.time
    let rested = late + Self.still
    if let lift, lift > rested, abs(place(lift) - place(rested)) >= 2 {
      runOnBeforeLift = place(lift) - atLast
    } else {
      runOnBeforeLift = 0
    }
  }

  /// Distances per unit that differ by less than this factor are equal.
  private static let alike = 1.25

  /// Faults for turns that moved the content further, or less far, than earlier ones, in this take
  /// or in earlier takes.
  ///
  /// Only turns of a wheel are compared: a touchpad may amplify faster fingers.
  public func faults(after earlier: [WheelResponse] = []) -> [MotionFault] {
    guard !isByFingers, !isAtEnd else { return [] }
    var others = earlier.filter { !$0.isByFingers && !$0.isAtEnd }.flatMap(\.parts)
      .map { abs($0.perUnit.value) }
    var faults: [MotionFault] = []
    for part in parts {
      let own = abs(part.perUnit.value)
      defer { others.append(own) }
      let usual = others.isEmpty ? own : others.sorted()[others.count / 2]
      guard usual > 0, own > 0 else { continue }
      let times = max(usual / own, own / usual)
      let error = times * part.perUnit.error / own
      guard times - 2 * error >= Self.alike else { continue }
      faults.append(MotionFault(kind: .unevenTurns, time: part.first, size: times, error: error))
    }
    return faults
  }

  /// Minimum distance of a group, in the motion's unit.
  private static let least = 4.0
  /// A pause longer than this separates two groups, in seconds.
  private static let pause = 0.4

  private static func parts(
    _ rows: [Observation.Row], _ turns: [Observation.WheelTurn], _ noise: NoiseEstimate
  ) -> [Part] {
    var groups: [[Observation.WheelTurn]] = []
    for turn in turns {
      if let last = groups.last?.last, turn.time - last.time <= pause {
        groups[groups.count - 1].append(turn)
      } else {
        groups.append([turn])
      }
    }
    func place(_ time: Double) -> Double {
      (rows.last { $0.time < time } ?? rows[0]).offset
    }
    let ends = groups.dropFirst().map { place($0[0].time) } + [rows[rows.count - 1].offset]
    return zip(groups, ends).compactMap { group, end in
      let turned = group.reduce(0) { $0 + $1.amount }
      // A turn that moves next to nothing may not have been received.
      guard turned != 0, abs(end - place(group[0].time)) >= least else { return nil }
      return Part(
        first: group[0].time,
        perUnit: FittedValue(
          value: (end - place(group[0].time)) / turned,
          error: noise.deviation * 2.0.squareRoot() / abs(turned)))
    }
  }

  /// Models the turns as steps of the content, all shown with the same delay.
  private struct StepFit {
    private var best: (sum: Double, low: Double, high: Double)?
    private(set) var perUnit = 0.0
    private var usual = 0.0
    private var count = 0

    /// The spacing of the latencies tried first, in seconds.
    private static let step = 0.0005

    init(
      _ rows: [Observation.Row], _ turns: [Observation.WheelTurn], from before: Observation.Row,
      interval: Double
    ) {
      guard let first = turns.first?.time, let last = turns.last?.time else { return }
      let sums = turns.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1.amount) }
      func turned(_ time: Double) -> Double { sums[turns.firstIndex(after: time) { $0.time }] }
      func look(_ late: Double) {
        // After the last of many turns, what the content does is not part of the model.
        let end = turns.count < 3 ? last + late + 1.5 * interval : last
        let shown = rows.filter { $0.time >= first - interval && $0.time <= end }
        var (cross, square, sum) = (0.0, 0.0, 0.0)
        for row in shown {
          let (turned, way) = (turned(row.time - late), row.offset - before.offset)
          cross += turned * way
          square += turned * turned
          sum += way * way
        }
        guard square > 0, shown.count >= 2 else { return }
        let left = max(0, sum - cross * cross / square) / Double(shown.count)
        if let known = best, left > known.sum + 1e-6 + 0.01 * known.sum { return }
        if let known = best, abs(left - known.sum) <= 1e-6 + 0.01 * known.sum {
          best = (min(left, known.sum), min(known.low, late), max(known.high, late))
        } else {
          best = (left, late, late)
        }
        (perUnit, count) = (cross / square, shown.count)
      }
      for index in -4...Int(WheelResponse.latest / Self.step) { look(Double(index) * Self.step) }
      // If turns and frames have unrelated rates, only a narrow range of latencies explains every
      // row.
      if let coarse = best {
        let range = coarse.low - Self.step...coarse.high + Self.step
        for late in stride(from: range.lowerBound, through: range.upperBound, by: Self.step / 10) {
          look(late)
        }
      }
      usual = (sums.last.map(abs) ?? 0) / Double(turns.count)
    }

    /// The middle of the latencies that fit best.
    var latency: FittedValue? {
      best.map {
        FittedValue(
          value: (max(0, $0.low) + max(0, $0.high)) / 2,
          error: max(0.0005, ($0.high - $0.low) / 12.0.squareRoot()))
      }
    }

    /// Whether steps alone explain the frames.
    func isGood(_ noise: NoiseEstimate) -> Bool {
      best.map { $0.sum.squareRoot() <= max(exact, 3 * noise.deviation) } ?? false
    }

    /// Whether they do so without allowing for the rows' scatter.
    var isExact: Bool { best.map { $0.sum.squareRoot() <= exact } ?? false }

    private var exact: Double { 0.02 * abs(perUnit) * usual }
  }
}
