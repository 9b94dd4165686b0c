internal import FeelTrace

/// The segments of an observed motion, what moved each, and what is wrong with it.
public struct MotionAnalysis: Hashable, Sendable {
  /// The segments, in order of time.
  public let segments: [MotionSegment]
  /// The faults, in order of time.
  public let faults: [MotionFault]
  /// The usual time between frames, in seconds.
  public let interval: Double
  /// The rounding of positions, or 0 if none shows.
  public let rounding: Double
  /// The standard deviation of a position, in the motion's unit.
  public let noise: Double
  /// The regularity of its stalls, or `nil` if they have none.
  public let stallPattern: StallPattern?
  /// How even its frames were.
  public let smoothness: Smoothness

  /// The response to a wheel or a touchpad, or `nil` if none was turned.
  public let wheel: WheelResponse?

  /// The clock by which the program positioned its content; `nil` if the rows show none other than
  /// the times at which frames were seen.
  ///
  /// Laws are fitted on this clock; times in the results are when something was seen.
  public let clock: FrameClock?

  /// Analyses an observation.
  ///
  /// - Parameter whole: the observation, including rows from before the content moved.
  public init(_ whole: Observation) {
    let rounding = NoiseEstimate(whole.rows).rounding
    // Rounded positions repeat at a slow start too, so only unrounded ones show a brief standstill.
    let observation = rounding == 0 ? whole.withoutBriefStand : whole
    let freezes = LostFrames(observation, rounding: rounding)
    // Content that continues from where it froze contradicts any clock that ran on meanwhile.
    let clock = freezes.explainsAll ? nil : FrameClock(observation)
    self.clock = clock
    // A motion that a clock makes even has no freezes.
    var lost = clock == nil ? freezes : nil
    var onClock = clock?.observation ?? freezes.observation
    var judder = Judder(onClock, rounding: rounding)
    let known = KnownNoise(observation, jitter: clock?.jitter ?? 0)
    var segmentation = Segmentation(judder.observation, known)
    if lost?.isDoubtful(segmentation) ?? false {
      (lost, onClock) = (nil, observation)
      judder = Judder(onClock, rounding: rounding)
      segmentation = Segmentation(judder.observation, known)
    }
    (interval, self.rounding) = (segmentation.interval, rounding)
    noise = segmentation.noise.deviation
    let following = segmentation.following
    wheel = segmentation.wheel
    let finder = FaultFinder(
      segmentation, following: following, freezes: lost?.freezes ?? [], judder: judder.runs)
    let times = observation.rows.map(\.time)
    func seen(_ time: Double) -> Double {
      let seen = lost?.seen(time) ?? time
      if let clock { return clock.seen(seen) }
      // The row's exact time, without rounding errors.
      let next = times.firstIndex { $0 >= seen - 1e-6 }
      return next.map { abs(times[$0] - seen) < 1e-6 ? times[$0] : seen } ?? seen
    }
    segments = SegmentNaming(segmentation, following).segments
      .map { $0.seen(by: seen) }
    // A frame on a line that could not be read is reported as such.
    let unread = whole.unread.compactMap { time in times.first { $0 > time } }
    faults = finder.faults.map { $0.seen(by: seen) }
      .filter { $0.kind != .jump || clock?.shows($0) ?? true }
      .filter { $0.kind != .stall || !unread.contains($0.time) }
    stallPattern = StallPattern(faults, of: observation)
    smoothness = Smoothness(
      observation, noise: segmentation.noise, following: following,
      stalls: faults.filter { $0.kind == .stall },
      starts: Set(segmentation.parts.map(\.range.lowerBound)), unread: unread)
  }

  /// Whether every moving segment has a law or too few rows for one, and there are no faults.
  public var isExplained: Bool { faults.isEmpty && unexplained == 0 }

  /// The number of segments with enough rows for a law that none explains.
  public var unexplained: Int { segments.count { $0.refusal != nil && !$0.isTooShort } }
}

