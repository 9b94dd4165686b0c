internal import Feel
internal import FeelTrace
internal import Glibc

/// How content followed a pressed hand: how late, how far behind, and where it jumped.
///
/// Content follows with a gain, a lag and a slop: c(t) = c₀ + gain·h(t − lag) − slop. Content minus
/// hand is therefore constant except for jumps. Lag and slop can be told apart only if the hand's
/// speed changes; with a steady hand only their combination is known.
struct HandFollowing {
  /// A jump of the content relative to the hand between two frames.
  struct Leap {
    /// The first row that shows it.
    let index: Int
    /// The size, in the motion's unit, with its sign.
    let size: Double
    let error: Double
    /// The part of the error from the content's and the hand's own scatter.
    let scatter: Double
  }

  /// Content that stood still while the hand moved on.
  struct Freeze {
    /// The first row that shows it, or if rows are missing, the one after them.
    let index: Int
    /// The signed distance the hand moved meanwhile, in the motion's unit.
    let way: Double
    /// In seconds.
    let duration: Double
    /// Whether the content then continued from where it stood.
    let isLost: Bool
  }

  /// A press, with the rows in which content followed it.
  struct Press {
    let times: ClosedRange<Double>
    /// The rows in which the content followed, with jumps removed.
    fileprivate(set) var rows: [Observation.Row] = []
    /// When the content was caught: a fling continues for a frame or two after a press.
    let caught: Double
    /// The content's position when it was caught.
    let origin: Double
    /// The standard error of the origin, in the motion's unit.
    let originError: Double
    /// Whether the origin was seen: if the first frame came later, content may have moved before.
    let isOriginSeen: Bool
    /// The hand's samples: their times, and the travel in the direction in which the offset grows.
    let travel: [(time: Double, place: Double)]
    fileprivate(set) var leaps: [Leap] = []
    fileprivate(set) var freezes: [Freeze] = []
    /// The usual time between samples, in seconds.
    fileprivate(set) var sample = 0.0
    /// The sum of the jumps removed from the rows.
    fileprivate(set) var shift = 0.0
    /// How far frames may be off the times at which they show the hand, in seconds.
    fileprivate(set) var window = 0.0
    /// Whether the content followed up to its last frame.
    fileprivate(set) var isHeldToEnd = false
    /// The smallest step if content moves in steps while the hand moves continuously, or 0.
    fileprivate(set) var quantum = 0.0
    /// How far the content trails the hand apart from the lag, in the motion's unit, if the lag is
    /// known.
    fileprivate(set) var slop: FittedValue?

    /// The hand's travel at a time.
    func travelled(_ time: Double) -> Double { HandFollowing.place(travel, at: time) }
  }

  private(set) var presses: [Press] = []
  /// The content's distance per unit of the hand's, negative if they move in opposite directions.
  private(set) var gain = 1.0
  /// The delay of the content, in seconds; `nil` if it cannot be told from a slop.
  private(set) var lag: FittedValue?
  /// Lag and slop combined: how far the content trails the moving hand, in the motion's unit.
  private(set) var behind: FittedValue?
  /// The hand's speed meanwhile, in units a second.
  private(set) var speed = 0.0
  /// The lag used to search for jumps, in seconds.
  private(set) var rough = 0.0

  /// The longest time from a press until running content is caught, in seconds.
  private static let latestCatch = 0.1
  /// The range of lags considered, in seconds.
  static let lags = -0.03...0.15
  /// A lag with at most this error can be told from a slop, in seconds.
  private static let known = 0.02
  /// Minimum number of frames in which content follows to determine a lag.
  private static let fewest = 6
  /// A smaller jump is invisible, in the motion's unit.
  private static let least = 2.2
  /// Upper limit of a step's miss: larger ones have another cause.
  private static let cap = 3.0

