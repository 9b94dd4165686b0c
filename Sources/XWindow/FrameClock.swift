package import Feel

/// Says when to draw, so that each vblank gets one frame, drawn as late as can be.
///
/// A grid of vblanks is kept from the newest one known and the period between them. Present's
/// completions put both right; without them the period is the output's, or 60 Hz, and the grid runs
/// on its own. Drawing starts `lead` before a vblank, the 95th percentile of what frames cost
/// lately and a margin: input that arrives until then is in the frame. Frames that are drawn whole,
/// as after a change of size, cost much more and are counted apart. After a pause the first frame
/// is drawn at once.
///
/// A display without a pixel clock, as of Xvfb and VNC, shows what it is sent when it is sent.
/// There input waits for no vblank: it is drawn at once, at most 250 times a second. The grid is
/// kept for what moves by itself, and for a pointer that merely passes.
public struct FrameClock: Sendable {
  /// Where the period comes from.
  public enum Source: String, Hashable, Sendable {
    /// Present reports the vblanks.
    case present
    /// RandR says the output's rate.
    case output
    /// Nobody says: 60 Hz.
    case fallback
  }

  /// When to draw, and for which vblank.
  package struct Plan: Hashable, Sendable {
    package var latch: Instant
    package var vblank: Instant
  }

  /// What is left for the server to copy the pixels before the vblank, in microseconds.
  package static let margin: Int64 = 1500
  /// From frame to frame on a display without a pixel clock, where nothing but input asks for them,
  /// in microseconds.
  package static let shortestSpacing: Int64 = 4000
  private static let plausiblePeriods: ClosedRange<Int64> = 2000...60_000
  private static let defaultPeriod: Int64 = 16_667

  /// Where the period comes from.
  public private(set) var source = Source.fallback
  /// From vblank to vblank, in microseconds.
  package private(set) var period = defaultPeriod
  /// The most frames a second that the host wants; `nil` = the display's rate.
  package var rateCap: Double?
  private var outputPeriod: Int64?
  /// Whether the display has a pixel clock at all, as far as anybody says.
  package private(set) var hasPixelClock = true
  // Where frames follow input, the moment that the newest one counts for: they are spaced by these,
  // so that one that was late delays no other.
  private var slot = Instant.zero
  private var anchor = Instant.zero
  private var newest: (msc: UInt64, ust: Instant)?
  private var intervals: [Int64] = []
  private var doubts = 0
  /// The vblank of the newest frame, and when its drawing began.
  package private(set) var target: Instant?
  private var drawn: Instant?
  /// When the newest frame was sent, if it was the first one after a pause.
  private var sentFirst: Instant?
  private var costs: [Int64] = []
  /// What all but the slowest twentieth of the frames cost lately, in microseconds.
  private var typicalCost: Int64 = 2000
  private var wholeCosts: [Int64] = []
  // What a whole frame is taken to cost before any was drawn, in microseconds.
  private var guessedCost: Int64 = 8000

  /// A clock that nobody has told anything.
  package init() {}

  /// From vblank to vblank, in seconds.
  public var interval: Double { Double(period) / 1e6 }

  /// Takes the rate that the output is said to have, in Hz, 0 = unknown; and whether the display
  /// has a pixel clock at all.
  package mutating func outputRate(_ rate: Double, hasPixelClock: Bool = true) {
    self.hasPixelClock = hasPixelClock
    let period = rate > 0 ? (1e6 / rate).rounded() : 0
    outputPeriod = period >= 2000 && period <= 60_000 ? Int64(period) : nil
    if source != .present { useOutput() }
  }

