internal import Feel
internal import FeelTrace

/// Finds what no law explains: what disturbed a law, and what does not fit where one part hands over to the next.
struct FaultFinder {
  /// Where one part hands over to the next, a law tells its end less well than its middle; in the motion's unit.
  private static let leastStep = 2.2

  /// Fewer rows lead nowhere that could be told.
  private static let fewest = 5

  private(set) var faults: [MotionFault] = []

  private let segmentation: Segmentation
  private var rows: [Observation.Row] { segmentation.observation.rows }
  private var noise: Double { segmentation.noise.deviation }
  private var interval: Double { segmentation.interval }

  /// Finds them.
  ///
  /// - Parameters:
  ///   - segmentation: the motion's parts.
  ///   - following: how it followed a hand.
  ///   - freezes: those after which it went on from where it stood.
  ///   - judder: where its steps alternate.
  init(
    _ segmentation: Segmentation, following: HandFollowing?, freezes: [LostFrames.Freeze],
    judder: [Judder.Run]
  ) {
    self.segmentation = segmentation
    let parts = segmentation.parts.filter { !$0.range.isEmpty }
    var found: [MotionFault] = []
    let frozen = Set(freezes.map(\.index))
    for (index, part) in parts.enumerated() {
      found += missingFrames(part, but: frozen) + repeatedFrames(part)
      if case .law(_, let choice) = part, let fit = choice.laws.first {
        found += inside(fit, choice)
      }
      guard index > 0 else { continue }
      found += between(parts[index - 1], part, after: index > 1 ? parts[index - 2] : nil)
    }
    found = found.filter {
      ($0.kind == .stall || !isMovedByHand($0.time)) && !isUneven($0, judder)
    }
    // These compare the content with the hand, so a hand that is down does not excuse them.
    found += leaps(following) + judder.map(alternating) + freezes.map { lost($0, parts) }
    for index in parts.indices.dropLast() {
      // Rows that show the hand late lie between.
      let isLate = index + 2 < parts.count && isDrag(parts[index + 1])
      found += release(parts[index], parts[index + (isLate ? 2 : 1)], following)
    }
    found += parts.indices.compactMap { restart(at: $0, parts) }
    if let wheel = segmentation.wheel {
      found += wheel.faults() + (runOn(wheel).map { [$0] } ?? [])
    }
    faults = Self.merged(found.sorted { $0.time < $1.time }, within: 1.5 * segmentation.interval)
  }

  /// Whether a fault is no more than uneven steps are at their ends.
  private func isUneven(_ fault: MotionFault, _ runs: [Judder.Run]) -> Bool {
    runs.contains { run in
      let (first, last) = (rows[run.range.lowerBound].time, rows[run.range.upperBound - 1].time)
      let near = first - 1.5 * interval...last + 1.5 * interval
      return near.contains(fault.time)
        && (fault.kind == .reacceleration || fault.kind == .jump && abs(fault.size) <= run.size)
    }
  }

  // MARK: What is told without laws

  private func leaps(_ following: HandFollowing?) -> [MotionFault] {
    (following?.presses ?? []).flatMap(\.leaps).map {
      MotionFault(kind: .jump, time: rows[$0.index].time, size: $0.size, error: $0.error)
    }
  }

  private func alternating(_ run: Judder.Run) -> MotionFault {
    let start = rows[run.range.lowerBound].time
    return MotionFault(
      kind: .judder, time: start, size: run.size, error: run.error,
      duration: rows[min(run.range.upperBound, rows.count) - 1].time - start, period: run.period)
  }

  /// A freeze, with how far its law would have taken the content meanwhile.
  private func lost(_ freeze: LostFrames.Freeze, _ parts: [Segmentation.Part]) -> MotionFault {
    let time = rows[freeze.index].time
    // Frames that show again what was shown are the first to tell, and the row after them where none came.
    let shown = freeze.isShownAgain ? time - (freeze.isLost ? 0 : freeze.held) - 5e-7 : time
    var (size, error) = (freeze.way, freeze.error)
    if case .law(_, let choice) = parts.first(where: { $0.range.contains(freeze.index) }),
      let fit = choice.laws.first
    {
      let start =
        time - fit.rows.startTime - (freeze.isLost ? 0 : freeze.held)
        - (freeze.isShownAgain ? interval : 0)
      let way = FitErrors(fit).way(from: start, to: start + freeze.held)
      if abs(way.value - size) <= max(0.5 * abs(size), 3) { (size, error) = way }
    }
    return MotionFault(
      kind: .stall, time: shown, size: size, error: error, duration: freeze.held,
      isLost: freeze.isLost)
  }

