internal import FeelTrace

/// Finds what no law explains: what disturbed a law, and what does not fit where one part hands
/// over to the next.
struct FaultFinder {
  /// Where one part hands over to the next, a law tells its end less well than its middle; in the
  /// motion's unit.
  static let leastStep = 2.2

  /// Fewer rows lead nowhere that could be told.
  static let fewest = 5

  private(set) var faults: [MotionFault] = []

  let segmentation: Segmentation
  var rows: [Observation.Row] { segmentation.observation.rows }
  var noise: Double { segmentation.noise.deviation }
  var interval: Double { segmentation.interval }

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
      ($0.kind == .stall || !isMovedByHand($0.time) && !mayBeRelease($0))
        && !isUneven($0, judder)
    }
    // These compare the content with the hand, so a hand that is down does not excuse them.
    found += leaps(following).filter { !isUneven($0, judder) } + judder.map(alternating)
    found += freezes.map { lost($0, parts) } + frozenUnderHand(following)
    for index in parts.indices.dropLast() {
      // Rows that show the hand late lie between.
      let isLate = index + 2 < parts.count && isDrag(parts[index + 1])
      found += release(parts[index], parts[index + (isLate ? 2 : 1)], following)
    }
    let restarts = parts.indices.compactMap { restart(at: $0, parts) }
    found = found.filter { fault in !restarts.contains { isPart(fault, of: $0) } } + restarts
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
        && (fault.kind == .reacceleration
          || fault.kind == .jump && abs(fault.size) <= 1.2 * run.size)
    }
  }

  /// Whether a jump is only the first step of a late start that is already reported.
  ///
  /// The time of a start is known to a frame or two, which leaves such a step over.
  private func isPart(_ fault: MotionFault, of restart: MotionFault) -> Bool {
    fault.kind == .jump && abs(fault.size) <= 0.35 * abs(restart.size)
      && (-1.01 * interval...2.5 * interval).contains(fault.time - restart.time)
  }

  // MARK: What is told without laws

  private func leaps(_ following: HandFollowing?) -> [MotionFault] {
    (following?.presses ?? []).flatMap(\.leaps).map {
      MotionFault(kind: .jump, time: rows[$0.index].time, size: $0.size, error: $0.error)
    }
  }

  private func frozenUnderHand(_ following: HandFollowing?) -> [MotionFault] {
    (following?.presses ?? []).flatMap(\.freezes).map {
      MotionFault(
        kind: .stall, time: rows[$0.index].time, size: $0.way, error: max(noise, 0.1 * abs($0.way)),
        duration: $0.duration, isLost: $0.isLost)
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
    // Frames that show again what was shown are the first to tell, and the row after them where
    // none came.
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

  /// A turn of a wheel is shown so much later at most, in seconds.
  private static let latestTurn = 0.1

  /// Whether a wheel was turned, or something pressed, so that the content may go elsewhere at a
  /// time.
  func isMovedByHand(_ time: Double) -> Bool {
    let observation = segmentation.observation
    let latest = max(Self.latestTurn, segmentation.wheel?.latency?.value ?? 0)
    let turned = time - latest - 1.5 * interval...time + 1.5 * interval
    return observation.turns.contains(where: { turned.contains($0.time) })
      || observation.isPressed(at: time)
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

  /// Frames that are missing while the content runs by 3 units or more a frame; a hand may have
  /// paused.
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
        // No law of ours begins as slowly as some curves do.
        let way = abs(own.places[own.count - 1])
        if abs(size.value) <= 0.05 * way, isStart(own, disturbance.index) { return nil }
        return MotionFault(kind: .jump, time: shownAt, size: size.value, error: size.error)
      case .push:
        // Laws that describe the rows as well disagree about it.
        let isDoubtful = abs(size.value) < 3 * size.error
        return isDoubtful || isPastEdge(shownAt) || isStart(own, disturbance.index)
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

  /// A curve that begins slowly is at its fastest once it has gone this share of its way: Android's
  /// viscous one, 1/e.
  private static let started = 0.38

  /// Whether nothing moved before a row: what is pushed there begins.
  private func isStart(_ rows: ObservedRows, _ index: Int) -> Bool {
    let places = rows.places
    if places[..<index].allSatisfy({ abs($0) <= max(0.1, 4 * noise) }) { return true }
    // A curve that begins slowly is faster and faster at first.
    let steps = zip(places, places.dropFirst()).map { abs($1 - $0) }
    return rows.times[index] <= Self.slowest
      && (steps.first ?? 0) <= 0.35 * (steps.max() ?? 0) + 2 * noise
      && abs(places[index]) <= Self.started * abs(places[places.count - 1])
  }

  /// Whether the content is past an edge that is known: what pushes it back there may begin at
  /// once.
  func isPastEdge(_ time: Double) -> Bool {
    let source = segmentation.observation.source
    guard let row = rows.first(where: { $0.time >= time }) else { return false }
    return row.offset > source.maximum ?? .infinity || row.offset < source.minimum ?? -.infinity
  }

  func isPressed(_ times: ClosedRange<Double>) -> Bool {
    segmentation.observation.presses.contains { $0.overlaps(times) }
  }

  /// Frames that stand still one after the other are one stall, and pushes next to each other are
  /// one.
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