  /// Takes a vblank that Present reports.
  ///
  /// A count of 0, one that goes back, or a period that no display has, says that the report cannot
  /// be believed; after three the output's rate is taken again.
  package mutating func vblank(msc: UInt64, at ust: Instant) {
    defer { newest = (msc, ust) }
    guard let newest, msc > 0 else { return }
    guard msc > newest.msc else {
      if msc < newest.msc { doubt() }
      return
    }
    // Over a pause only the phase is learnt: the counts between are the server's own reckoning.
    if msc - newest.msc <= 4 {
      let measured = (ust.microseconds - newest.ust.microseconds) / Int64(msc - newest.msc)
      guard Self.plausiblePeriods.contains(measured) else {
        doubt()
        return
      }
      doubts = 0
      // Single intervals jitter by a millisecond, and by many when the machine is busy: the middle
      // one of the last fifteen is believed.
      intervals.append(measured)
      if intervals.count > 15 { intervals.removeFirst() }
    }
    // A server without a display ticks on a timer of whole milliseconds: a quarter of each step is
    // followed.
    let late = (ust.microseconds - anchor.microseconds) % period
    let error = late > period / 2 ? late - period : late
    let isNear = source == .present && abs(error) < period / 4
    anchor = Instant(microseconds: ust.microseconds - (isNear ? error * 3 / 4 : 0))
    // While nothing was drawn the grid may have drifted: the first frame is seen at the first
    // vblank after it, whatever was foreseen.
    if let sentFirst { target = grid(atLeast: sentFirst.microseconds) }
    guard intervals.count >= 3 else { return }
    source = .present
    period = intervals.sorted()[intervals.count / 2]
  }

  /// When the next frame is to be drawn, asked now.
  ///
  /// - Parameters:
  ///   - isWhole: whether all of it is drawn.
  ///   - hasInput: whether it shows input that no frame has shown; a passing pointer is none.
  package func plan(now: Instant, isWhole: Bool = false, hasInput: Bool = false) -> Plan {
    // No more than drawing may begin before a vblank.
    let cost = min(cost(isWhole: isWhole), period)
    if !hasPixelClock, hasInput { return freePlan(now: now, cost: cost) }
    guard let target, let drawn, !isPause(since: drawn, until: now) else {
      let vblank = grid(atLeast: now.microseconds + cost)
      return Plan(latch: now, vblank: vblank)
    }
    var spacing = period / 2
    if let rateCap, rateCap > 0 { spacing = max(spacing, Int64(1e6 / rateCap) - period / 2) }
    // A vblank that a usual frame would miss is left to go by: waiting for the next one gets newer
    // input into it.
    let earliest = max(target.microseconds + spacing, now.microseconds + cost / 2)
    let vblank = grid(atLeast: earliest)
    let latch = Instant(microseconds: vblank.microseconds - min(cost + Self.margin, period))
    return Plan(latch: latch, vblank: vblank)
  }

  /// From one frame that shows input to the next, at the least and on average, in microseconds.
  private var spacing: Int64 {
    guard let rateCap, rateCap > 0 else { return Self.shortestSpacing }
    return max(Self.shortestSpacing, Int64(1e6 / rateCap))
  }

  /// The earliest moment at which another frame may show input; `nil` where frames wait for
  /// vblanks.
  package var nextFree: Instant? {
    // A stream of 250 reports a second is not all of one spacing: half of it may be missing now and
    // then.
    hasPixelClock ? nil : Instant(microseconds: slot.microseconds + spacing / 2)
  }

  /// Draws at once, unless the frames before came too close to one another.
  private func freePlan(now: Instant, cost: Int64) -> Plan {
    let latch = max(now, nextFree ?? now).microseconds
    // What moves by itself is never shown earlier than it was.
    let seen = max(latch + cost, target?.microseconds ?? 0)
    return Plan(latch: Instant(microseconds: latch), vblank: Instant(microseconds: seen))
  }

  /// The first vblank that a frame of the usual cost can make when it is begun no earlier than now;
  /// where there are none, when the next frame might follow.
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

  /// The picture has so many pixels now: 400 a microsecond, their memory new, is what a first frame
  /// of a large window takes.
  package mutating func resized(to pixels: Int) { guessedCost = max(8000, Int64(pixels) / 400) }

  /// Notes a frame begun at a moment for a vblank, and what it cost, in microseconds.
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

  /// Whether no frame was drawn for so long that it was none of the frames' own time: a seventh
  /// above the period tells a pause from a late frame.
  private func isPause(since drawn: Instant, until now: Instant) -> Bool {
    now.microseconds >= drawn.microseconds + period * 8 / 7
  }

  /// What such a frame is expected to cost, in microseconds.
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