  private func runOn(_ wheel: WheelResponse) -> MotionFault? {
    guard abs(wheel.runOnBeforeLift) >= max(5, 4 * noise) else { return nil }
    return MotionFault(
      kind: .runOn, time: wheel.last, size: wheel.runOn, error: noise * 2.0.squareRoot())
  }

  // MARK: Late starts

  /// What rests for longer begins a motion of its own, in seconds.
  private static let longestRest = 1.0
  /// What begins so soon after a release was begun by it, in seconds.
  private static let soon = 0.1

  /// A rest from which the content moves on though nothing moves it.
  private func restart(at index: Int, _ parts: [Segmentation.Part]) -> MotionFault? {
    guard index > 0, index + 1 < parts.count, case .rest(let rest) = parts[index] else {
      return nil
    }
    let (begin, end) = (rows[rest.lowerBound].time, rows[rest.upperBound - 1].time)
    // Past an edge it only turns about.
    guard end - begin <= Self.longestRest, !isPastEdge(end) else { return nil }
    switch (parts[index - 1], parts[index + 1]) {
    case (.law, .law), (.law, .unexplained): break
    // What a hand that nobody tells of does is not known.
    case (.drag, .law) where segmentation.observation.hand != nil: break
    default: return nil
    }
    let moved = begin - Self.soon...end + interval
    let places = rows[parts[index - 1].range].map(\.offset)
    // What only scatters has not moved before.
    guard (places.max() ?? 0) - (places.min() ?? 0) >= max(5, 8 * noise) else { return nil }
    guard !isPressed(moved), !isMovedByHand(end),
      !segmentation.observation.turns.contains(where: { moved.contains($0.time) })
    else { return nil }
    // The slow end of a run in pictures that come unevenly stands now and then as well.
    let isRough = segmentation.noise.jitter > 0 || !segmentation.observation.isEven
    let (before, after) = (
      speed(begin - Self.slowest...begin), speed(end...end + Self.slowest)
    )
    guard !isRough || after > min(before, Self.creeping) else { return nil }
    let rests = parts[(index + 1)...].first { if case .rest = $0 { true } else { false } }
    let last = rests.map { rows[$0.range.lowerBound].offset } ?? rows[rows.count - 1].offset
    let way = last - segmentation.level(of: rest, atEnd: false)
    guard abs(way) >= Self.leastStep else { return nil }
    var start = end
    if case .law(_, let choice) = parts[index + 1], let fit = choice.laws.first {
      start = min(max(begin, beginning(of: fit, from: rest)), end)
    }
    return MotionFault(
      kind: .restart, time: start, size: way, error: noise * 2.0.squareRoot(),
      duration: start - begin)
  }

  /// What moves by less may be the end of a run, in units a second.
  private static let creeping = 60.0

  /// How fast the content went between two times, in units a second.
  private func speed(_ times: ClosedRange<Double>) -> Double {
    let places = rows.filter { times.contains($0.time) }.map(\.offset)
    let way = (places.max() ?? 0) - (places.min() ?? 0)
    return way / (times.upperBound - times.lowerBound)
  }

  /// When a law that follows a rest began: a slow start is seen some frames after it.
  private func beginning(of fit: LawFit, from rest: Range<Int>) -> Double {
    let (shown, last) = (fit.rows.startTime, rows[rest.upperBound - 1].time)
    let level = segmentation.level(of: rest, atEnd: true)
    // Only a slow start is not seen at once.
    let moved = fit.rows.startPlace + fit.place(at: last - shown) - level
    guard abs(moved) <= max(1.5, 4 * noise) else { return last }
    if let begin = fit.begin { return begin >= -interval ? last : shown + begin }
    // It stood still when it began.
    let speed = fit.velocity(at: 0)
    let steps = stride(from: 0.0, through: Self.slowest, by: interval / 8)
    guard let still = steps.first(where: { fit.velocity(at: -$0) * speed <= 0 }), still > 0 else {
      return last
    }
    let place = fit.rows.startPlace + fit.place(at: -still)
    return abs(place - level) <= max(1, 4 * noise) ? shown - still : last
  }

  /// A start is no slower, in seconds.
  private static let slowest = 0.15

  // MARK: Releases

  private func isDrag(_ part: Segmentation.Part) -> Bool {
    if case .drag = part { true } else { false }
  }

