internal import FeelTrace

/// Cuts a motion where its cause changes: at rests first, then at presses, then between laws.
struct Segmentation {
  /// A range of the rows with one cause.
  enum Part {
    case rest(Range<Int>)
    case drag(Range<Int>)
    case wheel(Range<Int>)
    case law(Range<Int>, LawChoice)
    case unexplained(Range<Int>, LawChoice?)

    var range: Range<Int> {
      switch self {
      case .rest(let range), .drag(let range), .wheel(let range), .law(let range, _),
        .unexplained(let range, _):
        range
      }
    }

    /// The range of a rest, `nil` for any other part.
    var rest: Range<Int>? { if case .rest(let range) = self { range } else { nil } }

    /// The same part for other rows.
    func over(_ range: Range<Int>) -> Part {
      switch self {
      case .rest: .rest(range)
      case .drag: .drag(range)
      case .wheel: .wheel(range)
      case .law(_, let choice): .law(range, choice)
      case .unexplained(_, let choice): .unexplained(range, choice)
      }
    }

    /// The part shifted by this many rows.
    func moved(by count: Int) -> Part {
      over(range.lowerBound + count..<range.upperBound + count)
    }
  }

  /// Minimum duration of a rest at the end, in seconds.
  private static let shortestEnd = 0.1
  /// Minimum duration of a rest between motions, in seconds: a slow end must not count as one.
  static let shortestRest = 0.25
  /// Rows further apart may have a rest between them, in seconds.
  static let gap = 0.25

  let observation: Observation
  let noise: NoiseEstimate
  let interval: Double
  /// The rows that repeat the one before them, if there are many.
  let repeated: [Int]
  /// How the content followed a hand.
  let following: HandFollowing?
  /// The response to a wheel.
  let wheel: WheelResponse?
  /// The intervals in which a wheel was turned and its turns were shown, in seconds.
  private let turned: [ClosedRange<Double>]
  private(set) var parts: [Part] = []

  /// Cuts a motion, given what is known of its rows' times and positions.
  init(_ observation: Observation, _ known: KnownNoise) {
    self.observation = observation
    repeated = RepeatedFrames(observation).indices
    noise = NoiseEstimate(
      observation.rows, repeated: Set(repeated.map { observation.rows[$0].time }),
      known)
    interval = observation.interval
    following = HandFollowing(observation, noise: noise)
    let wheel = WheelResponse(observation, noise: noise)
    self.wheel = wheel
    turned = Self.turned(observation, wheel)
    let rests = rests()
    var next = 0
    for rest in rests {
      parts += pieces(next..<rest.lowerBound)
      parts.append(.rest(rest))
      next = rest.upperBound
    }
    parts += pieces(next..<observation.rows.count)
    parts = begunAtRest(merged(parts.map(scattered).flatMap(beginningLater)))
    parts = parts.map(withoutEarlyEases)
  }

  /// A part without timing curves that would have begun while the content was elsewhere.
  private func withoutEarlyEases(_ part: Part) -> Part {
    guard case .law(let range, let choice) = part, range.lowerBound > 0 else { return part }
    let before = observation.rows[range.lowerBound - 1]
    let possible = choice.filtered { fit in
      guard let begin = fit.begin, fit.family.isEase, begin < -1.5 * interval else { return true }
      let place = fit.rows.startPlace + fit.place(at: before.time - fit.rows.startTime)
      return abs(place - before.offset) <= max(1, 3 * noise.deviation)
    }
    guard let best = possible.laws.first, !LawChoice.isPoor(best) else {
      return .unexplained(range, possible)
    }
    return .law(range, possible)
  }

  // MARK: Motions from rest

  /// How much of the rests beside a motion a fit includes: this many rows of the one after it, and
  /// at most this long of the one before it, in seconds.
  private static let standing = (rows: 4, time: 0.3)

  /// The curves and springs that fit a motion between two rests, likeliest first.
  ///
  /// - Parameters:
  ///   - rest: empty if the rows begin with the motion.
  ///   - moving: the rows up to the next rest.
  func curves(from rest: Range<Int>, over moving: Range<Int>) -> [CurveFromRest] {
    let all = observation.rows
    // The first rows of the rest may still show how the content arrived.
    let still = rest.dropFirst(rest.count / 4).drop {
      all[$0].time < all[rest.upperBound - 1].time - Self.standing.time
    }
    let after = min(all.count, moving.upperBound + Self.standing.rows)
    let own = rows((still.first ?? moving.lowerBound)..<after)
    let earliest = still.isEmpty ? 1.5 * interval : FaultFinder.slowest
    let latest = all[moving.lowerBound].time - own.startTime + FaultFinder.slowest
    return CurveFromRest.all(own, from: -earliest...latest)
  }

