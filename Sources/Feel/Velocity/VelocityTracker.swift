/// Remembers the last samples of a pointer and reads a velocity off them.
///
/// At most `capacity` samples are kept: those of the settings' window, of 150 ms at least, and as many older ones as
/// there is room for. The room grows with the pointer's rate, twice or thrice in a tracker's life; besides, adding and
/// asking allocate nothing, but for the first sample after a copy was made, which shares the memory until then.
/// Samples of one time are one sample, the last; one that is older than the newest counts as of the newest's time.
/// Faster input than a sample in 0.6 ms is thinned as it comes in, the newest always kept, so that the memory spans
/// 150 ms at any rate.
///
/// The release itself is no sample: it comes when the finger has already stopped pushing.
public struct VelocityTracker: Sendable {
  /// How many samples are remembered at most.
  public static let capacity = 256
  /// How many there is room for at first, a power of two as ever: 150 ms of a mouse with 200 reports a second.
  private static let room = 32
  /// Microseconds between samples that are worth keeping.
  private static let spacing: Int64 = 600

  /// How the velocity is read off the samples.
  public var settings: Settings

  /// What an estimator looks at.
  public struct Settings: Hashable, Sendable {
    /// Which estimator.
    public var estimator: VelocityEstimator
    /// How far back from the newest sample it looks, in seconds.
    public var window: Double
    /// How many samples it takes at most, 2…64.
    public var cap: Int {
      didSet { cap = min(max(2, cap), VelocityWindow.capacity) }
    }
    /// How far apart samples have to be to count both, in seconds; for the estimators that take more than four.
    public var minimumSpacing: Double
    /// A rest so long cuts off what was before it, and before a release leaves no velocity at all; in seconds.
    public var gap: Double

    /// Creates settings.
    ///
    /// Without a window given it is 150 ms for `firstToLast` and 100 ms for the others. `cap` is held to 2…64.
    public init(
      estimator: VelocityEstimator = .leastSquares, window: Double? = nil,
      cap: Int = VelocityWindow.capacity, minimumSpacing: Double = 0.0015, gap: Double = 0.04
    ) {
      self.estimator = estimator
      self.window = window ?? (estimator == .firstToLast ? 0.15 : 0.1)
      self.cap = min(max(2, cap), VelocityWindow.capacity)
      (self.minimumSpacing, self.gap) = (minimumSpacing, gap)
    }
  }

  private struct Stored {
    var microseconds: Int64 = 0
    var x = 0.0
    var y = 0.0
  }

  /// On the heap: a control that holds its samples itself is so large that every question to it would copy them.
  ///
  /// No larger than needed, since whoever keeps many moments of a control keeps as many of these.
  private var ring = [Stored](repeating: Stored(), count: room)
  private var next = 0
  /// How many samples are held, 0…`capacity`.
  public private(set) var count = 0
  private var startsWithPress = false

  /// Creates a tracker without samples.
  public init(settings: Settings = Settings()) {
    self.settings = settings
  }

  /// Forgets everything.
  public mutating func reset() {
    (next, count, startsWithPress) = (0, 0, false)
  }

  /// Forgets everything and starts with a press.
  ///
  /// The press counts only while fewer than three samples of the motion do: a finger may rest before it flicks.
  public mutating func press(at time: Instant, location: Vector) {
    reset()
    add(at: time, location: location)
    startsWithPress = count == 1
  }

  /// Adds a sample; one without a finite location is ignored.
  public mutating func add(at time: Instant, location: Vector) {
    guard location.isFinite else { return }
    var stored = Stored(microseconds: time.microseconds, x: location.x, y: location.y)
    guard count > 0 else { return append(stored) }
    let newest = ring[slot(0)].microseconds
    stored.microseconds = max(stored.microseconds, newest)
    let isCrowded =
      count > 1
      && VelocityTracker.difference(newest, ring[slot(1)].microseconds) < VelocityTracker.spacing
    if stored.microseconds == newest || isCrowded {
      ring[slot(0)] = stored
      return
    }
    append(stored)
  }

  /// The sample of a given age: 0 is the newest.
  ///
  /// - Precondition: `age` lies in 0..<`count`.
  public func sample(_ age: Int) -> VelocitySample {
    precondition(age >= 0 && age < count, "age lies in 0..<count")
    let stored = ring[slot(age)]
    return VelocitySample(
      time: Instant(microseconds: stored.microseconds), location: Vector(stored.x, stored.y))
  }

  /// The velocity at a release, in points per second; always finite.
  ///
  /// 0 if the newest sample is more than `gap` older than the release, and with fewer than two samples.
  public func velocity(at release: Instant) -> Vector {
    estimate(fates: fates(at: release, stopsEarly: true))
  }