  /// What does not fit where a hand lets go: the law goes on from elsewhere than where the hand has left the content.
  private func release(
    _ first: Segmentation.Part, _ next: Segmentation.Part, _ following: HandFollowing?
  ) -> [MotionFault] {
    guard case .drag(let drag) = first, let following,
      let press = following.presses.last(where: { press in
        press.times.contains(rows[drag.lowerBound].time)
      }), let held = following.hold(at: press.times.upperBound),
      let lastHeld = rows[drag].last(where: { press.times.contains($0.time) })
    else { return [] }
    let (range, end) = (next.range, press.times.upperBound)
    let lateRows = range.lowerBound - drag.upperBound
    guard range.lowerBound > 0,
      rows[range.lowerBound].time - end <= (1.5 + Double(lateRows)) * interval
    else { return [] }
    let late = following.lag == nil ? following.rough : following.known
    let (due, spread) = (held.place, max(held.spread, noise))
    let shown = rows[range.lowerBound].time
    func fault(_ size: Double, least: Double, error: Double) -> [MotionFault] {
      let scatter = (error * error + spread * spread / 4).squareRoot()
      guard abs(least) >= max(Self.leastStep, 4 * error + 2 * spread + press.quantum, 3 * noise)
      else { return [] }
      return [MotionFault(kind: .jump, time: shown, size: size, error: scatter)]
    }
    switch next {
    case .rest(let rest):
      // With a lag that is not known nobody knows how far the content was still to go.
      guard let lag = following.lag else { return [] }
      let off = segmentation.level(of: rest, atEnd: false) - due
      // Content that stands where it lay when it was last held did not leap: the hand was not followed to its end.
      let stood = min(abs(off), abs(segmentation.level(of: rest, atEnd: false) - lastHeld.offset))
      // What was late comes in the end.
      let open = 2 * lag.error + (following.known == 0 ? max(0, lag.value) : 0)
      let still = max(0, stood - open * following.speed(at: end))
      return fault(off, least: still, error: 0)
    case .law(_, let choice):
      guard let fit = choice.laws.first else { return [] }
      let start = fit.rows.startTime
      func off(_ time: Double) -> Double {
        fit.rows.startPlace + fit.place(at: time - start) - due
      }
      // Programs begin their law at the release, at the last sample, or with a frame.
      let before = press.travel.dropLast().last?.time ?? end
      let frames = rows[drag.upperBound..<range.upperBound].map(\.time).prefix {
        $0 <= end + late + (1.5 + Double(lateRows)) * interval
      }
      let moments = [end + late, end, before + late] + frames
      let isExact = segmentation.noise.jitter == 0 && held.window < 0.001
      let slack = isExact ? 0 : held.window + interval
      let sizes =
        (moments
        + [moments.min() ?? end, moments.max() ?? end].flatMap {
          [$0 - slack, $0 + slack]
        }).map(off)
      // The last frames may have shown an older sample, and the content makes up for it.
      let ahead = following.way(press, from: end - max(press.sample, late), to: end)
      let all = sizes + sizes.map { $0 - ahead }
      var least = all.min { abs($0) < abs($1) } ?? 0
      let (low, high) = (all.min() ?? 0, all.max() ?? 0)
      if !isExact && low * high <= 0 || sizes.contains(where: { $0 * ($0 - ahead) <= 0 }) {
        least = 0
      }
      let error = FitErrors(fit).placeError(at: end + late - start)
      // What leapt is seen to: a law that begins slowly leads elsewhere only by itself.
      let steps = (drag.upperBound - 1...range.lowerBound).dropFirst().map {
        abs(rows[$0].offset - rows[$0 - 1].offset)
      }
      guard steps.max() ?? 0 >= 0.6 * abs(least) else { return [] }
      return fault(off(end + late), least: least, error: error)
    default: return []
    }
  }

  /// A turn of a wheel is shown so much later at most, in seconds.
  private static let latestTurn = 0.1

  /// Whether a wheel was turned, or something pressed, so that the content may go elsewhere at a time.
  private func isMovedByHand(_ time: Double) -> Bool {
    let observation = segmentation.observation
    let latest = max(Self.latestTurn, segmentation.wheel?.latency?.value ?? 0)
    let turned = time - latest - 1.5 * interval...time + 1.5 * interval
    return observation.turns.contains(where: { turned.contains($0.time) })
      || observation.presses.contains { $0.contains(time) }
  }

