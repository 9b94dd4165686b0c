/// Stores the last samples of a pointer and estimates its velocity.
///
/// At most `capacity` samples are stored: those of the settings' window, or of 150 ms if that is
/// longer, and as many older ones as fit. Storage grows with the pointer's rate, two or three times
/// in total; otherwise adding and querying do not allocate, except for the first sample after a
/// copy, which shares the storage until then. Samples of equal time replace each other; a sample
/// older than the newest gets the newest's time. Samples closer than 0.6 ms are thinned on arrival,
/// always keeping the newest, so that the storage spans 150 ms at any rate.
///
/// Unless the settings include it, the release itself is not a sample: it comes when the finger has
/// already stopped pushing.
public struct VelocityTracker: Sendable {
  /// The maximum number of stored samples.
  public static let capacity = 256
  /// The initial capacity, always a power of two: 150 ms of a mouse with 200 reports per second.
  private static let room = 32
  /// The minimum time between stored samples, in microseconds.
  private static let spacing: Int64 = 600

  private var sharedSettings: Shared<Settings>

  /// How the velocity is estimated; setting it allocates.
  public var settings: Settings {
    get { sharedSettings.value }
    set { sharedSettings = Shared(newValue) }
  }

  private struct Stored {
    var microseconds: Int64 = 0
    var x = 0.0
    var y = 0.0
  }

  /// On the heap, because queries of a control would copy inline samples; no larger than needed,
  /// because hosts may store many moments of a control.
  private var ring = [Stored](repeating: Stored(), count: room)
  private var next = 0
  /// The number of stored samples, 0…`capacity`.
  public private(set) var count = 0
  private var startsWithPress = false

  /// Creates a tracker without samples.
  public init(settings: Settings = Settings()) { sharedSettings = Shared(settings) }

  /// Removes all samples.
  public mutating func reset() { (next, count, startsWithPress) = (0, 0, false) }

  /// Removes all samples and starts with a press.
  ///
  /// Whether the press counts depends on `Settings.press`; by default only while fewer than three
  /// other samples do.
  public mutating func press(at time: Instant, location: Vector) {
    reset()
    add(at: time, location: location)
    startsWithPress = count == 1
  }

  /// Adds a sample; ignored if its location is not finite.
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
  /// 0 if the newest sample is more than `releaseGap` older than the release, and with fewer than
  /// `minimumSamples` samples.
  public func velocity(at release: Instant) -> Vector {
    estimate(at: release, fates: fates(at: release, stopsEarly: true))
  }

  /// The velocity at a release, with the samples it was estimated from; allocates.
  public func estimate(at release: Instant) -> VelocityEstimate {
    let fates = fates(at: release)
    let entries = (0..<count).reversed().map { age in
      VelocityEstimate.Entry(sample: sample(age), fate: fates[age])
    }
    return VelocityEstimate(velocity: estimate(at: release, fates: fates), entries: entries)
  }

  private func estimate(
    at release: Instant, fates: borrowing InlineArray<256, VelocitySample.Fate>
  ) -> Vector {
    guard count > 0 else { return .zero }
    if settings.estimator.law.isPairwise { return meanOfPairs(fates: fates) }
    var window = VelocityWindow()
    let newest = ring[slot(0)].microseconds
    // A span, because the array's own subscript would copy it whole for every sample.
    let fates = fates.span
    for age in (0..<count).reversed() where fates[age] == .used {
      let stored = place(age)
      let seconds = -Double(VelocityTracker.difference(newest, stored.microseconds)) / 1e6
      window.append(time: seconds, x: stored.x, y: stored.y)
    }
    let late = Double(VelocityTracker.difference(release.microseconds, newest)) / 1e6
    if settings.countsRelease, window.count > 0, window.count < VelocityWindow.capacity, late > 0 {
      let stored = place(0)
      window.append(time: late, x: stored.x, y: stored.y)
    }
    let velocity = window.velocity(by: settings.estimator)
    return velocity.isFinite ? velocity : .zero
  }

  /// A sample, with its location truncated if the settings say so.
  private func place(_ age: Int) -> Stored {
    var stored = ring[slot(age)]
    if settings.countsWholePoints {
      (stored.x, stored.y) = (stored.x.rounded(.up) - 1, stored.y.rounded(.up) - 1)
    }
    return stored
  }