  /// Analyses how content followed the hand of an observation; `nil` without a hand, or if nothing
  /// followed.
  init?(_ observation: Observation, noise: NoiseEstimate) {
    guard let hand = observation.hand, hand.samples.count >= 4 else { return nil }
    let (all, places) = (observation.rows, observation.handPlaces)
    for press in observation.presses {
      let samples = places.filter { press.contains($0.time) }
      guard let zero = samples.first?.place,
        let origin = all.last(where: { $0.time < press.lowerBound })?.offset
          ?? all.first(where: { press.contains($0.time) })?.offset
      else { continue }
      let travel = samples.map { (time: $0.time, place: zero - $0.place) }
      let caught = Self.caught(press, all, travel, noise)
      let start = caught?.offset ?? origin
      // Average a few rows for the origin, as a single one scatters.
      let before = all.filter { $0.time < caught?.time ?? press.lowerBound }.suffix(6)
        .map(\.offset).filter { abs($0 - start) <= 5 * noise.deviation }
      presses.append(
        Press(
          times: press, caught: caught?.time ?? press.lowerBound,
          origin: before.isEmpty ? start : before.reduce(0, +) / Double(before.count),
          originError: noise.deviation / Double(max(1, before.count)).squareRoot(),
          isOriginSeen: caught != nil || !before.isEmpty
            || Self.isBarelyMoved(samples, by: all.first?.time ?? 0),
          travel: travel))
    }
    guard !presses.isEmpty else { return nil }
    let ranges = presses.map { press in
      let first =
        all.firstIndex { $0.time >= press.times.lowerBound && $0.time > press.caught } ?? all.count
      let end = all.firstIndex { $0.time > press.times.upperBound } ?? all.count
      return max(0, first - 1)..<max(first, end)
    }
    guard let gain = Self.gain(presses, ranges, all) else { return nil }
    self.gain = gain
    rough = roughLag(ranges, all)
    for index in presses.indices { find(index, ranges[index], observation, noise) }
    fit(observation, noise)
  }

  /// The last row of a press in which a fling still continued, further than the hand had moved.
  private static func caught(
    _ press: ClosedRange<Double>, _ rows: [Observation.Row],
    _ travel: [(time: Double, place: Double)], _ noise: NoiseEstimate
  ) -> Observation.Row? {
    guard let first = rows.firstIndex(where: { $0.time >= press.lowerBound }), first > 1 else {
      return nil
    }
    let (start, last) = (rows[first - 2], rows[first - 1])
    let velocity = (last.offset - start.offset) / max(last.time - start.time, 1e-6)
    var caught: Observation.Row?
    for index in first..<rows.count where rows[index].time < press.lowerBound + latestCatch {
      let (before, now) = (rows[index - 1], rows[index])
      let due = velocity * (now.time - before.time)
      let hand = abs(place(travel, at: now.time) - (travel.first?.place ?? 0))
      guard abs(due) >= least + 3 * noise.deviation,
        (0.5...1.15).contains((now.offset - before.offset) / due),
        hand <= 0.5 * abs(now.offset - last.offset)
      else { break }
      caught = now
    }
    return caught
  }

  /// Whether a hand had hardly moved by a time.
  private static func isBarelyMoved(
    _ samples: [(time: Double, place: Double)], by time: Double
  ) -> Bool {
    abs(place(samples, at: time) - (samples.first?.place ?? 0)) <= 2
  }

  /// The content's distance per unit of the hand's, from the steps in which both move.
  private static func gain(
    _ presses: [Press], _ ranges: [Range<Int>], _ rows: [Observation.Row]
  ) -> Double? {
    var ratios: [Double] = []
    for (press, range) in zip(presses, ranges) where range.count > 2 {
      // Use spans of many frames, so that pixels and lags matter little.
      let step = max(1, range.count / 5)
      for index in stride(from: range.lowerBound + step, to: range.upperBound, by: 1) {
        let way = press.travelled(rows[index].time) - press.travelled(rows[index - step].time)
        let shown = rows[index].offset - rows[index - step].offset
        if abs(way) >= 1, shown != 0 { ratios.append(shown / way) }
      }
    }
    guard ratios.count >= 3 else { return nil }
    ratios.sort()
    let middle = ratios[ratios.count / 2]
    guard abs(middle) > 0.02 else { return nil }
    return abs(abs(middle) - 1) < 0.15 ? (middle < 0 ? -1 : 1) : middle
  }