  /// The parts, with each motion between two rests replaced by a curve if one describes it.
  private func begunAtRest(_ parts: [Part]) -> [Part] {
    var described: [Part] = []
    var index = 0
    while index < parts.count {
      let moving = parts[index...].prefix(while: mayBeCurve)
      guard let first = moving.first, let last = moving.last else {
        described.append(parts[index])
        index += 1
        continue
      }
      let range = first.range.lowerBound..<last.range.upperBound
      let (before, after) = (described.last?.rest, parts.dropFirst(moving.endIndex).first?.rest)
      described +=
        curve(Array(moving), range, between: before ?? 0..<0, and: after ?? 0..<0) ?? Array(moving)
      index = moving.endIndex
    }
    // A curve may begin and end with rows of the neighbouring rests.
    return described.indices.map { index in
      guard let rest = described[index].rest else { return described[index] }
      let lower = index > 0 ? described[index - 1].range.upperBound : rest.lowerBound
      let upper =
        index + 1 < described.count ? described[index + 1].range.lowerBound : rest.upperBound
      return .rest(max(lower, rest.lowerBound)..<min(upper, rest.upperBound))
    }
  }

  /// Whether it may be a part of a curve, with no known cause of its own.
  private func mayBeCurve(_ part: Part) -> Bool {
    switch part {
    case .law, .unexplained: true
    case .drag: observation.presses.isEmpty
    case .rest, .wheel: false
    }
  }

  /// A motion between two rests as one curve, or `nil` if it is none or a law describes it as
  /// simply.
  private func curve(
    _ parts: [Part], _ range: Range<Int>, between before: Range<Int>, and after: Range<Int>
  ) -> [Part]? {
    if parts.count == 1, case .law(_, let choice) = parts[0], let fit = choice.unresolved.first,
      [.steady, .braking, .exponential].contains(fit.family)
    {
      return nil
    }
    guard let best = curves(from: before, over: range).first else { return nil }
    func law(_ range: Range<Int>, _ isWanted: (LawFamily) -> Bool) -> Part? {
      guard range.count >= Stretch.fewest else { return nil }
      let choice = LawChoice(rows(range))
      return choice.unresolved.contains { isWanted($0.family) && $0.disturbances.isEmpty }
        ? .law(range, choice) : nil
    }
    switch best.form {
    case .viscous:
      let slow = range.prefix { observation.rows[$0].time < best.turn }
      guard let tail = law(slow.upperBound..<range.upperBound, { $0 == .exponential }) else {
        break
      }
      return slow.isEmpty ? [tail] : [.unexplained(slow.lowerBound..<slow.upperBound, nil), tail]
    case .law(let family) where family.isEase:
      // Include rows of the rests, which show when it begins and ends.
      let spare = [before, after].map { max(0, min(Self.standing.rows - 1, $0.count - 4)) }
      let whole = range.lowerBound - spare[0]..<range.upperBound + spare[1]
      guard let law = law(whole, \.isEase) else { break }
      return [law]
    case .law(let family):
      guard parts.count > 1, let law = law(range, { $0 == family }) else { break }
      return [law]
    }
    // A hand does not move exactly like a curve.
    let isDragged = parts.contains { if case .drag = $0 { true } else { false } }
    return isDragged ? [.unexplained(range, nil)] : nil
  }

  /// A part, or a rest and a law if the law stands still for a while first.
  private func beginningLater(_ part: Part) -> [Part] {
    guard case .law(let range, let choice) = part, let fit = choice.laws.first,
      let begin = fit.begin, fit.disturbances.isEmpty, range.lowerBound > 0
    else { return [part] }
    let rows = observation.rows
    let still = range.prefix { rows[$0].time < fit.rows.startTime + begin }
    let tolerance = max(2.6 * noise.deviation, 0.6 * noise.rounding, 0.05)
    let places = still.map { rows[$0].offset }
    guard still.count >= Self.shortestPause.rows, begin >= Self.shortestPause.time,
      places.extent <= 2 * tolerance,
      range.upperBound - still.upperBound >= Stretch.fewest
    else { return [part] }
    let rest = still.upperBound..<range.upperBound
    return [.rest(still.lowerBound..<still.upperBound), .law(rest, LawChoice(self.rows(rest)))]
  }