/// Names the parts of a segmentation.
struct SegmentNaming {
  let segments: [MotionSegment]

  init(_ segmentation: Segmentation, _ following: HandFollowing?) {
    var segments: [MotionSegment] = []
    for part in segmentation.parts where !part.range.isEmpty {
      segments.append(Self.segment(part, after: segments.last, segmentation, following))
    }
    self.segments = segments
  }

  private static func segment(
    _ part: Segmentation.Part, after last: MotionSegment?, _ segmentation: Segmentation,
    _ following: HandFollowing?
  ) -> MotionSegment {
    let rows = segmentation.observation.rows[part.range]
    var kind = MotionSegment.Kind.unexplained
    var (told, laws): ([LawFit], [LawFit]) = ([], [])
    var refusal: String?
    var isTooShort = false
    switch part {
    case .rest: kind = .rest
    case .wheel: kind = .wheel
    case .drag:
      let presses = segmentation.observation.presses
      let isHeld = rows.first.map { row in presses.contains { $0.contains(row.time) } } ?? true
      kind = presses.isEmpty || isHeld ? .drag : .late
    case .law(_, let choice):
      told = choice.unresolved
      // A motion that begins from a rest is a timing curve rather than the end of a fling.
      if last?.kind == .rest, let curve = told.firstIndex(where: \.family.isEase),
        told[curve].parameterCount <= told[0].parameterCount
      {
        told.insert(told.remove(at: curve), at: 0)
      }
      laws = choice.laws
      kind = told.first.map { Self.kind(of: $0, rows, after: last, segmentation) } ?? kind
    case .unexplained(let range, let choice):
      if let best = choice?.laws.first {
        let size = (best.deviation * 10).rounded() / 10
        refusal =
          "no law explains these rows: the nearest, \(best.family.words), is \(size) "
          + "\(segmentation.observation.source.unit) off"
      } else {
        isTooShort = true
        refusal = "too few rows for a law: \(range.count)"
      }
    }
    let best = laws.first?.cost ?? 0
    let law = told.first.map { ObservedLaw($0, cost: $0.cost - best) }
    if let doubt = law?.doubt { (refusal, isTooShort) = (doubt, true) }
    return MotionSegment(
      kind: kind, start: rows.first?.time ?? 0, end: rows.last?.time ?? 0, count: rows.count,
      law: law,
      alike: told.dropFirst().map(\.family),
      rejected: laws.filter { $0.family != told.first?.family }.prefix(4)
        .map { ObservedLaw($0, cost: $0.cost - best) },
      fitted: told.first.map { law in
        zip(rows, zip(law.fitted, law.velocities)).map {
          MotionSegment.FittedRow(
            time: $0.time, offset: law.rows.startPlace + $1.0, velocity: $1.1)
        }
      } ?? [],
      refusal: refusal, isTooShort: isTooShort,
      release: told.first.flatMap { release($0, part, after: last, segmentation, following) })
  }

  /// A segment that starts later than this after a release does not follow from it, in seconds.
  private static let longest = 0.12
  /// How many times as fast as in its first row a law may be at a release before it.
  private static let mostGain = 3.0

