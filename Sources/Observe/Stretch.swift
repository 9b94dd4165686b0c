internal import Glibc

/// Rows without a known rest or press: described by one law with its disturbances, or cut
/// recursively in two if a second law improves the fit enough to pay for its numbers.
///
/// If there are very many rows, an even sample finds the laws and roughly where they end; all rows
/// then give the exact numbers and boundaries.
struct Stretch {
  typealias Part = Segmentation.Part

  /// Minimum number of rows for a fit.
  static let fewest = 6
  /// Maximum depth of recursive cuts.
  private static let depth = 3
  /// Size of the sample; used if there are more than twice as many rows.
  private static let most = 360

  /// The cost of choosing the best of all families for a second part: −2 · ln(1 / families).
  private static let choice = 2 * log(Double(LawFamily.allCases.count))

  /// The cost of a second law that starts with a pause although the first was moving: as much as a
  /// disturbance.
  private static let pause = 12.0

  private let all: [Observation.Row]
  private let interval: Double
  private let noise: NoiseEstimate

  init(_ rows: some Sequence<Observation.Row>, interval: Double, noise: NoiseEstimate) {
    (all, self.interval, self.noise) = (Array(rows), interval, noise)
  }

  /// Its parts; their ranges count from its first row.
  ///
  /// - Parameters:
  ///   - mayBeDragged: whether an unreported hand may have moved the first rows.
  ///   - isClose: whether it is a part of a sampled stretch that no law explained, and so the last
  ///     attempt.
  func parts(mayBeDragged: Bool, isClose: Bool = false) -> [Part] {
    guard all.count > 2 * Self.most else {
      return joined(explained(0..<all.count, Self.depth, mayBeDragged: mayBeDragged))
    }
    let step = Double(all.count - 1) / Double(Self.most - 1)
    let kept = (0..<Self.most).map { Int((Double($0) * step).rounded()) }
    let glance = Stretch(kept.map { all[$0] }, interval: interval * step, noise: noise)
    let parts = glance.explained(0..<Self.most, Self.depth, mayBeDragged: mayBeDragged)
    var starts = [0]
    for (left, right) in zip(parts, parts.dropFirst()) {
      let first = right.range.lowerBound
      starts.append(handOver(left, right, kept[first - 1] + 1...kept[first]))
    }
    return zip(parts, zip(starts, starts.dropFirst() + [all.count])).flatMap { part, ends in
      let range = ends.0..<ends.1
      switch part {
      case .rest, .drag, .wheel: return [part.over(range)]
      case .law(_, let choice):
        let choice = LawChoice(choice, of: rows(range))
        let isPoor = choice.laws.first.map(LawChoice.isPoor) ?? true
        return [isPoor ? .unexplained(range, choice) : .law(range, choice)]
      case .unexplained:
        guard parts.count > 1, !isClose else { return [part.over(range)] }
        let stretch = Stretch(all[range], interval: interval, noise: noise)
        return stretch.parts(mayBeDragged: mayBeDragged && range.lowerBound == 0, isClose: true)
          .map { $0.moved(by: range.lowerBound) }
      }
    }
  }

  /// Merges parts too short to determine a law into the part before them if its law fits them, and
  /// marks the others unexplained.
  private func joined(_ parts: [Part]) -> [Part] {
    var joined: [Part] = []
    for part in parts {
      guard case .law(let range, let choice) = part, range.count < 3 * Self.fewest,
        choice.laws.first.map({ FitErrors($0).isUndetermined }) ?? false
      else {
        joined.append(part)
        continue
      }
      if case .law(let before, let first) = joined.last,
        let whole = first.extended(over: rows(before.lowerBound..<range.upperBound))
      {
        joined[joined.count - 1] = .law(before.lowerBound..<range.upperBound, whole)
      } else {
        joined.append(.unexplained(range, nil))
      }
    }
    return joined
  }

  /// The row in a range from which the second law describes the rows better than the first.
  private func handOver(_ left: Part, _ right: Part, _ range: ClosedRange<Int>) -> Int {
    guard case .law(_, let first) = left, case .law(_, let second) = right,
      let a = first.laws.first, let b = second.laws.first
    else { return range.upperBound }
    func miss(_ law: LawFit, _ row: Int) -> Double {
      let place = law.rows.startPlace + law.place(at: all[row].time - law.rows.startTime)
      return (all[row].offset - place) * (all[row].offset - place)
    }
    var best = (index: range.lowerBound, sum: 0.0)
    var sum = 0.0
    for row in range.dropLast() {
      sum += miss(a, row) - miss(b, row)
      if sum < best.sum { best = (row + 1, sum) }
    }
    return best.index
  }

