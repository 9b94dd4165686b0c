/// Cuts a motion where one thing hands over to another: rests first, then presses, then laws.
///
/// A stretch between rests and presses is described by one law, with its disturbances; or cut in two where two laws
/// describe it so much better that it pays for their numbers, and each half again.
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
  }

  /// Fewer rows than these show no law.
  static let fewest = 6
  /// The rest at the end is no shorter, in seconds.
  private static let shortestEnd = 0.1
  /// A rest between motions is no shorter, in seconds: a slow end must not be taken for one.
  private static let shortestRest = 0.25
  /// Rows that are further apart may have a rest between them, in seconds.
  private static let gap = 0.25
  /// How often a stretch is cut.
  private static let depth = 3

  let observation: Observation
  let noise: NoiseEstimate
  let interval: Double
  private(set) var parts: [Part] = []

  init(_ observation: Observation) {
    self.observation = observation
    (noise, interval) = (NoiseEstimate(observation.rows), observation.interval)
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
    while range.count >= Self.fewest - 1 {
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
    let presses = observation.presses
    func isPressed(_ index: Int) -> Bool {
      presses.contains { $0.contains(observation.rows[index].time) }
    }
    while start < range.upperBound {
      let pressed = isPressed(start)
      var end = start + 1
      while end < range.upperBound, isPressed(end) == pressed, !restsBefore(end) { end += 1 }
      if pressed {
        parts.append(.drag(start..<end))
      } else {
        parts += explained(start..<end, Self.depth, mayBeDragged: true)
      }
      start = end
    }
    return parts
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

  /// The laws of a stretch.
  private func explained(_ range: Range<Int>, _ depth: Int, mayBeDragged: Bool) -> [Part] {
    guard !range.isEmpty else { return [] }
    guard range.count >= Self.fewest else {
      return [mayBeDragged ? .drag(range) : .unexplained(range, nil)]
    }
    let own = rows(range)
    let choice = LawChoice(own)
    guard let best = choice.laws.first else { return [.unexplained(range, nil)] }
    if best.disturbances.count <= 2, best.deviation <= 1.3 * noise.deviation {
      return [.law(range, choice)]
    }
    if depth > 0, let cut = cut(range, mayBeDragged: mayBeDragged, better: best.cost) {
      let left = range.lowerBound..<cut.index
      let first =
        cut.isDragged ? [.drag(left)] : explained(left, depth - 1, mayBeDragged: mayBeDragged)
      return first
        + explained(cut.index..<range.upperBound, depth - 1, mayBeDragged: false)
    }
    return [LawChoice.isPoor(best) ? .unexplained(range, choice) : .law(range, choice)]
  }

  /// Where to cut a stretch in two, if two laws, or a hand and a law, describe it better than a cost.
  private func cut(
    _ range: Range<Int>, mayBeDragged: Bool, better cost: Double
  ) -> (index: Int, isDragged: Bool)? {
    let count = range.count
    guard count >= 2 * Self.fewest else { return nil }
    let own = rows(range)
    var seen: [Int: (cost: Double, isDragged: Bool)] = [:]
    func look(_ index: Int) {
      guard seen[index] == nil, index >= range.lowerBound + 2,
        index <= range.upperBound - Self.fewest,
        let right = LawChoice.glance(rows(index..<range.upperBound))
      else { return }
      let (before, after) = (index - range.lowerBound, range.upperBound - index)
      var best: (cost: Double, isDragged: Bool)?
      if before >= Self.fewest, let left = LawChoice.glance(rows(range.lowerBound..<index)) {
        let sum = left.mean * Double(before) + right.mean * Double(after)
        best = (
          LawFit.cost(sum: sum, own, left.parameters + right.parameters + 2, 1), false
        )
      }
      if mayBeDragged {
        // A hand does what it likes: a number for every other row.
        let scatter = noise.deviation * noise.deviation
        let sum = scatter * Double(before) + right.mean * Double(after)
        let dragged = LawFit.cost(sum: sum, own, before / 2 + 3 + right.parameters + 1, 1)
        if dragged < best?.cost ?? .infinity { best = (dragged, true) }
      }
      seen[index] = best
    }
    var step = max(1, count / 20)
    for index in stride(from: range.lowerBound + 2, to: range.upperBound, by: step) { look(index) }
    while step > 1 {
      step = max(1, step / 3)
      guard let best = seen.min(by: { $0.value.cost < $1.value.cost })?.key else { break }
      for index in [best - 2 * step, best - step, best + step, best + 2 * step] { look(index) }
    }
    guard let best = seen.min(by: { $0.value.cost < $1.value.cost }), best.value.cost < cost
    else { return nil }
    return (best.key, best.value.isDragged)
  }
}