  /// The release that a segment follows, according to its law; `nil` if it follows none, or if the
  /// law does not reach back to it.
  private static func release(
    _ fit: LawFit, _ part: Segmentation.Part, after last: MotionSegment?,
    _ segmentation: Segmentation, _ following: HandFollowing?
  ) -> MotionSegment.Release? {
    let (start, interval) = (fit.rows.startTime, fit.rows.interval)
    let late = following?.known ?? 0
    guard
      let press = segmentation.observation.presses.last(where: { $0.upperBound <= start + 1e-9 }),
      start - press.upperBound <= longest + late
    else { return nil }
    let shown = press.upperBound + min(late, start - press.upperBound)
    func place(_ time: Double) -> Double { fit.rows.startPlace + fit.place(at: time - start) }
    // Programs start their law at the release, at the last sample, or with a frame. Use the moment
    // at which the law passes through the position where the hand left the content.
    var time = shown
    if following?.lag != nil, let held = following?.left(at: press.upperBound) {
      var (low, high) = (shown - 1.5 * interval, max(start, shown) + interval / 2)
      let isRising = place(high) > place(low)
      if (place(low) - held) * (place(high) - held) < 0 {
        for _ in 0..<40 {
          let middle = (low + high) / 2
          if (place(middle) < held) == isRising { low = middle } else { high = middle }
        }
        time = low
      }
    }
    // With a steady hand all that the content is behind may be lag, or none; rows that were seen to
    // show the hand are not the law's.
    var window = 0.0
    if let following, following.lag == nil {
      let low = max(press.upperBound, last?.kind == .late ? last?.end ?? 0 : 0)
      let isMoving = following.speed(at: press.upperBound) > 1
      window = max(0, press.upperBound + (isMoving ? following.rough : 0) - low) / 2
      time = low + window
    }
    // A law with a beginning is constant before it.
    time = max(time, start + (fit.begin ?? -.infinity) + 2e-4)
    let velocity = FitErrors(fit).velocity(at: time - start)
    // Far before its rows, a law is no evidence once it leads elsewhere.
    let first = fit.velocity(at: 0)
    guard
      start - time <= 1.5 * interval
        || velocity.value * first > 0 && abs(velocity.value) <= mostGain * abs(first)
    else { return nil }
    // The uncertainty of that position limits how exactly the moment is known.
    let spread = (following?.hold(at: press.upperBound)?.spread ?? 0) / 4
    let slack = max(spread, segmentation.noise.deviation / 2) / max(abs(velocity.value), 1)
    let turn = fit.velocity(at: time - start + 5e-4) - fit.velocity(at: time - start - 5e-4)
    let unknown = abs(turn) / 1e-3 * max(window, min(slack, interval))
    var unlike = 0.0
    if case .law(_, let choice) = part,
      let all = choice.average({ law in
        let own = FitErrors(law).velocity(at: time - law.rows.startTime)
        let off = own.value - velocity.value
        return (off * off, 0)
      })
    {
      unlike = all.value
    }
    return MotionSegment.Release(
      time: press.upperBound, place: place(time),
      velocity: FittedValue(
        value: velocity.value,
        error: (velocity.error * velocity.error + unknown * unknown + unlike).squareRoot()))
  }

  private static func kind(
    of fit: LawFit, _ rows: ArraySlice<Observation.Row>, after last: MotionSegment?,
    _ segmentation: Segmentation
  ) -> MotionSegment.Kind {
    let source = segmentation.observation.source
    let slack = max(1, 3 * segmentation.noise.deviation)
    if segmentation.isTurned(at: rows.first?.time ?? 0), last?.kind != .wheel { return .wheel }
    let isOutside = rows.contains {
      $0.offset < (source.minimum ?? -.infinity) - slack
        || $0.offset > (source.maximum ?? .infinity) + slack
    }
    let (first, end) = (fit.velocity(at: 0), fit.place(at: fit.rows.span))
    let way = end - fit.place(at: 0)
    if isOutside { return .bounce }
    guard fit.family.isSpring || fit.family.isEase else {
      return fit.family == .steady && last?.kind != .drag && last?.kind != .late ? .drag : .fling
    }
    // A bounce goes out and comes back, or comes back from where a fling went.
    let places = fit.rows.times.map { fit.place(at: $0) }
    let reach = places.map { abs($0 - end) }.max() ?? 0
    let turns = places.extent > abs(way) + max(slack, 0.05 * reach)
    if turns, fit.family.isSpring, last?.kind == .fling || first * way < 0 { return .bounce }
    if last?.kind == .bounce { return .bounce }
    if last?.kind == .rest { return .programmatic }
    let usual = abs(way) / max(fit.rows.span, 1e-6)
    return abs(first) < 0.5 * usual || (last == nil || last?.kind == .rest) && fit.family.isEase
      ? .programmatic : .snap
  }
}
