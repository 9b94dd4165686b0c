internal import FeelTrace

/// What a motion that was observed consists of, what moved it, and what is wrong with it.
public struct MotionAnalysis: Hashable, Sendable {
  /// The stretches, in order of time.
  public let segments: [MotionSegment]
  /// What no law explains, in order of time.
  public let faults: [MotionFault]
  /// The usual time from frame to frame, in seconds.
  public let interval: Double
  /// What places are rounded to, or 0 where no rounding shows.
  public let rounding: Double
  /// The standard deviation of a place, in the motion's unit.
  public let noise: Double
  /// In which step its stalls come, or `nil` where they come in none.
  public let stallPattern: StallPattern?
  /// How evenly its frames came.
  public let smoothness: Smoothness

  /// The clock by which the program moved its content, or `nil` where that is when its frames were seen.
  ///
  /// Laws are those of the clock; whatever is told with a time is told for when it was seen.
  public let clock: FrameClock?

  /// Analyses an observation.
  public init(_ observation: Observation) {
    clock = FrameClock(observation)
    let segmentation = Segmentation(
      clock?.observation ?? observation, jitter: clock?.jitter ?? 0)
    (interval, rounding) = (segmentation.interval, segmentation.noise.rounding)
    noise = segmentation.noise.deviation
    let finder = FaultFinder(segmentation)
    let named = SegmentNaming(segmentation).segments
    stallPattern = StallPattern(finder.faults, of: segmentation.observation)
    if let clock {
      segments = named.map { $0.seen(by: clock) }
      faults = finder.faults.map { $0.seen(by: clock) }
    } else {
      (segments, faults) = (named, finder.faults)
    }
    smoothness = Smoothness(
      observation, stalls: faults.filter { $0.kind == .stall },
      starts: Set(segmentation.parts.map(\.range.lowerBound)))
  }

  /// Whether every stretch that something moved has a law, or too few rows for one, and nothing else is wrong.
  public var isExplained: Bool {
    faults.isEmpty && segments.allSatisfy { $0.refusal == nil || $0.isTooShort }
  }
}

/// Names the parts of a segmentation.
struct SegmentNaming {
  let segments: [MotionSegment]

  init(_ segmentation: Segmentation) {
    var segments: [MotionSegment] = []
    for part in segmentation.parts where !part.range.isEmpty {
      segments.append(Self.segment(part, after: segments.last, segmentation))
    }
    self.segments = segments
  }

  private static func segment(
    _ part: Segmentation.Part, after last: MotionSegment?, _ segmentation: Segmentation
  ) -> MotionSegment {
    let rows = segmentation.observation.rows[part.range]
    var kind = MotionSegment.Kind.unexplained
    var (told, laws): ([LawFit], [LawFit]) = ([], [])
    var refusal: String?
    var isTooShort = false
    switch part {
    case .rest: kind = .rest
    case .drag:
      let presses = segmentation.observation.presses
      let isHeld = rows.first.map { row in presses.contains { $0.contains(row.time) } } ?? true
      kind = presses.isEmpty || isHeld ? .drag : .late
    case .law(_, let choice):
      told = choice.untold
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
        refusal = "\(range.count) rows are too few for a law"
      }
    }
    let best = laws.first?.cost ?? 0
    return MotionSegment(
      kind: kind, start: rows.first?.time ?? 0, end: rows.last?.time ?? 0, count: rows.count,
      law: told.first.map { ObservedLaw($0, cost: $0.cost - best) },
      alike: told.dropFirst().map(\.family),
      rejected: laws.filter { $0.family != told.first?.family }.prefix(4)
        .map { ObservedLaw($0, cost: $0.cost - best) },
      fitted: told.first.map { law in law.fitted.map { $0 + law.rows.startPlace } } ?? [],
      refusal: refusal, isTooShort: isTooShort)
  }

  private static func kind(
    of fit: LawFit, _ rows: ArraySlice<Observation.Row>, after last: MotionSegment?,
    _ segmentation: Segmentation
  ) -> MotionSegment.Kind {
    let source = segmentation.observation.source
    let slack = max(1, 3 * segmentation.noise.deviation)
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
    // A bounce goes out and comes back, or comes back from where a fling has taken it.
    let places = fit.rows.times.map { fit.place(at: $0) }
    let reach = places.map { abs($0 - end) }.max() ?? 0
    let turns = (places.max() ?? 0) - (places.min() ?? 0) > abs(way) + max(slack, 0.05 * reach)
    if turns, fit.family.isSpring, last?.kind == .fling || first * way < 0 { return .bounce }
    if last?.kind == .bounce { return .bounce }
    let usual = abs(way) / max(fit.rows.span, 1e-6)
    return abs(first) < 0.5 * usual || (last == nil || last?.kind == .rest) && fit.family.isEase
      ? .programmatic : .snap
  }
}
