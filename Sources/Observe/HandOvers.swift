internal import Feel

extension FaultFinder {
  func between(
    _ first: Segmentation.Part, _ second: Segmentation.Part, after earlier: Segmentation.Part?
  ) -> [MotionFault] {
    switch (first, second) {
    case (.rest(let earlier), .rest(let range)):
      // While nothing was shown, the content may have moved in any way.
      let (last, shown) = (rows[earlier.upperBound - 1].time, rows[range.lowerBound].time)
      guard shown - last < Segmentation.gap, !isPressed(last - Self.latestTurn...shown) else {
        return []
      }
      return jump(
        by: segmentation.step(from: earlier, to: range), error: 0.7 * noise, range.lowerBound)
    case (.law(_, let choice), .rest(let range)):
      guard let fit = choice.laws.first else { return [] }
      let level = segmentation.level(of: range, atEnd: false)
      // If it stops between two frames, it rests between the law's positions at both.
      let (last, next) = (fit.rows.span, rows[range.lowerBound].time - fit.rows.startTime)
      // A law that ends while fast does so at a poorly known moment.
      let more = (fit.family.isEase ? 0.75 : 0.25) * fit.velocity(at: last) * (next - last)
      let ends = [fit.place(at: last), fit.place(at: last) + more, fit.place(at: next) + more]
        .map { $0 + fit.rows.startPlace }
      let nearest = min(max(level, ends.min() ?? level), ends.max() ?? level)
      return jump(by: level - nearest, error: FitErrors(fit).placeError(at: last), range.lowerBound)
    case (.rest(let rest), .law(let range, let choice)):
      guard let fit = choice.laws.first else { return [] }
      let level = segmentation.level(of: rest, atEnd: true)
      // A start is followed by steps of the same length; a jump is not.
      if range.count > 1, range.upperBound <= rows.count {
        let (first, second) = (
          abs(rows[range.lowerBound].offset - level),
          abs(rows[range.lowerBound + 1].offset - rows[range.lowerBound].offset)
        )
        if first <= 1.3 * second + 3 * noise { return [] }
      }
      let gap = rows[range.lowerBound].time - rows[range.lowerBound - 1].time
      return start(fit, from: level, within: gap, at: range.lowerBound)
    case (.law(let before, let left), .law(let range, let right)):
      guard let a = left.laws.first, let b = right.laws.first,
        !isPressed(rows[before.upperBound - 1].time...rows[range.lowerBound].time)
      else { return [] }
      let pair = Self.alike(left, right) ?? (a, b)
      return handOver(pair.0, pair.1, (left, right), at: range.lowerBound)
    case (.unexplained(let between, _), .law(let range, let right)):
      guard let b = right.laws.first,
        !isPressed(rows[between.lowerBound].time...rows[range.lowerBound].time)
      else { return [] }
      if case .law(_, let left) = earlier, let a = left.laws.first {
        let time = rows[between.lowerBound].time
        let pushes = push(
          from: a.velocity(at: a.rows.span), to: b.velocity(at: 0),
          error: slopeError(a) + slopeError(b), at: time)
        return isPastEdge(time) ? [] : pushes.filter { isAtOnce($0, in: between) }
      }
      let few = LawChoice(
        few: ObservedRows(
          rows[between], interval: interval, noise: segmentation.noise))
      guard between.count >= Self.fewest, let a = few.laws.first else { return [] }
      // The few rows determine the velocity too poorly for a push.
      return handOver(a, b, (few, right), at: range.lowerBound).filter { $0.kind == .jump }
    default: return []
    }
  }

  /// Whether rows show most of a push between two frames, rather than a little of it in each.
  private func isAtOnce(_ push: MotionFault, in range: Range<Int>) -> Bool {
    func slope(_ first: Int, _ last: Int) -> Double {
      (rows[last].offset - rows[first].offset) / (rows[last].time - rows[first].time)
    }
    return (range.lowerBound - 1...range.upperBound).contains { index in
      index >= 2 && index + 2 < rows.count
        && abs(slope(index, index + 2) - slope(index - 2, index)) >= 0.6 * abs(push.size)
    }
  }

  /// A pair of laws of one family if it is nearly as likely as the best pair: a program keeps its
  /// law.
  private static func alike(_ left: LawChoice, _ right: LawChoice) -> (LawFit, LawFit)? {
    guard let a = left.laws.first, let b = right.laws.first else { return nil }
    let pairs = left.laws.compactMap { law in
      right.laws.first { $0.family == law.family }.map { (law, $0) }
    }
    guard let best = pairs.min(by: { $0.0.cost + $0.1.cost < $1.0.cost + $1.1.cost }) else {
      return nil
    }
    return best.0.cost + best.1.cost < a.cost + b.cost + LawChoice.alike ? best : nil
  }