  /// A part, or a rest if its rows only scatter around one position.
  private func scattered(_ part: Part) -> Part {
    switch part {
    case .law, .unexplained: break
    case .rest, .drag, .wheel: return part
    }
    let places = observation.rows[part.range].map(\.offset)
    guard places.count >= 4, noise.deviation > NoiseEstimate.least,
      places.extent <= 6 * noise.deviation
    else { return part }
    let half = places.count / 2
    let means = [places.prefix(half), places.suffix(half)].map {
      $0.reduce(0, +) / Double(half)
    }
    let error = noise.deviation * (2 / Double(half)).squareRoot()
    return abs(means[1] - means[0]) <= max(3 * error, 0.3) ? .rest(part.range) : part
  }

  /// Joins consecutive rests, unless the content jumps between them.
  private func merged(_ parts: [Part]) -> [Part] {
    parts.reduce(into: []) { merged, part in
      if case .rest(let last)? = merged.last, case .rest(let next) = part,
        isOneRest(last, next)
      {
        merged[merged.count - 1] = .rest(last.lowerBound..<next.upperBound)
      } else {
        merged.append(part)
      }
    }
  }

  private func rows(_ range: Range<Int>) -> ObservedRows {
    ObservedRows(observation.rows[range], interval: interval, noise: noise)
  }

  // MARK: Rests

  private func rests() -> [Range<Int>] {
    let all = observation.rows
    let tolerance = max(2.6 * noise.deviation, 0.6 * noise.rounding, 0.05)
    var rests: [Range<Int>] = []
    var start = 0
    // The end of rows already described by one law; a part of them is no rest.
    var passed: Int?
    while start < all.count {
      var (low, high, sum) = (all[start].offset, all[start].offset, all[start].offset)
      var end = start + 1
      while end < all.count {
        let (lower, upper) = (min(low, all[end].offset), max(high, all[end].offset))
        // In a long rest, a few rows scatter more than most.
        let isNear =
          end - start >= 8 && abs(all[end].offset - sum / Double(end - start)) <= 1.6 * tolerance
        guard upper - lower <= 2 * tolerance || isNear else { break }
        (low, high) = isNear ? (low, high) : (lower, upper)
        sum += all[end].offset
        end += 1
      }
      guard end != passed, let range = flat(start..<end) ?? pause(start..<end) else {
        start += 1
        continue
      }
      guard !isTurn(range) else {
        (passed, start) = (end, start + 1)
        continue
      }
      if let last = rests.last, isOneRest(last, range) {
        rests[rests.count - 1] = last.lowerBound..<range.upperBound
      } else {
        rests.append(range)
      }
      start = range.upperBound
    }
    return rests
  }

  /// Minimum duration of a pause, in seconds, and its minimum number of rows.
  static let shortestPause = (time: 0.035, rows: 3)
  /// After a pause, content must have moved within this time, in seconds.
  private static let soon = 0.15
  /// Maximum number of rows examined on either side of a pause.
  private static let rowsAbout = 24
  /// Minimum number of rows examined before a turn: a bounce begins shortly before it.
  private static let fewestAbout = 3
  /// A slow start does not show in less time than this, in seconds.
  private static let timeAbout = 0.1

  /// Rows that stand still too briefly for a rest, if content without an input then moves on.
  private func pause(_ candidate: Range<Int>) -> Range<Int>? {
    let all = observation.rows
    let (begin, end) = (candidate.lowerBound, candidate.upperBound)
    guard candidate.count >= Self.shortestPause.rows, begin > 6, end + 6 <= all.count,
      all[end - 1].time - all[begin].time >= Self.shortestPause.time,
      !isMoved(begin), !isMoved(end), !isMoved(end - 1)
    else { return nil }
    let next = all[end...].prefix { $0.time <= all[end - 1].time + Self.soon }
    let way = next.map { abs($0.offset - all[end - 1].offset) }.max() ?? 0
    return way >= max(2, 6 * noise.deviation, 1.5 * noise.rounding) ? candidate : nil
  }

