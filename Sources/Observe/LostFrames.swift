internal import Feel

/// Freezes after which content goes on from where it stood, as that of a program that counts frames
/// and not time.
///
/// On the clock of the frames such a motion keeps to its law; on that of the rows no law holds
/// across a freeze.
struct LostFrames {
  /// A freeze.
  struct Freeze {
    /// The first row that was shown after it, of those that are left.
    var index: Int
    /// How much longer than usual the frame before it was shown, in seconds.
    let held: Double
    /// The way that was not shown meanwhile by the steps before and after it, with its sign.
    let way: Double
    let error: Double
    /// Whether the content then went on from where it stood; else it made up for the way.
    let isLost: Bool
    /// Whether frames showed again what the one before had shown; else none came.
    let isShownAgain: Bool
    /// When the first row after it was seen, in seconds.
    let end: Double

    /// How much earlier all later rows would have come without it, in seconds.
    var lost: Double { isLost ? held : 0 }
  }

  let freezes: [Freeze]
  /// The motion with all rows as early as if there had been no freezes.
  let observation: Observation

  /// A frame that is shown for so many usual times is late.
  private static let late = 1.75
  /// Places that are nearer are the same, in the motion's unit.
  private static let still = 0.01
  /// Content that stands for more frames than this rests.
  private static let mostAgain = 12
  /// Steps before and after a freeze, and across it, differ by this share at most.
  private static let same = 0.35

  /// Finds the freezes of a motion whose places are rounded so, or by 0.
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
    /// What steps before, across and after a freeze of so many frames say of it.
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
        // A law that goes on meanwhile goes on changing its speed.
        abs(around[0] - around[1]) <= 2 * slack * (isLost ? 1 : max(1, frames / 2)),
        isLost && abs(across - mean) <= slack || isShownAgain && frames > 1.5 && isCaughtUp,
        !presses.contains(where: { $0.overlaps(span) }),
        // Content that a wheel turns moves by the turns' steps.
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
        Observation.Turn(time: moved($0.time), amount: $0.amount, phase: $0.phase)
      }, source: observation.source)
  }

  /// Rows are at a beat within this, in seconds.
  private static let even = 0.0015

  /// Whether there are freezes, and without them all rows come at one beat: then no other clock
  /// explains as much.
  var explainsAll: Bool {
    let interval = observation.interval
    let gaps = zip(observation.rows, observation.rows.dropFirst()).map { $1.time - $0.time }
    return !freezes.isEmpty
      && gaps.allSatisfy { abs($0 - ($0 / interval).rounded() * interval) <= Self.even }
  }

  /// So many freezes are no hand that pauses.
  private static let many = 3

  /// What is pushed so few rows from a freeze does not go on from it.
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

  /// When a moment of the frames' clock was seen, in seconds.
  func seen(_ time: Double) -> Double {
    freezes.reduce(time) { seen, freeze in
      seen > freeze.end - freeze.lost - 1e-9 ? seen + freeze.lost : seen
    }
  }
}