  /// The difference of the content's step at a row from the hand's.
  private func miss(_ press: Press, _ rows: [Observation.Row], _ index: Int, lag: Double) -> Double
  {
    rows[index].offset - rows[index - 1].offset
      - way(press, rows, index, lag: lag)
  }

  /// The content's step at a row as the hand would cause it.
  private func way(_ press: Press, _ rows: [Observation.Row], _ index: Int, lag: Double) -> Double {
    gain * (press.travelled(rows[index].time - lag) - press.travelled(rows[index - 1].time - lag))
  }

  /// The lag at which steps of content and hand agree best; outliers count little.
  private func roughLag(_ ranges: [Range<Int>], _ rows: [Observation.Row]) -> Double {
    func sum(_ lag: Double, atMost cap: Double) -> Double {
      zip(presses, ranges).reduce(0) { sum, pair in
        pair.1.dropFirst().reduce(sum) { $0 + min(abs(miss(pair.0, rows, $1, lag: lag)), cap) }
      }
    }
    let lags = (0...75).map { Double($0) * 0.002 }.map { (lag: $0, sum: sum($0, atMost: Self.cap)) }
    let best = lags.map(\.sum).min() ?? 0
    // A steady hand determines no lag, so prefer the one with the smallest jumps.
    return lags.filter { $0.sum <= best + 0.02 * abs(best) + Self.cap }.map(\.lag)
      .map { (lag: $0, sum: sum($0, atMost: .infinity)) }
      .min { ($0.sum, $0.lag) < ($1.sum, $1.lag) }?.lag ?? 0
  }