  /// Whether an input moves the content in a row.
  private func isMoved(_ index: Int) -> Bool {
    observation.isPressed(at: observation.rows[index].time)
      || isTurned(at: observation.rows[index].time)
  }

  /// Whether standing rows are only the turning point of a law, which has no corner where the
  /// content stops or starts; rounded positions stand still there.
  private func isTurn(_ still: Range<Int>) -> Bool {
    let all = observation.rows
    let (begin, end) = (still.lowerBound, still.upperBound)
    guard begin > 0, end < all.count, !isMoved(begin), !isMoved(end) else { return false }
    let few = min(Self.rowsAbout, max(8, Int(Self.timeAbout / interval)))
    // The distance of rows from the level, with its sign.
    let level = level(of: still, atEnd: true)
    let (before, after) = (
      all[max(0, begin - few)].offset - level, all[min(all.count - 1, end + few)].offset - level
    )
    let turns = before * after > 0 && min(abs(before), abs(after)) > 2 * noise.deviation
    let isBrief = all[end - 1].time - all[begin].time < Self.shortestRest
    guard turns || isBrief else { return false }
    let reaches = [(few, few), (Self.rowsAbout, Self.rowsAbout)]
    return (reaches + (turns ? [(Self.fewestAbout, few)] : [])).contains {
      isOneLaw(about: still, before: $0.0, after: $0.1)
    }
  }

  /// Whether one law describes standing rows and this many before and after them, perhaps with a
  /// step.
  private func isOneLaw(about still: Range<Int>, before: Int, after: Int) -> Bool {
    let all = observation.rows
    let range = max(0, still.lowerBound - before)..<min(all.count, still.upperBound + after)
    let near = rows(range)
    // A curve that begins after the pause implies the pause, and so does not count.
    let pause = all[still.lowerBound].time - near.startTime
    func isLaw(_ fit: LawFit) -> Bool {
      fit.deviation <= 1.5 * noise.deviation && (fit.begin ?? -.infinity) < pause
    }
    // After a step to a rest there is no law.
    let step = range.dropFirst(2).dropLast(2).first {
      isStep($0)
        && all[$0..<range.upperBound].map(\.offset).extent > max(1, 6 * noise.deviation)
    }.map { Disturbance(.step, at: $0 - range.lowerBound, of: near) }
    // The search for disturbances is slow, so first check that the law fits.
    return LawFamily.allCases.contains {
      LawFit($0, near, step.map { [$0] } ?? []).map(isLaw) ?? false
    } && (step != nil || LawChoice(near).laws.contains { $0.disturbances.isEmpty && isLaw($0) })
  }

  /// Whether the content moves much further to a row than before and after it.
  private func isStep(_ index: Int) -> Bool {
    let all = observation.rows
    guard index >= 2, index + 1 < all.count else { return false }
    func way(_ index: Int) -> Double { abs(all[index].offset - all[index - 1].offset) }
    let around = max(way(index - 1), way(index + 1))
    return way(index) > max(1.5 * around, FaultFinder.leastStep) + 3 * noise.deviation
  }

  /// The position at the start or the end of a rest, averaged over a few rows.
  func level(of rest: Range<Int>, atEnd: Bool) -> Double {
    let rows = observation.rows[rest]
    let near = atEnd ? rows.suffix(4) : rows.prefix(4)
    return near.reduce(0) { $0 + $1.offset } / Double(max(1, near.count))
  }

  /// Whether two rests are adjacent, and the content does not jump between them.
  private func isOneRest(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    // A step of one rounded unit is no jump.
    let least = max(FaultFinder.leastStep, 3 * noise.deviation, 1.5 * noise.rounding)
    return first.upperBound == second.lowerBound
      && abs(step(from: first, to: second)) < least
  }

  /// The displacement between two consecutive rests.
  func step(from first: Range<Int>, to second: Range<Int>) -> Double {
    level(of: second, atEnd: false) - level(of: first, atEnd: true)
  }

