public import Feel

/// The law of a segment, as far as the rows determine it.
public struct ObservedLaw: Hashable, Sendable {
  /// A number by which the law is commonly known.
  public struct Number: Hashable, Sendable {
    /// Its name, such as "decay".
    public let name: String
    /// Its unit: "per s", "s", "/s" or "/s²" (the latter two per the motion's unit), or empty for
    /// the motion's unit or a share.
    public let unit: String
    /// The number with its standard error, infinite if the rows do not determine it.
    public let fitted: FittedValue

    /// Creates a number.
    public init(name: String, unit: String, _ fitted: FittedValue) {
      (self.name, self.unit, self.fitted) = (name, unit, fitted)
    }
  }

  /// Where a curve began.
  public struct Beginning: Hashable, Sendable {
    /// The time, in seconds from the segment's start.
    public let time: Double
    /// The position, in the motion's unit.
    public let place: Double
    /// The velocity, in units a second.
    public let velocity: Double

    /// The velocity of a tabulated curve is read this long after its start, in seconds.
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
  /// Where a curve with a start, such as Android's spline, began; `nil` for other laws.
  ///
  /// A release at any later moment would be another curve.
  public let beginning: Beginning?
  /// Where a spring or a timing curve ends, in the motion's unit; `nil` for other laws.
  public let target: Double?
  /// When the law comes to a stand, in seconds from the segment's start; `nil` for laws that only
  /// approach it.
  public var end: Double? {
    self["end"]?.value ?? self["duration"].map { $0.value + (self["start"]?.value ?? 0) }
  }
  /// The root of the mean squared residual, in the motion's unit.
  public let deviation: Double
  /// How much worse Schwarz's criterion is than the best family's; 0 for the best.
  public let cost: Double

  /// The mean time between its rows, in seconds.
  private let interval: Double

  init(_ fit: LawFit, cost: Double) {
    interval = fit.rows.span / Double(max(1, fit.rows.count - 1))
    (family, numbers, deviation, self.cost) = (
      fit.family, FitErrors(fit).numbers, fit.deviation, cost
    )
    beginning = Beginning(fit)
    velocity = fit.velocity(at: 0)
    finalVelocity = fit.velocity(at: fit.rows.span)
    // After a minute all of them have arrived.
    target =
      fit.family.isSpring || fit.family.isEase
      ? fit.rows.startPlace + fit.place(at: fit.rows.span + 60) : nil
  }

  /// A number known less exactly than this share of itself is less than three standard errors from
  /// zero: it is no evidence of a law.
  private static let mostUnsure = 1.0 / 3
  /// The same of a law that is over within a row: its number then comes from a single step.
  private static let mostUnsureInStep = 0.05

  /// Why the rows are too few to tell the law, in a sentence; `nil` if they are not.
  var doubt: String? {
    guard let number = numbers.first(where: { !FitErrors.usual.contains($0.name) }) else {
      return nil
    }
    let share = number.fitted.error / abs(number.fitted.value)
    if number.unit == "per s", number.fitted.value * interval > 1, share > Self.mostUnsureInStep {
      return "too short to tell a law: the nearest, \(family.words), is over within a row"
    }
    guard !(share <= Self.mostUnsure) else { return nil }
    let known = share < 1 ? "known only to \(Int((100 * share).rounded())) %" : "unknown"
    return "too short to tell a law: the \(number.name) of the nearest, \(family.words), is "
      + known
  }

  /// The fitted value with this name.
  public subscript(name: String) -> FittedValue? { numbers.first { $0.name == name }?.fitted }

  /// A preset's exponential rate, in 1/s, and the relative difference of this law's rate from it.
  ///
  /// - Returns: `nil` if either is not an exponential, or this rate is undetermined.
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

  /// Relative difference up to which rates are equal, and relative error beyond which a rate
  /// identifies no preset.
  private static let (leastSlack, mostError) = (0.01, 0.1)
}

/// A stretch of a motion with a single cause.
public struct MotionSegment: Hashable, Sendable {
  /// The cause.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case rest
    /// A hand, or something else that follows no law.
    case drag
    /// A hand that has let go, but is shown late.
    case late
    /// A wheel, or fingers on a touchpad.
    case wheel
    /// Coasting after a release.
    case fling
    /// A return from beyond an edge.
    case bounce
    /// A spring or a curve took moving content to a place.
    case snap
    /// A spring or a curve took the content from one rest to another.
    case programmatic
    /// No law explains it.
    case unexplained
  }

  /// The release that a segment follows, according to its law.
  public struct Release: Hashable, Sendable {
    /// When the hand let go, in seconds on the clock of the rows.
    public let time: Double
    /// The law's position at that time.
    public let place: Double
    /// The law's velocity at that time, in units a second.
    public let velocity: FittedValue
  }

