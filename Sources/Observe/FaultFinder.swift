internal import FeelTrace

/// Finds faults: disturbances within laws, and mismatches between neighbouring parts.
struct FaultFinder {
  /// Minimum jump between two parts, where laws are less certain than in the middle; in the
  /// motion's unit.
  static let leastStep = 2.2

  /// Minimum number of rows for an extrapolation.
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
        && !isUneven($0, judder) && !isBlur($0)
    }
    // These compare the content with the hand, so a pressed hand does not excuse them.
    found += leaps(following).filter { !isUneven($0, judder) } + judder.map(alternating)
    found += freezes.map { lost($0, parts) } + frozenUnderHand(following)
    for index in parts.indices.dropLast() {
      // Skip rows that show the hand late.
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

  /// Whether a jump in a clip may be the tracker's: parts of a picture that move otherwise, such as
  /// a stretched edge, pull its position along.
  private func isBlur(_ fault: MotionFault) -> Bool {
    segmentation.observation.exactness > 0 && fault.kind == .jump
      && abs(fault.size) < Self.leastStep
  }

  /// Whether a fault is an artefact at the ends of alternating steps.
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
  /// A start's time is known to a frame or two, which can leave such a step.
  private func isPart(_ fault: MotionFault, of restart: MotionFault) -> Bool {
    fault.kind == .jump && abs(fault.size) <= 0.35 * abs(restart.size)
      && (-1.01 * interval...2.5 * interval).contains(fault.time - restart.time)
  }

  // MARK: Faults without laws

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

  /// A stall for a freeze, with the distance its law would have covered meanwhile.
  private func lost(_ freeze: LostFrames.Freeze, _ parts: [Segmentation.Part]) -> MotionFault {
    let time = rows[freeze.index].time
    // Repeated frames show the stall themselves; missing frames show it with the next row.
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

  /// The longest delay with which a turn of a wheel is shown, in seconds.
  static let latestTurn = 0.1

  /// Whether a press or a turn of the wheel may have moved the content at a time.
  func isMovedByHand(_ time: Double) -> Bool {
    let observation = segmentation.observation
    let latest = max(Self.latestTurn, segmentation.wheel?.latency?.value ?? 0)
    let turned = time - latest - 1.5 * interval...time + 1.5 * interval
    return observation.turns.contains(where: { turned.contains($0.time) })
      || observation.isPressed(at: time)
  }

  /// Stalls for repeated frames, if there are many.
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
      // The mean step between the new frames before and after.
      let first = rows[..<index].indices.last { !repeated.contains($0) } ?? index - 1
      let next = rows[index...].indices.first { !repeated.contains($0) } ?? index
      let way = (rows[next].offset - rows[first].offset) / Double(max(1, next - first))
      return MotionFault(
        kind: .stall, time: now, size: way, error: 0.5 * abs(way), duration: now - before)
    }
  }

  /// Missing frames while a law moves the content by 3 units or more a frame; under a hand it may
  /// have paused.
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
        // Some curves begin more slowly than any law here.
        let way = abs(own.places[own.count - 1])
        if abs(size.value) <= 0.05 * way, isStart(own, disturbance.index) { return nil }
        return MotionFault(kind: .jump, time: shownAt, size: size.value, error: size.error)
      case .push:
        let around = [-1.0, 1].map { fit.velocity(at: disturbance.time + 2e-4 * $0) }
        // Laws that fit equally well disagree about it.
        let isDoubtful = abs(size.value) < 3 * size.error
        return isDoubtful || !Self.gains(from: around[0], to: around[1])
          || isPastEdge(shownAt) || isStart(own, disturbance.index)
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
        // The law gives the missed distance more exactly than two noisy rows.
        let due = FitErrors(fit).way(from: before, to: now)
        let isHeld = abs(shown) <= 0.35 * abs(due.value)
        let told = isHeld ? due : size
        return MotionFault(
          kind: isHeld ? .stall : .jump, time: shownAt, size: told.value, error: told.error,
          duration: own.interval)
      }
    }
  }

  /// Android's viscous curve, which begins slowly, is fastest after 1/e of its distance.
  private static let started = 0.38

  /// Whether nothing moved before a row, so that a disturbance there is a start.
  private func isStart(_ rows: ObservedRows, _ index: Int) -> Bool {
    let places = rows.places
    if places[..<index].allSatisfy({ abs($0) <= max(0.1, 4 * noise) }) { return true }
    // A curve that begins slowly accelerates at first.
    let steps = zip(places, places.dropFirst()).map { abs($1 - $0) }
    return rows.times[index] <= Self.slowest
      && (steps.first ?? 0) <= 0.35 * (steps.max() ?? 0) + 2 * noise
      && abs(places[index]) <= Self.started * abs(places[places.count - 1])
  }

  /// Whether the content is past a known edge, where a push back may begin at any moment.
  func isPastEdge(_ time: Double) -> Bool {
    let source = segmentation.observation.source
    guard let row = rows.first(where: { $0.time >= time }) else { return false }
    return row.offset > source.maximum ?? .infinity || row.offset < source.minimum ?? -.infinity
  }

  func isPressed(_ times: ClosedRange<Double>) -> Bool {
    segmentation.observation.presses.contains { $0.overlaps(times) }
  }

  /// Merges consecutive stalls into one, and likewise neighbouring pushes.
  private static func merged(_ faults: [MotionFault], within gap: Double) -> [MotionFault] {
    var merged: [MotionFault] = []
    for fault in faults {
      if let last = merged.last, last.kind == .stall, fault.kind == .stall,
        fault.time - last.time <= gap
      {
        // Found twice, or one frame after the other.
        let isSame = fault.time - last.time < gap / 3
        let larger = abs(fault.size) > abs(last.size) ? fault : last
        merged[merged.count - 1] = MotionFault(
          kind: .stall, time: last.time, size: isSame ? larger.size : last.size + fault.size,
          error: isSame ? larger.error : last.error + fault.error,
          duration: isSame
            ? max(last.duration, fault.duration) : last.duration + fault.duration,
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
