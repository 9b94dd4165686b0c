/// Finds alternating steps: content positioned at one rate and shown at another moves by long and
/// short steps in turn.
struct Judder {
  /// A stretch of alternating steps.
  struct Run {
    /// The rows that end the steps.
    let range: Range<Int>
    /// The number of steps after which they repeat.
    let period: Int
    /// The mean difference between one step and the next, with its standard error.
    let size: Double
    let error: Double
  }

  let runs: [Run]
  /// The motion with positions averaged over each period, so that no law is fitted to the steps.
  let observation: Observation

  private static let periods = 2...6
  /// Minimum number of periods and of steps: a few may repeat by chance.
  private static let fewest = (periods: 5, steps: 12)
  /// Repeated steps differ by at most this share of the spread within a period.
  private static let same = 0.25
  /// Steps must differ by more than this: rounding to whole pixels alone makes them differ by one.
  private static let least = 2.2

  init(_ observation: Observation, rounding: Double) {
    let (rows, interval) = (observation.rows, observation.interval)
    // A clip's rows are at their content's times, so longer intervals allow longer steps.
    let steps = zip(rows, rows.dropFirst()).map { before, row in
      let share = observation.hasGaps ? interval / (row.time - before.time) : 1
      return (row.offset - before.offset) * share
    }
    let turned = observation.realTurns.map(\.time)
    // A wheel causes steps of its own.
    let isEven = zip(rows, rows.dropFirst()).map { before, row in
      (0.6 * interval...1.4 * interval).contains(row.time - before.time)
        && !turned.contains { before.time - WheelResponse.latest <= $0 && $0 <= row.time }
    }
    var runs: [Run] = []
    for period in Self.periods where steps.count > 2 * period {
      let scatter = NoiseEstimate.deviation(
        zip(steps, steps.dropFirst(period)).filter { $0 != 0 && $1 != 0 }.map { abs($1 - $0) })
      let slack = max(1.01 * rounding, min(2.5 * scatter, Self.least + rounding / 2))
      var start = 0
      while start + period < steps.count {
        var end = start
        // Continue while each step equals the one a period before, apart from the change of speed.
        while end + period < steps.count, isEven[end], isEven[end + period],
          Self.repeats(steps, end, period, rounding, slack)
        {
          end += 1
        }
        let range = start..<end + period
        if range.count >= max(Self.fewest.steps, Self.fewest.periods * period), end > start,
          let run = Self.run(steps, Self.extended(range, steps, isEven, period), period, rounding)
            ?? Self.run(steps, range, period, rounding),
          !runs.contains(where: { $0.range.overlaps(run.range) })
        {
          runs.append(run)
          start = range.upperBound
        } else {
          start = max(end, start + 1)
        }
      }
    }
    self.runs = Self.joined(runs.sorted { $0.range.lowerBound < $1.range.lowerBound }, steps)
    guard !runs.isEmpty else {
      self.observation = observation
      return
    }
    var smooth = rows
    for run in self.runs {
      let half = run.period / 2
      // Rows near the ends lack a full period around them, so they use the nearest period's shifts.
      let rowRange = run.range.lowerBound - 1..<run.range.upperBound
      for (index, shift) in zip(rowRange, Self.shifts(steps, run)) { smooth[index].offset -= shift }
      let first = max(run.range.lowerBound - 1 + half, half)
      let last = min(run.range.upperBound - 1 - half, rows.count - 1 - half)
      guard first <= last else { continue }
      for index in first...last {
        var (sum, weight) = (0.0, 0.0)
        for other in index - half...index + half {
          // With an even period, both ends count half.
          let share = run.period % 2 == 0 && abs(other - index) == half ? 0.5 : 1.0
          sum += share * rows[other].offset
          weight += share
        }
        smooth[index].offset = sum / weight
      }
    }
    self.observation = Observation(
      smooth, hand: observation.hand, turns: observation.turns, source: observation.source)
  }

  /// Extends a run by the steps before and after it that alternate too, but scatter more.
  private static func extended(
    _ range: Range<Int>, _ steps: [Double], _ isEven: [Bool], _ period: Int
  ) -> Range<Int> {
    func goesOn(_ index: Int, like other: Int) -> Bool {
      let cycle = steps[min(index, other)...max(index, other)]
      let near = cycle.extent
      return isEven[index] && near >= least
        && abs(steps[index] - steps[other]) <= max(2 * same * near, least)
        && steps[index] * steps[other] > 0
    }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > 0, goesOn(start - 1, like: start - 1 + period) { start -= 1 }
    while end < steps.count, goesOn(end, like: end - period) { end += 1 }
    return start..<end
  }

