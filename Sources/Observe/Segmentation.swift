internal import FeelTrace

/// Cuts a motion where one thing hands over to another: rests first, then presses, then laws.
struct Segmentation {
  /// A stretch of the rows.
  enum Part {
    case rest(Range<Int>)
    case drag(Range<Int>)
    case law(Range<Int>, LawChoice)
    case unexplained(Range<Int>, LawChoice?)

    var range: Range<Int> {
      switch self {
      case .rest(let range), .drag(let range), .law(let range, _), .unexplained(let range, _):
        range
      }
    }

    /// The same for other rows.
    func over(_ range: Range<Int>) -> Part {
      switch self {
      case .rest: .rest(range)
      case .drag: .drag(range)
      case .law(_, let choice): .law(range, choice)
      case .unexplained(_, let choice): .unexplained(range, choice)
      }
    }

    /// The same where so many rows come before it.
    func moved(by count: Int) -> Part {
      over(range.lowerBound + count..<range.upperBound + count)
    }
  }

  /// The rest at the end is no shorter, in seconds.
  private static let shortestEnd = 0.1
  /// A rest between motions is no shorter, in seconds: a slow end must not be taken for one.
  private static let shortestRest = 0.25
  /// Rows that are further apart may have a rest between them, in seconds.
  static let gap = 0.25

  let observation: Observation
  let noise: NoiseEstimate
  let interval: Double
  /// The rows that show again what the one before them had shown, where there are many.
  let repeated: [Int]
  private(set) var parts: [Part] = []

  /// Cuts a motion.
  ///
  /// - Parameters:
  ///   - observation: the motion.
  ///   - jitter: what is known of its rows' times, in seconds.
  init(_ observation: Observation, jitter: Double = 0) {
    self.observation = observation
    repeated = RepeatedFrames(observation).indices
    noise = NoiseEstimate(
      observation.rows, repeated: Set(repeated.map { observation.rows[$0].time }),
      leastJitter: jitter)
    interval = observation.interval
    let rests = rests()
    var next = 0
    for rest in rests {
      parts += pieces(next..<rest.lowerBound)
      parts.append(.rest(rest))
      next = rest.upperBound
    }
    parts += pieces(next..<observation.rows.count)
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
    while start < all.count {
      var (low, high) = (all[start].offset, all[start].offset)
      var end = start + 1
      while end < all.count {
        let (lower, upper) = (min(low, all[end].offset), max(high, all[end].offset))
        guard upper - lower <= 2 * tolerance else { break }
        (low, high) = (lower, upper)
        end += 1
      }
      guard let range = flat(start..<end) else {
        start += 1
        continue
      }
      // What creeps on is one rest; where it jumps there are two.
      if let last = rests.last, last.upperBound == range.lowerBound,
        abs(step(from: last, to: range)) < DisturbanceSearch.Least.step
      {
        rests[rests.count - 1] = last.lowerBound..<range.upperBound
      } else {
        rests.append(range)
      }
      start = range.upperBound
    }
    return rests
  }

  /// Where a rest lies at its start, or at its end: the mean of a few rows.
  func level(of rest: Range<Int>, atEnd: Bool) -> Double {
    let rows = observation.rows[rest]
    let near = atEnd ? rows.suffix(4) : rows.prefix(4)
    return near.reduce(0) { $0 + $1.offset } / Double(max(1, near.count))
  }

  /// By how much the content is elsewhere in a rest that follows another.
  func step(from first: Range<Int>, to second: Range<Int>) -> Double {
    level(of: second, atEnd: false) - level(of: first, atEnd: true)
  }

  /// What of some rows keeps its place: those at either end that show a slope are left out.
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
      if abs(slope) <= 4 * error { return range }
      let (first, last) = (all[range.lowerBound].offset, all[range.upperBound - 1].offset)
      let cut = max(1, range.count / 6)
      range =
        abs(first - mean) >= abs(last - mean)
        ? range.lowerBound + cut..<range.upperBound : range.lowerBound..<range.upperBound - cut
    }
    return nil
  }

  // MARK: What moves

  /// The parts of a stretch between rests.
  private func pieces(_ range: Range<Int>) -> [Part] {
    var parts: [Part] = []
    var start = range.lowerBound
    // Outside of the edges another law holds; what swings there may cross them again.
    var isInside = true
    let presses = observation.presses
    func isPressed(_ index: Int) -> Bool {
      presses.contains { $0.contains(observation.rows[index].time) }
    }
    while start < range.upperBound {
      let pressed = isPressed(start)
      var end = start + 1
      while end < range.upperBound, isPressed(end) == pressed, !restsBefore(end),
        pressed || !isInside || isOutside(end - 1) || !isOutside(end)
      {
        end += 1
      }
      if end < range.upperBound, isInside, !pressed, isOutside(end), end - 1 > start,
        isPast(end - 1, by: 0)
      {
        end -= 1
      }
      if pressed {
        parts.append(.drag(start..<end))
        isInside = true
      } else {
        let late = isInside ? rowsLate(start..<end) : 0
        if late > 0 { parts.append(.drag(start..<start + late)) }
        // Where presses are told, whatever no press holds is no drag.
        let mayBeDragged = isInside && presses.isEmpty
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

  /// A part, or a rest where it is too short for a law and shows where the content lay at first.
  private func standing(_ part: Part) -> Part {
    guard case .unexplained(let range, nil) = part, range.lowerBound == 0,
      observation.rows[range].allSatisfy({ $0.offset == observation.rows[0].offset })
    else { return part }
    return .rest(range)
  }

  /// Whether the content lies past an edge that is known.
  private func isOutside(_ index: Int) -> Bool { isPast(index, by: max(1, 3 * noise.deviation)) }

  private func isPast(_ index: Int, by slack: Double) -> Bool {
    let offset = observation.rows[index].offset
    return offset < (observation.source.minimum ?? -.infinity) - slack
      || offset > (observation.source.maximum ?? .infinity) + slack
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
    for count in 0...4 where range.count - count >= 2 * Stretch.fewest {
      guard count == 0 || rows[range.lowerBound + count - 1].time <= release.upperBound + 0.06,
        let law = LawChoice(self.rows(range.dropFirst(count))).laws.first
      else { break }
      // Each of them is a number.
      let cost = LawFit.cost(
        sum: law.sum + scatter * Double(count), own, law.parameterCount + count,
        law.disturbances.count)
      if cost < best?.cost ?? .infinity { best = (count, cost) }
      if count == 0, law.disturbances.isEmpty, law.parameterCount <= 3,
        law.deviation <= 1.3 * noise.deviation
      {
        break
      }
    }
    return best?.count ?? 0
  }

  /// Whether nothing was shown before a row because nothing moved, and then something did.
  ///
  /// A slow end is shown by a pixel now and then: it goes on slower.
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