  /// Finds the jumps in a press, and stores the rows in which the content followed.
  private mutating func find(
    _ number: Int, _ range: Range<Int>, _ observation: Observation, _ noise: NoiseEstimate
  ) {
    let rows = observation.rows
    let press = presses[number]
    let edges =
      (observation.source.minimum ?? -.infinity) - 1...(observation.source.maximum ?? .infinity) + 1
    let steps = Array(range.dropFirst())
    let still = max(0.05, 4 * noise.deviation)
    guard let first = steps.first(where: { abs(rows[$0].offset - press.origin) > still })
    else { return }
    let following = steps.filter { $0 > first && edges.contains(rows[$0].offset) }
    let misses = following.map { abs(miss(press, rows, $0, lag: rough)) }
    let scatter = max(NoiseEstimate.deviation(misses), noise.rounding / 3)
    let window = window(press, rows, following, noise, observation.interval)
    presses[number].window = window
    let pauses = zip(press.travel, press.travel.dropFirst()).map { $1.time - $0.time }.sorted()
    let sample = pauses.isEmpty ? 0 : pauses[pauses.count / 2]
    presses[number].sample = sample
    let standing = Self.standingOut(
      steps.filter { $0 >= first }.map { abs(miss(press, rows, $0, lag: rough)) })
    presses[number].quantum = Self.quantum(following.map { rows[$0].offset - rows[$0 - 1].offset })
    var (moved, shift) = ([Observation.Row](), 0.0)
    for index in steps where index >= first {
      defer {
        if edges.contains(rows[index].offset) {
          moved.append(Observation.Row(time: rows[index].time, offset: rows[index].offset - shift))
        }
      }
      guard edges.contains(rows[index].offset), edges.contains(rows[index - 1].offset) else {
        continue
      }
      let due = way(press, rows, index, lag: rough)
      let shown = rows[index].offset - rows[index - 1].offset
      let beyond = shown - due
      let least = max(Self.least, 1.2 * presses[number].quantum, 5 * noise.deviation, 6 * scatter)
      guard abs(beyond) >= max(least, standing) else { continue }
      // How far the hand may have moved it, allowing for late frames; at the start, one sample
      // more.
      let slack = index == first ? window + (sample + observation.interval) / 2 : window
      let late = [-slack, 0, slack]
      let ways = late.flatMap { end in
        late.map { begin in
          gain
            * (press.travelled(rows[index].time - rough + end)
              - press.travelled(rows[index - 1].time - rough + begin))
        }
      }
      let explained = min(max(shown, ways.min() ?? due), ways.max() ?? due)
      guard abs(shown - explained) >= least else { continue }
      // Content that moves less far than the hand, but in its direction, is late or held back, not
      // jumping.
      let isHeld = shown * due >= 0 && abs(shown) <= abs(due)
      guard !isHeld || index != first && window < Self.exact && abs(shown) > 0.35 * abs(due) else {
        continue
      }
      // A changed gain, as past an edge, lasts; a jump does not.
      let next = steps.last.map { index < $0 ? miss(press, rows, index + 1, lag: rough) : 0 } ?? 0
      let before = index > range.lowerBound + 1 ? miss(press, rows, index - 1, lag: rough) : 0
      let around = [next, index > first ? before : 0, 0]
      let excess = beyond - min(max(beyond, around.min() ?? 0), around.max() ?? 0)
      guard abs(excess) >= least, !isCatchUp(press, rows, index, first, range, within: least),
        !isLateness(beyond, due, due * sample / max(rows[index].time - rows[index - 1].time, 1e-6))
      else { continue }
      // At the start of a drag, the hand's travel depends on the lag, which is not known yet.
      let unknown =
        index == first
        ? abs(
          way(press, rows, index, lag: rough)
            - way(press, rows, index, lag: rough + observation.interval / 2)) : 0
      let usual = max(scatter, noise.deviation)
      presses[number].leaps.append(
        Leap(
          index: index, size: beyond,
          error: (usual * usual + unknown * unknown).squareRoot(), scatter: usual))
      shift += beyond
    }
    presses[number].freezes = freezes(press, rows, following, observation.interval, noise)
      .filter { abs($0.way) > 2 * presses[number].quantum }
    (presses[number].rows, presses[number].shift) = (moved, shift)
    presses[number].isHeldToEnd = steps.last.map { rows[$0].time == moved.last?.time } ?? false
  }

  /// Minimum duration of a freeze, in seconds and in frames: shorter ones arise from the rates of
  /// samples and frames.
  private static let frozen = (time: 0.03, frames: 1.9)

  /// Finds where the content of a press stood still while the hand moved on.
  ///
  /// - Parameter following: the rows in which it followed, without the first.
  private func freezes(
    _ press: Press, _ rows: [Observation.Row], _ following: [Int], _ interval: Double,
    _ noise: NoiseEstimate
  ) -> [Freeze] {
    var freezes: [Freeze] = []
    var held = 0
    for index in following.dropFirst(3) {
      let (before, row) = (rows[index - 1], rows[index])
      // Noisy positions count as still if they differ by little of the hand's distance.
      let due = abs(way(press, rows, index, lag: rough))
      if abs(row.offset - before.offset) <= max(0.01, min(4 * noise.deviation, 0.25 * due)) {
        held += 1
        continue
      }
      // From the last new row to one interval before the next new one.
      let first = index - 1 - held
      let end = max(before.time, row.time - interval)
      let stood = end - rows[first].time
      let isShown = held > 0
      held = 0
      guard stood >= max(Self.frozen.time, Self.frozen.frames * interval),
        following.contains(first)
      else { continue }
      let (from, to) = (rows[first].time - rough, end - rough)
      let way = self.way(press, from: from, to: to)
      let (next, shown) = (
        self.way(press, from: to, to: row.time - rough), row.offset - rows[first].offset
      )
      // The hand must be seen to move on.
      let samples = press.travel.filter { from < $0.time && $0.time < to }
      let isLost = abs(shown - next) < abs(shown - next - way)
      guard samples.count >= 2, abs(way) >= Smoothness.due * stood / interval, way * next > 0,
        abs(shown - next - (isLost ? 0 : way)) <= 0.35 * abs(way) + abs(next),
        zip(samples, samples.dropFirst()).allSatisfy({ ($1.place - $0.place) * gain * way > 0 })
      else { continue }
      // Content held at an edge does not continue.
      if isLost {
        guard let later = following.first(where: { $0 >= index + 3 }) else { continue }
        let due = self.way(press, from: row.time - rough, to: rows[later].time - rough)
        guard abs(rows[later].offset - row.offset - due) <= 0.35 * abs(due) else { continue }
      }
      freezes.append(
        Freeze(index: isShown ? first + 1 : index, way: way, duration: stood, isLost: isLost))
    }
    return freezes
  }

