public import Feel

/// The law of a segment, as far as the rows tell it.
public struct ObservedLaw: Hashable, Sendable {
  /// A number by which people know a law.
  public struct Number: Hashable, Sendable {
    /// What it is, such as "decay".
    public let name: String
    /// Its unit: "per s", "s", "/s" or "/s²" for the motion's unit over these, or nothing for the
    /// motion's unit or a share.
    public let unit: String
    /// The number with its standard error, infinite where the rows do not determine it.
    public let fitted: FittedValue

    /// Creates a number.
    public init(name: String, unit: String, _ fitted: FittedValue) {
      (self.name, self.unit, self.fitted) = (name, unit, fitted)
    }
  }

  /// Where a curve began.
  public struct Beginning: Hashable, Sendable {
    /// When, in seconds from the segment's start.
    public let time: Double
    /// The place then, in the motion's unit.
    public let place: Double
    /// The velocity then, in units a second.
    public let velocity: Double

    /// Just after its start a curve that is a table has its velocity.
    private static let moment = 0.002

    fileprivate init?(_ fit: LawFit) {
      guard fit.family == .androidSpline else { return nil }
      time = fit.shape[0] * fit.rows.span
      place = fit.rows.startPlace + fit.place(at: time)
      velocity = fit.velocity(at: time + Self.moment)
    }
  }

  /// The kind of law.
  public let family: LawFamily
  /// Its numbers; times count from the segment's start.
  public let numbers: [Number]
  /// The velocity at the segment's start, in units a second.
  public let velocity: Double
  /// The velocity at the segment's end, in units a second.
  public let finalVelocity: Double
  /// Where a curve that has a beginning, such as Android's spline, began; `nil` of other laws.
  ///
  /// Let go at any later moment, it would be another curve.
  public let beginning: Beginning?
  /// Where a spring or a timing curve takes the content, in the motion's unit; `nil` of other laws.
  public let target: Double?
  /// The root of the mean squared residual, in the motion's unit.
  public let deviation: Double
  /// By how much Schwarz's criterion is worse than the best family's; 0 for that one.
  public let cost: Double

  init(_ fit: LawFit, cost: Double) {
    (family, numbers, deviation, self.cost) = (
      fit.family, FitErrors(fit).numbers, fit.deviation, cost
    )
    beginning = Beginning(fit)
    velocity = fit.velocity(at: 0)
    finalVelocity = fit.velocity(at: fit.rows.span)
    // A minute later all of them are there.
    target =
      fit.family.isSpring || fit.family.isEase
      ? fit.rows.startPlace + fit.place(at: fit.rows.span + 60) : nil
  }

  /// A number by its name.
  public subscript(name: String) -> FittedValue? { numbers.first { $0.name == name }?.fitted }

  /// The rate of a preset's exponential, in 1/s, and by which share of it this one's differs.
  ///
  /// - Returns: `nil` where either is of another kind, or this one's may be any.
  public func decay(beside preset: ScrollPreset) -> (rate: Double, share: Double)? {
    guard family == .exponential, let own = self["decay"], own.error < own.value,
      case .exponential(let rate) = preset.physics.decay
    else { return nil }
    return (rate.decayPerSecond, abs(own.value / rate.decayPerSecond - 1))
  }

  /// Whether a preset's flings follow this law, as far as its numbers are known.
  public func isLaw(of preset: ScrollPreset) -> Bool {
    if case .androidSpline = preset.physics.decay { return family == .androidSpline }
    guard let (rate, share) = decay(beside: preset), let own = self["decay"] else { return false }
    return own.error < Self.mostError * own.value
      && share * rate <= max(2 * own.error, Self.leastSlack * own.value)
  }

  /// Rates that differ by less are the same, and those that are known worse tell no preset, as
  /// shares.
  private static let (leastSlack, mostError) = (0.01, 0.1)
}

/// A stretch of a motion that one thing moved.
public struct MotionSegment: Hashable, Sendable {
  /// What moved it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case rest
    /// A hand, or something else that keeps to no law.
    case drag
    /// A hand that has let go, shown late.
    case late
    /// A wheel, or fingers on a touchpad.
    case wheel
    /// It ran out after a release.
    case fling
    /// It was taken back from past an edge.
    case bounce
    /// A spring or a curve took it to a place while it was moving.
    case snap
    /// A spring or a curve took it from a rest to another one.
    case programmatic
    /// No law explains it.
    case unexplained
  }

  /// What a law says of the release that it follows: the content goes on from there.
  public struct Release: Hashable, Sendable {
    /// When the hand let go, in seconds on the clock of the rows.
    public let time: Double
    /// Where the law has the content then.
    public let place: Double
    /// The law's velocity then, in units a second.
    public let velocity: FittedValue
  }

  /// What moved it.
  public let kind: Kind
  /// When it begins, in seconds on the clock of the rows.
  public private(set) var start: Double
  /// When it ends, in seconds on the clock of the rows.
  public private(set) var end: Double
  /// How many rows it has.
  public let count: Int
  /// The best law, or the one with the fewest numbers of those that the rows cannot tell apart;
  /// `nil` for rests, drags, and where none explains the rows.
  public let law: ObservedLaw?
  /// Families that the rows cannot tell from the law's.
  public let alike: [LawFamily]
  /// Laws of other families, the likeliest first, with their costs.
  public let rejected: [ObservedLaw]
  /// Where the law, with what disturbed it, has the content, row by row; empty without a law.
  public private(set) var fitted: [Observation.Row]
  /// Why there is no law, in a sentence, or `nil` where there is one or none is looked for.
  public let refusal: String?
  /// Whether that is because there are too few rows, which is nothing wrong.
  public let isTooShort: Bool
  /// What the law says of the release that it follows; `nil` without a law, or where it follows
  /// none.
  public let release: Release?

  /// The velocity with which it went on from the release, in units a second; `nil` where it follows
  /// none.
  public var releaseVelocity: FittedValue? { release?.velocity }

  /// The same with the times at which what a clock tells was seen.
  func seen(by seen: (Double) -> Double) -> MotionSegment {
    var segment = self
    (segment.start, segment.end) = (seen(start), seen(end))
    for row in fitted.indices { segment.fitted[row].time = seen(fitted[row].time) }
    return segment
  }
}

extension [MotionSegment] {
  /// The stretch that tells what law a motion follows; `nil` where none of these kinds has a law.
  ///
  /// It is of the longest time in which the content went by itself: the longest fling there, since
  /// what follows a fling tells of an edge, else the longest stretch.
  public func telling(
    of kinds: Set<MotionSegment.Kind> = Set(MotionSegment.Kind.allCases)
  ) -> MotionSegment? {
    let held: Set<MotionSegment.Kind> = [.rest, .drag, .late, .wheel]
    let runs = split { held.contains($0.kind) }.map { run in
      run.filter { $0.law != nil && kinds.contains($0.kind) }
    }
    func duration(_ segments: [MotionSegment]) -> Double {
      segments.reduce(0) { $0 + $1.end - $1.start }
    }
    guard let run = runs.max(by: { duration($0) < duration($1) }) else { return nil }
    let flings = run.filter { $0.kind == .fling }
    return (flings.isEmpty ? run : flings).max { duration([$0]) < duration([$1]) }
  }
}