  private func jump(
    by size: Double, error: Double, unknown: Double = 0, _ index: Int
  ) -> [MotionFault] {
    guard abs(size) >= max(Self.leastStep, 4 * error + unknown, 3 * noise) else { return [] }
    return [MotionFault(kind: .jump, time: rows[index].time, size: size, error: error)]
  }

  /// Faults at the seam between two laws, which lies between a row and the one before it.
  private func handOver(
    _ a: LawFit, _ b: LawFit, _ choices: (LawChoice, LawChoice), at index: Int
  ) -> [MotionFault] {
    let (start, end) = (rows[index - 1].time, rows[index].time)
    // Nothing was shown for a while.
    guard end - start < Segmentation.gap else {
      return self.start(b, from: rows[index - 1].offset, within: interval, at: index)
    }
    let held = held(a, b, at: index)
    guard held.isEmpty else { return held }
    func difference(_ time: Double) -> Double {
      b.rows.startPlace + b.place(at: time - b.rows.startTime) - a.rows.startPlace
        - a.place(at: time - a.rows.startTime)
    }
    func error(_ time: Double) -> Double {
      let errors = (
        FitErrors(a).placeError(at: time - a.rows.startTime),
        FitErrors(b).placeError(at: time - b.rows.startTime)
      )
      return (errors.0 * errors.0 + errors.1 * errors.1).squareRoot()
    }
    let seam = seam(a, b, at: index, difference)
    let time = seam.time
    let error = error(time)
    let before = a.velocity(at: time - a.rows.startTime)
    // A law with a beginning is constant before it.
    let begin = b.rows.startTime + (b.begin ?? -.infinity) + 2e-4
    let after = b.velocity(at: max(time, begin) - b.rows.startTime)
    // The two laws meet at no moment between these frames, so this is a jump, and its size is as
    // certain as its time.
    let jump =
      standsOut(seam)
      ? jump(by: seam.least, error: error, unknown: placeSpread(choices, seam), index).map { _ in
        MotionFault(
          kind: .jump, time: rows[seam.index].time, size: seam.middle,
          error: (error * error + seam.error * seam.error).squareRoot())
      } : []
    // A constant velocity at first is a hand's, and the release may be faster.
    if !jump.isEmpty || a.family == .steady || isPastEdge(end) { return jump }
    // Laws that touch without a push do so for a while, so any moment at which they are at one
    // position may be the seam.
    let isGain = seam.moments.filter { abs(difference($0)) <= abs(seam.least) + 3 * error }
      .allSatisfy {
        Self.gains(
          from: a.velocity(at: $0 - a.rows.startTime),
          to: b.velocity(at: max($0, begin) - b.rows.startTime))
      }
    guard isGain else { return [] }
    return push(
      from: before, to: after, error: slopeError(a) + slopeError(b), at: time
    ).compactMap { push in
      let spreads = [spread(choices.0, time), spread(choices.1, max(time, begin))]
      let error = spreads.reduce(push.error * push.error) { $0 + $1 * $1 }.squareRoot()
      // Laws that fit equally well disagree about it.
      return abs(push.size) < 3 * error
        ? nil : MotionFault(kind: push.kind, time: push.time, size: push.size, error: error)
    }
  }

  /// The seam between two laws: its rows, the moment at which the laws are nearest, and their
  /// distance.
  private struct Seam {
    /// The first row of the second law.
    var index: Int
    var time: Double
    /// The smallest signed distance at any moment; 0 if they meet.
    var least: Double
    /// The middle of the distances between the two rows.
    var middle: Double
    /// Half the range of those distances.
    var error: Double
    /// All moments at which the second law may have begun.
    var moments: [Double]
  }

  private func seam(
    _ a: LawFit, _ b: LawFit, at index: Int, _ difference: (Double) -> Double
  ) -> Seam {
    func misses(_ fit: LawFit, _ row: Int) -> Bool {
      let time = rows[row].time - fit.rows.startTime
      let place = fit.rows.startPlace + fit.place(at: time)
      return abs(rows[row].offset - place) > 4 * FitErrors(fit).placeError(at: time) + 3 * noise
    }
    func seam(_ index: Int) -> Seam {
      let (start, end) = (rows[index - 1].time, rows[index].time)
      let moments = (0...32).map { start + (end - start) * Double($0) / 32 }
      let sizes = moments.map(difference)
      let (low, high) = (sizes.min() ?? 0, sizes.max() ?? 0)
      let closest = moments.min { abs(difference($0)) < abs(difference($1)) } ?? end
      let least = low * high <= 0 ? 0 : abs(low) < abs(high) ? low : high
      return Seam(
        index: index, time: closest, least: least, middle: (low + high) / 2,
        error: (high - low) / 2, moments: moments)
    }
    // The cut may be off by rows that both laws describe.
    var seams = [seam(index)]
    if index > 1, !misses(b, index - 1) { seams.append(seam(index - 1)) }
    if index + 1 < rows.count, !misses(a, index) { seams.append(seam(index + 1)) }
    var nearest = seams.min { abs($0.least) < abs($1.least) } ?? seams[0]
    nearest.moments = seams.flatMap(\.moments)
    return nearest
  }