  /// A jump exceeds all other differences between content and hand by this factor.
  private static let clear = 4.0
  /// Maximum number of jumps in a press.
  private static let most = 3

  /// The size from which differences stand out among all others; infinite if none does.
  private static func standingOut(_ misses: [Double]) -> Double {
    let sorted = misses.sorted(by: >)
    let gaps = Array(zip(sorted.prefix(most), sorted.dropFirst()))
    return gaps.last { $0 > clear * $1 }?.0 ?? .infinity
  }

  /// Frames within this of their times are exact, in seconds.
  private static let exact = 0.001
  /// Upper limit of a frame's delay while the lag is unknown, in seconds.
  static let latest = 0.06

  /// How far the frames of a press may be off the times at which they show the hand, in seconds.
  private func window(
    _ press: Press, _ rows: [Observation.Row], _ following: [Int], _ noise: NoiseEstimate,
    _ interval: Double
  ) -> Double {
    let off = following.compactMap { index -> Double? in
      let due = abs(way(press, rows, index, lag: rough))
      guard due >= 1 else { return nil }
      let miss = max(0, abs(miss(press, rows, index, lag: rough)) - 2 * noise.deviation)
      return miss / due * (rows[index].time - rows[index - 1].time)
    }.sorted()
    // With few frames use the second worst, as the worst may be a jump.
    guard off.count >= 4 else { return min(interval, Self.latest) }
    let usual = off.count < 12 ? 3 * off[off.count - 2] : 6 * NoiseEstimate.deviation(off)
    return min(usual, Self.latest)
  }

  /// Whether a step catches up frames in which the content stood still or lagged, as after a slop.
  private func isCatchUp(
    _ press: Press, _ rows: [Observation.Row], _ index: Int, _ first: Int, _ range: Range<Int>,
    within least: Double
  ) -> Bool {
    var missing = 0.0
    for row in (range.lowerBound + 1..<max(range.lowerBound + 1, index)).reversed() {
      let due = way(press, rows, row, lag: rough)
      let shown = rows[row].offset - rows[row - 1].offset
      guard abs(shown) <= 0.5 * abs(due) || due == 0 else { break }
      missing += due - shown
      if row <= range.lowerBound + 1 { break }
    }
    let beyond = miss(press, rows, index, lag: rough)
    return missing * beyond > 0 && abs(beyond) <= abs(missing) + least
  }

  /// Whether a step can be explained by one frame, or one sample of the hand, shown earlier or
  /// later.
  private func isLateness(_ beyond: Double, _ due: Double, _ sample: Double) -> Bool {
    [due, sample].contains { way in
      let times = beyond / way
      return abs(way) >= 1 && abs(times) < 1.2 && abs(times - times.rounded()) < 0.12
    }
  }

  /// The rounding of the hands' positions: whole units, or none that shows.
  private static func rounding(_ presses: [Press]) -> Double {
    presses.allSatisfy { $0.travel.allSatisfy { $0.place == $0.place.rounded() } } ? 1 : 0
  }