  /// Joins nearby runs of the same period that scatter has separated.
  private static func joined(_ runs: [Run], _ steps: [Double]) -> [Run] {
    runs.reduce(into: []) { joined, run in
      guard let last = joined.last, last.period == run.period,
        run.range.lowerBound - last.range.upperBound <= 6 * run.period,
        steps[last.range.upperBound - 1..<run.range.lowerBound].allSatisfy({ $0 != 0 })
      else { return joined.append(run) }
      let counts = (Double(last.range.count), Double(run.range.count))
      joined[joined.count - 1] = Run(
        range: last.range.lowerBound..<run.range.upperBound, period: run.period,
        size: (last.size * counts.0 + run.size * counts.1) / (counts.0 + counts.1),
        error: max(last.error, run.error))
    }
  }

  /// The deviation of each row of a run from the positions that even steps would give.
  private static func shifts(_ steps: [Double], _ run: Run) -> [Double] {
    let period = run.period
    let all = Array(steps[run.range.lowerBound - 1..<run.range.upperBound - 1])
    func shifts(_ cycle: ArraySlice<Double>) -> [Double] {
      let mean = cycle.reduce(0, +) / Double(period)
      var places = [0.0]
      for step in cycle.dropLast() { places.append((places.last ?? 0) + step - mean) }
      let middle = places.reduce(0, +) / Double(period)
      return places.map { $0 - middle }
    }
    // Phases count from the run's first row.
    let first = shifts(all.prefix(period))
    let start = (all.count / period - 1) * period
    let last = shifts(all[start..<start + period])
    return (0...all.count).map { $0 < all.count / 2 ? first[$0 % period] : last[$0 % period] }
  }

  private static func repeats(
    _ steps: [Double], _ index: Int, _ period: Int, _ rounding: Double, _ slack: Double
  ) -> Bool {
    let cycle = steps[index..<index + period + 1]
    let spread = cycle.extent
    guard spread >= least + rounding / 2 else { return false }
    return abs(steps[index + period] - steps[index]) <= max(same * spread, slack)
  }

  private static func run(
    _ steps: [Double], _ range: Range<Int>, _ period: Int, _ rounding: Double
  ) -> Run? {
    let all = Array(steps[range])
    let mean = all.reduce(0, +) / Double(all.count)
    // Occasional standstills are repeated frames, another fault; a reversal is none.
    let stands = all.indices.contains { index in
      let near = all[max(0, index - period)...min(all.count - 1, index + period)]
      let usual = near.reduce(0, +) / Double(near.count)
      return all[index] * mean <= 0 || abs(all[index]) <= 0.2 * abs(usual)
    }
    guard abs(mean) >= 1, !stands else { return nil }
    let phases = (0..<period).map { phase in
      let own = stride(from: phase, to: all.count, by: period).map { all[$0] }
      return own.reduce(0, +) / Double(own.count)
    }
    let sizes = phases.map(abs)
    guard let short = sizes.min(), let long = sizes.max(), long - short >= least + rounding / 2,
      long > (long > 7 ? 1.2 : 1.4) * short
    else { return nil }
    let strays = all.indices.map { all[$0] - phases[$0 % period] }
    let stray = (strays.reduce(0) { $0 + $1 * $1 } / Double(all.count)).squareRoot()
    // A change of speed affects all steps of a period alike.
    let drift = all.count > period ? abs(all[all.count - 1] - all[(all.count - 1) % period]) : 0
    guard stray <= 0.3 * (long - short) + 0.3 * drift else { return nil }
    let differences = zip(all, all.dropFirst()).map { abs($1 - $0) }
    let size = differences.reduce(0, +) / Double(differences.count)
    let squares = differences.reduce(0) { $0 + ($1 - size) * ($1 - size) }
    let error =
      (squares / Double(max(1, differences.count - 1)) / Double(differences.count)).squareRoot()
    return Run(
      range: range.lowerBound + 1..<range.upperBound + 1, period: period, size: size,
      error: max(error, 0.01))
  }
}