  /// The level part of some rows, without sloping ends.
  private func flat(_ candidate: Range<Int>) -> Range<Int>? {
    let all = observation.rows
    var range = candidate
    while range.count >= Stretch.fewest - 1 {
      let time = all[range.upperBound - 1].time - all[range.lowerBound].time
      let isLast = range.upperBound == all.count
      guard time >= (isLast ? Self.shortestEnd : Self.shortestRest) else { return nil }
      let count = Double(range.count)
      let meanTime = range.reduce(0) { $0 + all[$1].time } / count
      let mean = range.reduce(0) { $0 + all[$1].offset } / count
      var (square, product) = (0.0, 0.0)
      for index in range {
        square += (all[index].time - meanTime) * (all[index].time - meanTime)
        product += (all[index].time - meanTime) * (all[index].offset - mean)
      }
      let slope = product / max(square, 1e-12)
      let error = noise.deviation / max(square, 1e-12).squareRoot()
      if abs(slope) <= 4 * error {
        // Restore rows that were cut but do not slope.
        let more = (candidate.lowerBound..<range.lowerBound).reversed().prefix {
          abs(all[$0].offset - mean) <= noise.deviation
        }
        return (more.last ?? range.lowerBound)..<range.upperBound
      }
      let (first, last) = (all[range.lowerBound].offset, all[range.upperBound - 1].offset)
      let cut = max(1, range.count / 6)
      range =
        abs(first - mean) >= abs(last - mean)
        ? range.lowerBound + cut..<range.upperBound : range.lowerBound..<range.upperBound - cut
    }
    return nil
  }

  // MARK: Moving parts

  /// The parts of a stretch between rests.
  private func pieces(_ range: Range<Int>) -> [Part] {
    var parts: [Part] = []
    var start = range.lowerBound
    // Beyond the edges another law holds; an oscillation there may cross them again.
    var isInside = true
    let presses = observation.presses
    func isPressed(_ index: Int) -> Bool {
      presses.contains { $0.contains(observation.rows[index].time) }
    }
    func isTurned(_ index: Int) -> Bool {
      turned.contains { $0.contains(observation.rows[index].time) }
    }
    while start < range.upperBound {
      let (pressed, turned) = (isPressed(start), isTurned(start))
      var end = start + 1
      while end < range.upperBound, isPressed(end) == pressed, isTurned(end) == turned,
        !restsBefore(end), turned || !beginsTurn(end),
        pressed || !isInside || isOutside(end - 1) || !isOutside(end)
      {
        end += 1
      }
      if end < range.upperBound, isInside, !pressed, isOutside(end), end - 1 > start,
        isPast(end - 1, by: 0)
      {
        end -= 1
      }
      if pressed || turned {
        parts.append(pressed ? .drag(start..<end) : .wheel(start..<end))
        isInside = true
      } else if stands(start..<end) {
        parts.append(.rest(start..<end))
      } else {
        let late = isInside ? rowsLate(start..<end) : 0
        if late > 0 { parts.append(.drag(start..<start + late)) }
        // If presses are reported, nothing outside them is a drag.
        let mayBeDragged = isInside && presses.isEmpty && observation.turns.isEmpty
        let stretch = Stretch(
          observation.rows[start + late..<end], interval: interval, noise: noise)
        parts += stretch.parts(mayBeDragged: mayBeDragged).map {
          standing($0.moved(by: start + late))
        }
        isInside = false
      }
      start = end
    }
    return parts
  }

  /// Whether the content stands still in some rows before a turn of the wheel.
  private func stands(_ range: Range<Int>) -> Bool {
    guard range.upperBound < observation.rows.count, beginsTurn(range.upperBound) else {
      return false
    }
    let places = observation.rows[range].map(\.offset)
    return places.extent <= max(0.05, 4 * noise.deviation)
  }

  /// Whether a row is the first that may show a turn of a wheel.
  private func beginsTurn(_ index: Int) -> Bool {
    let rows = observation.rows
    let latency = max(0, (wheel?.latency?.value ?? 0) - interval / 2)
    return index > 0
      && observation.realTurns.contains {
        rows[index - 1].time < $0.time + latency && $0.time + latency <= rows[index].time
      }
  }

  /// A part, or a rest if it is too short for a law and shows the content's initial position.
  private func standing(_ part: Part) -> Part {
    guard case .unexplained(let range, nil) = part, range.lowerBound == 0,
      observation.rows[range].allSatisfy({ $0.offset == observation.rows[0].offset })
    else { return part }
    return .rest(range)
  }

  /// Whether the content is past a known edge.
  private func isOutside(_ index: Int) -> Bool { isPast(index, by: max(1, 3 * noise.deviation)) }

