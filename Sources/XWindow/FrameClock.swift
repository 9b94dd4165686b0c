package import Feel

/// Schedules drawing, so that each vblank gets one frame, drawn as late as possible.
///
/// The grid of vblanks is extrapolated from the newest known one and the period. Present's
/// completions correct both; without them, the period is the output's, or 1/60 s, and the grid runs
/// free. Drawing starts before a vblank by the 95th percentile of recent frame costs plus a margin,
/// and input that arrives until then is in the frame. Frames drawn completely, as after a change of
/// size, cost much more and are tracked separately. After a pause, the first frame is drawn at
/// once.
///
/// A display without a pixel clock, such as Xvfb or VNC, shows pixels as soon as they are sent.
/// There, input is drawn at once instead of waiting for a vblank, at most 250 times a second. The
/// grid still applies to animations, and to a pointer that merely passes.
public struct FrameClock: Sendable {
  /// The source of the period.
  public enum Source: String, Hashable, Sendable {
    /// Present reports the vblanks.
    case present
    /// RandR's refresh rate of the output.
    case output
    /// Neither is known: 60 Hz.
    case fallback
  }

  /// When to start drawing, and for which vblank.
  package struct Plan: Hashable, Sendable {
    package var latch: Instant
    package var vblank: Instant
  }

  /// Time for the server to copy the pixels before the vblank, in microseconds.
  package static let margin: Int64 = 1500
  /// The minimum time between frames drawn for input alone on a display without a pixel clock, in
  /// microseconds.
  package static let shortestSpacing: Int64 = 4000
  private static let plausiblePeriods: ClosedRange<Int64> = 2000...60_000
  private static let defaultPeriod: Int64 = 16_667

  /// The source of the period.
  public private(set) var source = Source.fallback
  /// The time between vblanks, in microseconds.
  package private(set) var period = defaultPeriod
  /// The host's limit on frames per second; `nil` = the display's rate.
  package var rateCap: Double?
  private var outputPeriod: Int64?
  /// Whether the display has a pixel clock, as far as known.
  package private(set) var hasPixelClock = true
  // For frames that follow input, the nominal time of the newest one: they are spaced from this, so
  // that a late frame does not delay the next.
  private var slot = Instant.zero
  private var anchor = Instant.zero
  private var newest: (msc: UInt64, ust: Instant)?
  private var intervals: [Int64] = []
  private var doubts = 0
  /// The vblank of the newest frame; `drawn` is when its drawing began.
  package private(set) var target: Instant?
  private var drawn: Instant?
  /// When the newest frame was sent, if it was the first after a pause.
  private var sentFirst: Instant?
  private var costs: [Int64] = []
  /// The 95th percentile of recent frame costs, in microseconds.
  private var typicalCost: Int64 = 2000
  private var wholeCosts: [Int64] = []
  // The assumed cost of a complete frame before the first measurement, in microseconds.
  private var guessedCost: Int64 = 8000

  /// A clock with nothing known yet.
  package init() {}

  /// The time between vblanks, in seconds.
  public var interval: Double { Double(period) / 1e6 }

  /// Sets the output's reported rate in Hz (0 = unknown), and whether the display has a pixel
  /// clock.
  package mutating func outputRate(_ rate: Double, hasPixelClock: Bool = true) {
    self.hasPixelClock = hasPixelClock
    let period = rate > 0 ? (1e6 / rate).rounded() : 0
    outputPeriod = period >= 2000 && period <= 60_000 ? Int64(period) : nil
    if source != .present { useOutput() }
  }

  /// Handles a vblank reported by Present.
  ///
  /// A count of 0, a count that decreases, or an implausible period makes the report untrustworthy;
  /// after three such reports, the output's rate is used again.
  package mutating func vblank(msc: UInt64, at ust: Instant) {
    defer { newest = (msc, ust) }
    guard let newest, msc > 0 else { return }
    guard msc > newest.msc else {
      if msc < newest.msc { doubt() }
      return
    }
    // After a pause, correct only the phase: the server merely computes the counts in between.
    if msc - newest.msc <= 4 {
      let measured = (ust.microseconds - newest.ust.microseconds) / Int64(msc - newest.msc)
      guard Self.plausiblePeriods.contains(measured) else {
        doubt()
        return
      }
      doubts = 0
      // Single intervals jitter by a millisecond, or by many on a busy machine: use the median of
      // the last fifteen.
      intervals.append(measured)
      if intervals.count > 15 { intervals.removeFirst() }
    }
    // A server without a display uses a timer of whole milliseconds: correct the phase by only a
    // quarter of the error.
    let late = (ust.microseconds - anchor.microseconds) % period
    let error = late > period / 2 ? late - period : late
    let isNear = source == .present && abs(error) < period / 4
    anchor = Instant(microseconds: ust.microseconds - (isNear ? error * 3 / 4 : 0))
    // The grid may have drifted during the pause: the first frame is seen at the first vblank after
    // it was sent, whatever was predicted.
    if let sentFirst { target = grid(atLeast: sentFirst.microseconds) }
    guard intervals.count >= 3 else { return }
    source = .present
    period = intervals.sorted()[intervals.count / 2]
  }