  private func rows(_ range: Range<Int>) -> ObservedRows {
    ObservedRows(all[range], interval: interval, noise: noise)
  }

  /// Explains a range of rows by laws.
  private func explained(_ range: Range<Int>, _ depth: Int, mayBeDragged: Bool) -> [Part] {
    guard !range.isEmpty else { return [] }
    guard range.count >= Self.fewest else {
      // Scatter alone is not a drag.
      let places = all[range].map(\.offset)
      let way = places.extent
      let isDragged = mayBeDragged && way > 6 * noise.deviation + 1
      return [isDragged ? .drag(range) : .unexplained(range, nil)]
    }
    let own = rows(range)
    let choice = LawChoice(own)
    guard let best = choice.laws.first else { return [.unexplained(range, nil)] }
    // A law that fits to within the scatter needs no second one: it would only fit the noise.
    let isDone =
      best.disturbances.isEmpty
      ? best.deviation <= 1.3 * noise.deviation
      : best.disturbances.count == 1 && best.deviation <= 1.1 * noise.deviation
        && !FitErrors(best).isUndeterminedIfCorrelated
    if isDone { return [.law(range, choice)] }
    if depth > 0, let cut = cut(range, mayBeDragged: mayBeDragged, better: best) {
      let left = range.lowerBound..<cut.index
      let first =
        // Rows this few may also be the start of a curve.
        cut.isDragged
        ? [left.count <= Self.fewestDragged ? .unexplained(left, nil) : .drag(left)]
        : explained(left, depth - 1, mayBeDragged: mayBeDragged)
      let second = explained(cut.index..<range.upperBound, depth - 1, mayBeDragged: false)
      return handedOver(reachingBack(first, second))
    }
    return [LawChoice.isPoor(best) ? .unexplained(range, choice) : .law(range, choice)]
  }

  /// Moves the start of the second half's law back over the rows it fits, if the first half has too
  /// few rows to determine its own.
  private func reachingBack(_ first: [Part], _ second: [Part]) -> [Part] {
    guard first.count == 1, case .law(let left, let poor) = first[0],
      case .law(let right, let choice)? = second.first, left.count < 2 * Self.fewest,
      let law = poor.laws.first, let own = choice.laws.first,
      left.count <= law.parameterCount + Self.spare || FitErrors(law).isUndeterminedIfCorrelated
    else { return first + second }
    let slack = max(3 * noise.deviation, Self.unseen / 2)
    var start = right.lowerBound
    while start > left.lowerBound {
      let time = all[start - 1].time - own.rows.startTime
      guard abs(own.rows.startPlace + own.place(at: time) - all[start - 1].offset) <= slack else {
        break
      }
      start -= 1
    }
    guard start < right.lowerBound else { return first + second }
    let whole = start..<right.upperBound
    let rest = left.lowerBound..<start
    let before: [Part] = rest.isEmpty ? [] : [.unexplained(rest, nil)]
    return before + [.law(whole, LawChoice(rows(whole)))] + second.dropFirst()
  }

  /// How far a boundary between two laws may be moved from the cheapest cut, in rows.
  private static let slip = 2