  /// The unit of which all steps are multiples, if content often stands still while the hand moves,
  /// else 0.
  private static func quantum(_ steps: [Double]) -> Double {
    let moved = steps.map(abs).filter { $0 > 0.01 }
    guard let least = moved.min(), least >= 1, moved.count * 5 <= steps.count * 4,
      moved.allSatisfy({ abs($0 / least - ($0 / least).rounded()) < 0.02 })
    else { return 0 }
    return least
  }

  /// The content's position under the hand at a release; `nil` if the content did not follow to the
  /// end.
  func left(at release: Double) -> Double? { hold(at: release)?.place }

  /// The position at a release, with the spread of the last rows around it, and how far frames may
  /// be off their times, in seconds.
  func hold(at release: Double) -> (place: Double, spread: Double, window: Double)? {
    guard let press = presses.last(where: { $0.times.upperBound == release }),
      press.isHeldToEnd, press.rows.count >= 3
    else { return nil }
    let late = lag == nil ? rough : known
    let levels = press.rows.suffix(5).map {
      $0.offset + press.shift - gain * press.travelled($0.time - late)
    }.sorted()
    return (
      levels[levels.count / 2] + gain * press.travelled(release),
      (levels.last ?? 0) - (levels.first ?? 0), press.window
    )
  }

  /// The lag in seconds if it is significant, else 0.
  var known: Double {
    guard let lag, lag.value > 2 * lag.error else { return 0 }
    return lag.value
  }

  /// Minimum number of rows of a press for a reliable lag.
  private static let fewestHeld = 12

  /// The lag if the press is long enough to trust it, and its error is below a limit, in seconds.
  func lag(of press: Press, within error: Double) -> FittedValue? {
    guard let lag, lag.error < error, press.rows.count >= Self.fewestHeld else { return nil }
    return lag
  }

  /// Whether a row after a release still shows the content under the hand, delayed by the lag.
  func isHand(_ row: Observation.Row, noise: Double) -> Bool {
    guard let press = presses.last(where: { $0.times.upperBound < row.time }),
      let lag = lag(of: press, within: 2 * Self.exact), lag.value > 2 * lag.error,
      row.time < press.times.upperBound + lag.value - lag.error,
      let hold = hold(at: press.times.upperBound),
      let place = place(of: press, at: row.time, late: lag.value)
    else { return false }
    return abs(row.offset - place) <= max(1, 4 * noise, hold.spread)
  }

  /// Where a hand that is shown late leaves the content at a time; `nil` once it shows the release.
  func place(of press: Press, at time: Double, late: Double) -> Double? {
    guard time <= press.times.upperBound + late else { return nil }
    return hold(at: press.times.upperBound).map {
      $0.place - way(press, from: time - late, to: press.times.upperBound)
    }
  }

  /// The longest delay with which rows after the release of a press may show its hand, in seconds.
  ///
  /// Of a steady hand only lag and slop together are known: what it is behind may all be lag.
  func longestDelay(of press: Press, interval: Double) -> Double {
    guard speed(at: press.times.upperBound) > 1 else { return Self.latest }
    if let lag = lag(of: press, within: interval / 2) {
      return max(0, lag.value) + 2 * lag.error + interval / 4
    }
    return lag == nil ? max(Self.latest, rough + interval / 4) : Self.latest
  }

  /// How far the hand of a press moved the content between two times.
  func way(_ press: Press, from start: Double, to end: Double) -> Double {
    gain * (press.travelled(end) - press.travelled(start))
  }

  /// The hand's speed at the release of a press, in content units a second.
  func speed(at release: Double) -> Double {
    guard let press = presses.last(where: { $0.times.upperBound == release }) else { return 0 }
    return abs(gain * (press.travelled(release) - press.travelled(release - 0.05)) / 0.05)
  }

  // MARK: Lag and slop

  /// A row used to fit the lag.
  private struct Told {
    let press: Int
    let time: Double
    let place: Double
  }