  /// Half the range of the positions at a seam that nearly likely laws predict.
  private func placeSpread(_ choices: (LawChoice, LawChoice), _ seam: Seam) -> Double {
    func spread(_ choice: LawChoice) -> Double {
      let best = choice.laws.first?.cost ?? 0
      let places = choice.laws.filter { $0.cost < best + LawChoice.alike }
        .map { $0.rows.startPlace + $0.place(at: seam.time - $0.rows.startTime) }
      return places.extent / 2
    }
    let (a, b) = (spread(choices.0), spread(choices.1))
    return (a * a + b * b).squareRoot()
  }

  /// Whether the step at a seam differs from its neighbours: a wrong law shows only in its last
  /// rows.
  private func standsOut(_ seam: Seam) -> Bool {
    let index = seam.index
    guard index >= 2, index + 1 < rows.count else { return false }
    func velocity(_ index: Int) -> Double {
      (rows[index].offset - rows[index - 1].offset) / (rows[index].time - rows[index - 1].time)
    }
    let around = [velocity(index - 1), velocity(index + 1)]
    let shown = velocity(index)
    let due = min(max(shown, around.min() ?? shown), around.max() ?? shown)
    let excess = (shown - due) * (rows[index].time - rows[index - 1].time)
    return excess * seam.middle > 0 && abs(excess) >= 0.4 * abs(seam.middle)
  }

  /// Half the range of velocities at a time that nearly likely laws predict, in units a second.
  private func spread(_ choice: LawChoice, _ time: Double) -> Double {
    let best = choice.laws.first?.cost ?? 0
    let velocities = choice.laws.filter { $0.cost < best + LawChoice.alike }
      .map { $0.velocity(at: time - $0.rows.startTime) }
    return velocities.extent / 2
  }

  /// A repeated frame at the seam between two laws of the same speed.
  private func held(_ a: LawFit, _ b: LawFit, at index: Int) -> [MotionFault] {
    guard segmentation.observation.isEven, index + 1 < rows.count else { return [] }
    let (start, now) = (rows[index - 1].time, rows[index].time)
    let way = FitErrors(a).way(from: start - a.rows.startTime, to: now - a.rows.startTime)
    let due = way.value
    let (shown, next) = (
      rows[index].offset - rows[index - 1].offset, rows[index + 1].offset - rows[index].offset
    )
    guard abs(due) >= 3 + 2 * noise, abs(shown) <= max(0.35 * abs(due), noise), next * due > 0,
      abs(next) >= 0.5 * abs(due)
    else { return [] }
    return [
      MotionFault(kind: .stall, time: now, size: due, error: way.error, duration: interval)
    ]
  }

  /// A jump at the start of a motion: it begins neither at the content's position nor a step from
  /// it.
  private func start(
    _ fit: LawFit, from level: Double, within gap: Double, at index: Int
  ) -> [MotionFault] {
    let way = fit.place(at: 0) + fit.rows.startPlace - level
    let due = 2 * abs(fit.velocity(at: 0)) * gap
    return jump(
      by: abs(way) <= due ? 0 : way - (way < 0 ? -due : due),
      error: FitErrors(fit).placeError(at: 0), index)
  }

  /// Whether content gains speed, as an edge or a landing only reduces it, and by enough to report.
  static func gains(from before: Double, to after: Double, atLeast least: Double = 0) -> Bool {
    abs(after) - abs(before) >= max(DisturbanceSearch.Least.push, least, 0.03 * abs(after))
  }

  /// A sudden gain of speed.
  private func push(
    from before: Double, to after: Double, error: Double, at time: Double
  ) -> [MotionFault] {
    guard Self.gains(from: before, to: after, atLeast: 5 * error) else { return [] }
    return [
      MotionFault(kind: .reacceleration, time: time, size: after - before, error: error)
    ]
  }

  /// The standard error of a law's velocity at its ends, in units a second.
  private func slopeError(_ fit: LawFit) -> Double {
    let count = Double(min(fit.rows.count, 20))
    return fit.variance.squareRoot() * 8 / (count * count.squareRoot() * fit.rows.interval)
  }
}