  /// Frames that show again what the one before had shown, where there are many.
  private func repeatedFrames(_ part: Segmentation.Part) -> [MotionFault] {
    let fit: LawFit?
    switch part {
    case .law(_, let choice): fit = choice.laws.first
    case .unexplained: fit = nil
    case .rest, .drag, .wheel: return []
    }
    let repeated = Set(segmentation.repeated)
    return segmentation.repeated.filter(part.range.contains).map { index in
      let (before, now) = (rows[index - 1].time, rows[index].time)
      if let fit {
        let start = fit.rows.startTime
        let way = FitErrors(fit).way(from: before - start, to: now - start)
        return MotionFault(
          kind: .stall, time: now, size: way.value, error: way.error, duration: now - before)
      }
      // The way from the last frame that was new to the next, evenly.
      let first = rows[..<index].indices.last { !repeated.contains($0) } ?? index - 1
      let next = rows[index...].indices.first { !repeated.contains($0) } ?? index
      let way = (rows[next].offset - rows[first].offset) / Double(max(1, next - first))
      return MotionFault(
        kind: .stall, time: now, size: way, error: 0.5 * abs(way), duration: now - before)
    }
  }

  /// Frames that are missing while the content runs by 3 units or more a frame; a hand may have paused.
  private func missingFrames(_ part: Segmentation.Part, but known: Set<Int>) -> [MotionFault] {
    guard case .law(let range, _) = part, segmentation.observation.isEven else { return [] }
    return range.dropFirst().compactMap { index in
      let gap = rows[index].time - rows[index - 1].time
      let way = rows[index].offset - rows[index - 1].offset
      guard gap > 1.5 * interval, abs(way) * interval >= 3 * gap, !known.contains(index)
      else { return nil }
      return MotionFault(
        kind: .stall, time: rows[index].time, size: way * (1 - interval / gap),
        error: noise * 2.0.squareRoot() * (1 - interval / gap), duration: gap - interval)
    }
  }

  private func inside(_ fit: LawFit, _ choice: LawChoice) -> [MotionFault] {
    let own = fit.rows
    let repeated = segmentation.repeated.map { rows[$0].time }
    return fit.disturbances.compactMap { disturbance in
      let size = choice.size(of: disturbance)
      let shownAt = own.startTime + own.times[disturbance.index]
      // A repeated frame is reported already, with the catching up of the frames beside it.
      let isKnown = repeated.contains { abs($0 - shownAt) <= 1.1 * interval }
      if isKnown, disturbance.kind != .push, abs(size.value) < Smoothness.due { return nil }
      switch disturbance.kind {
      case .step:
        return MotionFault(kind: .jump, time: shownAt, size: size.value, error: size.error)
      case .push:
        return isPastEdge(shownAt) || isStart(own, disturbance.index)
          ? nil
          : MotionFault(
            kind: .reacceleration, time: own.startTime + disturbance.time, size: size.value,
            error: size.error)
      case .late(let count):
        return MotionFault(
          kind: .stall, time: shownAt, size: -size.value, error: size.error,
          duration: Double(count) * own.interval, isLost: true)
      case .single:
        let (before, now) = (own.times[disturbance.index - 1], own.times[disturbance.index])
        let shown = own.places[disturbance.index] - own.places[disturbance.index - 1]
        // The law tells the way that was due better than two rows that scatter.
        let due = FitErrors(fit).way(from: before, to: now)
        let isHeld = abs(shown) <= 0.35 * abs(due.value)
        let told = isHeld ? due : size
        return MotionFault(
          kind: isHeld ? .stall : .jump, time: shownAt, size: told.value, error: told.error,
          duration: own.interval)
      }
    }
  }

  /// Whether nothing moved before a row: what is pushed there begins.
  private func isStart(_ rows: ObservedRows, _ index: Int) -> Bool {
    let places = rows.places
    if places[..<index].allSatisfy({ abs($0) <= max(0.1, 4 * noise) }) { return true }
    // A curve that begins slowly is faster and faster at first.
    let steps = zip(places, places.dropFirst()).map { abs($1 - $0) }
    return rows.times[index] <= Self.slowest
      && (steps.first ?? 0) <= 0.35 * (steps.max() ?? 0) + 2 * noise
      && abs(places[index]) <= 0.25 * abs(places[places.count - 1])
  }

  // MARK: Hand-overs