  private mutating func fit(_ observation: Observation, _ noise: NoiseEstimate) {
    var told: [Told] = []
    for (number, press) in presses.enumerated() {
      let rows = press.rows.filter { press.times.contains($0.time) }
      guard rows.count >= 2 else { continue }
      told += rows.map { Told(press: number, time: $0.time, place: $0.offset) }
      // At rest after the release, the content has caught up with all but the slop; one row is
      // enough, as the others would repeat it.
      let after = observation.rows.filter {
        $0.time > press.times.upperBound + 0.1 && $0.time < press.times.upperBound + 0.25
      }
      let mean = after.reduce(0) { $0 + $1.offset } / Double(max(1, after.count))
      let scatter = max(0.01, 4 * noise.deviation)
      if let end = after.first, after.count >= 3,
        after.allSatisfy({ abs($0.offset - mean) <= scatter })
      {
        told.append(Told(press: number, time: end.time, place: mean - press.shift))
      }
    }
    let used = Set(told.map(\.press)).sorted()
    guard told.count - used.count >= Self.fewest - 1 else { return }
    let quantum = presses.map(\.quantum).max() ?? 0
    tellBehind(told, quantum, noise)
    let origins = used.map { number in told.map { $0.press == number ? 1.0 : 0 } }
    func hand(_ lag: Double) -> [Double] {
      told.map { gain * presses[$0.press].travelled($0.time - lag) }
    }
    let places = told.map(\.place)
    // A gain of one is certain; any other is fitted too.
    let isPlain = abs(gain) == 1
    func solved(_ lag: Double) -> LinearLeastSquares? {
      isPlain
        ? LinearLeastSquares(origins, zip(places, hand(lag)).map { $0 - $1 })
        : LinearLeastSquares(origins + [hand(lag)], places)
    }
    // Rounding of both hand and content adds up, and repeatedly so with a steady hand.
    let steps = max(quantum, noise.rounding) + abs(gain) * Self.rounding(presses)
    let floor = max(noise.deviation * noise.deviation, steps * steps / 12)
    let free = Double(max(1, told.count - used.count - 2))
    let spacing = 0.0005
    let grid = stride(from: Self.lags.lowerBound, through: Self.lags.upperBound, by: spacing)
      .map { (lag: $0, sum: solved($0)?.sum ?? .infinity) }
    guard let least = grid.min(by: { $0.sum < $1.sum }), least.sum.isFinite else { return }
    // The range of lags that the rows cannot tell from the best, which is wide for a steady hand.
    let variance = max(least.sum / free, floor)
    func range(_ most: Double) -> (low: Double, high: Double) {
      let alike = grid.filter { $0.sum <= least.sum + most }
      return (alike.first?.lag ?? least.lag, alike.last?.lag ?? least.lag)
    }
    // Take the middle of the lags that fit to within the rounding; for a steady hand all are
    // equally likely.
    let (known, alike) = (range(9 * floor), range(variance))
    let lag = (known.low + known.high) / 2
    // The resolution is limited by the spacing of the grid.
    let width = max(
      (alike.high - alike.low) / 2, (known.high - known.low) / 4, spacing / 12.0.squareRoot())
    guard let best = solved(lag) else { return }
    let step = 0.002
    let slopes = zip(hand(lag - step), hand(lag + step)).map { ($0 - $1) / (2 * step) }
    var columns = origins
    if !isPlain { columns.append(hand(lag)) }
    columns.append(slopes)
    let level = isPlain ? zip(places, hand(lag)).map { $0 - $1 } : places
    let full = LinearLeastSquares(columns, level, isCovarianceWanted: true)
    let misses = zip(level, LinearLeastSquares.total(best.coefficients, columns)).map { $0 - $1 }
    func error(_ number: Int) -> Double {
      full.map { Self.error(of: number, columns, $0.inverse, misses, variance: variance) } ?? 0
    }
    let late = FittedValue(value: lag, error: max(width, error(columns.count - 1)))
    let isResolved = late.error <= Self.known && 2 * late.error <= max(0.012, abs(lag))
    guard isResolved else { return }
    // A slightly negative lag is as likely to be zero.
    self.lag =
      lag < 0 && lag + 2 * late.error > 0 ? FittedValue(value: 0, error: late.error) : late
    for (column, number) in used.enumerated() where presses[number].isOriginSeen {
      let press = presses[number]
      // The origin that the fit implies; the difference is the slop, positive if the content
      // trails.
      let slop = press.origin - best.coefficients[column] - press.shift
      let known = error(column)
      presses[number].slop = FittedValue(
        value: gain * (press.travel.last?.place ?? 0) < 0 ? -slop : slop,
        error: (known * known + quantum * quantum / 12 + speed * speed * late.error * late.error)
          .squareRoot())
    }
    measureLeaps(observation.rows, lag: lag, late.error)
  }