  /// The cause.
  public let kind: Kind
  /// A row as its law has it.
  public struct FittedRow: Hashable, Sendable {
    /// When it was seen, in seconds on the clock of the rows.
    public internal(set) var time: Double
    /// The position, including disturbances, in the motion's unit.
    public let offset: Double
    /// The velocity, in units a second.
    public let velocity: Double
  }

  /// When it begins, in seconds on the clock of the rows.
  public private(set) var start: Double
  /// When it ends, in seconds on the clock of the rows.
  public private(set) var end: Double
  /// How many rows it has.
  public let count: Int
  /// The best law, or the one with the fewest numbers if the rows cannot tell several apart; `nil`
  /// for rests and drags, and if no law explains the rows.
  ///
  /// It describes the motion even if its number is too unsure to name it: see ``told``.
  public let law: ObservedLaw?
  /// Families that the rows cannot tell from the law's.
  public let alike: [LawFamily]
  /// Laws of other families, the likeliest first, with their costs.
  public let rejected: [ObservedLaw]
  /// The law's motion, row by row; empty without a law.
  public private(set) var fitted: [FittedRow]
  /// The law, if the rows are enough to tell it.
  public var told: ObservedLaw? { refusal == nil ? law : nil }
  /// Why no law is told, in a sentence; `nil` if one is, or none is expected.
  public let refusal: String?
  /// Whether the reason is too few rows, which is not a fault.
  public let isTooShort: Bool
  /// The release according to the law; `nil` without a law, or if no release precedes it.
  public let release: Release?

  /// The velocity with which the content left the release, in units a second; `nil` without a
  /// release.
  public var releaseVelocity: FittedValue? { release?.velocity }

  /// No law stops content abruptly above this speed, in units a second.
  private static let stopped = 200.0

  /// Whether its content stops while it is still fast for a run of some speed, in units a second.
  func stops(after speed: Double) -> Bool {
    abs(law?.finalVelocity ?? 0) > max(Self.stopped, 0.1 * abs(speed))
  }

  /// Content that moves less than this is seen at rest, in units.
  fileprivate static let leastWay = 1.0

  /// Whether its law moves the content too little to be seen.
  fileprivate var isStill: Bool {
    law != nil && fitted.map(\.offset).extent < Self.leastWay
  }

  /// The distance that is left at a time after its last row if the law brakes evenly from there to
  /// its end, in units: content at rest earlier than that has stopped short of its law.
  fileprivate func wayLeft(at time: Double, until end: Double) -> Double {
    let left = Swift.max(0, end - time)
    return abs(law?.finalVelocity ?? 0) * left * left / (2 * (end - self.end))
  }

  /// The segment, ending no later than a time in seconds.
  public func ending(by time: Double) -> MotionSegment {
    var segment = self
    segment.end = Swift.min(end, Swift.max(start, time))
    return segment
  }

  /// The segment with its times mapped from the clock of the rows to when they were seen.
  func seen(by seen: (Double) -> Double) -> MotionSegment {
    var segment = self
    (segment.start, segment.end) = (seen(start), seen(end))
    for row in fitted.indices { segment.fitted[row].time = seen(fitted[row].time) }
    return segment
  }
}

extension [MotionSegment] {
  /// When the content came to rest for good, in seconds on the clock of the rows; `nil` if it still
  /// moved at the last row, or was stopped while it was fast.
  ///
  /// It is the end of its law, as far as that is seen, else its last row that moved.
  public var rest: Double? {
    guard let last, last.kind == .rest,
      let index = lastIndex(where: { $0.kind != .rest && !$0.isStill })
    else { return nil }
    let (moving, next) = (self[index], self[index + 1])
    guard let law = moving.law else { return moving.end }
    guard !moving.stops(after: law.velocity) else { return nil }
    guard let end = law.end.map({ moving.start + $0 }), end > moving.end,
      moving.wayLeft(at: next.start, until: end) < MotionSegment.leastWay
    else { return moving.end }
    return Swift.min(end, last.end)
  }

  /// The segment that best identifies a motion's law; `nil` if no segment tells one.
  ///
  /// It is taken from the run that moved by itself for longest: its longest fling, as what follows
  /// a fling depends on an edge, else its longest segment.
  public func mostInformative() -> MotionSegment? {
    let held: Set<MotionSegment.Kind> = [.rest, .drag, .late, .wheel]
    let runs = split { held.contains($0.kind) }.map { $0.filter { $0.told != nil } }
    func duration(_ segments: [MotionSegment]) -> Double {
      segments.reduce(0) { $0 + $1.end - $1.start }
    }
    guard let run = runs.max(by: { duration($0) < duration($1) }) else { return nil }
    let flings = run.filter { $0.kind == .fling }
    return (flings.isEmpty ? run : flings).max { duration([$0]) < duration([$1]) }
  }
}