  /// The schedule of the next frame, as of now.
  ///
  /// - Parameters:
  ///   - isWhole: whether the whole picture is drawn.
  ///   - hasInput: whether there is input not yet shown, other than a passing pointer.
  package func plan(now: Instant, isWhole: Bool = false, hasInput: Bool = false) -> Plan {
    // Never start more than one period before a vblank.
    let cost = min(cost(isWhole: isWhole), period)
    if !hasPixelClock, hasInput { return freePlan(now: now, cost: cost) }
    guard let target, let drawn, !isPause(since: drawn, until: now) else {
      let vblank = grid(atLeast: now.microseconds + cost)
      return Plan(latch: now, vblank: vblank)
    }
    var spacing = period / 2
    if let rateCap, rateCap > 0 { spacing = max(spacing, Int64(1e6 / rateCap) - period / 2) }
    // Skip a vblank that a typical frame would miss: the next one will show newer input.
    let earliest = max(target.microseconds + spacing, now.microseconds + cost / 2)
    let vblank = grid(atLeast: earliest)
    let latch = Instant(microseconds: vblank.microseconds - min(cost + Self.margin, period))
    return Plan(latch: latch, vblank: vblank)
  }

  /// The time between frames that follow input, minimum and average, in microseconds.
  private var spacing: Int64 {
    guard let rateCap, rateCap > 0 else { return Self.shortestSpacing }
    return max(Self.shortestSpacing, Int64(1e6 / rateCap))
  }

  /// The earliest time for the next frame that follows input; `nil` if frames wait for vblanks.
  package var nextFree: Instant? {
    // 250 reports a second are not evenly spaced: a single gap may be half as long.
    hasPixelClock ? nil : Instant(microseconds: slot.microseconds + spacing / 2)
  }

  /// Draws at once, unless the previous frames were too close together.
  private func freePlan(now: Instant, cost: Int64) -> Plan {
    let latch = max(now, nextFree ?? now).microseconds
    // Never predict an earlier time than the last: an animation must not go backwards.
    let seen = max(latch + cost, target?.microseconds ?? 0)
    return Plan(latch: Instant(microseconds: latch), vblank: Instant(microseconds: seen))
  }

  /// The first vblank that a frame of typical cost can meet if begun now; without a pixel clock,
  /// when the next frame may follow.
  package func due(
    _ plan: Plan, now: Instant, isWhole: Bool = false, hasInput: Bool = false
  ) -> Instant {
    if !hasPixelClock, hasInput {
      let most = max(spacing, cost(isWhole: isWhole))
      return Instant(microseconds: max(plan.latch, now).microseconds + most)
    }
    let missing = now.microseconds + cost(isWhole: isWhole) - plan.vblank.microseconds
    let periods = missing > 0 ? (missing + period - 1) / period : 0
    return Instant(microseconds: plan.vblank.microseconds + periods * period)
  }

  /// Estimates the first frame's cost after a resize, at the 400 pixels per microsecond of a large
  /// window in newly allocated memory.
  package mutating func resized(to pixels: Int) { guessedCost = max(8000, Int64(pixels) / 400) }

  /// Records a frame begun at a time for a vblank, and its cost in microseconds.
  package mutating func drew(
    for vblank: Instant, begun: Instant, cost: Int64, isWhole: Bool = false
  ) {
    let isFirst = drawn.map { isPause(since: $0, until: begun) } ?? true
    sentFirst = isFirst ? Instant(microseconds: begun.microseconds + cost) : nil
    (target, drawn) = (vblank, begun)
    slot = max(Instant(microseconds: slot.microseconds + spacing), begun)
    guard !isWhole else {
      wholeCosts.append(cost)
      if wholeCosts.count > 8 { wholeCosts.removeFirst() }
      return
    }
    costs.append(cost)
    if costs.count > 64 { costs.removeFirst() }
    let sorted = costs.sorted()
    typicalCost = sorted[(sorted.count * 95 - 1) / 100]
  }

  /// Whether the time since the last frame is a pause rather than a late frame: at least 8/7 of the
  /// period.
  private func isPause(since drawn: Instant, until now: Instant) -> Bool {
    now.microseconds >= drawn.microseconds + period * 8 / 7
  }

  /// The expected cost of a frame, in microseconds.
  private func cost(isWhole: Bool) -> Int64 {
    isWhole ? wholeCosts.max() ?? guessedCost : typicalCost
  }

  private func grid(atLeast time: Int64) -> Instant {
    let (whole, rest) = (time - anchor.microseconds).quotientAndRemainder(dividingBy: period)
    let steps = rest > 0 ? whole + 1 : whole
    return Instant(microseconds: anchor.microseconds + steps * period)
  }

  private mutating func doubt() {
    doubts += 1
    if doubts >= 3 { useOutput() }
  }

  private mutating func useOutput() {
    intervals = []
    source = outputPeriod == nil ? .fallback : .output
    period = outputPeriod ?? Self.defaultPeriod
  }
}