  /// The velocity at a release together with what it was made from; this one allocates its answer.
  public func estimate(at release: Instant) -> VelocityEstimate {
    let fates = fates(at: release)
    let entries = (0..<count).reversed().map { age in
      VelocityEstimate.Entry(sample: sample(age), fate: fates[age])
    }
    return VelocityEstimate(velocity: estimate(fates: fates), entries: entries)
  }

  private func estimate(fates: borrowing InlineArray<256, VelocitySample.Fate>) -> Vector {
    var window = VelocityWindow()
    guard count > 0 else { return .zero }
    let newest = ring[slot(0)].microseconds
    // A span: the array's own subscript would copy it whole for every sample.
    let fates = fates.span
    for age in (0..<count).reversed() where fates[age] == .used {
      let stored = ring[slot(age)]
      let seconds = -Double(VelocityTracker.difference(newest, stored.microseconds)) / 1e6
      window.append(time: seconds, x: stored.x, y: stored.y)
    }
    let velocity = window.velocity(by: settings.estimator)
    return velocity.isFinite ? velocity : .zero
  }

  /// What becomes of each sample, by age; or, where it stops early, of those that may be used.
  private func fates(
    at release: Instant, stopsEarly: Bool = false
  ) -> InlineArray<256, VelocitySample.Fate> {
    var fates = InlineArray<256, VelocitySample.Fate>(repeating: .unneeded)
    guard count > 0 else { return fates }
    let newest = ring[slot(0)].microseconds
    let gap = VelocityTracker.microseconds(settings.gap)
    if VelocityTracker.difference(release.microseconds, newest) > gap {
      if !stopsEarly { for age in 0..<count { fates[age] = .rested } }
      return fates
    }
    let window = VelocityTracker.microseconds(settings.window)
    let spacing =
      settings.estimator.thins ? VelocityTracker.microseconds(settings.minimumSpacing) : 0
    let needed = settings.estimator.greatestCount
    let cap = settings.estimator == .firstToLast ? count : settings.cap
    var isCut = false
    var kept = 0
    var (newer, lastKept) = (newest, newest)
    for age in 0..<count {
      let time = ring[slot(age)].microseconds
      isCut = isCut || VelocityTracker.difference(newer, time) > gap
      newer = time
      if stopsEarly, isCut || VelocityTracker.difference(newest, time) > window { break }
      if isCut {
        fates[age] = .beforeGap
      } else if VelocityTracker.difference(newest, time) > window {
        fates[age] = .old
      } else if age > 0, VelocityTracker.difference(lastKept, time) < spacing {
        fates[age] = .thinned
      } else if kept == needed {
        fates[age] = .unneeded
      } else if kept == cap {
        fates[age] = .overCap
      } else {
        fates[age] = .used
        (kept, lastKept) = (kept + 1, time)
      }
    }
    if startsWithPress, kept > 3, fates[count - 1] == .used {
      fates[count - 1] = .press
      kept -= 1
    }
    if settings.estimator == .firstToLast, kept > 2 {
      // Every sample kept is newer than those dropped: all but the first and the last of them are on the way only.
      for age in 1..<kept - 1 { fates[age] = .unneeded }
    }
    return fates
  }

  private mutating func append(_ stored: Stored) {
    if count == ring.count {
      let oldest = ring[slot(count - 1)].microseconds
      let span = max(0.15, settings.window)
      let isNeeded =
        VelocityTracker.difference(stored.microseconds, oldest)
        <= VelocityTracker.microseconds(span)
      if isNeeded, count < VelocityTracker.capacity { grow() } else { startsWithPress = false }
    }
    ring[next] = stored
    next = (next + 1) & (ring.count - 1)
    count = min(count + 1, ring.count)
  }

  /// Makes twice the room.
  private mutating func grow() {
    let older = (0..<count).reversed().map { ring[slot($0)] }
    ring = older + Array(repeating: Stored(), count: count)
    next = count
  }

  private func slot(_ age: Int) -> Int {
    (next - 1 - age) & (ring.count - 1)
  }

  /// A setting in microseconds; NaN counts as 0 and what no session lasts as for ever.
  private static func microseconds(_ seconds: Double) -> Int64 {
    seconds.isNaN ? 0 : Int64(min(max(0, seconds), 1e6) * 1e6)
  }

  private static func difference(_ a: Int64, _ b: Int64) -> Int64 {
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    return overflow ? (a > b ? .max : .min) : difference
  }
}

extension VelocityTracker: Hashable {
  /// Whether two trackers hold the same samples and read them alike.
  public static func == (a: VelocityTracker, b: VelocityTracker) -> Bool {
    guard a.settings == b.settings, a.count == b.count, a.startsWithPress == b.startsWithPress
    else { return false }
    return (0..<a.count).allSatisfy { a.sample($0) == b.sample($0) }
  }

  /// Feeds the samples and the settings to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(settings)
    for age in 0..<count { hasher.combine(sample(age)) }
  }
}