  /// Moves the boundary between laws to where the reported laws fit best.
  ///
  /// The cut was found with all families: a law with more numbers absorbs a row on the wrong side,
  /// which would then distort the numbers of a simpler one.
  private func handedOver(_ parts: [Part]) -> [Part] {
    var parts = parts
    for index in parts.indices.dropLast() {
      guard case .law(let left, let first) = parts[index],
        case .law(let right, let second) = parts[index + 1],
        let a = first.unresolved.first, let b = second.unresolved.first,
        a.disturbances.isEmpty, b.disturbances.isEmpty
      else { continue }
      let (own, count) = (right.lowerBound, Double(left.count + right.count))
      let least = count * NoiseEstimate.least * NoiseEstimate.least
      let sums = (own - Self.slip...own + Self.slip).map { seam -> (seam: Int, sum: Double) in
        let ranges = (left.lowerBound..<seam, seam..<right.upperBound)
        guard min(ranges.0.count, ranges.1.count) >= Self.fewest,
          let a = LawFit(a.family, rows(ranges.0), from: a.shape, effort: 60),
          let b = LawFit(b.family, rows(ranges.1), from: b.shape, effort: 60)
        else { return (seam, .infinity) }
        return (seam, max(a.sum + b.sum, least))
      }
      guard let best = sums.min(by: { $0.sum < $1.sum }),
        count * log(best.sum / max(a.sum + b.sum, least)) < -LawChoice.doubtful
      else { continue }
      let (earlier, later) = (left.lowerBound..<best.seam, best.seam..<right.upperBound)
      parts[index] = .law(earlier, LawChoice(rows(earlier)))
      parts[index + 1] = .law(later, LawChoice(rows(later)))
    }
    return parts
  }

  /// In seconds.
  private static let longestFlick = 0.4
  /// This many rows are too few to show a hand.
  private static let fewestDragged = 4
  /// A law needs more rows than numbers by more than this many to be determined.
  private static let spare = 3

  /// Residuals below this are no reason to assume an unreported hand, in the motion's unit: no
  /// program follows a law that exactly.
  private static let unseen = 0.15

  /// Where to cut a stretch in two, if two laws, or a hand and a law, describe it better than one.
  ///
  /// Quick fits at many rows find the best candidates, which are then fitted in full with their
  /// neighbours.
  private func cut(
    _ range: Range<Int>, mayBeDragged: Bool, better single: LawFit
  ) -> (index: Int, isDragged: Bool)? {
    guard range.count >= 2 * Self.fewest else { return nil }
    let glances = glances(range)
    var tried: [(index: Int, cost: Double)] = []
    // Parameter count of the law after the best cut so far.
    var fewest = single.parameterCount
    // A disturbed law with undetermined numbers does not count.
    let isNone = !single.disturbances.isEmpty && FitErrors(single).isUndeterminedIfCorrelated
    // The best cost without a hand, at the resolution at which a hand must win.
    var coarse =
      isNone
      ? .infinity
      : LawFit.cost(
        sum: single.sum, rows(range), single.parameterCount, single.disturbances.count,
        least: Self.unseen)
    if let best = glances.min(by: { ($0.value.law, $0.key) < ($1.value.law, $1.key) }),
      best.value.law.isFinite
    {
      for index in best.key - 1...best.key + 1 {
        guard let cost = self.cost(of: range, cutAt: index) else { continue }
        tried.append((index, cost.fine))
        if cost.fine <= tried.map(\.cost).min() ?? 0 { fewest = cost.numbers }
        coarse = min(coarse, cost.coarse)
      }
      // The quick fits may be off by some rows.
      for step in [-1, 1] {
        while let likely = tried.min(by: { $0.cost < $1.cost }),
          !tried.contains(where: { $0.index == likely.index + step }),
          let cost = self.cost(of: range, cutAt: likely.index + step)
        {
          tried.append((likely.index + step, cost.fine))
          if cost.fine <= tried.map(\.cost).min() ?? 0 { fewest = cost.numbers }
          coarse = min(coarse, cost.coarse)
        }
      }
    }
    if mayBeDragged,
      let best = glances.min(by: { ($0.value.drag, $0.key) < ($1.value.drag, $1.key) })
    {
      var likely: (index: Int, cost: Cost)?
      // A law with more numbers also fits part of the drag, so try later cuts too.
      for index in best.key - 1...best.key + 6 {
        guard let cost = self.cost(of: range, draggedUpTo: index) else { continue }
        if cost.fine < likely?.cost.fine ?? .infinity { likely = (index, cost) }
      }
      let others = min(isNone ? .infinity : single.cost, tried.map(\.cost).min() ?? .infinity)
      // If they are about as likely, prefer the simpler law, provided the drag is as short as a
      // flick.
      let length = likely.map { all[$0.index].time - all[range.lowerBound].time } ?? 0
      let isSimpler = (likely?.cost.numbers ?? 0) < fewest && length <= Self.longestFlick
      let slack = isSimpler ? LawChoice.doubtful : 0
      if let likely, likely.cost.coarse < coarse + slack, likely.cost.fine < others + slack {
        return (likely.index, true)
      }
    }
    guard let best = tried.min(by: { $0.cost < $1.cost }), isNone || best.cost < single.cost
    else { return nil }
    return (best.index, false)
  }