  /// Remeasures the jumps with the final lag.
  private mutating func measureLeaps(_ rows: [Observation.Row], lag: Double, _ error: Double) {
    for number in presses.indices {
      let press = presses[number]
      presses[number].leaps = press.leaps.map { leap in
        let sizes = [-error, 0, error].map { miss(press, rows, leap.index, lag: lag + $0) }
        let unknown = (sizes[2] - sizes[0]) / 2
        return Leap(
          index: leap.index, size: sizes[1],
          error: (leap.scatter * leap.scatter + unknown * unknown).squareRoot(),
          scatter: leap.scatter)
      }
    }
  }

  /// The standard error of one number, from residuals whose neighbours are correlated.
  private static func error(
    of number: Int, _ columns: [[Double]], _ inverse: [[Double]], _ misses: [Double],
    variance: Double
  ) -> Double {
    let parts = misses.indices.map { row in
      misses[row] * columns.indices.reduce(0) { $0 + inverse[number][$1] * columns[$1][row] }
    }
    return max(variance * inverse[number][number], LinearLeastSquares.neweyWestVariance(parts))
      .squareRoot()
  }

  private mutating func tellBehind(_ told: [Told], _ quantum: Double, _ noise: NoiseEstimate) {
    let sign = gain < 0 ? -1.0 : 1.0
    var (ways, weights) = ([Double](), [Double]())
    for row in told where presses[row.press].times.contains(row.time) {
      let press = presses[row.press]
      guard press.isOriginSeen else { continue }
      let speed = (press.travelled(row.time) - press.travelled(row.time - 0.016)) / 0.016
      // A hand that has just started is not as far ahead yet.
      let isBegun = abs(press.travelled(row.time - Self.latest)) > 1
      guard abs(speed) > 1, isBegun || told.count < 2 * Self.fewest else { continue }
      // Positive means against the hand's direction.
      let left = gain * press.travelled(row.time) - (row.place - press.origin)
      ways.append(speed * sign < 0 ? -left : left)
      weights.append(abs(speed))
    }
    guard ways.count >= 3 else { return }
    let mean = ways.reduce(0, +) / Double(ways.count)
    let squares = ways.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(ways.count - 1)
    // Content that moves in steps may always be on the same side of its ideal position.
    let floor = max(quantum / 4, noise.deviation / Double(ways.count).squareRoot())
    let origin = presses.map(\.originError).max() ?? 0
    let error = max((squares / Double(ways.count)).squareRoot(), floor)
    behind = FittedValue(value: mean, error: (error * error + origin * origin).squareRoot())
    speed = weights.reduce(0, +) / Double(weights.count)
  }

  /// A position interpolated linearly between samples.
  static func place(_ samples: [(time: Double, place: Double)], at time: Double) -> Double {
    let next = samples.firstIndex(after: time) { $0.time }
    guard next < samples.count else { return samples.last?.place ?? 0 }
    guard next > 0 else { return samples[0].place }
    let (a, b) = (samples[next - 1], samples[next])
    return a.place + (b.place - a.place) * (time - a.time) / max(b.time - a.time, 1e-9)
  }
}