  /// The fate of each sample, by age; with `stopsEarly` only which samples are used is valid.
  private func fates(
    at release: Instant, stopsEarly: Bool = false
  ) -> InlineArray<256, VelocitySample.Fate> {
    var fates = InlineArray<256, VelocitySample.Fate>(repeating: .unneeded)
    guard count > 0 else { return fates }
    let newest = ring[slot(0)].microseconds
    if VelocityTracker.difference(release.microseconds, newest)
      > VelocityTracker.microseconds(settings.releaseGap)
    {
      if !stopsEarly { for age in 0..<count { fates[age] = .rested } }
      return fates
    }
    let gap = VelocityTracker.microseconds(settings.gap)
    let window = VelocityTracker.microseconds(settings.window)
    let windowEnd = settings.windowEndsAtRelease ? max(release.microseconds, newest) : newest
    let law = settings.estimator.law
    let spacing = law.thins ? VelocityTracker.microseconds(settings.minimumSpacing) : 0
    let needed = law.greatestCount
    let cap = law.takesAll ? count : settings.cap
    let isPairwise = law.isPairwise
    var (isCut, reaches) = (false, settings.reachesBeforeWindow)
    var kept = 0
    var (newer, lastKept) = (newest, newest)
    for age in 0..<count {
      let time = ring[slot(age)].microseconds
      isCut = isCut || VelocityTracker.difference(newer, time) > gap
      newer = time
      let isOld = VelocityTracker.difference(windowEnd, time) > window
      if stopsEarly, !isPairwise, isCut || isOld && !reaches { break }
      if isCut {
        fates[age] = .beforeGap
      } else if isPress(age), settings.press == .never {
        fates[age] = .press
      } else if isOld, !reaches {
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
        if isOld { reaches = false }
      }
    }
    if startsWithPress, settings.press == .spare, kept > 3, fates[count - 1] == .used {
      fates[count - 1] = .press
      kept -= 1
    }
    if isPairwise { pair(&fates, spacing: VelocityTracker.microseconds(settings.minimumSpacing)) }
    if settings.minimumSamples > 2 {
      let isLate = settings.countsRelease && release.microseconds > newest
      let used = (0..<count).count { fates[$0] == .used } + (isLate ? 1 : 0)
      guard used >= settings.minimumSamples else {
        for age in 0..<count where fates[age] == .used { fates[age] = .tooFew }
        return fates
      }
    }
    if settings.estimator == .firstToLast, kept > 2 {
      // The used samples are adjacent, and only the first and the last of them matter.
      let first = (0..<count).first { fates[$0] == .used } ?? 0
      for age in first + 1..<first + kept - 1 { fates[age] = .unneeded }
    }
    return fates
  }

  private func isPress(_ age: Int) -> Bool { startsWithPress && age == count - 1 }

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

  /// Doubles the storage.
  private mutating func grow() {
    let older = (0..<count).reversed().map { ring[slot($0)] }
    ring = older + Array(repeating: Stored(), count: count)
    next = count
  }

  private func slot(_ age: Int) -> Int { (next - 1 - age) & (ring.count - 1) }

  /// A setting in microseconds, clamped to 0…1e12; NaN counts as 0.
  private static func microseconds(_ seconds: Double) -> Int64 {
    seconds.isNaN ? 0 : Int64(min(max(0, seconds), 1e6) * 1e6)
  }

  private static func difference(_ a: Int64, _ b: Int64) -> Int64 {
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    return overflow ? (a > b ? .max : .min) : difference
  }

  // MARK: Pairs

  /// The mean of the velocities between the used samples, each smoothed by those before it and
  /// clamped to the limit.
  private func meanOfPairs(fates: borrowing InlineArray<256, VelocitySample.Fate>) -> Vector {
    let fates = fates.span
    let gain = min(max(0, settings.smoothing), 1)
    var (sum, smooth) = (Vector.zero, Vector.zero)
    var (pairs, isFirst) = (0, true)
    var last: Stored?
    for age in (0..<count).reversed() {
      guard fates[age] == .used || fates[age] == .old || fates[age] == .unneeded else { continue }
      let stored = place(age)
      if let last {
        let seconds =
          Double(VelocityTracker.difference(stored.microseconds, last.microseconds)) / 1e6
        let pair = Vector(stored.x - last.x, stored.y - last.y) * (1 / seconds)
        smooth = pair * gain + smooth * (1 - gain)
      }
      if fates[age] == .used {
        if !isFirst {
          sum += Vector(limited(smooth.x), limited(smooth.y))
          pairs += 1
        }
        isFirst = false
      }
      last = stored
    }
    guard pairs > 0 else { return .zero }
    let mean = sum * (1 / Double(pairs))
    return mean.isFinite ? mean : .zero
  }

  private func limited(_ speed: Double) -> Double {
    min(max(speed, -settings.pairLimit), settings.pairLimit)
  }

  /// Merges grouped samples and those within the spacing, then selects the last of the remaining
  /// pairs.
  func pair(_ fates: inout InlineArray<256, VelocitySample.Fate>, spacing: Int64) {
    let grouping = VelocityTracker.microseconds(settings.grouping)
    var (groupStart, lastKept) = (Int64?.none, Int64?.none)
    var open: Int?
    for age in (0..<count).reversed() where fates[age] == .used || fates[age] == .old {
      let time = ring[slot(age)].microseconds
      if isPress(age) {
        (groupStart, lastKept) = (nil, time)
        continue
      }
      if let start = groupStart, let open, VelocityTracker.difference(time, start) < grouping {
        fates[open] = .thinned
      } else {
        if let lastKept, VelocityTracker.difference(time, lastKept) <= spacing {
          fates[age] = .thinned
          continue
        }
        groupStart = time
      }
      (open, lastKept) = (age, time)
    }
    // The last of the remaining pairs are used; the older sample of the first of them may be before
    // the window.
    var used = 0
    var hasBase = false
    for age in 0..<count where fates[age] == .used || fates[age] == .old {
      if fates[age] == .used, used < settings.cap - 1 {
        used += 1
      } else if !hasBase, used > 0 {
        fates[age] = .used
        hasBase = true
      } else if fates[age] == .used {
        fates[age] = .unneeded
      }
    }
  }
}

extension VelocityTracker: Hashable {
  /// Whether two trackers hold the same samples and settings.
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