  /// Quick estimates of the cost of a cut at many rows, into two laws or a hand and a law.
  private func glances(_ range: Range<Int>) -> [Int: (law: Double, drag: Double)] {
    let own = rows(range)
    var seen: [Int: (law: Double, drag: Double)] = [:]
    func look(_ index: Int) {
      guard seen[index] == nil, index >= range.lowerBound + 2,
        index <= range.upperBound - Self.fewest,
        let right = LawChoice.glance(rows(index..<range.upperBound))
      else { return }
      let (before, after) = (index - range.lowerBound, range.upperBound - index)
      var law = Double.infinity
      if before >= Self.fewest, let left = LawChoice.glance(rows(range.lowerBound..<index)) {
        let sum = left.mean * Double(before) + right.mean * Double(after)
        law = LawFit.cost(sum: sum, own, left.parameters + right.parameters + 2, 1)
      }
      let drag = dragged(own, before, sum: right.mean * Double(after), right.parameters, 0).fine
      seen[index] = (law, drag)
    }
    var step = max(1, range.count / 20)
    for index in stride(from: range.lowerBound + 2, to: range.upperBound, by: step) { look(index) }
    while step > 1 {
      step = max(1, step / 3)
      let best = [
        seen.min { ($0.value.law, $0.key) < ($1.value.law, $1.key) }?.key,
        seen.min { ($0.value.drag, $0.key) < ($1.value.drag, $1.key) }?.key,
      ]
      for best in best.compactMap(\.self) {
        for index in [best - 2 * step, best - step, best + step, best + 2 * step] { look(index) }
      }
    }
    return seen
  }

  /// The cost of a law after a hand in this many rows, which may do anything: a number per two
  /// rows.
  private func dragged(
    _ own: ObservedRows, _ before: Int, sum: Double, _ parameters: Int, _ disturbances: Int
  ) -> Cost {
    let scatter = noise.deviation * noise.deviation * Double(before)
    func cost(_ least: Double) -> Double {
      Self.choice
        + LawFit.cost(
          sum: sum + scatter, own, before / 2 + 4 + parameters, 1 + disturbances, least: least)
    }
    return Cost(fine: cost(0), coarse: cost(Self.unseen), numbers: parameters)
  }

  /// The cost of one way to explain a stretch.
  private struct Cost {
    /// At the rows' own resolution.
    let fine: Double
    /// At the resolution at which a hand must win: `unseen`.
    let coarse: Double
    /// Number of parameters of the last law.
    let numbers: Int
  }

  /// The cost of two laws.
  private func cost(
    of range: Range<Int>, cutAt index: Int
  ) -> Cost? {
    let (left, right) = (range.lowerBound..<index, index..<range.upperBound)
    guard min(left.count, right.count) >= Self.fewest,
      let a = LawChoice(rows(left)).laws.first, let b = LawChoice(rows(right)).laws.first
    else { return nil }
    // Moving content does not pause between two laws, as a second law that begins later would
    // imply.
    let pause = (b.begin ?? 0) > 0.25 * interval
    let isMoving = abs(a.velocity(at: a.rows.span)) * interval > 3 * noise.deviation
    func cost(_ least: Double) -> Double {
      Self.choice + (pause && isMoving ? Self.pause : 0)
        + LawFit.cost(
          sum: a.sum + b.sum, rows(range), a.parameterCount + b.parameterCount + 2,
          1 + a.disturbances.count + b.disturbances.count, least: least)
    }
    return Cost(fine: cost(0), coarse: cost(Self.unseen), numbers: b.parameterCount)
  }

  private func cost(
    of range: Range<Int>, draggedUpTo index: Int
  ) -> Cost? {
    let right = index..<max(index, range.upperBound)
    guard index >= range.lowerBound + 2, right.count >= Self.fewest,
      let law = LawChoice(rows(right)).laws.first
    else { return nil }
    return dragged(
      rows(range), index - range.lowerBound, sum: law.sum, law.parameterCount,
      law.disturbances.count)
  }
}
