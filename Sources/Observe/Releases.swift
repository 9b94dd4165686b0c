extension FaultFinder {
  func isDrag(_ part: Segmentation.Part) -> Bool {
    if case .drag = part { true } else { false }
  }

  /// Whether a fault may be no more than the release of an unreported hand: since its last rest the
  /// content has kept or gained speed, as no run does, and then loses speed.
  ///
  /// A hand reports at its own times, so the last frame of a drag is off by up to a frame's
  /// distance.
  func mayBeRelease(_ fault: MotionFault) -> Bool {
    let observation = segmentation.observation
    guard observation.hand == nil, observation.turns.isEmpty,
      let index = rows.firstIndex(where: { $0.time >= fault.time }), index > 0
    else { return false }
    func velocity(_ row: Int) -> Double {
      (rows[row].offset - rows[row - 1].offset) / (rows[row].time - rows[row - 1].time)
    }
    let least = max(1, 4 * noise / interval)
    let drag = Array((1..<index).reversed().map(velocity).prefix { abs($0) > least }.reversed())
    let run = (index + 1..<min(index + 9, rows.count)).map { abs(velocity($0)) }
    guard drag.count >= 2, let last = run.last, let fastest = run.max(),
      drag.allSatisfy({ $0 * drag[0] > 0 })
    else { return false }
    let half = drag.count / 2
    let (early, late) = (drag.prefix(half), drag.suffix(half))
    let keepsSpeed = abs(late.reduce(0, +)) >= 0.97 * abs(early.reduce(0, +))
    // By the frames around it: what the content did long before says nothing about its last frame.
    let around = drag.suffix(2).map(abs) + run.prefix(2)
    let longest = 1.5 * interval * around.reduce(0, +) / Double(around.count)
    return keepsSpeed && last <= 0.97 * fastest
      && (fault.kind != .jump || abs(fault.size) <= longest)
  }

  /// A jump at a release: the law does not continue from where the hand left the content.
  func release(
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
    func fault(
      _ size: Double, least: Double, known: Double, error: Double
    ) -> [MotionFault] {
      let scatter = (error * error + spread * spread / 4).squareRoot()
      // A law that leads much further off than necessary does not show where it began.
      guard abs(least) >= max(Self.leastStep, 4 * known + 2 * spread + press.quantum, 3 * noise),
        abs(size) <= 10 * abs(least)
      else { return [] }
      return [MotionFault(kind: .jump, time: shown, size: size, error: scatter)]
    }
    switch next {
    case .rest(let rest):
      // With an unknown lag, the distance the content still had to move is unknown too.
      guard let lag = following.lag else { return [] }
      let off = segmentation.level(of: rest, atEnd: false) - due
      // Content that stays at its last held position did not jump: the hand was not followed to its
      // end.
      let stood = min(abs(off), abs(segmentation.level(of: rest, atEnd: false) - lastHeld.offset))
      // A lag is caught up in the end.
      let open = 2 * lag.error + (following.known == 0 ? max(0, lag.value) : 0)
      let still = max(0, stood - open * following.speed(at: end))
      return fault(off, least: still, known: 0, error: 0)
    case .law(_, let choice):
      guard let fit = choice.laws.first else { return [] }
      let start = fit.rows.startTime
      func off(_ time: Double) -> Double {
        fit.rows.startPlace + fit.place(at: time - start) - due
      }
      // Programs begin their law at the release, at the last sample, or with a frame, and show it
      // as late as the hand.
      let before = press.travel.dropLast().last?.time ?? end
      let lateEnd = lateRows > 0 ? max(end + late, rows[range.lowerBound - 1].time) : end + late
      let frames = rows[drag.upperBound..<range.upperBound].map(\.time).prefix {
        $0 <= lateEnd + 1.5 * interval
      }
      let moments =
        [end + late, before + late] + frames + (following.lag == nil ? [end] : [])
      let isExact = segmentation.noise.jitter == 0 && held.window < 0.001
      let slack = isExact ? 0 : min(held.window, interval)
      let times =
        moments
        + [moments.min() ?? end, moments.max() ?? end].flatMap { [$0 - slack, $0 + slack] }
      let sizes = times.map(off)
      // The last frames may have shown an older sample; the content then catches up.
      let older =
        following.lag(of: press, within: .infinity) == nil ? max(press.sample, late) : press.sample
      let ahead = following.way(press, from: end - older, to: end)
      let shownOlder = times.filter { $0 > before + late }.map { off($0) - ahead }
      let all = sizes + shownOlder
      var least = all.min { abs($0) < abs($1) } ?? 0
      let (low, high) = (all.min() ?? 0, all.max() ?? 0)
      if !isExact && low * high <= 0 || shownOlder.contains(where: { $0 * ($0 + ahead) <= 0 }) {
        least = 0
      }
      // The law's rows start later, so extrapolating it back to the release has an error.
      let around = choice.average { law in
        (
          law.rows.startPlace + law.place(at: end + late - law.rows.startTime),
          FitErrors(law).placeError(at: end + late - law.rows.startTime)
        )
      }
      let own = FitErrors(fit).placeError(at: end + late - start)
      let known = around?.error ?? own
      let unknownLag = (following.lag?.error ?? interval / 4) * following.speed(at: end)
      let error = (known * known + unknownLag * unknownLag).squareRoot()
      // A real jump is visible in the rows; a law that begins slowly only extrapolates to another
      // place.
      let steps = (drag.upperBound - 1...range.lowerBound).dropFirst().map {
        abs(rows[$0].offset - rows[$0 - 1].offset)
      }
      guard steps.max() ?? 0 >= 0.6 * abs(least) else { return [] }
      return fault(off(end + late), least: least, known: max(own, known / 2), error: error)
    default: return []
    }
  }
}