  private func between(
    _ first: Segmentation.Part, _ second: Segmentation.Part, after earlier: Segmentation.Part?
  ) -> [MotionFault] {
    switch (first, second) {
    case (.rest(let earlier), .rest(let range)):
      return jump(
        by: segmentation.step(from: earlier, to: range), error: 0.7 * noise, range.lowerBound)
    case (.law(_, let choice), .rest(let range)):
      guard let fit = choice.laws.first else { return [] }
      let level = segmentation.level(of: range, atEnd: false)
      // Where it stops between two frames, it lies somewhere between what the law shows at both.
      let (last, next) = (fit.rows.span, rows[range.lowerBound].time - fit.rows.startTime)
      // One that ends while it is fast does so at a moment that is known badly.
      let more = 0.25 * fit.velocity(at: last) * (next - last)
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
      let way = fit.place(at: 0) + fit.rows.startPlace - level
      let gap = rows[range.lowerBound].time - rows[range.lowerBound - 1].time
      let due = 2 * abs(fit.velocity(at: 0)) * gap
      return jump(
        by: abs(way) <= due ? 0 : way - (way < 0 ? -due : due),
        error: FitErrors(fit).placeError(at: 0),
        range.lowerBound)
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
        return isPastEdge(rows[between.lowerBound].time)
          ? []
          : push(
            from: a.velocity(at: a.rows.span), to: b.velocity(at: 0),
            error: slopeError(a) + slopeError(b), at: rows[between.lowerBound].time)
      }
      let few = LawChoice(
        few: ObservedRows(
          rows[between], interval: interval, noise: segmentation.noise))
      guard between.count >= Self.fewest, let a = few.laws.first else { return [] }
      // Their velocity is told too badly for a push.
      return handOver(a, b, (few, right), at: range.lowerBound).filter { $0.kind == .jump }
    default: return []
    }
  }

  /// The likeliest law of one family on both sides, if it is nearly as likely as two: a program goes on by its own law.
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

  /// What does not fit where one law hands over to another, between a row and the one before it.
  private func handOver(
    _ a: LawFit, _ b: LawFit, _ choices: (LawChoice, LawChoice), at index: Int
  ) -> [MotionFault] {
    let (start, end) = (rows[index - 1].time, rows[index].time)
    guard end - start < Segmentation.gap else { return restart(b, at: index) }
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
    // A law that begins stands still before that.
    let begin = b.rows.startTime + (b.begin ?? -.infinity) + 2e-4
    let after = b.velocity(at: max(time, begin) - b.rows.startTime)
    // No moment between two frames makes them one: the size is known as well as the moment is.
    let jump =
      standsOut(seam)
      ? jump(by: seam.least, error: error, unknown: placeSpread(choices, seam), index).map { _ in
        MotionFault(
          kind: .jump, time: rows[seam.index].time, size: seam.middle,
          error: (error * error + seam.error * seam.error).squareRoot())
      } : []
    // What begins with a constant velocity is a hand, and a release may be faster than it.
    if !jump.isEmpty || a.family == .steady || isPastEdge(end) { return jump }
    let turn =
      acceleration(b, max(time, begin) + interval / 2) - acceleration(a, time - interval / 2)
    // It was where both are at one place, which tells when the better, the more their velocities differ.
    let moment = min(interval, 3 * error / max(abs(after - before), 1e-9))
    return push(
      from: before, to: after, error: slopeError(a) + slopeError(b),
      unknown: moment * abs(turn), at: time
    ).map { push in
      let spreads = [spread(choices.0, time), spread(choices.1, max(time, begin))]
      let error = spreads.reduce(push.error * push.error) { $0 + $1 * $1 }.squareRoot()
      return MotionFault(kind: push.kind, time: push.time, size: push.size, error: error)
    }
  }

  /// Where one law hands over to another: between which rows, at what moment they are the nearest, and how far apart they are.
  private struct Seam {
    /// The first row of the second law.
    var index: Int
    var time: Double
    /// The least that any moment leaves, with its sign; 0 where they meet.
    var least: Double
    /// What the moments between the two rows leave on average.
    var middle: Double
    /// Half of the range of that.
    var error: Double
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
      let nearest = moments.min { abs(difference($0)) < abs(difference($1)) } ?? end
      let least = low * high <= 0 ? 0 : abs(low) < abs(high) ? low : high
      return Seam(
        index: index, time: nearest, least: least, middle: (low + high) / 2,
        error: (high - low) / 2)
    }
    // The cut may be off by rows that either law describes.
    var seams = [seam(index)]
    if index > 1, !misses(b, index - 1) { seams.append(seam(index - 1)) }
    if index + 1 < rows.count, !misses(a, index) { seams.append(seam(index + 1)) }
    return seams.min { abs($0.least) < abs($1.least) } ?? seams[0]
  }

  /// By how much laws that are nearly as likely differ in where they lead to at a seam: half of it.
  private func placeSpread(_ choices: (LawChoice, LawChoice), _ seam: Seam) -> Double {
    func spread(_ choice: LawChoice) -> Double {
      let best = choice.laws.first?.cost ?? 0
      let places = choice.laws.filter { $0.cost < best + LawChoice.alike }
        .map { $0.rows.startPlace + $0.place(at: seam.time - $0.rows.startTime) }
      return ((places.max() ?? 0) - (places.min() ?? 0)) / 2
    }
    let (a, b) = (spread(choices.0), spread(choices.1))
    return (a * a + b * b).squareRoot()
  }

  /// Whether the step at a seam is another than those next to it lead to: a law that is none shows in its last rows only.
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

  /// By how much laws that are nearly as likely differ in their velocity at a time: half of it, a second.
  private func spread(_ choice: LawChoice, _ time: Double) -> Double {
    let best = choice.laws.first?.cost ?? 0
    let velocities = choice.laws.filter { $0.cost < best + LawChoice.alike }
      .map { $0.velocity(at: time - $0.rows.startTime) }
    return ((velocities.max() ?? 0) - (velocities.min() ?? 0)) / 2
  }

  /// A frame that shows again what the one before it had shown, where one law hands over to another that goes on as fast.
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

  /// What does not fit where a motion begins after a while in which nothing was shown: it begins where the content lay.
  private func restart(_ fit: LawFit, at index: Int) -> [MotionFault] {
    let way = fit.place(at: 0) + fit.rows.startPlace - rows[index - 1].offset
    let due = 2 * abs(fit.velocity(at: 0)) * interval
    return jump(
      by: abs(way) <= due ? 0 : way - (way < 0 ? -due : due),
      error: FitErrors(fit).placeError(at: 0), index)
  }

  /// Whether the content is past an edge that is known: what pushes it back there may begin at once.
  private func isPastEdge(_ time: Double) -> Bool {
    let source = segmentation.observation.source
    guard let row = rows.first(where: { $0.time >= time }) else { return false }
    return row.offset > source.maximum ?? .infinity || row.offset < source.minimum ?? -.infinity
  }

  private func acceleration(_ fit: LawFit, _ time: Double) -> Double {
    let (time, step) = (time - fit.rows.startTime, interval / 4)
    return (fit.velocity(at: time + step) - fit.velocity(at: time - step)) / (2 * step)
  }

  /// A velocity that grows at once: an edge or a landing only takes some away.
  private func push(
    from before: Double, to after: Double, error: Double, unknown: Double = 0, at time: Double
  ) -> [MotionFault] {
    let least = max(DisturbanceSearch.Least.push, 5 * error + unknown, 0.03 * abs(after))
    guard abs(after) - abs(before) >= least else { return [] }
    return [
      MotionFault(kind: .reacceleration, time: time, size: after - before, error: error)
    ]
  }

  /// How exactly a law tells the velocity at its ends, a second.
  private func slopeError(_ fit: LawFit) -> Double {
    let count = Double(min(fit.rows.count, 20))
    return fit.variance.squareRoot() * 8 / (count * count.squareRoot() * fit.rows.interval)
  }

  private func isPressed(_ times: ClosedRange<Double>) -> Bool {
    segmentation.observation.presses.contains { $0.overlaps(times) }
  }

  /// Frames that stand still one after the other are one stall, and pushes next to each other are one.
  private static func merged(_ faults: [MotionFault], within gap: Double) -> [MotionFault] {
    var merged: [MotionFault] = []
    for fault in faults {
      if let last = merged.last, last.kind == .stall, fault.kind == .stall,
        fault.time - last.time <= gap
      {
        merged[merged.count - 1] = MotionFault(
          kind: .stall, time: last.time,
          size: abs(fault.size) > abs(last.size) ? fault.size : last.size,
          error: max(last.error, fault.error), duration: last.duration + fault.duration,
          isLost: last.isLost || fault.isLost)
      } else if let last = merged.last, last.kind == .reacceleration,
        fault.kind == .reacceleration, fault.time - last.time <= gap
      {
        merged[merged.count - 1] = MotionFault(
          kind: .reacceleration, time: abs(fault.size) > abs(last.size) ? fault.time : last.time,
          size: last.size + fault.size, error: max(last.error, fault.error))
      } else {
        merged.append(fault)
      }
    }
    return merged
  }
}