  private func isPast(_ index: Int, by slack: Double) -> Bool {
    let offset = observation.rows[index].offset
    return offset < (observation.source.minimum ?? -.infinity) - slack
      || offset > (observation.source.maximum ?? .infinity) + slack
  }

  /// Turns closer than this belong together, in seconds.
  private static let pause = 0.3

  /// The intervals with more than one turn of the wheel, up to when the last turn was shown.
  private static func turned(
    _ observation: Observation, _ wheel: WheelResponse?
  ) -> [ClosedRange<Double>] {
    guard let wheel else { return [] }
    var ranges: [ClosedRange<Double>] = []
    var turns: [Double] = []
    func end() {
      guard turns.count > 1 else { return }
      // A turn spread over several frames is complete by about when the next one would have come.
      let eased = wheel.isEased ? (turns[turns.count - 1] - turns[0]) / Double(turns.count - 1) : 0
      let late = max(0, wheel.latency?.value ?? 0) + observation.interval / 2
      ranges.append(turns[0]...turns[turns.count - 1] + max(late, eased))
    }
    for turn in observation.realTurns {
      if let last = turns.last, turn.time - last > pause {
        end()
        turns = []
      }
      turns.append(turn.time)
    }
    end()
    return ranges
  }

  /// Whether a wheel was turned so shortly before a time that it causes what begins then.
  func isTurned(at time: Double) -> Bool {
    let latest = max(wheel?.latency?.value ?? 0, 0.1) + 1.5 * interval
    return observation.realTurns.contains { (time - latest...time + interval).contains($0.time) }
  }

  /// How many rows after a release still show the hand, as programs show it some frames late.
  private func rowsLate(_ range: Range<Int>) -> Int {
    let rows = observation.rows
    let begin = rows[range.lowerBound].time
    guard let release = observation.presses.last(where: { $0.upperBound <= begin }),
      range.lowerBound > 0, release.contains(rows[range.lowerBound - 1].time)
    else { return 0 }
    let own = self.rows(range)
    let scatter = noise.deviation * noise.deviation
    var best: (count: Int, cost: Double)?
    let known = rows[range].prefix {
      following?.isHand($0, noise: noise.deviation) ?? false
    }.count
    // If the content's lag is known, rows after it do not show the hand.
    let press = following?.presses.last { $0.times == release }
    let latest =
      press.flatMap { following?.longestDelay(of: $0, interval: interval) } ?? HandFollowing.latest
    let most = rows[range].prefix { $0.time <= release.upperBound + latest }.count
    // The squared distances of rows from where a steady hand would leave the content.
    let misses = rows[range].prefix(most).map { row in
      press.flatMap { following?.place(of: $0, at: row.time, late: following?.rough ?? 0) }
        .map { (row.offset - $0) * (row.offset - $0) } ?? .infinity
    }
    for count in known...max(known, most) where range.count - count >= 2 * Stretch.fewest {
      guard let law = LawChoice(self.rows(range.dropFirst(count))).laws.first else { break }
      func cost(_ sum: Double, _ numbers: Int) -> Double {
        LawFit.cost(
          sum: law.sum + sum, own, law.parameterCount + numbers, law.disturbances.count)
      }
      // Each of these rows costs one parameter, or all together one, the lag, if a steady hand
      // explains them.
      let steady = misses.prefix(count).reduce(0, +)
      let least = min(
        cost(scatter * Double(count), count), count > 1 ? cost(steady, 1) : .infinity)
      if least < best?.cost ?? .infinity { best = (count, least) }
      if count == known, law.disturbances.isEmpty, law.parameterCount <= 3,
        law.deviation <= 1.3 * noise.deviation
      {
        break
      }
    }
    return best?.count ?? known
  }

  /// Whether a gap before a row is a rest, after which something moved.
  ///
  /// The slow end of a run also has gaps, as it is shown a pixel at a time, but continues more
  /// slowly.
  private func restsBefore(_ index: Int) -> Bool {
    let all = observation.rows
    let gap = all[index].time - all[index - 1].time
    guard gap >= Self.gap, index + 1 < all.count else { return false }
    let before = abs(all[index].offset - all[index - 1].offset) / gap
    let after =
      abs(all[index + 1].offset - all[index].offset) / (all[index + 1].time - all[index].time)
    return after > 3 * before + 30
  }
}
