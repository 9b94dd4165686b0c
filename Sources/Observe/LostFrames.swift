internal import Feel

/// Finds freezes after which content continues from where it stood, as in a program that counts
/// frames instead of time.
///
/// On the clock of frames such a motion follows its law; on the clock of the rows no law holds
/// across a freeze.
struct LostFrames {
  /// A freeze.
  struct Freeze {
    /// The first row after it, among those that are kept.
    var index: Int
    /// How much longer than usual the previous frame was shown, in seconds.
    let held: Double
    /// The signed distance not shown meanwhile, by the steps before and after.
    let way: Double
    let error: Double
    /// Whether the content continued from where it stood, rather than catching up.
    let isLost: Bool
    /// Whether frames repeated the previous one, rather than not coming at all.
    let isShownAgain: Bool
    /// When the first row after it was seen, in seconds.
    let end: Double

    /// How much earlier all later rows would have come without it, in seconds.
    var lost: Double { isLost ? held : 0 }
  }

  let freezes: [Freeze]
  /// The motion with its rows moved to when they would have come without freezes.
  let observation: Observation

  /// A frame shown for this many usual intervals is late.
  private static let late = 1.75
  /// Positions nearer than this are equal, in the motion's unit.
  private static let still = 0.01
  /// Content that stands still for more frames than this is at rest.
  private static let mostAgain = 12
  /// Steps before and after a freeze, and across it, differ by at most this share.
  private static let same = 0.35

  /// Finds the freezes of a motion, given the rounding of its positions, or 0.
  init(_ observation: Observation, rounding: Double) {
    let (rows, interval) = (observation.rows, observation.interval)
    let presses = observation.presses
    func gap(_ index: Int) -> Double { rows[index].time - rows[index - 1].time }
    func way(_ index: Int) -> Double { rows[index].offset - rows[index - 1].offset }
    func isUsual(_ index: Int) -> Bool {
      rows.indices.dropFirst().contains(index)
        && (0.75 * interval...1.4 * interval).contains(gap(index))
    }
    let noise = NoiseEstimate(rows).deviation
    /// The freeze of this many frames between two steps, if it is one.
    func freeze(_ before: Int, _ index: Int, _ after: Int, frames: Double) -> Freeze? {
      let around = [before, after].map { way($0) / gap($0) * interval }
      let mean = (around[0] + around[1]) / 2
      let slack = Self.same * abs(mean) + rounding + min(2 * noise, 0.2 * abs(mean))
      let (across, lost) = (way(index), mean * frames)
      let isLost = abs(across - mean) < 0.45 * abs(across - mean - lost)
      let isCaughtUp = abs(across - mean - lost) <= slack + Self.same * abs(lost) / 2
      let isShownAgain = index - before > 1
      let span = rows[before].time...rows[index].time
      guard around[0] * around[1] > 0, abs(mean) >= (isShownAgain ? Smoothness.due : 1),
        abs(lost) >= Smoothness.due + rounding,
        // A law that runs on meanwhile keeps changing its speed.
        abs(around[0] - around[1]) <= 2 * slack * (isLost ? 1 : max(1, frames / 2)),
        isLost && abs(across - mean) <= slack || isShownAgain && frames > 1.5 && isCaughtUp,
        !presses.contains(where: { $0.overlaps(span) }),
        // Content turned by a wheel moves in the wheel's own steps.
        !observation.turns.contains(where: {
          span.lowerBound - WheelResponse.latest <= $0.time && $0.time <= span.upperBound
        })
      else { return nil }
      return Freeze(
        index: index, held: frames * interval, way: lost,
        error: max(abs(around[0] - around[1]) / 2, rounding / 12.0.squareRoot()) * frames,
        isLost: isLost, isShownAgain: isShownAgain, end: rows[index].time)
    }
    var (freezes, dropped) = ([Freeze](), Set<Int>())
    var index = 2
    while index < rows.count - 1 {
      defer { index += 1 }
      if gap(index) > Self.late * interval {
        guard isUsual(index - 1), isUsual(index + 1) else { continue }
        let frames = gap(index) / interval - 1
        if let found = freeze(index - 1, index, index + 1, frames: frames) { freezes.append(found) }
        continue
      }
      guard abs(way(index)) <= Self.still else { continue }
      var end = index
      while end < rows.count - 1, abs(way(end)) <= Self.still, isUsual(end) { end += 1 }
      if isUsual(index - 1), isUsual(end), isUsual(end + 1), end - index <= Self.mostAgain,
        let found = freeze(index - 1, end, end + 1, frames: Double(end - index))
      {
        freezes.append(found)
        dropped.formUnion(index..<end)
      }
      index = max(index, end - 1)
    }
    let left = rows.indices.filter { !dropped.contains($0) }
    for number in freezes.indices {
      freezes[number].index = left.firstIndex(of: freezes[number].index) ?? 0
    }
    self.freezes = freezes
    guard !freezes.isEmpty else {
      self.observation = observation
      return
    }
    func moved(_ time: Double) -> Double {
      var lost = 0.0
      for freeze in freezes {
        lost += min(max(0, time - (freeze.end - freeze.lost)), freeze.lost)
      }
      return time - lost
    }
    let hand = observation.hand.map { hand in
      RecordedHand(
        hand.samples.map {
          RecordedHand.Sample(time: moved($0.time), phase: $0.phase, location: $0.location)
        })
    }
    self.observation = Observation(
      left.map { Observation.Row(time: moved(rows[$0].time), offset: rows[$0].offset) }, hand: hand,
      turns: observation.turns.map {
        Observation.WheelTurn(time: moved($0.time), amount: $0.amount, phase: $0.phase)
      }, source: observation.source)
  }

  /// Tolerance of rows on a beat, in seconds.
  private static let even = 0.0015

  /// Whether there are freezes, and without them all rows are on one beat, so that no other clock
  /// explains more.
  var explainsAll: Bool {
    let interval = observation.interval
    let gaps = zip(observation.rows, observation.rows.dropFirst()).map { $1.time - $0.time }
    return !freezes.isEmpty
      && gaps.allSatisfy { abs($0 - ($0 / interval).rounded() * interval) <= Self.even }
  }

  /// This many freezes are not a hand that pauses.
  private static let many = 3

  /// A law pushed within this many rows of a freeze does not continue across it.
  private static let beside = 4

  /// Whether an unrecorded hand may have paused instead: there are few freezes, and no law
  /// continues unchanged across one.
  func isDoubtful(_ segmentation: Segmentation) -> Bool {
    guard !freezes.isEmpty, freezes.count < Self.many, observation.hand == nil else { return false }
    return !freezes.allSatisfy { freeze in
      segmentation.parts.contains { part in
        guard case .law(let range, let choice) = part else { return false }
        let pushes = choice.laws.first?.disturbances.filter { $0.kind == .push } ?? []
        return range.lowerBound + Stretch.fewest <= freeze.index
          && freeze.index + Stretch.fewest <= range.upperBound
          && !pushes.contains { abs(range.lowerBound + $0.index - freeze.index) <= Self.beside }
      }
    }
  }

  /// Converts the clock of frames to when a moment was seen, in seconds.
  func seen(_ time: Double) -> Double {
    freezes.reduce(time) { seen, freeze in
      seen > freeze.end - freeze.lost - 1e-9 ? seen + freeze.lost : seen
    }
  }
}
